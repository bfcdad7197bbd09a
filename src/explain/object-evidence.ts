import type { ObjectAudit } from '../model/audit.js';
import type { AutoscalerEvidence } from './autoscaler.js';
import type { ObjectBase } from './base.js';

/** What is known of one live object beside the object itself; fetched only where a difference asks for it. */
export interface ObjectEvidence {
  /** The autoscalers that target it. */
  readonly autoscalers: AutoscalerEvidence;
  /** What the audit log knows of it; absent where none was given. */
  readonly audit?: ObjectAudit | undefined;
  /** What an earlier revision of desired says of it; absent where none was asked for or found. */
  readonly base?: ObjectBase | undefined;
}
