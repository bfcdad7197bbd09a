import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import { type KubernetesObject, refOf, refText } from '../model/resource.js';
import type { TimelineCode, TimelineEntry } from '../model/timeline-report.js';
import type { Writer } from '../model/writer.js';
import { shortRevision } from './argocd.js';
import { toldByConditions } from './conditions.js';
import { timeOf } from './metadata.js';
import type { Told } from './told.js';

/**
 * What a Flux Kustomization or HelmRelease tells of its reconciliations: its history, the reconciliation that was last
 * asked for, its conditions. It keeps no time of single applies beside those.
 */
export function toldByFlux(owner: KubernetesObject): readonly Told[] {
  const ref = refOf(owner);
  const source = { kind: 'gitops', name: refText(ref) } as const;
  const writer: Writer = {
    category: 'gitops',
    name: `Flux, ${owner.kind} ${ref.name}`,
    confidence: 'certain',
    evidence: [{ kind: 'object', message: `the status of ${refText(ref)} says so`, resource: ref }],
  };
  const make = (
    code: TimelineCode,
    time: string | undefined,
    message: string,
    more: Partial<TimelineEntry> = {},
  ): Told[] => {
    const at = timeOf(time);
    if (at === undefined) return [];
    return [
      { entry: { code, time: at, certainty: 'exact', message, writer, ...more, sources: [source] }, about: 'object' },
    ];
  };
  const history = dig(owner, 'status', 'history');
  const snapshots = isArray(history) ? history : [];
  return [
    ...snapshots.flatMap((snapshot) =>
      owner.kind === 'HelmRelease' ? release(snapshot, make) : reconciliation(snapshot, make),
    ),
    ...requested(owner, source),
    ...toldByConditions(dig(owner, 'status', 'conditions'), source, 'object', `${owner.kind} ${ref.name}`),
  ];
}

type Make = (code: TimelineCode, time: string | undefined, message: string, more?: Partial<TimelineEntry>) => Told[];

/** kustomize-controller api/v1 Snapshot: one for each rendered content, however often it was reconciled. */
function reconciliation(snapshot: JsonValue, make: Make): Told[] {
  const status = digString(snapshot, 'lastReconciledStatus') ?? 'its status is not recorded';
  const revision = digString(snapshot, 'metadata', 'revision');
  const total = dig(snapshot, 'totalReconciliations');
  const [first, last] = [digString(snapshot, 'firstReconciled'), digString(snapshot, 'lastReconciled')];
  const what = `reconciled ${revision === undefined ? 'a content whose revision is not recorded' : shortRevision(revision)}: ${status}`;
  const times =
    typeof total === 'number' && total > 1 ? { times: total, ...(first === undefined ? {} : { since: first }) } : {};
  return make(/Failed/i.test(status) ? 'sync-failed' : 'reconciled', last, what, times);
}

/** helm-controller api/v2 Snapshot: one for each release. */
function release(snapshot: JsonValue, make: Make): Told[] {
  const chart = [digString(snapshot, 'chartName'), digString(snapshot, 'chartVersion')].filter(
    (part) => part !== undefined,
  );
  const number = dig(snapshot, 'version');
  const status = digString(snapshot, 'status') ?? 'unknown';
  const named = typeof number === 'number' ? `release ${number}` : 'a release';
  const deployed = digString(snapshot, 'lastDeployed') ?? digString(snapshot, 'firstDeployed');
  const made = make(
    'release',
    deployed,
    `deployed ${named}${chart.length === 0 ? '' : ` of ${chart.join(' ')}`}, which is ${status} now`,
  );
  return [...made, ...make('release', digString(snapshot, 'deleted'), `${named} was uninstalled`)];
}

/** `flux reconcile` writes the time of its machine into an annotation, and the controller copies what it has handled. */
function requested(owner: KubernetesObject, source: TimelineEntry['sources'][number]): Told[] {
  const asked = timeOf(digString(owner.metadata, 'annotations', 'reconcile.fluxcd.io/requestedAt'));
  const handled = timeOf(digString(owner, 'status', 'lastHandledReconcileAt'));
  const of = `${owner.kind} ${refOf(owner).name}`;
  const pending = asked !== undefined && asked !== handled;
  return [...new Set([asked, handled])].flatMap((time): Told[] =>
    time === undefined
      ? []
      : [
          {
            entry: {
              code: 'reconcile-requested',
              time,
              certainty: 'as-told',
              message: `a reconciliation of ${of} was asked for${pending && time === asked ? ' and is not handled yet' : ''}`,
              sources: [source],
            },
            about: 'object',
          },
        ],
  );
}
