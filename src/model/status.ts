import type { RolloutCause } from './rollout-cause.js';

/** Sync verdict. `None` is only a resource's: left out of the comparison by design (hooks, generateName). */
export type SyncStatus = 'Synced' | 'OutOfSync' | 'Unknown' | 'None';

/** Health codes from best to worst; this order decides which is worse (gitops-engine pkg/health/health.go). */
export const HEALTH_ORDER = ['Healthy', 'Suspended', 'Progressing', 'Missing', 'Degraded', 'Unknown'] as const;
export type HealthStatus = (typeof HEALTH_ORDER)[number];

export type HealthSource = 'built-in' | 'generic' | 'lua' | 'cel' | 'policy' | 'recorded';

/** Health of one resource; `message` carries the evidence: counts, reasons, the failing container. */
export interface Health {
  readonly status: HealthStatus;
  readonly message: string;
  readonly source: HealthSource;
  /** What holds up the pods of a workload that is not Healthy; the message tells them too. Absent where nothing is known. */
  readonly causes?: readonly RolloutCause[];
  /** Why the pods of a workload that is not Healthy were not looked at. */
  readonly causesNotRead?: string;
}

export type ActionCode =
  | 'none'
  | 'debug-application'
  | 'merge-or-sync'
  | 'fix-git-and-reconcile'
  | 'wait'
  | 'resume'
  | 'investigate';

/** What the two verdicts together ask for. */
export interface Action {
  readonly code: ActionCode;
  readonly message: string;
  /** The sentences of `message`, one each, without the full stop between them; absent where it is one. */
  readonly steps?: readonly { readonly message: string }[];
}
