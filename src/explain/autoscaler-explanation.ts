import type { Explanation } from '../model/drift.js';
import type { JsonValue } from '../model/json.js';
import { refText } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import type { Autoscaler, AutoscalerEvidence } from './autoscaler.js';
import { autoscalerName, boundsText, decidingAutoscaler, inBounds } from './autoscaler-writer.js';

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
    return unexplained(
      'autoscaler-unknown',
      `${who} scaled it; whether an HPA's bounds allow that is not known, for HPAs could not be read: ${evidence.reason}`,
    );
  }
  const autoscaler = decidingAutoscaler(evidence, live);
  if (autoscaler === undefined) {
    // KEDA scales for a ScaledObject; the control plane only for an HPA.
    return withoutAutoscaler(evidence, who, writer.category === 'autoscaler' ? 'ScaledObject or HPA' : 'HPA');
  }
  if (!inBounds(autoscaler, live)) return outOfBounds(autoscaler, evidence, live);
  const troubles = autoscaler.troubles.map((trouble) => `; ${trouble}`).join('');
  const paused =
    autoscaler.paused?.kind === 'where-it-was' ? '; it scales nothing while paused, so the number is from before' : '';
  return {
    status: 'explained',
    code: autoscaler.kind === 'hpa' ? 'hpa-controls-replicas' : 'keda-controls-replicas',
    message: `${autoscalerName(autoscaler)}, ${boundsText(autoscaler)}${paused}${troubles}`,
  };
}

type Known = Extract<AutoscalerEvidence, { kind: 'known' }>;

function withoutAutoscaler({ astray = [], unread = [] }: Known, who: string, kinds: string): Explanation {
  if (unread.length > 0) {
    return unexplained(
      'autoscaler-unknown',
      `${who} scaled it, and no ${kinds} targets this workload; ${unread.join('; ')}`,
    );
  }
  const why = astray.length === 0 ? '(was it deleted?)' : `: ${astray.join('; ')}`;
  return unexplained('scale-without-hpa', `${who} scaled it, and no ${kinds} targets this workload now${space(why)}`);
}

function space(text: string): string {
  return text.startsWith(':') ? text : ` ${text}`;
}

function outOfBounds(autoscaler: Autoscaler, { unread = [] }: Known, live: JsonValue): Explanation {
  const lies = `${refText(autoscaler.ref)} targets it, but ${String(live)} lies outside its ${boundsText(autoscaler)}`;
  if (autoscaler.kind === 'scaled-object') {
    const paused = autoscaler.paused === undefined ? '' : '; while it is paused KEDA does not mend that';
    return unexplained('keda-out-of-bounds', `${lies}${paused}`);
  }
  const zero = live === 0 ? '; an HPA leaves a workload at 0 alone' : '';
  // Out of its bounds it scales without looking at metrics, so only what keeps it from writing tells why it has not.
  const stopped = autoscaler.troubles.filter((trouble) => trouble.startsWith('AbleToScale'));
  return unexplained(
    'hpa-out-of-bounds',
    `${lies}${zero}${[...stopped, ...unread].map((text) => `; ${text}`).join('')}`,
  );
}

function unexplained(code: string, message: string): Explanation {
  return { status: 'unexplained', code, message };
}
