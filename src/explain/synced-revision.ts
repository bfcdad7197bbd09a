import { dig, digString, isArray, isObject, type JsonValue } from '../model/json.js';
import type { KubernetesObject } from '../model/resource.js';

/** A commit that a controller has applied, of one of its sources. */
export interface SyncedRevision {
  /** The full number of a commit. */
  readonly revision: string;
  readonly repoURL: string;
}

/**
 * What an Argo CD Application has deployed, by source: the last operation where it succeeded as a whole, else the last
 * entry of the history, which partial syncs and dry runs do not get. `status.sync.revision` is what was compared, not
 * what was deployed: it moves with every commit (argo-cd controller/state.go, controller/sync.go).
 */
export function deployedByApplication(application: KubernetesObject): readonly SyncedRevision[] {
  const state = dig(application, 'status', 'operationState');
  const sync = dig(state, 'operation', 'sync');
  const resources = dig(sync, 'resources');
  const isWhole = !(isArray(resources) && resources.length > 0) && dig(sync, 'dryRun') !== true;
  const result = dig(state, 'syncResult');
  if (digString(state, 'phase') === 'Succeeded' && isObject(result) && isWhole) return revisionsOf(result);
  const history = dig(application, 'status', 'history');
  return isArray(history) ? revisionsOf(history.at(-1)) : [];
}

/** One source has `source` and `revision`, several have `sources` and `revisions` in the same order. */
function revisionsOf(deployed: JsonValue | undefined): SyncedRevision[] {
  const [sources, revisions] = [dig(deployed, 'sources'), dig(deployed, 'revisions')];
  const pairs: [JsonValue | undefined, JsonValue | undefined][] =
    isArray(sources) && isArray(revisions) && sources.length > 0
      ? sources.map((source, at) => [source, revisions[at]])
      : [[dig(deployed, 'source'), dig(deployed, 'revision')]];
  return pairs.flatMap(([source, revision]) => {
    const repoURL = digString(source, 'repoURL');
    // Of a chart the revision is its version.
    const isCommit = typeof revision === 'string' && COMMIT.test(revision);
    return repoURL === undefined || !isCommit ? [] : [{ repoURL, revision }];
  });
}

/** The commit that a Flux Kustomization applied last: `main@sha1:<commit>`, before Flux 2.0 `main/<commit>`. */
export function appliedByKustomization(kustomization: KubernetesObject): string | undefined {
  const said = digString(kustomization, 'status', 'lastAppliedRevision');
  const commit = said?.split(/[:/]/).at(-1);
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

const COMMIT = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
