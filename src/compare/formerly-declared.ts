import { type FieldPath, printPath, valueAt } from '../model/field-path.js';
import { type FieldSet, hasPath, holdsAnything } from '../model/field-set.js';
import { digString, isObject, type JsonValue } from '../model/json.js';
import { parseJson } from '../model/json-text.js';
import { LAST_APPLIED } from '../model/last-applied.js';
import type { KubernetesObject } from '../model/resource.js';

/** What is known of fields that desired declared before; the next apply removes those that it no longer does. */
export type FormerlyDeclared =
  /** The fields of the GitOps manager's Apply entries, and those of everybody else. */
  | { readonly kind: 'apply'; readonly applied: FieldSet; readonly others: readonly FieldSet[] }
  /** The last-applied annotation of a client-side apply. */
  | { readonly kind: 'last-applied'; readonly object: JsonValue }
  | { readonly kind: 'unknown' };

/**
 * Chooses the evidence as an apply does: a server-side apply looks at its own entry only, a client-side one at the
 * annotation. An annotation that cannot be read counts as absent (as kubectl does).
 */
export function formerlyDeclared(
  live: KubernetesObject,
  sets: { readonly applied: FieldSet | undefined; readonly others: readonly FieldSet[] },
): FormerlyDeclared {
  if (sets.applied !== undefined) return { kind: 'apply', applied: sets.applied, others: sets.others };
  const text = digString(live.metadata, 'annotations', LAST_APPLIED);
  if (text === undefined) return { kind: 'unknown' };
  try {
    const object = parseJson(text);
    return isObject(object) ? { kind: 'last-applied', object } : { kind: 'unknown' };
  } catch {
    return { kind: 'unknown' };
  }
}

/**
 * How the next apply would know that it has to remove `path`, which desired does not declare; undefined where it would
 * leave it. An apply removes what its former set held and nobody else holds (structured-merge-diff merge/update.go,
 * `prune`); a strategic or JSON merge patch removes what the annotation held, whoever wrote below it since.
 *
 * `isItem` says that the path is an item of a keyed list or an entry of a map. An entry holds such a one only by naming
 * it itself; a field of a struct it holds by naming anything below, so that a struct of which nobody holds a part any more
 * goes with all that the server filled in there (fieldpath/set.go, EnsureNamedFieldsAreMembers).
 */
export function removalEvidence(
  formerly: FormerlyDeclared,
  path: FieldPath,
  isItem: boolean,
): 'apply-entry' | 'last-applied' | undefined {
  switch (formerly.kind) {
    case 'apply': {
      const holds = (set: FieldSet): boolean => (isItem ? hasPath(set, path) : holdsAnything(set, path));
      return holds(formerly.applied) && !formerly.others.some(holds) ? 'apply-entry' : undefined;
    }
    case 'last-applied':
      return valueAt(formerly.object, path) === undefined || isAnnotations(path) ? undefined : 'last-applied';
    case 'unknown':
      return undefined;
  }
}

/** kubectl writes an empty map of annotations into every copy, so that map itself never proves a declaration. */
function isAnnotations(path: FieldPath): boolean {
  const printed = printPath(path);
  return printed === '.metadata' || printed === '.metadata.annotations';
}
