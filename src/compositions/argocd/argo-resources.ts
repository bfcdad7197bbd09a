import { explainExtraneous, whatHappensToExtraneous } from '../../explain/extraneous-object.js';
import { withOverride } from '../../explain/override.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import type { ArgoResourceVerdict } from '../../model/argo-verdict.js';
import type { Explanation } from '../../model/drift.js';
import type { Finding, ResourceReport } from '../../model/report.js';
import { type DesiredObject, type KubernetesObject, type LiveResult, refKey } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { assessHealth } from '../../verdict/health/assess.js';
import { type ComparedResource, compareResource, type Judging, judgeResource } from '../application/resource-report.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import { byArgo } from './argo-fields.js';

/** One object of an application: Argo CD's word, and our own comparison where both sides are there. */
export interface ArgoPair {
  readonly verdict: ArgoResourceVerdict;
  readonly compared?: ComparedResource;
}

/** What all objects of one application share. */
export interface PairContext {
  readonly judging: Judging;
  readonly settings: ArgoSettings;
  /** By `refKey`: health by Argo CD's rules. */
  readonly health: ReadonlyMap<string, Health | null>;
  /** By `refKey`: what the cluster said of desired objects. */
  readonly found: ReadonlyMap<string, LiveResult>;
  /** The desired object of a verdict, with where it is declared. */
  readonly desiredOf: (verdict: ArgoResourceVerdict) => DesiredObject | undefined;
}

/** Compares what Argo CD compares; hooks and what is only in live have no counterpart. */
export function comparePair(verdict: ArgoResourceVerdict, context: PairContext): ArgoPair {
  const desired = verdict.sync === null ? undefined : context.desiredOf(verdict);
  if (desired === undefined) return { verdict };
  const live: LiveResult =
    verdict.live === undefined
      ? (unread(context.found.get(refKey(verdict.ref))) ?? { kind: 'missing' })
      : { kind: 'found', object: verdict.live };
  return { verdict, compared: compareResource(desired, live, context.judging) };
}

/** A missing object may have a note; one that was found and is not Argo CD's to compare is as good as missing. */
function unread(live: LiveResult | undefined): LiveResult | undefined {
  return live?.kind === 'found' ? undefined : live;
}

/** One object's report by Argo CD's yardstick, with what is to be said of it beside. */
export interface ArgoResource {
  readonly resource: ResourceReport;
  readonly findings: readonly Finding[];
}

/** Names writers, explains and judges one pair. */
export function judgePair(
  { verdict, compared }: ArgoPair,
  evidence: FoundEvidence,
  context: PairContext,
): ArgoResource {
  const health = context.health.get(refKey(verdict.ref)) ?? null;
  const findings = health === null ? ownHealthFindings(verdict) : [];
  const marks = {
    ...(verdict.requiresPruning ? { requiresPruning: true as const } : {}),
    ...(verdict.hook ? { hook: true as const } : {}),
  };
  const { judging, settings } = context;
  if (compared === undefined) return { resource: { ...liveOnly(verdict, judging), health, ...marks }, findings };
  const found = evidence.of(verdict.ref);
  const own = judgeResource(compared, found, judging);
  const sync = own.outcome === 'unreadable' ? 'Unknown' : (verdict.sync ?? 'None');
  const resource: ResourceReport = { ...own, sync, health, ...marks };
  if (compared.kind !== 'compared') return { resource, findings };
  const judged = byArgo(compared, resource, verdict, { found, judging, marks: settings });
  return { resource: judged.resource, findings: [...findings, ...judged.findings] };
}

/** What an object says of itself where Argo CD has no rule for its kind, unless it is well. */
function ownHealthFindings({ live, ref }: ArgoResourceVerdict): readonly Finding[] {
  const health = live === undefined ? null : assessHealth(live);
  if (health === null || health.source !== 'generic' || health.status === 'Healthy') return [];
  const message = `Argo CD has no health rule for ${ref.kind}, and its own status says ${health.status}: ${health.message}`;
  return [{ code: 'health-not-counted', severity: 'note', resource: ref, message }];
}

/** A hook, a skipped object, an object of somebody else, or one that Git does not declare any more. */
function liveOnly(verdict: ArgoResourceVerdict, { overrides }: Judging): ResourceReport {
  const bare = { ...verdict.ref, health: null, drift: [], ignored: [], undeclared: [] };
  const reason = verdict.reason === undefined ? {} : { message: verdict.reason };
  if (verdict.sync === null) return { ...bare, outcome: 'not-compared', sync: 'None', ...reason };
  if (verdict.sync === 'Unknown' || verdict.presence !== 'only-live') {
    return { ...bare, outcome: 'unreadable', sync: verdict.sync, ...reason };
  }
  const explanation: Explanation = withOverride(explainExtraneous(verdict), { ref: verdict.ref, path: [] }, overrides);
  return {
    ...bare,
    outcome: 'extraneous',
    sync: verdict.sync,
    ...reason,
    explanation,
    next: whatHappensToExtraneous(verdict),
  };
}

/** The objects whose writers' evidence is looked for. */
export function comparedOf(pairs: readonly ArgoPair[]): readonly ComparedResource[] {
  return pairs.flatMap(({ compared }) => (compared === undefined ? [] : [compared]));
}

/** An object as desired where its document is not known: without origins. */
export function withoutOrigins(object: KubernetesObject, ref: DesiredObject['ref'], file: string): DesiredObject {
  return { ref, object, origins: { file, lines: new Map() } };
}
