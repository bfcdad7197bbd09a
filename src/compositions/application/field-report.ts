import type { Comparison } from '../../compare/compare.js';
import { storedSecret } from '../../compare/secret.js';
import { type Attribution, attribute, type Owners } from '../../explain/attribution.js';
import { baseEvidence, baseWord } from '../../explain/base-word.js';
import { type CompiledRule, ruleFor } from '../../explain/drift-rules.js';
import { explain } from '../../explain/explain.js';
import { gitChanged } from '../../explain/git-changed.js';
import { boundedBy, driftHistory } from '../../explain/history-evidence.js';
import { whatHappensNext } from '../../explain/next.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import { type Overrides, withOverride } from '../../explain/override.js';
import { historyIn } from '../../explain/related.js';
import { pairOf } from '../../explain/unexplained.js';
import type { Difference, Explanation, FieldDrift } from '../../model/drift.js';
import { comparePaths, type FieldPath, printPath, toPointer, valueAt } from '../../model/field-path.js';
import { hasPath, subset } from '../../model/field-set.js';
import type { ManagedFields } from '../../model/managed-fields.js';
import { type Origin, originAt } from '../../model/manifest.js';
import type { DriftRule } from '../../model/policy.js';
import type { CompareRequest } from '../../model/request.js';
import type { DesiredObject, KubernetesObject } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import type { Evidence, WriterCategory } from '../../model/writer.js';
import type { Catalogue } from '../../ownership/catalogue.js';
import { fieldWriters, partWriters } from '../../ownership/field-writers.js';
import type { GitopsManager } from '../../ownership/gitops-manager.js';
import type { HealthRules } from '../../verdict/health/health-rules.js';
import { joinAudit } from '../evidence/audited-field.js';
import { type LastApplied, lastApplyOf } from '../evidence/last-apply.js';

/** A desired object and the live one, compared; nobody is named yet. */
export interface ComparedObject {
  readonly kind: 'compared';
  readonly desired: DesiredObject;
  readonly object: KubernetesObject;
  readonly comparison: Comparison;
  readonly managed: ManagedFields;
  readonly gitops: GitopsManager | undefined;
  /** Of the last client-side apply; undefined where nothing is known of one, or a server-side one came after it. */
  readonly lastApplied: LastApplied | undefined;
}

/** What the stages of one resource share. */
export interface Judging {
  readonly schema: SchemaBundle;
  readonly catalogue: Catalogue;
  readonly rules: readonly CompiledRule[];
  /** Absent: the policy has none. */
  readonly overrides?: Overrides;
  readonly request: CompareRequest;
  /** Absent: the shipped ones. */
  readonly health?: HealthRules;
}

/** The report's entry for one difference, and the list it belongs to. */
export function judgeDifference(
  resource: ComparedObject,
  difference: Comparison['differences'][number],
  evidence: ObjectEvidence,
  judging: Judging,
): { readonly list: 'drift' | 'ignored' | 'undeclared'; readonly entry: FieldDrift } {
  const { attribution, rule, explanation } = account(resource, difference, evidence, judging);
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
    ...historyPart(difference, evidence, attribution),
    ...originOf(resource.desired, difference),
  };
  return { list: rule?.effect === 'ignore' ? 'ignored' : difference.kind, entry };
}

/** Since when the field is as it is, where the cluster keeps earlier Pod templates. */
function historyPart(
  difference: Difference,
  evidence: ObjectEvidence,
  { writer }: Attribution,
): Pick<FieldDrift, 'history'> {
  const found = historyIn(evidence, difference);
  return found === undefined ? {} : { history: driftHistory(boundedBy(found, writer)) };
}

interface Account {
  readonly attribution: Attribution;
  readonly rule: DriftRule | undefined;
  readonly explanation: Explanation;
}

