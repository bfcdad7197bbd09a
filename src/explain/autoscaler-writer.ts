import type { JsonValue } from '../model/json.js';
import { refText } from '../model/resource.js';
import type { Evidence, Writer } from '../model/writer.js';
import type { Autoscaler, AutoscalerEvidence } from './autoscaler.js';

/** The autoscaler that allows the live value, else the first that targets the workload. */
export function decidingAutoscaler(evidence: AutoscalerEvidence, live: JsonValue | undefined): Autoscaler | undefined {
  if (evidence.kind !== 'known') return undefined;
  return evidence.autoscalers.find((one) => inBounds(one, live)) ?? evidence.autoscalers[0];
}

/** True where the autoscaler may have set that number: within its bounds, or where it idles or is paused. */
export function inBounds(autoscaler: Autoscaler, live: JsonValue | undefined): boolean {
  if (typeof live !== 'number') return false;
  const { min, max, idle, paused } = autoscaler;
  if (paused?.kind === 'at') return live === paused.replicas;
  return live === idle || (live >= min && live <= max);
}

/** `bounds 2–10`; of a ScaledObject `bounds 2–10, 0 while idle, paused`. */
export function boundsText({ min, max, idle, paused }: Autoscaler): string {
  const bounds = `bounds ${min}–${Number.isFinite(max) ? max : 'unbounded'}`;
  const idles = idle === undefined ? '' : `, ${idle} while idle`;
  if (paused === undefined) return `${bounds}${idles}`;
  return `${bounds}${idles}, paused${paused.kind === 'at' ? ` at ${paused.replicas}` : ''}`;
}

/** `HPA catalog`, `KEDA ScaledObject catalog`. */
export function autoscalerName({ kind, ref }: Autoscaler): string {
  return kind === 'hpa' ? `HPA ${ref.name}` : `KEDA ScaledObject ${ref.name}`;
}

/**
 * The autoscaler as the writer of a workload's replicas, or undefined where nothing proves it. `recorded` is the writer
 * of the entry that holds replicas, if one does: a scale entry of the control plane and an autoscaler in bounds are
 * certain; an autoscaler in bounds and no entry at all is possible (docs/report.md), and likely where a ScaledObject says
 * that it idles and live is at that number. A scale entry outside the bounds is likely, and so is an entry on the main
 * resource, where scaling was recorded before Kubernetes 1.22 (kubernetes#98377). Any other recorded writer stays the
 * writer; a recorded autoscaler (KEDA) keeps its name.
 */
export function autoscalerWriter(
  evidence: AutoscalerEvidence,
  live: JsonValue | undefined,
  recorded: Writer | undefined,
): Writer | undefined {
  const autoscaler = decidingAutoscaler(evidence, live);
  if (autoscaler === undefined) return undefined;
  const fits = inBounds(autoscaler, live);
  if (recorded === undefined) return fits ? unrecorded(autoscaler, live) : undefined;
  if (recorded.category === 'autoscaler') {
    return { ...recorded, evidence: [...recorded.evidence, autoscalerFact(autoscaler)] };
  }
  if (recorded.category !== 'control-plane') return undefined;
  const byScale = recorded.subresource === 'scale';
  if (!byScale && !fits) return undefined;
  return named(autoscaler, byScale && fits ? 'certain' : 'likely', recorded.evidence, recorded);
}

/** Paused where it was, a ScaledObject scales nothing: without an entry nothing says that it ever set this number. */
function unrecorded(autoscaler: Autoscaler, live: JsonValue | undefined): Writer | undefined {
  if (autoscaler.paused?.kind === 'where-it-was') return undefined;
  const resting = live === (autoscaler.idle ?? autoscaler.min) && autoscaler.active === false;
  const set = autoscaler.paused?.kind === 'at';
  return named(autoscaler, resting || set ? 'likely' : 'possible', [], {});
}

function named(
  autoscaler: Autoscaler,
  confidence: Writer['confidence'],
  evidence: readonly Evidence[],
  recorded: Partial<Writer>,
): Writer {
  return {
    ...recorded,
    category: 'autoscaler',
    name: autoscalerName(autoscaler),
    confidence,
    evidence: [...evidence, autoscalerFact(autoscaler)],
  };
}

/** What else is known of a workload's autoscalers, where its replicas differ: those that the writer does not quote. */
export function autoscalerFacts(evidence: AutoscalerEvidence, quoted: readonly Evidence[]): Evidence[] {
  const says = (message: string): Evidence => ({ kind: 'object', message });
  if (evidence.kind === 'unavailable') return [says(`HorizontalPodAutoscalers could not be read: ${evidence.reason}`)];
  return [
    ...evidence.autoscalers.map(autoscalerFact),
    ...(evidence.astray ?? []).map(says),
    ...(evidence.unread ?? []).map(says),
  ].filter(({ message }) => !quoted.some((fact) => fact.message === message));
}

function autoscalerFact(autoscaler: Autoscaler): Evidence {
  const { kind, ref, active, lastScaleTime, troubles } = autoscaler;
  const facts = [
    ...(active === undefined ? [] : [active ? 'active' : 'not active']),
    ...(lastScaleTime === undefined ? [] : [`${kind === 'hpa' ? '' : 'its HPA '}last scaled at ${lastScaleTime}`]),
  ];
  const more = facts.map((fact) => `, ${fact}`).join('');
  const wrong = troubles.length === 0 ? '' : `; ${troubles.join('; ')}`;
  return {
    kind: 'object',
    message: `${refText(ref)} targets this workload, ${boundsText(autoscaler)}${more}${wrong}`,
    resource: ref,
  };
}
