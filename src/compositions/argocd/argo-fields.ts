import type { ObjectEvidence } from '../../explain/object-evidence.js';
import type { ArgoIgnoredField, ArgoResourceVerdict, ArgoStrategy } from '../../model/argo-verdict.js';
import type { Difference, Explanation, FieldDrift } from '../../model/drift.js';
import { type FieldPath, pathOfSteps, toPointer, valueAt } from '../../model/field-path.js';
import { type JsonValue, jsonEqual } from '../../model/json.js';
import { pointerSteps } from '../../model/json-pointer.js';
import { parsePath } from '../../model/parse-path.js';
import type { Finding, ResourceReport } from '../../model/report.js';
import { type ComparedObject, type Judging, judgeDifference } from '../application/field-report.js';
import { isMarkEntry, isToldOnly, reorderedAbove, type States, type TrackingMarks, toldText } from './argo-told.js';

/** One object's report by Argo CD's yardstick, and what is to be said where ours is another. */
export interface ByArgo {
  readonly resource: ResourceReport;
  readonly findings: readonly Finding[];
}

/**
 * Lays Argo CD's word on a pair of objects over our own comparison of them: `drift` is what Argo CD counts, what it does
 * not count goes to `ignored` with the rule that says so, and what only it counts is added, or told in the message where
 * it is no field of Git (tracking marks, the order of lists). Nothing is OutOfSync without a reason.
 */
export function byArgo(
  compared: ComparedObject,
  resource: ResourceReport,
  verdict: ArgoResourceVerdict,
  evidence: { readonly found: ObjectEvidence; readonly judging: Judging; readonly marks: TrackingMarks },
): ByArgo {
  const { states } = verdict;
  if (states === undefined) {
    const why = [resource.message, verdict.reason].filter((text) => text !== undefined).join('; ');
    return { resource: { ...resource, ...(why === '' ? {} : { message: why }) }, findings: [] };
  }
  const counts = ({ path }: FieldDrift): boolean => {
    const elements = parsePath(path);
    return !sameValue(valueAt(states.live, elements), valueAt(states.predicted, elements));
  };
  const [counting, uncounted] = divided(resource.drift, counts);
  const counted = counting.filter((entry) => !isMarkEntry(entry, evidence.marks));
  const [wanted, undeclared] = divided(resource.undeclared, counts);
  const promoted = wanted.map(asRemoved);
  const known = [...counted, ...promoted].map(({ path }) => pointersOf(parsePath(path), states));
  const left = verdict.differences.filter((pointer) => !known.some((pointers) => isCovered(pointer, pointers)));
  // What cannot be compared by design, a random value among them, is no difference that can be shown.
  const withheld = compared.comparison.withheld.map(({ path }) => pointersOf(path, states));
  const told = left.filter(
    (pointer) =>
      isToldOnly(pointer, verdict, evidence.marks) ||
      reorderedAbove(pointer, compared.comparison.reordered, states) !== undefined ||
      withheld.some((pointers) => isCovered(pointer, pointers)),
  );
  const added = left
    .filter((pointer) => !told.includes(pointer))
    .map((pointer) => differenceAt(pointer, states))
    .map((difference) => judgeDifference(compared, difference, evidence.found, evidence.judging).entry)
    .map((entry) => asCountedOnly(entry, verdict));
  const taken = uncounted
    .filter((entry) => !isMarkEntry(entry, evidence.marks))
    .map((entry) => asIgnored(entry, verdict));
  const said = toldText(told, states, compared.comparison.reordered, evidence.marks);
  const message = [resource.message ?? '', verdict.reason ?? '', said].filter((text) => text !== '').join('; ');
  return {
    resource: {
      ...resource,
      sync: verdict.sync ?? 'None',
      ...(message === '' ? {} : { message }),
      drift: sorted([...counted, ...promoted, ...added]),
      ignored: sorted([...resource.ignored, ...taken]),
      undeclared,
    },
    findings: notCountedFindings(resource, taken),
  };
}

function divided(
  entries: readonly FieldDrift[],
  belongs: (entry: FieldDrift) => boolean,
): readonly [readonly FieldDrift[], readonly FieldDrift[]] {
  return [entries.filter(belongs), entries.filter((entry) => !belongs(entry))];
}

function sameValue(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : jsonEqual(a, b);
}

