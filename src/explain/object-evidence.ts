import type { AutoscalerEvidence } from './autoscaler.js';

/** What is known of one live object beside the object itself; fetched only where a difference asks for it. */
export interface ObjectEvidence {
  /** The autoscalers that target it. */
  readonly autoscalers: AutoscalerEvidence;
}
