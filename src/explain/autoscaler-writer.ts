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
 * an HPA in bounds and no entry at all is possible (docs/report.md). A scale entry outside the bounds is likely, and so is an
 * entry on the main resource, where scaling was recorded before Kubernetes 1.22 (kubernetes#98377). Any other recorded
 * writer stays the writer; a recorded autoscaler (KEDA) keeps its name.
 */
export function autoscalerWriter(
  evidence: AutoscalerEvidence,
  live: JsonValue | undefined,
  recorded: Writer | undefined,
): Writer | undefined {
  const hpa = decidingAutoscaler(evidence, live);
  if (hpa === undefined) return undefined;
  const fits = inBounds(hpa, live);
  if (recorded === undefined) return fits ? named(hpa, 'possible', [], {}) : undefined;
  if (recorded.category === 'autoscaler') return { ...recorded, evidence: [...recorded.evidence, ...hpaEvidence(hpa)] };
  if (recorded.category !== 'control-plane') return undefined;
  const byScale = recorded.subresource === 'scale';
  if (!byScale && !fits) return undefined;
  return named(hpa, byScale && fits ? 'certain' : 'likely', recorded.evidence, recorded);
}

function named(
  hpa: Autoscaler,
  confidence: Writer['confidence'],
  evidence: readonly Evidence[],
  recorded: Partial<Writer>,
): Writer {
  return {
    ...recorded,
    category: 'autoscaler',
    name: `HPA ${hpa.ref.name}`,
    confidence,
    evidence: [...evidence, ...hpaEvidence(hpa)],
  };
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
