import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoProject } from '../../model/argo-project.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import type { ArgoIgnoredField, ArgoResourceVerdict, ArgoTools } from '../../model/argo-verdict.js';
import { type Gvk, type KubernetesObject, refOf, refText } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import { comparePair, type PairResult, type StrategyChoice } from './compare-pair.js';
import { ComparisonFault } from './comparing.js';
import { isHook, isSkipped, isUnknownHook } from './hooks.js';
import { checkExpressions } from './ignore-rules.js';
import { isManagedNamespace } from './managed-namespace.js';
import { options } from './options.js';
import { permitsKind } from './project-rules.js';
import { textMap } from './text-fields.js';
import { isItself } from './tracking.js';

/** A desired object and the live one of the same name; one of them may be absent. */
export interface Pair {
  readonly desired?: KubernetesObject;
  readonly live?: KubernetesObject;
  /** Why live could not be read. */
  readonly unreadable?: string;
}

/** What judging pairs needs to know. */
export interface PairJudging {
  readonly application: ArgoApplication;
  readonly settings: ArgoSettings;
  readonly project: ArgoProject;
  readonly choice: StrategyChoice;
  readonly isNamespaced: (gvk: Gvk) => boolean | undefined;
  readonly schema: SchemaBundle;
  readonly tools: ArgoTools;
  /** Why desired could not be had: every object is then Unknown. */
  readonly failure: string | undefined;
}

interface Compared {
  readonly pair: Pair;
  readonly result?: PairResult;
  readonly ignored: readonly ArgoIgnoredField[];
}

/**
 * Argo CD's word on every pair. Where the comparison of one fails, all are Unknown, and `failure` says why (argo-cd
 * controller/state.go).
 */
export function judgePairs(
  pairs: readonly Pair[],
  judging: PairJudging,
): {
  readonly resources: readonly ArgoResourceVerdict[];
  readonly failure: string | undefined;
  readonly limits: readonly string[];
  /** What the objects make of the application; a kind that the project denies counts as its fields would have it. */
  readonly outcome: 'Synced' | 'OutOfSync' | 'Unknown';
} {
  let { failure } = judging;
  let compared: readonly Compared[] = pairs.map((pair) => ({ pair, ignored: [] }));
  try {
    if (failure === undefined) {
      checkExpressions({ ...judging, ignoreDifferences: judging.application.ignoreDifferences, ignored: [] });
      compared = pairs.map((pair) => comparedPair(pair, judging));
    }
  } catch (fault) {
    if (!(fault instanceof ComparisonFault)) throw fault;
    failure = `Failed to compare desired state to live state: ${fault.message}`;
  }
  const verdicts = compared.map((one) => verdictOf(one, judging));
  const resources = verdicts.map(({ verdict }) =>
    failure === undefined ? verdict : { ...verdict, sync: 'Unknown' as const },
  );
  const counted = verdicts.flatMap(({ verdict, own }) => (verdict.counts ? [own] : []));
  const known = counted.includes('OutOfSync') ? 'OutOfSync' : counted.includes('Unknown') ? 'Unknown' : 'Synced';
  return { resources, failure, limits: compared.flatMap(limitOf), outcome: failure === undefined ? known : 'Unknown' };
}

function comparedPair(pair: Pair, judging: PairJudging): Compared {
  const { desired, live } = pair;
  if (desired === undefined || live === undefined) return { pair, ignored: [] };
  const ignored: ArgoIgnoredField[] = [];
  const { ignoreDifferences } = judging.application;
  const result = comparePair(desired, live, judging.choice, { ...judging, ignoreDifferences, ignored });
  return { pair, result, ignored };
}

type Sync = ArgoResourceVerdict['sync'];

function verdictOf(
  { pair, result, ignored }: Compared,
  judging: PairJudging,
): { readonly verdict: ArgoResourceVerdict; readonly own: Sync } {
  const { desired, live } = pair;
  const object = live ?? (desired as KubernetesObject);
  const ref = refOf(object);
  const itself = isItself(live, desired, judging.settings);
  const isDenied = !permitsKind(judging.project, ref, judging.isNamespaced(ref) === true);
  const own = ownSync(pair, result, itself, judging);
  const denial = `the project ${judging.project.name} does not permit ${ref.kind}`;
  const reason = isDenied ? denial : own.reason;
  const extraneous = desired === undefined && live !== undefined;
  const verdict: ArgoResourceVerdict = {
    ref,
    sync: isDenied ? 'Unknown' : own.sync,
    hook: isHook(object),
    ...(desired !== undefined && isSkipped(desired) ? { skipped: true as const } : {}),
    requiresPruning: extraneous && itself,
    presence: desired === undefined ? 'only-live' : live === undefined ? 'only-desired' : 'both',
    counts: !(extraneous && ignoresExtraneous(object)),
    ...(result === undefined ? {} : { strategy: result.strategy, states: result.states }),
    differences: result?.differences ?? [],
    ignored,
    ...(reason === undefined ? {} : { reason }),
    ...(desired === undefined ? {} : { desired }),
    ...(live === undefined ? {} : { live }),
  };
  return { verdict, own: own.sync };
}

function ownSync(
  { desired, live, unreadable }: Pair,
  result: PairResult | undefined,
  itself: boolean,
  { application }: PairJudging,
): { readonly sync: Sync; readonly reason?: string } {
  const object = live ?? (desired as KubernetesObject);
  if (isHook(object) || isUnknownHook(object)) return { sync: null, reason: 'a hook' };
  if (desired !== undefined && isSkipped(desired)) return { sync: null, reason: 'skipped (hook: Skip)' };
  if (!itself) return { sync: null, reason: 'its tracking id names another object' };
  if (unreadable !== undefined) return { sync: 'Unknown', reason: `live could not be read: ${unreadable}` };
  if (desired === undefined) return { sync: 'OutOfSync', reason: 'tracked as its own, and no longer desired' };
  if (live === undefined) {
    const isOwnNamespace = isManagedNamespace(desired, application);
    return isOwnNamespace ? { sync: 'Synced' } : { sync: 'OutOfSync', reason: 'live has no such object' };
  }
  if (result?.modified === false && result.lacks !== undefined) return { sync: 'Unknown', reason: result.lacks };
  return { sync: result?.modified === false ? 'Synced' : 'OutOfSync' };
}

function ignoresExtraneous(object: KubernetesObject): boolean {
  return options(textMap(object.metadata.annotations), 'argocd.argoproj.io/compare-options').includes(
    'IgnoreExtraneous',
  );
}

function limitOf({ pair, result }: Compared): readonly string[] {
  if (pair.unreadable !== undefined && pair.desired !== undefined) {
    return [`${refText(refOf(pair.desired))} could not be read: ${pair.unreadable}`];
  }
  if (pair.desired === undefined || result?.lacks === undefined || result.modified) return [];
  return [`${refText(refOf(pair.desired))}: ${result.lacks}`];
}
