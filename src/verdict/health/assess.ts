import { isBuiltInGroup } from '../../model/built-in-groups.js';
import { dig, isArray } from '../../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { BUILT_IN_KINDS } from './built-in.js';
import { genericHealth } from './generic.js';
import { StatusShapeError } from './status-fields.js';

/** Keeps a hook in the cluster until its phase is over; an object that carries it is judged although it is deleted. */
const HOOK_FINALIZER = 'argocd.argoproj.io/hook-finalizer';

/**
 * Health of one live object, or null where its kind has none or its status says nothing known. Pure; never throws: a
 * status of an impossible shape is Unknown. The order is Argo CD's (gitops-engine pkg/health/health.go).
 */
export function assessHealth(object: KubernetesObject): Health | null {
  try {
    return pendingDeletion(object) ?? judgeKind(object);
  } catch (error) {
    if (!(error instanceof StatusShapeError)) throw error;
    return { status: 'Unknown', message: error.message, source: 'built-in' };
  }
}

/** True where objects of the kind can have a health at all: what cannot be read of the others says nothing of health. */
export function canHaveHealth(kind: { readonly group: string; readonly kind: string }): boolean {
  return BUILT_IN_KINDS.has(`${kind.group}/${kind.kind}`) || !isBuiltInGroup(kind.group);
}

function judgeKind(object: KubernetesObject): Health | null {
  const { group, version } = parseApiVersion(object.apiVersion);
  const known = BUILT_IN_KINDS.get(`${group}/${object.kind}`);
  if (known === undefined) return isBuiltInGroup(group) ? null : genericHealth(object);
  if (known.versions !== undefined && !known.versions.includes(version)) {
    const message = `no health rule for ${object.kind} at ${object.apiVersion} (known: ${known.versions.join(', ')})`;
    return { status: 'Unknown', message, source: 'built-in' };
  }
  return known.rule(object);
}

function pendingDeletion(object: KubernetesObject): Health | null {
  const since = dig(object, 'metadata', 'deletionTimestamp');
  if (since === undefined || since === null) return null;
  const found = dig(object, 'metadata', 'finalizers');
  const finalizers = isArray(found) ? found.filter((name) => typeof name === 'string') : [];
  if (finalizers.includes(HOOK_FINALIZER)) return null;
  const held = finalizers.length === 0 ? '' : `, held by ${finalizers.join(', ')}`;
  return { status: 'Progressing', message: `Pending deletion${held}`, source: 'built-in' };
}
