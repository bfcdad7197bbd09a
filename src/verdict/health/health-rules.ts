import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';

/** A verdict on one object; `error` says that no rule could judge it, which Argo CD reports as a ComparisonError. */
export interface HealthVerdict {
  readonly health: Health | null;
  readonly error?: string;
}

/** Judges an object by a script of its kind; undefined where its kind has none. */
export type HealthScripts = (object: KubernetesObject) => HealthVerdict | undefined;

/** By which rules objects are judged. */
export interface HealthRules {
  /** `argocd`: only kinds that Argo CD itself has a rule for have a health; `all`: every kind that tells one. */
  readonly kinds: 'all' | 'argocd';
  /** `kstatus`: as Flux and Helm 4 read a status, in place of our rules; absent: Argo CD's reading. */
  readonly reading?: 'kstatus';
  /** The cluster's own scripts, which win over every rule of ours; absent where there are none. */
  readonly scripts?: HealthScripts;
}

/** Every kind that tells its health, by our rules alone. */
export const ALL_KINDS: HealthRules = { kinds: 'all' };
