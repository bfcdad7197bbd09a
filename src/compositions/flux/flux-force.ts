import type { Desired } from '../../desired/build-desired.js';
import { isForced } from '../../gitops/flux/modes.js';
import type { FluxApplication } from '../../model/flux.js';
import type { ResourceReport, SyncEffect } from '../../model/report.js';
import { type KubernetesObject, refKey, refText } from '../../model/resource.js';
import { lossOnDeletion } from '../../verdict/consequences.js';

/** A report in which fields that cannot be changed are set all the same, where Flux may delete the object for it. */
export function withForce(
  resource: ResourceReport,
  application: FluxApplication,
  desired: KubernetesObject,
): ResourceReport {
  if (application.suspended || !isForced(application, desired)) return resource;
  const message = `at the next reconcile Flux deletes ${refText(resource)} and creates it anew (force)`;
  return {
    ...resource,
    drift: resource.drift.map((entry) =>
      entry.explanation.code === 'immutable-field'
        ? { ...entry, next: { code: 'reverted-at-reconcile', message } }
        : entry,
    ),
  };
}

/** What a sync does, where the server's refusal makes Flux delete the object instead of giving up. */
export function forcedEffects(
  effects: readonly SyncEffect[],
  application: FluxApplication,
  desired: Desired,
): readonly SyncEffect[] {
  const forced = desired.objects.filter(({ object }) => isForced(application, object));
  const keys = new Set(forced.map(({ ref }) => refKey(ref)));
  return effects.map((effect): SyncEffect => {
    const { code, resource, path } = effect;
    if (code !== 'refused' || path === undefined || !keys.has(refKey(resource))) return effect;
    const message = `${path} of ${refText(resource)} cannot be changed, and Flux may force it: it deletes ${refText(resource)}${lossOnDeletion(resource)}, and creates it anew`;
    return { ...effect, code: 'recreates', message };
  });
}
