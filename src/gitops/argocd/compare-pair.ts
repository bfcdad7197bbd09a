import type { ArgoStrategy } from '../../model/argo-verdict.js';
import { dig, jsonEqual } from '../../model/json.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import type { Comparing } from './comparing.js';
import { differingPointers } from './differing-pointers.js';
import { normalizeObject } from './normalize-object.js';
import { options } from './options.js';
import { withRecordedValues } from './recorded-values.js';
import { remarshal } from './remarshal.js';
import { compareServerSide } from './server-side-diff.js';
import { compareStructured } from './structured-diff.js';
import { textMap } from './text-fields.js';
import { compareClientSide, type States } from './three-way.js';
import { withBackfilledTracking } from './tracking.js';
import { withoutTrustedFields } from './trusted-managers.js';

/** Which comparison the application asks for, where the object itself does not ask for another. */
export interface StrategyChoice {
  readonly serverSideDiff: boolean;
  readonly serverSideApply: boolean;
}

/** Whether a pair differs, and where. */
export interface PairResult {
  readonly modified: boolean;
  readonly strategy: ArgoStrategy;
  readonly differences: readonly string[];
  readonly states: States;
  /** What live does not tell, so that "not modified" is no more than likely; absent where it tells all. */
  readonly lacks?: string;
}

/**
 * Compares two objects that both exist, as Argo CD does: tracking marks and trusted managers, the Go type's form, normalisation, then
 * the strategy (gitops-engine pkg/diff/diff.go, Diff). Throws a ComparisonFault where Argo CD's comparison fails.
 */
export function comparePair(
  desired: KubernetesObject,
  live: KubernetesObject,
  choice: StrategyChoice,
  comparing: Comparing,
): PairResult {
  const { live: readable, lacksValues } = withRecordedValues(live, desired);
  const backfilled = withBackfilledTracking(readable, desired, comparing.settings);
  const pair = withoutTrustedFields(backfilled, desired, comparing);
  const gvk = refOf(desired);
  const full = !choice.serverSideDiff;
  const prepare = (object: KubernetesObject): KubernetesObject =>
    normalizeObject(remarshal(object, gvk, comparing.schema), comparing, full) as KubernetesObject;
  const [config, present] = [prepare(pair.desired as KubernetesObject), prepare(pair.live as KubernetesObject)];
  const lacks = lacksValues ? 'the recording left out values of the Secret' : undefined;
  if (choice.serverSideDiff) return result('server-side', compareServerSide(config, present, comparing), lacks);
  const asks = options(textMap(dig(config, 'metadata', 'annotations')), 'argocd.argoproj.io/sync-options');
  if (choice.serverSideApply || asks.includes('ServerSideApply=true')) {
    const structured = compareStructured(config, present, comparing);
    const noOwners = 'live has no managedFields: whether Git gave up a field cannot be told';
    return result('structured-merge', structured, lacks ?? (structured.owners ? undefined : noOwners));
  }
  const clientSide = compareClientSide(config, present, comparing);
  return result(clientSide.strategy, clientSide, lacks);
}

function result(strategy: ArgoStrategy, { live, predicted }: States, lacks: string | undefined): PairResult {
  const modified = !jsonEqual(live, predicted);
  return {
    modified,
    strategy,
    differences: modified ? differingPointers(live, predicted) : [],
    states: { live, predicted },
    ...(lacks === undefined ? {} : { lacks }),
  };
}
