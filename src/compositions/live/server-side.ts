import type { DryRun, DryRunResult } from '../../cluster/dry-run.js';
import { admissionOnCreate, type Disagreement, disagreements } from '../../compare/dry-run-agreement.js';
import { serverChanges } from '../../compare/dry-run-difference.js';
import { isSecret } from '../../compare/secret.js';
import {
  admissionFinding,
  keptFinding,
  managerUnknownFinding,
  refusedEffectMessage,
  refusedFinding,
  unavailableFinding,
  unseenFinding,
} from '../../explain/dry-run-findings.js';
import { printPath } from '../../model/field-path.js';
import { digString, type JsonValue } from '../../model/json.js';
import type { Finding, SyncEffect } from '../../model/report.js';
import { compareRefs, type ResourceRef, refKey } from '../../model/resource.js';
import { isGitopsEntry } from '../../ownership/gitops-manager.js';
import { maskNamedSecrets } from '../../report/named-secrets.js';
import { shownValue } from '../../verdict/wording.js';
import { type ComparedResource, compareResource, type Judging } from '../application/resource-report.js';
import { SECRET_COPY, type SecretCopies, secretCopies, withoutCopies } from './secret-copies.js';
import { serverText } from './server-text.js';

/** What the dry runs add to a report: nothing where the server agrees with our own comparison. */
export interface ServerSide {
  readonly findings: readonly Finding[];
  /** Objects that a sync cannot apply. */
  readonly refusals: readonly SyncEffect[];
}

/** The manager of a dry run where none is known: one that holds no field yet. */
const NO_MANAGER = 'gitdrift';

/** Has the API server try to apply each object that it has or lacks, and lays its answers beside our comparison. */
export async function askServer(
  compared: readonly ComparedResource[],
  dryRun: DryRun,
  judging: Judging,
): Promise<ServerSide> {
  const asked = compared.filter(({ kind }) => kind !== 'unreadable');
  const answers = await Promise.all(
    asked.map(async (resource) => {
      const result = isWhole(resource)
        ? await dryRun(resource.desired, managerOf(resource, judging.request.manager))
        : NOT_WHOLE;
      return { resource, result: judge(resource, result, judging) };
    }),
  );
  const strangers = answers.filter(
    ({ resource, result }) => resource.kind === 'compared' && resource.gitops === undefined && result.kind === 'asked',
  );
  return {
    findings: [
      ...answers.flatMap(({ result }) => (result.kind === 'asked' ? result.findings : [])),
      ...unavailable(answers.flatMap(({ result }) => (result.kind === 'unavailable' ? [result] : []))),
      ...oneForAll(
        strangers.map(({ resource }) => resource.desired.ref),
        (refs) => managerUnknownFinding(refs, NO_MANAGER),
      ),
    ],
    refusals: answers.flatMap(({ result }) => (result.kind === 'asked' ? result.refusals : [])),
  };
}

/** False where what is in Git is not what is applied: another tool decrypts or fills in some of its values first. */
function isWhole(resource: ComparedResource): boolean {
  return !resource.desired.encrypted && (resource.kind !== 'compared' || resource.comparison.withheld.length === 0);
}

const NOT_WHOLE: DryRunResult = {
  kind: 'unavailable',
  reason: 'some of its values are encrypted, or placeholders, so that what Git holds is not what is applied',
};

/** What a sync would do, with the refusals: of an object that is refused as a whole nothing else would happen. */
export function withRefusals(effects: readonly SyncEffect[], refusals: readonly SyncEffect[]): readonly SyncEffect[] {
  const keys = (list: readonly SyncEffect[]): ReadonlySet<string> =>
    new Set(list.map(({ resource }) => refKey(resource)));
  // A refusal that the comparison itself knows names the field and what recreating would cost.
  const known = keys(effects.filter(({ code }) => code === 'refused'));
  const added = refusals.filter(({ resource }) => !known.has(refKey(resource)));
  const stopped = keys(added);
  const left = effects.filter(({ resource }) => !stopped.has(refKey(resource)));
  return [...left, ...added].sort((a, b) => compareRefs(a.resource, b.resource));
}

/** The manager whose sync is tried: of several the one with an Apply entry, as only that can show removals. */
function managerOf(resource: ComparedResource, given: string | undefined): string {
  if (resource.kind !== 'compared' || resource.gitops === undefined) return given ?? NO_MANAGER;
  return applyEntryOf(resource)?.manager ?? resource.gitops.managers[0] ?? NO_MANAGER;
}

function applyEntryOf({ managed, gitops }: Extract<ComparedResource, { kind: 'compared' }>) {
  const entries = managed.kind === 'entries' ? managed.entries : [];
  return entries.find((entry) => entry.operation === 'Apply' && isGitopsEntry(gitops, entry));
}

