import { autoscalersOf, isReplicas } from '../../explain/autoscaler.js';
import { autoscalerWriter } from '../../explain/autoscaler-writer.js';
import type { FieldPath } from '../../model/field-path.js';
import type { JsonValue } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { ResourceRef } from '../../model/resource.js';
import type { Writer } from '../../model/writer.js';
import { relatedLists } from '../evidence/evidence-lists.js';

/** A field of a live object with its writers. */
interface WrittenField {
  readonly elements: FieldPath;
  readonly value: JsonValue;
  readonly writers: readonly Writer[];
}

/**
 * The fields with the autoscaler named that wrote the replicas, by its own object. Autoscalers are read only where the
 * control plane, or nobody, is recorded for replicas: anybody else stays the writer.
 */
export async function withAutoscaler<Field extends WrittenField>(
  ref: ResourceRef,
  fields: readonly Field[],
  cluster: Cluster,
): Promise<readonly Field[]> {
  const replicas = fields.find(({ elements, value }) => isReplicas(elements) && typeof value === 'number');
  if (replicas === undefined || !replicas.writers.every(({ category }) => category === 'control-plane')) return fields;
  const lists = relatedLists(cluster);
  lists.start('autoscalers', ref.namespace);
  lists.start('scaledObjects', ref.namespace);
  await lists.settle();
  const hpas = lists.get('autoscalers', ref.namespace);
  if (hpas === undefined) return fields;
  const evidence = autoscalersOf(hpas, ref, lists.get('scaledObjects', ref.namespace));
  const [recorded] = replicas.writers;
  const writer = autoscalerWriter(evidence, replicas.value, recorded);
  return writer === undefined
    ? fields
    : fields.map((field) => (field === replicas ? { ...field, writers: [writer, ...field.writers.slice(1)] } : field));
}
