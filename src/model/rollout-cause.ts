/** What keeps a pod from being ready, or from being there at all. */
export type TroubleCode =
  | 'pods-not-created'
  | 'unschedulable'
  | 'image-pull'
  | 'container-config'
  | 'crash-loop'
  | 'container-ended'
  | 'pod-failed'
  | 'failing-probe'
  | 'readiness-gate'
  | 'starting';

/** Why a rollout does not get on; `pods` are the names of those that it holds up, sorted. */
export interface RolloutCause {
  readonly trouble: TroubleCode;
  /** One sentence with the container and what it says of itself. */
  readonly message: string;
  readonly pods: readonly string[];
}
