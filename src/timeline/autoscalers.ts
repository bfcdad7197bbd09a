import { type FieldPath, fieldElement } from '../model/field-path.js';
import { dig, digString } from '../model/json.js';
import { type KubernetesObject, refOf, refText } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import { toldByConditions } from './conditions.js';
import { timeOf } from './metadata.js';
import type { Told } from './told.js';

/** The one field of a workload that its autoscalers write. */
export const REPLICAS: FieldPath = ['spec', 'replicas'].map(fieldElement);

/** When an autoscaler last scaled the workload that it targets, and since when its conditions are as they are. */
export function toldByAutoscaler(hpa: KubernetesObject): readonly Told[] {
  const ref = refOf(hpa);
  const source = { kind: 'autoscaler', name: `HPA ${ref.name}` } as const;
  return [
    ...lastScale(hpa, source),
    ...toldByConditions(dig(hpa, 'status', 'conditions'), source, [REPLICAS], `HPA ${ref.name}`),
  ];
}

function lastScale(hpa: KubernetesObject, source: { kind: 'autoscaler'; name: string }): Told[] {
  const time = timeOf(digString(hpa, 'status', 'lastScaleTime'));
  if (time === undefined) return [];
  const [wanted, seen] = [dig(hpa, 'status', 'desiredReplicas'), dig(hpa, 'status', 'currentReplicas')];
  const now =
    typeof wanted === 'number' ? `; it wants ${wanted} now${typeof seen === 'number' ? ` and sees ${seen}` : ''}` : '';
  return [
    {
      entry: {
        code: 'rescaled',
        time,
        certainty: 'exact',
        message: `last changed the replicas${now}`,
        writer: autoscalerWriter(hpa),
        sources: [source],
      },
      about: [REPLICAS],
    },
  ];
}

/** The autoscaler as a writer: its own status and events say what it did. */
export function autoscalerWriter(hpa: KubernetesObject): Writer {
  const ref = refOf(hpa);
  return {
    category: 'autoscaler',
    name: `HPA ${ref.name}`,
    confidence: 'certain',
    evidence: [{ kind: 'object', message: `${refText(ref)} says so itself`, resource: ref }],
  };
}
