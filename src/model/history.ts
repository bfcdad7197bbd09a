import type { JsonValue } from './json.js';
import type { ResourceRef } from './resource.js';

/**
 * One Pod template that the cluster keeps of a workload: a ReplicaSet of a Deployment (or of an Argo Rollout), a
 * ControllerRevision of a StatefulSet or DaemonSet.
 */
export interface TemplateRevision {
  readonly ref: ResourceRef;
  /**
   * Its numbers, rising: the last is the one it has now, the others are those it had before somebody rolled back to it
   * (an object is re-used then, and only its number changes). A ControllerRevision remembers no earlier numbers.
   */
  readonly numbers: readonly [number, ...number[]];
  /** `creationTimestamp`, RFC 3339: when the template was first live. */
  readonly time: string;
  /** The PodTemplateSpec, without the hash label that its controller adds. */
  readonly template: JsonValue;
  /** True for the one whose template the live workload has. */
  readonly current: boolean;
}

/** When something happened, as far as it is known; times are RFC 3339. A bound that is not known is absent. */
export type KnownTime =
  | { readonly kind: 'exact'; readonly at: string }
  | { readonly kind: 'between'; readonly after?: string; readonly before?: string };

/** A revision that became the workload's template; one that was rolled back to has several steps. */
export interface TemplateStep {
  readonly number: number;
  readonly revision: TemplateRevision;
  readonly time: KnownTime;
}

/** Since when a workload's template has a field as live has it now (or lacks it, as live does). */
export interface FieldHistory {
  /** The first of the unbroken run of steps that have the value; absent where no revision has it yet (paused, or new). */
  readonly since?: TemplateStep;
  /** When live got the value: the step's own time, or wider bounds where revisions before it are not kept. */
  readonly time: KnownTime;
  /** The step before, and what it had there; `value` is absent where it lacked the field. */
  readonly previous?: { readonly step: TemplateStep; readonly value?: JsonValue };
  /**
   * What lies before the run: `previous` is there; the workload was `created` with it; or the revisions before are
   * `not-kept`, so that it may be older.
   */
  readonly before: 'previous' | 'created' | 'not-kept';
}

/** What is known of a workload's earlier templates. */
export type HistoryEvidence =
  /** Falling by number. */
  | { readonly kind: 'known'; readonly steps: readonly TemplateStep[] }
  | { readonly kind: 'unavailable'; readonly reason: string };
