import { compareObject } from '../../compare/compare.js';
import { withDeletion } from '../../explain/audit-deletion.js';
import { explainMissing } from '../../explain/missing-object.js';
import { whatHappensToMissing } from '../../explain/next.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import { withOverride } from '../../explain/override.js';
import { withheldMessage } from '../../explain/withheld.js';
import { comparePaths, printPath } from '../../model/field-path.js';
import type { FieldSet } from '../../model/field-set.js';
import type { ResourceReport, SkippedField } from '../../model/report.js';
import type { DesiredObject, LiveResult, NotCompared } from '../../model/resource.js';
import type { WithheldValue } from '../../model/withheld.js';
import { decodeManagedFields } from '../../ownership/decode.js';
import { gitopsManagerOf, isGitopsEntry } from '../../ownership/gitops-manager.js';
import { resourceHealth } from '../../verdict/application-health.js';
import { resourceSync } from '../../verdict/sync.js';
import { lastApplied } from '../evidence/last-apply.js';
import { secretCopies, withoutCopiesOf } from '../live/secret-copies.js';
import { type ComparedObject, type Judging, judgeDifference } from './field-report.js';

export type { Judging } from './field-report.js';

/** One desired object beside what live says of it, compared; nobody is named yet. */
export type ComparedResource =
  | { readonly kind: 'missing' | 'unreadable'; readonly desired: DesiredObject; readonly live: LiveResult }
  | ComparedObject;

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
    encrypted: desired.encrypted === true,
    volatile: desired.volatile ?? [],
    secret: desired.secret ?? [],
  });
  const drifted = comparison.differences.some(({ kind }) => kind === 'drift');
  const before =
    drifted && applying.length === 0
      ? lastApplied({ ref: desired.ref, object, managed, gitops, ...judging })
      : undefined;
  const known = [desired.object, object, ...(before === undefined ? [] : [before.object])];
  const copies = judging.request.showSecrets ? undefined : secretCopies(desired.ref, known);
  const differences = comparison.differences.map((difference) => withoutCopiesOf(difference, copies));
  return {
    kind: 'compared',
    desired,
    object,
    comparison: { ...comparison, differences },
    managed,
    gitops,
    lastApplied: before,
  };
}

/** Names the writers of a compared resource's differences, explains them, and gives its verdicts. */
export function judgeResource(resource: ComparedResource, evidence: ObjectEvidence, judging: Judging): ResourceReport {
  const { ref, object: desired } = resource.desired;
  if (resource.kind !== 'compared') {
    const missing = withDeletion(explainMissing(ref, desired, evidence.base), evidence.audit);
    const explanation = withOverride(missing, { ref, path: [] }, judging.overrides);
    const absence = resource.kind === 'missing' ? { explanation, next: whatHappensToMissing(explanation) } : {};
    const message = resource.live.kind === 'unreadable' ? resource.live.reason : missingNote(resource.live);
    return {
      ...ref,
      outcome: resource.kind,
      sync: resourceSync({ outcome: resource.kind, drift: 0, partly: false }),
      health: resourceHealth(ref, resource.live, judging.health),
      ...(message === undefined ? {} : { message }),
      ...absence,
      drift: [],
      ignored: [],
      undeclared: [],
    };
  }
  const judged = resource.comparison.differences.map((difference) =>
    judgeDifference(resource, difference, evidence, judging),
  );
  const drift = judged.filter(({ list }) => list === 'drift').map(({ entry }) => entry);
  const withheld = withheldOf(resource);
  const unknown = resource.comparison.notRecorded.map(printPath);
  const note = [notRecordedMessage(unknown), withheldMessage(withheld)].filter((text) => text !== undefined).join('; ');
  return {
    ...ref,
    outcome: 'compared',
    sync: resourceSync({ outcome: 'compared', drift: drift.length, partly: unknown.length > 0 }),
    health: resourceHealth(ref, { kind: 'found', object: resource.object }, judging.health),
    ...(note === '' ? {} : { message: note }),
    drift,
    ignored: judged.filter(({ list }) => list === 'ignored').map(({ entry }) => entry),
    undeclared: judged.filter(({ list }) => list === 'undeclared').map(({ entry }) => entry),
    ...(withheld.length === 0 ? {} : { withheld }),
    ...(judging.request.keepSkipped ? { skipped: skippedOf(resource) } : {}),
  };
}

/** Why declared values cannot be compared with saved objects; undefined where all could be. */
function notRecordedMessage(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const more = paths.length > SHOWN_PATHS ? ` and ${paths.length - SHOWN_PATHS} more` : '';
  const which = `${paths.slice(0, SHOWN_PATHS).join(', ')}${more}`;
  return `${which} cannot be compared: recorded against another desired state, or against one that the file does not tell (record again)`;
}

const SHOWN_PATHS = 5;

/** What the comparison left out of a compared resource. */
function skippedOf({ comparison }: ComparedObject): readonly SkippedField[] {
  return [...comparison.skipped]
    .sort((a, b) => comparePaths(a.path, b.path))
    .map(({ path, category, rule, reason }) => ({ path: printPath(path), category, rule, reason }));
}

/** The declared values of a compared resource that could not be compared by design. */
export function withheldOf({ comparison }: ComparedObject): readonly WithheldValue[] {
  return comparison.withheld.map(({ path, reason }) => ({ path: printPath(path), reason }));
}

function missingNote(live: LiveResult): string | undefined {
  return live.kind === 'missing' ? live.note : undefined;
}

/** The line of an object that is not compared by design, with the reason. */
export function leftOutReport({ ref, message }: NotCompared): ResourceReport {
  return {
    ...ref,
    outcome: 'not-compared',
    sync: 'None',
    health: null,
    message,
    drift: [],
    ignored: [],
    undeclared: [],
  };
}