/** A field that Git does not declare and that Argo CD's way of applying takes away all the same. */
function asRemoved(entry: FieldDrift): FieldDrift {
  const { status, rule } = entry.explanation;
  return {
    ...entry,
    explanation: {
      status: status === 'explained' ? 'explained' : 'unexplained',
      code: 'removed-by-argocd',
      message: "Git does not declare it, and Argo CD's way of applying puts it back or takes it away",
      ...(rule === undefined ? {} : { rule }),
    },
    next: { code: 'removed-at-sync', message: 'a sync takes it away, or puts back what was there' },
  };
}

/** A difference that only Argo CD sees: the server would say that the apply changes nothing there. */
function asCountedOnly(entry: FieldDrift, { strategy = 'three-way' }: ArgoResourceVerdict): FieldDrift {
  return {
    ...entry,
    explanation: {
      status: 'explained',
      code: 'counted-by-argocd',
      message: `only ${STRATEGIES[strategy]} counts it; by the server's own rules an apply changes nothing there`,
      rule: `argocd/${strategy}`,
    },
    next: { code: 'stays', message: 'no sync mends it' },
  };
}

function pointersOf(path: FieldPath, { live, predicted }: States): readonly string[] {
  return [toPointer(path, live), toPointer(path, predicted)];
}

function isCovered(pointer: string, pointers: readonly string[]): boolean {
  return pointers.some((known) => isAtOrBelow(pointer, known) || isAtOrBelow(known, pointer));
}

function isAtOrBelow(pointer: string, above: string): boolean {
  return pointer === above || pointer.startsWith(`${above}/`);
}

function differenceAt(pointer: string, states: States): Difference {
  const steps = pointerSteps(pointer);
  const inLive = pathOfSteps(steps, states.live);
  const path = valueAt(states.live, inLive) === undefined ? pathOfSteps(steps, states.predicted) : inLive;
  const [live, desired] = [valueAt(states.live, path), valueAt(states.predicted, path)];
  return {
    path,
    kind: 'drift',
    change: live === undefined ? 'missing' : desired === undefined ? 'extra' : 'changed',
    ...(desired === undefined ? {} : { desired }),
    ...(live === undefined ? {} : { live }),
    notes: [],
  };
}

const STRATEGIES: Readonly<Record<ArgoStrategy, string>> = {
  'three-way': 'the client-side three-way comparison',
  'two-way': 'the client-side comparison without a last-applied annotation',
  'structured-merge': 'the structured merge of server-side apply',
  'server-side': "the server's dry run",
};

function asIgnored(entry: FieldDrift, verdict: ArgoResourceVerdict): FieldDrift {
  const rule = ruleFor(entry, verdict);
  const explanation: Explanation =
    rule === undefined
      ? {
          status: 'noted',
          code: 'not-counted-by-argocd',
          message: `Argo CD does not count it: ${STRATEGIES[verdict.strategy ?? 'three-way']} sees no difference there`,
          rule: `argocd/${verdict.strategy ?? 'three-way'}`,
        }
      : {
          status: 'explained',
          code: 'ignored-by-rule',
          message: `${rule.origin} takes it out of Argo CD's comparison (${rule.rule})`,
          rule: rule.origin,
        };
  return { ...entry, explanation };
}

function ruleFor(entry: FieldDrift, { ignored, states }: ArgoResourceVerdict): ArgoIgnoredField | undefined {
  const pointers = [entry.pointer, ...(states === undefined ? [] : pointersOf(parsePath(entry.path), states))];
  return ignored.find(({ pointer }) => pointers.some((own) => isAtOrBelow(own, pointer) || isAtOrBelow(pointer, own)));
}

/** Where Argo CD is blind to what an apply would change, and no rule asked it to be. */
function notCountedFindings(resource: ResourceReport, taken: readonly FieldDrift[]): readonly Finding[] {
  const { group, version, kind, namespace, name } = resource;
  return taken
    .filter(({ explanation }) => explanation.code === 'not-counted-by-argocd')
    .map(({ path, explanation }) => ({
      code: 'not-counted-by-argocd',
      severity: 'note',
      resource: { group, version, kind, namespace, name },
      path,
      message: `live differs from Git here, and ${explanation.message}`,
    }));
}

function sorted(entries: readonly FieldDrift[]): readonly FieldDrift[] {
  return [...entries].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}
