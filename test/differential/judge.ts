import { compareResource, judgeResource } from '../../src/compositions/application/resource-report.js';
import { compileRules } from '../../src/explain/drift-rules.js';
import type { FieldDrift } from '../../src/model/drift.js';
import { type FieldPath, printPath, startsWith, valueAt } from '../../src/model/field-path.js';
import type { JsonValue } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { ResourceReport } from '../../src/model/report.js';
import { refOf } from '../../src/model/resource.js';
import type { SchemaBundle } from '../../src/model/schema.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import type { ChangedLeaf } from './changes.js';
import { type Excuse, excuseOf } from './excuses.js';
import type { ActorName } from './journal.js';
import type { Judged } from './oracle.js';
import { related } from './paths.js';

/** How gitdrift and the server agree on one case. */
export interface Agreement {
  readonly judged: Judged;
  readonly report: ResourceReport;
  /** Leaves that the server would change and gitdrift does not name, and drift that the server would leave. */
  readonly missed: readonly string[];
  readonly false: readonly string[];
  readonly syncAgrees: boolean;
  /** Fields whose writer was asked for, and those that were named wrongly. */
  readonly writersAsked: number;
  readonly wrongWriters: readonly string[];
  readonly excused: readonly Excuse[];
}

/** Takes out what a rule excuses, and remembers the rule. */
type Keep = <T>(items: readonly T[], excuse: (item: T) => Excuse | undefined) => T[];

const catalogue = loadCatalogue();
const rules = compileRules();

/** Compares a case as gitdrift does, and lays the result beside the server's. */
export function judge(judged: Judged, schema: SchemaBundle): Agreement {
  const report = reportOf(judged, schema);
  const { verdict } = judged;
  const leaves = verdict.kind === 'changes' ? verdict.leaves : [];
  const drifts = report.drift.map((drift) => ({ drift, path: parsePath(drift.path) }));
  const missed = leaves.filter((leaf) => !drifts.some((drift) => covers(judged, drift.path, leaf)));
  const unfounded =
    verdict.kind === 'refused' ? [] : drifts.filter(({ path }) => !leaves.some((leaf) => related(path, leaf.path)));

  const excused: Excuse[] = [];
  const keep: Keep = (items, excuse) =>
    items.filter((item) => {
      const found = excuse(item);
      if (found !== undefined) excused.push(found);
      return found === undefined;
    });
  const context = { judged, report };
  const leftMissed = keep(missed, (leaf) => excuseOf({ ...context, kind: 'missed', path: leaf.path, leaf }));
  const leftFalse = keep(unfounded, ({ path, drift }) => excuseOf({ ...context, kind: 'false', path, drift }));
  const refusedSilently =
    verdict.kind === 'refused' &&
    report.drift.length === 0 &&
    keep([verdict], () => excuseOf({ ...context, kind: 'refused', path: [] })).length > 0;
  const writers = judgeWriters(judged, report, keep);
  return {
    judged,
    report,
    missed: leftMissed.map(leafText),
    false: leftFalse.map(({ drift }) => driftText(drift)),
    syncAgrees:
      verdict.kind === 'refused'
        ? !refusedSilently
        : drifts.length > unfounded.length - leftFalse.length === leaves.length > missed.length - leftMissed.length,
    ...writers,
    excused,
  };
}

function reportOf({ play, live }: Judged, schema: SchemaBundle): ResourceReport {
  const { desired, plan } = play;
  const judging = {
    schema,
    catalogue,
    rules,
    request: {
      ...(plan.way.told === undefined ? {} : { manager: plan.way.told }),
      ignoreRules: false,
      showSecrets: true,
      maxPendingMs: 0,
    },
  };
  const object = { ref: refOf(desired), object: desired, origins: { file: 'case.yaml', lines: new Map() } };
  return judgeResource(
    compareResource(object, { kind: 'found', object: live }, judging),
    { autoscalers: { kind: 'known', autoscalers: [] } },
    judging,
  );
}

/** A drift covers a change at its path, above it, or below it where the whole value comes or goes or is an atomic one. */
function covers({ live, verdict }: Judged, drift: FieldPath, { path, whole }: ChangedLeaf): boolean {
  if (startsWith(drift, path)) return true;
  if (!startsWith(path, drift) || verdict.kind !== 'changes') return false;
  if (whole !== undefined && startsWith(drift, whole)) return true;
  return isNothing(valueAt(live, drift)) || isNothing(valueAt(verdict.result, drift));
}

const isNothing = (value: JsonValue | undefined): boolean => value === undefined || value === null;

/** Who last changed each field that gitdrift shows with a live value. */
function judgeWriters(
  judged: Judged,
  report: ResourceReport,
  keep: Keep,
): { writersAsked: number; wrongWriters: string[] } {
  const { play } = judged;
  const shown = [...report.drift, ...report.undeclared].filter(({ change }) => change !== 'missing');
  const wrong = shown.flatMap((drift) => {
    const changes = play.journal.lastChanges(parsePath(drift.path));
    const right = changes.some(({ actor, named, joined }) => {
      if ([actor, ...joined].some((one) => isActor(drift, one))) return true;
      return !named && drift.writer.category === 'unowned';
    });
    if (
      right ||
      keep([drift], () => excuseOf({ judged, report, kind: 'writer', path: parsePath(drift.path), drift, changes }))
        .length === 0
    )
      return [];
    const actors = changes.map(({ actor, named }) => `${actorText(actor)}${named ? '' : ' (filled in)'}`);
    const ours = `${drift.writer.manager ?? drift.writer.category} ${drift.writer.operation ?? ''} ${drift.writer.subresource ?? ''}`;
    return [`${drift.path}: gitdrift says ${ours.trim()}, it was ${[...new Set(actors)].join(' or ') || 'nobody'}`];
  });
  return { writersAsked: shown.length, wrongWriters: wrong };
}

function isActor({ writer }: FieldDrift, actor: ActorName): boolean {
  return (
    writer.manager === actor.manager &&
    writer.operation === actor.operation &&
    (writer.subresource ?? '') === actor.subresource
  );
}

const actorText = ({ manager, operation, subresource }: ActorName): string =>
  `${manager} ${operation} ${subresource}`.trim();

const text = (value: unknown): string =>
  value === undefined
    ? '(none)'
    : JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));

export const leafText = ({ path, before, after }: ChangedLeaf): string =>
  `${printPath(path)}: ${text(before)} → ${text(after)}`;

export const driftText = ({ path, change, live, desired }: FieldDrift): string =>
  `${path} ${change}: live ${text(live)}, desired ${text(desired)}`;
