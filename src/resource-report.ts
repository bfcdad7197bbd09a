import { type Comparison, compareObject } from './compare/compare.js';
import { storedSecret } from './compare/secret.js';
import { type Attribution, attribute, type Owners } from './explain/attribution.js';
import { type AutoscalerEvidence, isReplicas } from './explain/autoscaler.js';
import { type CompiledRule, ruleFor } from './explain/drift-rules.js';
import { explain } from './explain/explain.js';
import { explainMissing } from './explain/missing-object.js';
import { whatHappensNext, whatHappensToMissing } from './explain/next.js';
import { pairOf } from './explain/unexplained.js';
import { type LastApplied, lastApplied, lastApplyOf } from './last-apply.js';
import type { Difference, Explanation, FieldDrift } from './model/drift.js';
import { comparePaths, type FieldPath, printPath, toPointer, valueAt } from './model/field-path.js';
import { type FieldSet, hasPath, subset } from './model/field-set.js';
import { dig } from './model/json.js';
import type { ManagedFields } from './model/managed-fields.js';
import { type Origin, originAt } from './model/manifest.js';
import type { DriftRule } from './model/policy.js';
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
      /** Of the last client-side apply; undefined where nothing is known of one, or a server-side one came after it. */
      readonly lastApplied: LastApplied | undefined;
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
  const drifted = comparison.differences.some(({ kind }) => kind === 'drift');
  const before =
    drifted && applying.length === 0
      ? lastApplied({ ref: desired.ref, object, managed, gitops, ...judging })
      : undefined;
  return { kind: 'compared', desired, object, comparison, managed, gitops, lastApplied: before };
}

/** True where an autoscaler may write what Git declares, or account for a difference: its evidence has to be fetched. */
export function asksForAutoscaler(resource: ComparedResource): boolean {
  if (resource.kind !== 'compared') return false;
  const declared = typeof dig(resource.desired.object, 'spec', 'replicas') === 'number';
  return declared || resource.comparison.differences.some(({ path }) => isReplicas(path));
}

/** Names the writers of a compared resource's differences, explains them, and gives its verdicts. */
export function judgeResource(
  resource: ComparedResource,
  autoscalers: AutoscalerEvidence,
  judging: Judging,
): ResourceReport {
  const { ref, object: desired } = resource.desired;
  if (resource.kind !== 'compared') {
    const explanation = explainMissing(ref, desired);
    const absence = resource.kind === 'missing' ? { explanation, next: whatHappensToMissing(explanation) } : {};
    const message = resource.live.kind === 'unreadable' ? resource.live.reason : missingNote(resource.live);
    return {
      ...ref,
      outcome: resource.kind,
      sync: resourceSync({ outcome: resource.kind, drift: 0, partly: false }),
      health: resourceHealth(ref, resource.live),
      ...(message === undefined ? {} : { message }),
      ...absence,
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
  const { attribution, rule, explanation } = account(resource, difference, autoscalers, judging);
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
  return { list: rule?.effect === 'ignore' ? 'ignored' : difference.kind, entry };
}

interface Account {
  readonly attribution: Attribution;
  readonly rule: DriftRule | undefined;
  readonly explanation: Explanation;
}

/** Who wrote a difference, and what accounts for it. */
function account(
  resource: Compared,
  difference: Comparison['differences'][number],
  autoscalers: AutoscalerEvidence,
  judging: Judging,
): Account {
  const { ref } = resource.desired;
  const owners = findOwners(resource, difference, judging.catalogue);
  const lastApply = lastApplyOf(resource.lastApplied, difference);
  const attribution = attribute({ ref, difference, owners, autoscalers, lastApply });
  const rules = judging.request.ignoreRules
    ? judging.rules
    : judging.rules.filter(({ rule }) => rule.effect !== 'ignore');
  const managers = managersOf(owners, attribution);
  const rule = ruleFor(rules, { ref, path: difference.path, kind: difference.kind, managers });
  const twin = difference.change === 'missing' ? twinOf(resource, difference) : undefined;
  const pair = twin === undefined ? undefined : account(resource, twin, autoscalers, judging).explanation;
  return {
    attribution,
    rule,
    explanation: explain({ ref, difference, attribution, autoscalers, rule, lastApply, pair }),
  };
}

/** All co-owners of one value; of a field that owners share in parts, only the one that is named. */
function managersOf(owners: Owners, { writer }: Attribution): readonly string[] {
  if (owners.kind !== 'owned') return [];
  if (owners.parts) return writer.manager === undefined ? [] : [writer.manager];
  return owners.owners.map((owner) => owner.entry.manager);
}

/** The live half of an item that has another key there. */
function twinOf(resource: Compared, difference: Difference): Comparison['differences'][number] | undefined {
  const path = pairOf(difference);
  if (path === undefined) return undefined;
  return resource.comparison.differences.find((other) => comparePaths(other.path, path) === 0);
}

function findOwners(resource: Compared, difference: Difference, catalogue: Catalogue): Owners {
  const { object, managed, gitops } = resource;
  const whole = difference.notes.find((note) => note.kind === 'owned-as-whole')?.path;
  const found = fieldWriters({ object, managed, catalogue, gitops }, difference.path, whole);
  if (found.kind === 'owned') return isShared(resource, difference.path) ? { ...found, parts: true } : found;
  if (found.kind === 'unowned') return found;
  return { kind: 'unknown', reason: managed.kind === 'absent' ? 'absent' : 'unreadable' };
}

/** True where entries name fields below the path, and none names the path itself. */
function isShared({ managed }: Compared, path: FieldPath): boolean {
  if (managed.kind !== 'entries' || managed.entries.some(({ fields }) => hasPath(fields, path))) return false;
  return managed.entries.some(({ fields }) => subset(fields, path) !== undefined);
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
