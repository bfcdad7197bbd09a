import type { FieldDrift } from '../model/drift.js';
import type { ResourceReport, SyncEffect } from '../model/report.js';
import { compareRefs, type ResourceRef, refText } from '../model/resource.js';
import { lossOnDeletion, replacesPods } from './consequences.js';
import { shownValue } from './wording.js';

/**
 * What a sync would do now, by resource and path. A field that the server refuses stops the whole object: then nothing
 * else of it is listed. Pruning is listed for every extraneous object; whether a sync prunes is its own setting.
 */
export function syncEffects(resources: readonly ResourceReport[]): readonly SyncEffect[] {
  return [...resources].sort(compareRefs).flatMap(effectsOn);
}

/** Drift that an apply leaves as it is: what the server drops, and what only Argo CD's comparison sees. */
const WITHOUT_EFFECT: readonly string[] = ['unknown-field', 'counted-by-argocd'];

function effectsOn(resource: ResourceReport): readonly SyncEffect[] {
  const ref = refOfReport(resource);
  if (resource.outcome === 'extraneous') {
    const message = `a sync with prune deletes ${refText(resource)}${lossOnDeletion(resource)}`;
    return [{ code: 'prunes', resource: ref, message }];
  }
  const refused = resource.drift.filter(({ explanation }) => explanation.code === 'immutable-field');
  if (refused.length > 0) return refused.map((drift) => refusal(ref, drift));

  // A field that the server does not know is dropped on every write: a sync changes nothing there.
  const applied = resource.drift.filter(({ explanation }) => !WITHOUT_EFFECT.includes(explanation.code));
  const effects = applied.filter(({ change }) => change !== 'missing').map((drift) => overwrite(ref, drift));
  const restarting = applied.find((drift) => replacesPods(resource, drift));
  if (restarting === undefined) return effects;
  const message = `the pod template of ${refText(resource)} changes: its pods are replaced`;
  return [...effects, { code: 'restarts-pods', resource: ref, path: restarting.path, message }];
}

function refusal(resource: ResourceRef, drift: FieldDrift): SyncEffect {
  const message = `the API server refuses to change ${drift.path} of ${refText(resource)}; only recreating it can, which deletes ${refText(resource)}${lossOnDeletion(resource)}`;
  return { code: 'refused', resource, path: drift.path, message };
}

function overwrite(resource: ResourceRef, drift: FieldDrift): SyncEffect {
  const message =
    drift.change === 'extra'
      ? `removes ${shownValue(drift.live)}`
      : `puts ${shownValue(drift.desired)} in place of ${shownValue(drift.live)}`;
  return { code: 'overwrites', resource, path: drift.path, message };
}

function refOfReport({ group, version, kind, namespace, name }: ResourceRef): ResourceRef {
  return { group, version, kind, namespace, name };
}