type Told =
  | { readonly kind: 'asked'; readonly findings: readonly Finding[]; readonly refusals: readonly SyncEffect[] }
  | { readonly kind: 'unavailable'; readonly ref: ResourceRef; readonly reason: string };

function judge(resource: ComparedResource, result: DryRunResult, judging: Judging): Told {
  const { ref, object: desired } = resource.desired;
  const live = resource.kind === 'compared' ? [resource.object] : [];
  switch (result.kind) {
    case 'unavailable':
      return { kind: 'unavailable', ref, reason: serverText(ref, result.reason, [desired, ...live]) };
    case 'refused': {
      const reason = serverText(ref, result.reason, [desired, ...live]);
      // A tool that applies client-side sends the same object without the checks of a server-side apply.
      const stopsSync =
        !result.onlyServerSide || (resource.kind === 'compared' && applyEntryOf(resource) !== undefined);
      const effect: SyncEffect = { code: 'refused', resource: ref, message: refusedEffectMessage(ref, reason) };
      return {
        kind: 'asked',
        findings: [refusedFinding(ref, reason, result.onlyServerSide)],
        refusals: stopsSync ? [effect] : [],
      };
    }
    case 'applied':
      return laidBeside(resource, result, judging);
  }
}

function laidBeside(
  resource: ComparedResource,
  { object: result }: Extract<DryRunResult, { kind: 'applied' }>,
  judging: Judging,
): Told {
  const { desired } = resource;
  const after = compareResource(desired, { kind: 'found', object: result }, judging);
  if (after.kind !== 'compared') throw new Error('an object that was found is compared');
  const found =
    resource.kind === 'compared'
      ? disagreements(
          resource.comparison,
          after.comparison,
          serverChanges(desired.ref, judging.schema, resource.object, result),
        )
      : admissionOnCreate(after.comparison);
  const moved = resource.kind === 'compared' && versionOf(resource.object) !== versionOf(result) && found.length > 0;
  if (moved) {
    const reason = 'the object changed between reading it and the dry run; run gitdrift again';
    return { kind: 'unavailable', ref: desired.ref, reason };
  }
  const known = [desired.object, result, ...(resource.kind === 'compared' ? [resource.object] : [])];
  const copies = judging.request.showSecrets ? undefined : secretCopies(desired.ref, known);
  // Without a schema nobody can tell a default from what admission adds.
  const told = after.comparison.schemaKnown ? found : found.filter(({ kind }) => kind !== 'admission');
  return { kind: 'asked', findings: told.map((one) => finding(desired.ref, one, copies, judging)), refusals: [] };
}

/** A dry run leaves the version as it was, so that another one is another object than the one compared. */
const versionOf = (object: JsonValue): string | undefined => digString(object, 'metadata', 'resourceVersion');

function finding(ref: ResourceRef, one: Disagreement, copies: SecretCopies, judging: Judging): Finding {
  const path = printPath(one.path);
  const secret = isSecret(ref) && !judging.request.showSecrets && !isPlainInSecret(path);
  const shown = (value: JsonValue | undefined): string | undefined => {
    if (value === undefined) return undefined;
    if (secret) return '(secret value)';
    const rest = withoutCopies(value, one.path, copies);
    return rest === SECRET_COPY ? SECRET_COPY : shownValue(maskNamedSecrets(path, rest));
  };
  switch (one.kind) {
    case 'unseen':
      return unseenFinding(ref, { path, before: shown(one.before), after: shown(one.after) });
    case 'kept':
      return keptFinding(ref, { path, desired: shown(one.desired), before: shown(one.live) });
    case 'admission':
      return admissionFinding(ref, { path, desired: shown(one.desired), after: shown(one.after) });
  }
}

/** Of a Secret only these hold no values, or are searched for copies of them. */
const isPlainInSecret = (path: string): boolean =>
  /^\.(?:metadata\.labels|metadata\.annotations|type|immutable)\b/.test(path);

/** One finding for all objects that one reason keeps from being asked about: a missing right is one for a whole kind. */
function unavailable(results: readonly Extract<Told, { kind: 'unavailable' }>[]): readonly Finding[] {
  const reasons = new Map<string, ResourceRef[]>();
  for (const { ref, reason } of results) {
    const general = reason.replace(/^\S+ "[^"]*" is forbidden: /, '');
    reasons.set(general, [...(reasons.get(general) ?? []), ref]);
  }
  return [...reasons].flatMap(([reason, refs]) => oneForAll(refs, (all) => unavailableFinding(all, reason)));
}

function oneForAll(
  refs: readonly ResourceRef[],
  make: (refs: readonly [ResourceRef, ...ResourceRef[]]) => Finding,
): readonly Finding[] {
  const [first, ...rest] = refs;
  return first === undefined ? [] : [make([first, ...rest])];
}
