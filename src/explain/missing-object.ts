import type { Explanation } from '../model/drift.js';
import { dig } from '../model/json.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';

/**
 * Whether the absence of a whole object is accounted for. A Job with a time to live is deleted by the control plane
 * once it has ended (pkg/controller/ttlafterfinished); anything else is unexplained until evidence says that it was
 * never applied.
 */
export function explainMissing(ref: ResourceRef, desired: KubernetesObject): Explanation {
  const ttl = dig(desired, 'spec', 'ttlSecondsAfterFinished');
  // A suspended Job never ends, so its time to live never begins.
  const ends = dig(desired, 'spec', 'suspend') !== true;
  if (ref.group === 'batch' && ref.kind === 'Job' && typeof ttl === 'number' && ends) {
    return {
      status: 'explained',
      code: 'job-ttl-expired',
      message: `the Job asks to be deleted ${ttl} s after it ends, so its absence is expected; a sync would run it again`,
    };
  }
  return {
    status: 'unexplained',
    code: 'missing-object',
    message:
      'live has no such object: it was never applied, or somebody deleted it; who deletes an object is not recorded',
  };
}
