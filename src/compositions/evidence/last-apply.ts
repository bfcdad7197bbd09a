import { compareObject } from '../../compare/compare.js';
import { storedSecret } from '../../compare/secret.js';
import type { LastApply } from '../../explain/last-apply.js';
import type { Difference } from '../../model/drift.js';
import { type FieldPath, startsWith, valueAt } from '../../model/field-path.js';
import { hasPath } from '../../model/field-set.js';
import { digString, isObject, type JsonObject } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { LAST_APPLIED, LAST_APPLIED_PATH } from '../../model/last-applied.js';
import type { ManagedFields, ManagedFieldsEntry } from '../../model/managed-fields.js';
import type { KubernetesObject, ResourceRef } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import type { Catalogue } from '../../ownership/catalogue.js';
import { type GitopsManager, isGitopsEntry } from '../../ownership/gitops-manager.js';

/** What the last client-side apply declared, and where live is not as it left it. */
export interface LastApplied {
  /** A Secret's values stand under `data`. */
  readonly object: JsonObject;
  /** Paths whose declared value live no longer has. */
  readonly changedSince: readonly FieldPath[];
}

/**
 * True where the annotation declares the path: the next client-side apply without it takes it out of live. That holds of
 * an annotation that something else has applied over since, too.
 */
export function lastAppliedNames(object: KubernetesObject, path: FieldPath): boolean {
  const text = digString(object.metadata, 'annotations', LAST_APPLIED);
  const applied = text === undefined ? undefined : parsed(text);
  return applied !== undefined && valueAt(applied, path) !== undefined;
}

/** A live object with what is needed to tell whether its annotation can be trusted. */
interface AppliedObject {
  readonly ref: ResourceRef;
  readonly object: KubernetesObject;
  readonly managed: ManagedFields;
  readonly gitops: GitopsManager | undefined;
  readonly catalogue: Catalogue;
  readonly schema: SchemaBundle;
}

/**
 * The last client-side apply of an object, from its last-applied annotation; undefined where there is none that can be
 * read, or where something else has applied the object since and left the annotation as it was.
 */
export function lastApplied(live: AppliedObject): LastApplied | undefined {
  const text = digString(live.object.metadata, 'annotations', LAST_APPLIED);
  if (text === undefined || isStale(live)) return undefined;
  const object = parsed(text);
  if (object === undefined) return undefined;
  // The same comparison that judges desired: other text for the same quantity, or a default, is no change.
  const { differences } = compareObject({
    ref: live.ref,
    desired: object,
    live: live.object,
    schema: live.schema,
    applied: undefined,
    others: live.managed.kind === 'entries' ? live.managed.entries.map(({ fields }) => fields) : [],
    showSecrets: false,
  });
  return {
    object: storedSecret(live.ref, object),
    changedSince: differences.filter(({ kind }) => kind === 'drift').map(({ path }) => path),
  };
}

/** What the last apply said of a difference's path. */
export function lastApplyOf(
  applied: LastApplied | undefined,
  difference: Difference & { readonly masked?: true },
): LastApply | undefined {
  if (applied === undefined || difference.kind !== 'drift') return undefined;
  const { path } = difference;
  const value = valueAt(applied.object, path) ?? null;
  if (value === null) return { kind: 'lacks' };
  const changed = applied.changedSince.some((other) => startsWith(other, path) || startsWith(path, other));
  if (!changed) return { kind: 'holds-live' };
  return difference.masked ? { kind: 'holds-other' } : { kind: 'holds-other', value };
}

/**
 * Only kubectl's ways of applying keep the annotation. A GitOps manager that applies server-side, or a deployer that did
 * not write the annotation, leaves an old one behind that says nothing of its own applies.
 */
function isStale({ ref, managed, gitops, catalogue }: AppliedObject): boolean {
  if (gitops?.tool === 'flux' || gitops?.tool === 'config-sync') return true;
  if (managed.kind === 'absent') return false;
  return managed.entries.some((entry) => {
    if (entry.subresource !== '' || KUBECTL.has(entry.manager) || writesAnnotation(entry)) return false;
    const category = catalogue.find(entry, ref)?.category;
    return isGitopsEntry(gitops, entry) || category === 'gitops' || category === 'deployer';
  });
}

/** kubectl keeps the annotation also where it applies server-side (kubectl pkg/cmd/apply/apply.go). */
const KUBECTL: ReadonlySet<string> = new Set(['kubectl', 'kubectl-client-side-apply', 'kubectl-last-applied']);

function writesAnnotation(entry: ManagedFieldsEntry): boolean {
  return hasPath(entry.fields, LAST_APPLIED_PATH);
}

/** An annotation that is no object counts as absent, as for kubectl. */
function parsed(text: string): KubernetesObject | undefined {
  try {
    const object = parseJson(text);
    return isObject(object) && isObject(object.metadata) ? (object as KubernetesObject) : undefined;
  } catch {
    return undefined;
  }
}