/** Who wrote a difference, and what accounts for it. */
function account(
  resource: ComparedObject,
  difference: Comparison['differences'][number],
  evidence: ObjectEvidence,
  judging: Judging,
): Account {
  const { ref } = resource.desired;
  const owners = findOwners(resource, difference, judging.catalogue);
  const lastApply = lastApplyOf(resource.lastApplied, difference);
  const base = baseWord(evidence.base, difference);
  const named = joinAudit(
    attribute({ ref, difference, owners, evidence, lastApply }),
    evidence.audit,
    { ref, object: resource.object, gitops: resource.gitops },
    { path: difference.path, missing: difference.change === 'missing' },
    judging.catalogue,
  );
  const attribution = base === undefined ? named : withEvidence(named, baseEvidence(base, difference));
  const rules = judging.request.ignoreRules ? judging.rules : judging.rules.filter(({ ignores }) => !ignores);
  const byGit = gitChanged({ difference, attribution, base, lastApply });
  const rule = ruleFor(rules, {
    ...{ ref, path: difference.path, kind: difference.kind, change: difference.change },
    managers: managersOf(owners, attribution),
    sides: { desired: storedSecret(ref, resource.desired.object), live: storedSecret(ref, resource.object) },
    gitChanged: byGit,
  });
  const twin = difference.change === 'missing' ? twinOf(resource, difference) : undefined;
  const pair = twin === undefined ? undefined : account(resource, twin, evidence, judging).explanation;
  const explanation = explain({ ref, difference, attribution, evidence, rule, lastApply, base, pair });
  // Said of rules that take it out of the comparison: a change of Git must not go unseen.
  const hidden = rule?.effect === 'ignore' && byGit === true ? { gitChanged: true as const } : {};
  return {
    attribution,
    rule,
    explanation: withOverride(
      { ...explanation, ...hidden },
      { ref, path: difference.path, live: resource.object },
      judging.overrides,
    ),
  };
}

function withEvidence(attribution: Attribution, evidence: Evidence): Attribution {
  const { writer } = attribution;
  return { ...attribution, writer: { ...writer, evidence: [...writer.evidence, evidence] } };
}

/** All co-owners of one value; of a field that owners share in parts, only the one that is named. */
function managersOf(owners: Owners, { writer }: Attribution): readonly string[] {
  if (owners.kind !== 'owned') return [];
  if (owners.parts) return writer.manager === undefined ? [] : [writer.manager];
  return owners.owners.map((owner) => owner.entry.manager);
}

/** The live half of an item that has another key there. */
function twinOf(resource: ComparedObject, difference: Difference): Comparison['differences'][number] | undefined {
  const path = pairOf(difference);
  if (path === undefined) return undefined;
  return resource.comparison.differences.find((other) => comparePaths(other.path, path) === 0);
}

/** Who holds the field that a difference is in, as entries of managedFields name it. */
export function findOwners(resource: ComparedObject, difference: Difference, catalogue: Catalogue): Owners {
  const { object, managed, gitops } = resource;
  const whole = difference.notes.find((note) => note.kind === 'owned-as-whole')?.path;
  const owned = { object, managed, catalogue, gitops };
  const found = fieldWriters(owned, difference.path, whole);
  if (found.kind === 'owned') {
    if (isShared(resource, difference.path)) return { ...found, parts: true };
    // An item that one made may hold what another wrote since: a person's image in an operator's container.
    const parts = holdsOthersParts(difference) ? partWriters(owned, difference.path) : [];
    if (parts.length === 0) return found;
    const owners = [...found.owners, ...parts];
    // Git gives up what it made itself with all that is in it; only a person's part is not Git's to account for.
    const counts = difference.kind === 'undeclared' || parts.some(({ writer }) => PERSONS.has(writer.category));
    return { kind: 'owned', owners, ...(counts ? { parts: true as const } : {}) };
  }
  if (found.kind === 'unowned') return found;
  return { kind: 'unknown', reason: managed.kind === 'absent' ? 'absent' : 'unreadable' };
}

/** True for what only live has; not where the last-applied annotation has the values, and tells what has changed since. */
function holdsOthersParts({ kind, notes }: Difference): boolean {
  if (kind === 'undeclared') return true;
  return notes.some((note) => note.kind === 'removed-from-desired' && note.evidence === 'apply-entry');
}

/** Who may be a person, as far as the name of the manager tells. */
const PERSONS: ReadonlySet<WriterCategory> = new Set(['manual', 'unknown']);

/** True where entries name fields below the path, and none names the path itself. */
function isShared({ managed }: ComparedObject, path: FieldPath): boolean {
  if (managed.kind !== 'entries' || managed.entries.some(({ fields }) => hasPath(fields, path))) return false;
  return managed.entries.some(({ fields }) => subset(fields, path) !== undefined);
}

function places(resource: ComparedObject, difference: Difference): { path: string; pointer: string } {
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
