import type { Difference, Explanation } from '../model/drift.js';
import { valueAt } from '../model/field-path.js';
import type { FieldHistory } from '../model/history.js';
import type { ResourceRef } from '../model/resource.js';
import type { Evidence, Writer } from '../model/writer.js';
import { admissionFacts } from './admission.js';
import { askedExplanation, askedFacts, askedFor, marksOf } from './asked-for.js';
import { isReplicas } from './autoscaler.js';
import { autoscalerFacts } from './autoscaler-writer.js';
import { chosenExplanation, chosenFacts } from './chosen.js';
import { boundedBy, historyEvidence, historyOf } from './history-evidence.js';
import type { ObjectEvidence } from './object-evidence.js';
import { ownerFacts, ownersOfObject } from './owner-references.js';
import { deliveryExplanation, deliveryFacts, mayBeDelivery } from './progressive.js';
import { isContainerResources, verticalFacts } from './vpa.js';

/** One difference whose writer is named already, with what is known beside its object. */
interface Attributed {
  readonly ref: ResourceRef;
  readonly difference: Difference;
  readonly writer: Writer;
  readonly evidence: ObjectEvidence;
  /** True where the GitOps manager's own entry names the field. */
  readonly gitopsWrote: boolean;
}

/** What other objects, the object's own marks and its kept history say of a difference, in that order. */
export function relatedFacts(input: Attributed): Evidence[] {
  const { ref, difference, writer, evidence, gitopsWrote } = input;
  const { live } = evidence;
  const owners = live === undefined ? [] : ownersOfObject(live);
  const asked = askedFor(ref, difference, live && marksOf(live));
  return [
    ...(isReplicas(difference.path) ? autoscalerFacts(evidence.autoscalers, writer.evidence) : []),
    ...(mayBeDelivery(ref, difference) ? deliveryFacts(evidence.deliveries) : []),
    ...(isContainerResources(ref, difference.path) ? verticalFacts(evidence.verticalAutoscalers, ref, owners) : []),
    ...(asked === undefined ? [] : askedFacts(asked, ref)),
    ...chosenFacts(evidence.chosen, difference),
    ...(gitopsWrote ? [] : ownerFacts(owners)),
    ...(writer.category === 'unowned' && asked === undefined && difference.change !== 'missing'
      ? admissionFacts(evidence.admission, difference)
      : []),
    ...historyFacts(input),
  ];
}

function historyFacts({ difference, writer, evidence }: Attributed): Evidence[] {
  const found = historyIn(evidence, difference);
  return historyEvidence(evidence.history, difference, found && boundedBy(found, writer));
}

/** Since when the field of a difference is as live has it; undefined where no earlier Pod templates are known. */
export function historyIn({ live, history }: ObjectEvidence, difference: Difference): FieldHistory | undefined {
  return live && historyOf(history, difference, valueAt(live, difference.path));
}

/** The explanation of a difference that is asked for, that progressive delivery makes, or that is a controller's note. */
export function relatedExplanation({
  ref,
  difference,
  writer,
  evidence,
}: Omit<Attributed, 'gitopsWrote'>): Explanation | undefined {
  const asked = askedFor(ref, difference, evidence.live && marksOf(evidence.live));
  const delivery = mayBeDelivery(ref, difference)
    ? deliveryExplanation(evidence.deliveries, difference, writer.category)
    : undefined;
  return askedExplanation(asked, writer.category) ?? delivery ?? chosenExplanation(evidence.chosen, difference, writer);
}
