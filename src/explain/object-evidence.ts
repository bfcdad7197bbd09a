import type { ObjectAudit } from '../model/audit.js';
import type { HistoryEvidence } from '../model/history.js';
import type { ListResult } from '../model/live.js';
import type { KubernetesObject } from '../model/resource.js';
import type { AdmissionEvidence } from './admission.js';
import type { AutoscalerEvidence } from './autoscaler.js';
import type { ObjectBase } from './base-word.js';
import type { ChosenFields } from './chosen.js';
import type { DeliveryEvidence } from './progressive.js';

/** What is known of one live object beside the object itself; fetched only where a difference asks for it. */
export interface ObjectEvidence {
  /** The autoscalers that target it. */
  readonly autoscalers: AutoscalerEvidence;
  /** The object itself, whose owners, annotations and labels say who fills in what; absent where it is not there. */
  readonly live?: KubernetesObject;
  /** Rollouts and Canaries that deliver it. */
  readonly deliveries?: DeliveryEvidence;
  /** The VPAs of its namespace. */
  readonly verticalAutoscalers?: ListResult;
  /** Its earlier Pod templates. */
  readonly history?: HistoryEvidence;
  /** Fields in which it differs and whose value Kubernetes chooses where nobody does. */
  readonly chosen?: ChosenFields;
  /** What may have changed it at admission. */
  readonly admission?: AdmissionEvidence;
  /** What the audit log knows of it; absent where none was given. */
  readonly audit?: ObjectAudit | undefined;
  /** What an earlier revision of desired says of it; absent where none was asked for or found. */
  readonly base?: ObjectBase | undefined;
}
