import type { Explanation } from '../model/drift.js';
import { dig } from '../model/json.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';
import type { ObjectBase } from './base-word.js';

/**
 * Whether the absence of a whole object is accounted for. A Job with a time to live is deleted by the control plane
 * once it has ended (pkg/controller/ttlafterfinished); anything else is unexplained until evidence says that it was
 * never applied, as an earlier revision of desired that does not have it is.
 */
export function explainMissing(ref: ResourceRef, desired: KubernetesObject, base?: ObjectBase): Explanation {
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
  if (base?.kind === 'absent') {
    const message = `not applied yet: ${base.at.name} does not declare the object, which is new in Git since`;
    return { status: 'explained', code: 'git-ahead', message, base: base.at.revision };
  }
  const since = base?.kind === 'declared' ? `, though ${base.at.name} declares it already` : '';
  return {
    status: 'unexplained',
    code: 'missing-object',
    message: `live has no such object${since}: it was never applied, or somebody deleted it; who deletes an object is not recorded`,
  };
}
