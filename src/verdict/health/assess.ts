import { isBuiltInGroup } from '../../model/built-in-groups.js';
import { dig, isArray } from '../../model/json.js';
import { type KubernetesObject, parseApiVersion } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { hasArgoRule } from './argo-cd-kinds.js';
import { BUILT_IN_KINDS } from './built-in.js';
import { genericHealth } from './generic/generic.js';
import { ALL_KINDS, type HealthRules, type HealthVerdict } from './health-rules.js';
import { kstatusHealth } from './kstatus/kstatus.js';
import { statusAge } from './status-age.js';
import { StatusShapeError } from './status-fields.js';

/** Keeps a hook in the cluster until its phase is over; an object that carries it is judged although it is deleted. */
const HOOK_FINALIZER = 'argocd.argoproj.io/hook-finalizer';

/**
 * Health of one live object, null where its kind has none or its status says nothing known, and an error where no rule
 * could judge it. Pure; never throws: a status of an impossible shape is Unknown. The order is Argo CD's (gitops-engine
 * pkg/health/health.go): deletion, the cluster's own scripts, our rules.
 */
export function judgeHealth(object: KubernetesObject, rules: HealthRules = ALL_KINDS): HealthVerdict {
  try {
    const deleted = pendingDeletion(object);
    if (deleted !== null) return { health: deleted };
    return withAge(rules.scripts?.(object) ?? judgeKind(object, rules), object);
  } catch (error) {
    if (!(error instanceof StatusShapeError)) throw error;
    return unjudged(error.message);
  }
}

/** A rule may not look at the age of what it reads; that it is old is said at least. */
function withAge(verdict: HealthVerdict, object: KubernetesObject): HealthVerdict {
  if (verdict.health?.status !== 'Healthy') return verdict;
  const age = statusAge(object);
  if (age === undefined) return verdict;
  return { ...verdict, health: { ...verdict.health, message: `${verdict.health.message}; but ${age}` } };
}

/** `judgeHealth` for those who need no more than the health. */
export function assessHealth(object: KubernetesObject, rules: HealthRules = ALL_KINDS): Health | null {
  return judgeHealth(object, rules).health;
}

/** True where objects of the kind can have a health at all: what cannot be read of the others says nothing of health. */
export function canHaveHealth(
  kind: { readonly group: string; readonly kind: string },
  rules: HealthRules = ALL_KINDS,
): boolean {
  if (rules.reading === 'kstatus') return true;
  if (isBuiltInGroup(kind.group)) return BUILT_IN_KINDS.has(`${kind.group}/${kind.kind}`);
  return rules.kinds === 'all' || hasArgoRule(kind);
}

function judgeKind(object: KubernetesObject, rules: HealthRules): HealthVerdict {
  if (rules.reading === 'kstatus') return { health: kstatusHealth(object) };
  const { group, version } = parseApiVersion(object.apiVersion);
  if (!canHaveHealth({ group, kind: object.kind }, rules)) return { health: null };
  const known = BUILT_IN_KINDS.get(`${group}/${object.kind}`);
  if (known === undefined) return { health: genericHealth(object) };
  if (known.versions !== undefined && !known.versions.includes(version)) {
    return unjudged(`no health rule for ${object.kind} at ${object.apiVersion} (known: ${known.versions.join(', ')})`);
  }
  return { health: known.rule(object) };
}

function unjudged(error: string): HealthVerdict {
  return { health: { status: 'Unknown', message: error, source: 'built-in' }, error };
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
