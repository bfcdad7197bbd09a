import type { JsonValue } from '../model/json.js';
import { refText } from '../model/resource.js';
import type { Evidence, Writer } from '../model/writer.js';
import type { Autoscaler, AutoscalerEvidence } from './autoscaler.js';

/** The autoscaler whose bounds hold the live value, else the first that targets the workload. */
export function decidingAutoscaler(evidence: AutoscalerEvidence, live: JsonValue | undefined): Autoscaler | undefined {
  if (evidence.kind !== 'known') return undefined;
  return evidence.autoscalers.find((hpa) => inBounds(hpa, live)) ?? evidence.autoscalers[0];
}

export function inBounds(hpa: Autoscaler, live: JsonValue | undefined): boolean {
  return typeof live === 'number' && live >= hpa.min && live <= hpa.max;
}

/** `HPA catalog, bounds 2–10`. */
export function boundsText(hpa: Autoscaler): string {
  return `bounds ${hpa.min}–${Number.isFinite(hpa.max) ? hpa.max : 'unbounded'}`;
}

/**
 * The autoscaler as the writer of a workload's replicas, or undefined where nothing proves it. `recorded` is the writer
 * of the entry that holds replicas, if one does: a scale entry of the control plane and an HPA in bounds are certain;
 * an HPA in bounds and no entry at all is possible (DESIGN §4). Any other recorded writer stays the writer.
 */
export function autoscalerWriter(
  evidence: AutoscalerEvidence,
  live: JsonValue | undefined,
  recorded: Writer | undefined,
): Writer | undefined {
  const hpa = decidingAutoscaler(evidence, live);
  if (hpa === undefined) return undefined;
  const byScale = recorded !== undefined && recorded.subresource === 'scale' && isControlPlane(recorded);
  const fits = inBounds(hpa, live);
  if (recorded !== undefined && !byScale) return undefined;
  if (recorded === undefined && !fits) return undefined;
  return {
    ...recorded,
    category: 'autoscaler',
    name: `HPA ${hpa.ref.name}`,
    confidence: byScale && fits ? 'certain' : byScale ? 'likely' : 'possible',
    evidence: [...(recorded?.evidence ?? []), ...hpaEvidence(hpa)],
  };
}

function isControlPlane(writer: Writer): boolean {
  return writer.category === 'control-plane' || writer.category === 'autoscaler';
}

function hpaEvidence(hpa: Autoscaler): Evidence[] {
  const scaled = hpa.lastScaleTime === undefined ? '' : `, last scaled at ${hpa.lastScaleTime}`;
  const troubles = hpa.troubles.length === 0 ? '' : `; ${hpa.troubles.join('; ')}`;
  return [
    {
      kind: 'object',
      message: `${refText(hpa.ref)} targets this workload, ${boundsText(hpa)}${scaled}${troubles}`,
      resource: hpa.ref,
    },
  ];
}
