import type { Explanation } from '../model/drift.js';
import type { JsonValue } from '../model/json.js';
import { refText } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import type { AutoscalerEvidence } from './autoscaler.js';
import { boundsText, decidingAutoscaler, inBounds } from './autoscaler-writer.js';

/**
 * Explains replicas that an autoscaler holds, or that the control plane scaled without a provable autoscaler;
 * undefined where neither is so.
 */
export function autoscalerExplanation(
  evidence: AutoscalerEvidence,
  live: JsonValue,
  writer: Writer,
): Explanation | undefined {
  const scaledByControlPlane = writer.subresource === 'scale' && writer.category === 'control-plane';
  if (writer.category !== 'autoscaler' && !scaledByControlPlane) return undefined;
  const who = writer.category === 'autoscaler' ? writer.name : 'the control plane';
  if (evidence.kind === 'unavailable') {
    return {
      status: 'unexplained',
      code: 'autoscaler-unknown',
      message: `${who} scaled it; whether an HPA's bounds allow that is not known, for HPAs could not be read: ${evidence.reason}`,
    };
  }
  const hpa = decidingAutoscaler(evidence, live);
  if (hpa === undefined) {
    return {
      status: 'unexplained',
      code: 'scale-without-hpa',
      message: `${who} scaled it, and no HPA targets this workload now (was it deleted?)`,
    };
  }
  if (!inBounds(hpa, live)) {
    return {
      status: 'unexplained',
      code: 'hpa-out-of-bounds',
      message: `${refText(hpa.ref)} targets it, but ${String(live)} lies outside its ${boundsText(hpa)}${live === 0 ? '; an HPA leaves a workload at 0 alone' : ''}`,
    };
  }
  return {
    status: 'explained',
    code: 'hpa-controls-replicas',
    message: `HPA ${hpa.ref.name}, ${boundsText(hpa)}${hpa.troubles.length === 0 ? '' : `; ${hpa.troubles.join('; ')}`}`,
  };
}
