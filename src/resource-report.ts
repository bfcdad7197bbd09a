import { type Comparison, compareObject } from './compare/compare.js';
import { storedSecret } from './compare/secret.js';
import { attribute, type Owners } from './explain/attribution.js';
import { type AutoscalerEvidence, isReplicas } from './explain/autoscaler.js';
import { type CompiledRule, ruleFor } from './explain/drift-rules.js';
import { explain } from './explain/explain.js';
import { explainMissing } from './explain/missing-object.js';
import { whatHappensNext } from './explain/next.js';
import type { Difference, FieldDrift } from './model/drift.js';
import { printPath, toPointer, valueAt } from './model/field-path.js';
import type { FieldSet } from './model/field-set.js';
import type { ManagedFields } from './model/managed-fields.js';
import { type Origin, originAt } from './model/manifest.js';
import type { ResourceReport } from './model/report.js';
import type { CompareRequest } from './model/request.js';
import type { DesiredObject, KubernetesObject, LiveResult } from './model/resource.js';
import type { SchemaBundle } from './model/schema.js';
import type { Catalogue } from './ownership/catalogue.js';
import { decodeManagedFields } from './ownership/decode.js';
import { fieldWriters } from './ownership/field-writers.js';
import { type GitopsManager, gitopsManagerOf, isGitopsEntry } from './ownership/gitops-manager.js';
import { resourceHealth } from './verdict/application-health.js';
import { resourceSync } from './verdict/sync.js';

/** One desired object beside what live says of it, compared; nobody is named yet. */
export type ComparedResource =
  | { readonly kind: 'missing' | 'unreadable'; readonly desired: DesiredObject; readonly live: LiveResult }
  | {
      readonly kind: 'compared';
      readonly desired: DesiredObject;
      readonly object: KubernetesObject;
      readonly comparison: Comparison;
      readonly managed: ManagedFields;
      readonly gitops: GitopsManager | undefined;
    };

/** What the stages of one resource share. */
export interface Judging {
  readonly schema: SchemaBundle;
  readonly catalogue: Catalogue;
  readonly rules: readonly CompiledRule[];
  readonly request: CompareRequest;
}

/** Compares one object, if live has it. */
export function compareResource(desired: DesiredObject, live: LiveResult, judging: Judging): ComparedResource {
  if (live.kind !== 'found') return { kind: live.kind, desired, live };
  const { object } = live;
  const managed = decodeManagedFields(object);
  const gitops = gitopsManagerOf(object, managed, judging.request.manager, judging.catalogue);
  const entries = managed.kind === 'entries' ? managed.entries : [];
  const applying = entries.filter((entry) => entry.operation === 'Apply' && isGitopsEntry(gitops, entry));
  const comparison = compareObject({
    ref: desired.ref,
    desired: desired.object,
    live: object,
    schema: judging.schema,
    applied: applying[0]?.fields,
    others: entries.filter((entry) => entry !== applying[0]).map((entry): FieldSet => entry.fields),
    showSecrets: judging.request.showSecrets,
  });
  return { kind: 'compared', desired, object, comparison, managed, gitops };
}

/** True where only an autoscaler could account for a difference, so that its evidence has to be fetched. */
export function asksForAutoscaler(resource: ComparedResource): boolean {
  return resource.kind === 'compared' && resource.comparison.differences.some(({ path }) => isReplicas(path));
}

