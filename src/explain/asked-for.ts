import type { Difference, Explanation } from '../model/drift.js';
import { dig, digString, isObject, type JsonObject } from '../model/json.js';
import { coversPath, matchesKind } from '../model/match.js';
import { parsePattern } from '../model/parse-path.js';
import type { KindSelector } from '../model/policy.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';
import type { Evidence, WriterCategory } from '../model/writer.js';
import data from './asked-for.yaml';
import { differsOnlyIn } from './differs-only-in.js';

/** What of an object asks others to fill in its fields: names and values of annotations and labels. */
export interface ObjectMarks {
  readonly annotations: JsonObject;
  readonly labels: JsonObject;
}

interface Mark {
  readonly annotation?: string;
  readonly label?: string;
  readonly values?: readonly string[];
}

interface AskedFor {
  readonly id: string;
  readonly kinds: readonly KindSelector[];
  readonly paths: readonly string[];
  readonly onlyIn?: readonly string[];
  readonly marks: readonly Mark[];
  readonly writer: string;
  readonly code: string;
  readonly reason: string;
  readonly source: string;
}

/** A field that the object asks somebody to fill in, and the mark that does. */
export interface Asked {
  readonly rule: AskedFor;
  readonly mark: string;
}

const rules = (data as { readonly askedFor: readonly AskedFor[] }).askedFor.map((rule) => ({
  rule,
  patterns: rule.paths.map(parsePattern),
}));

/** The annotations and labels of an object. */
export function marksOf(object: KubernetesObject): ObjectMarks {
  const read = (name: string): JsonObject => {
    const found = dig(object, 'metadata', name);
    return isObject(found) ? found : {};
  };
  return { annotations: read('annotations'), labels: read('labels') };
}

/** Whether the live object itself asks for what differs to be filled in. */
export function askedFor(
  ref: ResourceRef,
  difference: Pick<Difference, 'path' | 'change' | 'desired' | 'live'>,
  marks: ObjectMarks | undefined,
): Asked | undefined {
  // What is asked for and not there was not filled in: that explains nothing.
  if (marks === undefined || difference.change === 'missing') return undefined;
  for (const { rule, patterns } of rules) {
    if (!matchesKind(rule.kinds, ref) || !patterns.some((pattern) => coversPath(pattern, difference.path))) continue;
    if (rule.onlyIn !== undefined && !differsOnlyIn(difference, rule.onlyIn)) continue;
    const mark = rule.marks.map((wanted) => textOf(wanted, marks)).find((text) => text !== undefined);
    if (mark !== undefined) return { rule, mark };
  }
  return undefined;
}

function textOf({ annotation, label, values }: Mark, marks: ObjectMarks): string | undefined {
  const [kind, name, held] =
    annotation === undefined ? ['label', label ?? '', marks.labels] : ['annotation', annotation, marks.annotations];
  const value = digString(held, name);
  if (value === undefined || value === '' || (values !== undefined && !values.includes(value))) return undefined;
  return `the ${kind} ${name}: ${value}`;
}

/** The mark as evidence. */
export function askedFacts({ rule, mark }: Asked, ref: ResourceRef): Evidence[] {
  return [{ kind: 'annotation', message: `${mark} asks ${rule.writer} to fill this in`, resource: ref }];
}

/** Whose writes a mark accounts for: programs of the cluster, and those that leave no entry. */
const ACCOUNTED: ReadonlySet<WriterCategory> = new Set(['unowned', 'unknown', 'operator', 'control-plane']);

/** The explanation by a mark; undefined where somebody wrote the value who does not read marks. */
export function askedExplanation(asked: Asked | undefined, category: WriterCategory): Explanation | undefined {
  if (asked === undefined || !ACCOUNTED.has(category)) return undefined;
  const { rule, mark } = asked;
  return { status: 'explained', code: rule.code, message: `${rule.reason} (${mark})`, rule: rule.id };
}
