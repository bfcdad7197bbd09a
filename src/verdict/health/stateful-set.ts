import { dig, isObject } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { integerAt, judged, staleStatus, textAt } from './status-fields.js';

/** StatefulSet apps/v1, as Argo CD judges it (gitops-engine pkg/health/health_statefulset.go). */
export function statefulSetHealth(object: KubernetesObject): Health {
  // Unlike the other workloads, an observedGeneration of 0 is "not observed" even where generation is absent.
  if ((integerAt(object, 'status', 'observedGeneration') ?? 0) === 0) {
    return judged('Progressing', 'not observed by its controller yet');
  }
  const stale = staleStatus(object);
  if (stale !== undefined) return judged('Progressing', stale);

  const wanted = integerAt(object, 'spec', 'replicas');
  const count = (name: string): number => integerAt(object, 'status', name) ?? 0;
  const [ready, updated] = [count('readyReplicas'), count('updatedReplicas')];
  if (wanted !== undefined && ready < wanted) return judged('Progressing', `${ready} of ${wanted} pods ready`);

  const strategy = textAt(object, 'spec', 'updateStrategy', 'type');
  if (strategy === 'RollingUpdate' && isObject(dig(object, 'spec', 'updateStrategy', 'rollingUpdate'))) {
    const partition = integerAt(object, 'spec', 'updateStrategy', 'rollingUpdate', 'partition');
    if (wanted !== undefined && partition !== undefined && updated < wanted - partition) {
      return judged(
        'Progressing',
        `${updated} of ${wanted - partition} pods at or above partition ${partition} are on the new revision`,
      );
    }
    return judged('Healthy', `${readyText(ready, wanted)}, ${updated} on the new revision`);
  }
  const [current, update] = [textAt(object, 'status', 'currentRevision'), textAt(object, 'status', 'updateRevision')];
  if (strategy === 'OnDelete') {
    // OnDelete never rolls by itself, so this is healthy; that old pods still run has to be said all the same.
    if (current === update) return judged('Healthy', readyText(ready, wanted));
    const pods = wanted ?? count('replicas');
    return judged(
      'Healthy',
      `${readyText(ready, wanted)}; ${updated} of ${pods} pods on the new revision (OnDelete: a pod changes only when it is deleted)`,
    );
  }
  if (current !== update) {
    return judged('Progressing', `${updated} of ${wanted ?? count('replicas')} pods on the new revision ${update}`);
  }
  return judged('Healthy', readyText(ready, wanted));
}

function readyText(ready: number, wanted: number | undefined): string {
  return wanted === undefined ? `${ready} pods ready` : `${ready} of ${wanted} pods ready`;
}