/** Names the writers of a compared resource's differences, explains them, and gives its verdicts. */
export function judgeResource(
  resource: ComparedResource,
  autoscalers: AutoscalerEvidence,
  judging: Judging,
): ResourceReport {
  const { ref, object: desired } = resource.desired;
  if (resource.kind !== 'compared') {
    const explanation = resource.kind === 'missing' ? { explanation: explainMissing(ref, desired) } : {};
    const message = resource.live.kind === 'unreadable' ? resource.live.reason : missingNote(resource.live);
    return {
      ...ref,
      outcome: resource.kind,
      sync: resourceSync({ outcome: resource.kind, drift: 0, partly: false }),
      health: resourceHealth(ref, resource.live),
      ...(message === undefined ? {} : { message }),
      ...explanation,
      drift: [],
      ignored: [],
      undeclared: [],
    };
  }
  const judged = resource.comparison.differences.map((difference) =>
    judgeDifference(resource, difference, autoscalers, judging),
  );
  const drift = judged.filter(({ list }) => list === 'drift').map(({ entry }) => entry);
  return {
    ...ref,
    outcome: 'compared',
    sync: resourceSync({ outcome: 'compared', drift: drift.length, partly: false }),
    health: resourceHealth(ref, { kind: 'found', object: resource.object }),
    drift,
    ignored: judged.filter(({ list }) => list === 'ignored').map(({ entry }) => entry),
    undeclared: judged.filter(({ list }) => list === 'undeclared').map(({ entry }) => entry),
  };
}

function missingNote(live: LiveResult): string | undefined {
  return live.kind === 'missing' ? live.note : undefined;
}

type Compared = Extract<ComparedResource, { kind: 'compared' }>;

function judgeDifference(
  resource: Compared,
  difference: Comparison['differences'][number],
  autoscalers: AutoscalerEvidence,
  judging: Judging,
): { readonly list: 'drift' | 'ignored' | 'undeclared'; readonly entry: FieldDrift } {
  const { ref } = resource.desired;
  const owners = findOwners(resource, difference, judging.catalogue);
  const attribution = attribute({ ref, difference, owners, autoscalers });
  const managers = owners.kind === 'owned' ? owners.owners.map((owner) => owner.entry.manager) : [];
  const rule = ruleFor(judging.rules, { ref, path: difference.path, kind: difference.kind, managers });
  const applies = rule !== undefined && (rule.effect === 'explain' || judging.request.ignoreRules) ? rule : undefined;
  const explanation = explain({ ref, difference, attribution, autoscalers, rule: applies });
  const entry: FieldDrift = {
    ...places(resource, difference),
    change: difference.change,
    ...(difference.desired === undefined ? {} : { desired: difference.desired }),
    ...(difference.live === undefined ? {} : { live: difference.live }),
    ...(difference.masked ? { masked: true as const } : {}),
    writer: attribution.writer,
    coOwners: attribution.coOwners,
    explanation,
    next: whatHappensNext(difference, attribution, explanation),
    ...originOf(resource.desired, difference),
  };
  return { list: applies?.effect === 'ignore' ? 'ignored' : difference.kind, entry };
}

function findOwners(resource: Compared, difference: Difference, catalogue: Catalogue): Owners {
  const { object, managed, gitops } = resource;
  const whole = difference.notes.find((note) => note.kind === 'owned-as-whole')?.path;
  const found = fieldWriters({ object, managed, catalogue, gitops }, difference.path, whole);
  if (found.kind !== 'unknown') return found;
  return { kind: 'unknown', reason: managed.kind === 'absent' ? 'absent' : 'unreadable' };
}

function places(resource: Compared, difference: Difference): { path: string; pointer: string } {
  const live = storedSecret(resource.desired.ref, resource.object);
  const root = valueAt(live, difference.path) === undefined ? resource.desired.object : live;
  return { path: printPath(difference.path), pointer: toPointer(difference.path, root) };
}

/** Where the declared value stands; a Secret's value may stand under `stringData`. */
function originOf(desired: DesiredObject, difference: Difference): { origin?: Origin } {
  if (difference.desired === undefined) return {};
  const pointer = toPointer(difference.path, desired.object);
  const asText = pointer.replace(/^\/data\//, '/stringData/');
  const declared = desired.origins.lines.has(asText) && desired.ref.kind === 'Secret' ? asText : pointer;
  return { origin: originAt(desired.origins, declared) };
}
