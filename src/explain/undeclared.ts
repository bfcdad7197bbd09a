import type { Difference, Explanation } from '../model/drift.js';
import { printPath } from '../model/field-path.js';
import { coversPath, matchesKind } from '../model/match.js';
import { parsePattern } from '../model/parse-path.js';
import type { KindSelector } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import { isNamedUnknown } from '../model/writer.js';
import type { Attribution } from './attribution.js';
import { isReplicas } from './autoscaler.js';
import data from './sensitive-fields.yaml';
import { pairOf } from './unexplained.js';

interface SensitiveFields {
  readonly kinds: readonly KindSelector[];
  readonly paths: readonly string[];
  readonly what: string;
  readonly reason: string;
}

const { sensitive } = data as { readonly sensitive: readonly SensitiveFields[] };
const compiled = sensitive.map((entry) => ({ entry, patterns: entry.paths.map(parsePattern) }));

/**
 * Judges a live-only field: unexplained where a person or script wrote it, or an unknown manager where it matters (Pod
 * templates, RBAC, webhooks, what a Service routes to); else noted. It never makes an object OutOfSync.
 */
export function explainUndeclared(ref: ResourceRef, difference: Difference, attribution: Attribution): Explanation {
  const { category } = attribution.writer;
  const left = leftBySync(difference);
  if (category === 'manual' || attribution.script) {
    const by = attribution.script ? 'by a script or a pipeline' : 'by hand or by a script';
    return { status: 'unexplained', code: 'undeclared-manual', message: `written ${by}; ${left}` };
  }
  // The server's default is 1, so somebody wrote the 0; a scale to 0 leaves no entry of its own.
  if (
    (category === 'unowned' || attribution.unknowable !== undefined) &&
    isReplicas(difference.path) &&
    difference.live === 0
  ) {
    return {
      status: 'unexplained',
      code: 'scaled-to-zero',
      message: `scaled to 0 by somebody, and a scale to 0 records nobody; ${left}`,
    };
  }
  const where = compiled.find(
    ({ entry, patterns }) =>
      matchesKind(entry.kinds, ref) && patterns.some((pattern) => coversPath(pattern, difference.path)),
  )?.entry;
  if (category === 'unknown' && where !== undefined) {
    return {
      status: 'unexplained',
      code: 'undeclared-unknown-writer',
      message: `${who(attribution)} wrote it in ${where.what}: ${where.reason}; ${left}`,
    };
  }
  return { status: 'noted', code: category === 'unowned' ? 'undeclared-unowned' : 'undeclared', message: left };
}

function who({ unknowable, writer }: Attribution): string {
  if (isNamedUnknown(writer)) return writer.name;
  return unknowable === undefined ? 'a program that gitdrift does not know' : 'a writer that could not be read';
}

function leftBySync(difference: Difference): string {
  const pair = pairOf(difference);
  return pair === undefined
    ? 'desired says nothing about it, so a sync leaves it'
    : `desired declares this item as ${printPath(pair)}: its key was changed in live, and a sync would add the declared one beside it`;
}
