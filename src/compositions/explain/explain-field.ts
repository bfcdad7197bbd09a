import type { Tools } from '../../cli/engine.js';
import type { LiveOptions } from '../../config/live-options.js';
import { askedAsPath } from '../../explain/asked-path.js';
import { isReplicas } from '../../explain/autoscaler.js';
import { fieldAdvice } from '../../explain/field-advice.js';
import type { FieldPlace } from '../../explain/field-tree.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import type { FieldDrift } from '../../model/drift.js';
import type { ExplainReport, FieldBelow, FieldRequest, Standing } from '../../model/explain-report.js';
import { printPath, startsWith } from '../../model/field-path.js';
import type { SyncEffect } from '../../model/report.js';
import { NOBODY_RECORDED } from '../../model/writer.js';
import { isScaled } from '../adopt/adopt-plan.js';
import { judgeDifference } from '../application/field-report.js';
import { withBlame } from '../base/blame.js';
import { fieldOwnersOf, lastAppliedNote, ownedPath } from './field-owners.js';
import type { ShownValue } from './field-values.js';
import { evidenceFor, type FieldWorld } from './field-world.js';
import { type FoundField, findField } from './find-field.js';
import { withFieldWorld } from './open-world.js';

/** Everything that is known of one field of one object: what it is, who holds it, and what to do about it. */
export async function explainField(request: FieldRequest, live: LiveOptions, tools: Tools): Promise<ExplainReport> {
  return withFieldWorld(request, live, tools, async (world) => {
    const { cluster } = world.open;
    const common = {
      schemaVersion: '1' as const,
      tool: { name: 'gitdrift' as const, version: request.toolVersion },
      generatedAt: cluster.now.toISOString(),
      destination: {
        ...cluster.destination,
        ...(world.ref.namespace === '' ? {} : { namespace: world.ref.namespace }),
      },
      resource: world.ref,
      outcome: world.outcome,
      ...(world.message === undefined ? {} : { message: world.message }),
    };
    return { ...common, ...(await aboutField(request, world, tools)) };
  });
}

type AboutField = Omit<
  ExplainReport,
  'schemaVersion' | 'tool' | 'generatedAt' | 'destination' | 'resource' | 'outcome' | 'message'
>;

async function aboutField(request: FieldRequest, world: FieldWorld, tools: Tools): Promise<AboutField> {
  const found = findField(request, world);
  const { place } = found;
  const path = printPath(place.path);
  const entry = await entryOf(request, world, found, tools);
  const standing = standingOf(world, found);
  const { owners, ghosts, managed } = fieldOwnersOf(world, place, entry?.writer);
  const whole = ['never-compared', 'absent'].includes(standing) ? undefined : wholeOf(found, place);
  const lastApplied = lastAppliedNote(world, place, found.show);
  const below = standing === 'fields-below' || isContainer(found) ? fieldsBelow(found) : [];
  const values = shownValues(found, entry, below.length > 0);
  const ifSynced = effectsOn(world.ifSynced, found);
  return {
    path,
    pointer: entry?.pointer ?? found.pointer,
    notes: found.notes,
    standing,
    ...reasonOf(world, found),
    ...(whole === undefined ? {} : { whole: printPath(whole) }),
    ...values,
    ...(entry?.origin === undefined ? {} : { origin: entry.origin }),
    ...(found.entry === undefined ? {} : { drift: found.entry }),
    ...(entry === undefined || place.live === undefined ? {} : { writer: entry.writer }),
    ...(entry?.history === undefined ? {} : { history: entry.history }),
    managedFields: managed === undefined || managed.kind === 'entries' ? 'recorded' : 'absent',
    faults: managed?.kind === 'entries' ? managed.faults : [],
    owners,
    ghosts,
    ...(lastApplied === undefined ? {} : { lastApplied }),
    below,
    ifSynced,
    advice: fieldAdvice({
      object: `${request.kind}/${request.name}`,
      path: found.entry?.path ?? path,
      rest: request.rest,
      standing,
      entry: found.entry,
      // Applications that could not be rendered are named already.
      outcome: world.outcome === 'live-only' && request.desired !== undefined ? 'unreadable' : world.outcome,
      secret: found.entry?.masked === true || 'masked' in values,
      below,
      scaled: entry?.writer.category === 'autoscaler',
      targeted:
        isReplicas(place.path) &&
        (await isScaled(world, found, (object) => evidenceFor(world, object, request, tools))),
    }),
  };
}

/**
 * The report's entry where the field differs. Else one made of the field as if it differed: it names the writer and the
 * declaring line as every report does, with all the evidence that a difference asks for.
 */
async function entryOf(
  request: FieldRequest,
  world: FieldWorld,
  found: FoundField,
  tools: Tools,
): Promise<FieldDrift | undefined> {
  const { object } = world;
  if (found.entry !== undefined) return found.entry;
  const { place } = found;
  if (object === undefined || (place.desired === undefined && place.live === undefined)) return undefined;
  const sides = {
    ...(place.desired === undefined ? {} : { desired: found.show(place.desired, place.path).value }),
    ...(place.live === undefined ? {} : { live: found.show(place.live, place.path).value }),
  };
  const difference = {
    path: ownedPath(world, place),
    kind: place.desired === undefined ? ('undeclared' as const) : ('drift' as const),
    change:
      place.live === undefined
        ? ('missing' as const)
        : place.desired === undefined
          ? ('extra' as const)
          : ('changed' as const),
    ...sides,
    notes: place.whole === undefined ? [] : [{ kind: 'owned-as-whole' as const, path: place.whole }],
  };
  const asIf = { ...object, comparison: { ...object.comparison, differences: [difference] } };
  const asksNothing = ['filled-in', 'never-compared', 'fields-below'].includes(found.standing.standing);
  const evidence =
    asksNothing && !isReplicas(place.path) ? NOTHING_BESIDE : await evidenceFor(world, asIf, request, tools);
  return blamed(judgeDifference(asIf, difference, evidence, world.judging).entry, world, request, tools);
}

/** Who writes what the server itself fills in needs no other objects to tell. */
const NOTHING_BESIDE: ObjectEvidence = {
  autoscalers: { kind: 'unavailable', reason: 'nothing asked for autoscalers' },
};

/** The entry with the commit of its declaring line, where that was asked for; of real differences it is known already. */
async function blamed(
  entry: FieldDrift,
  { analysis, report }: FieldWorld,
  { desired }: FieldRequest,
  tools: Tools,
): Promise<FieldDrift> {
  const [application] = analysis?.report.applications ?? [];
  if (analysis === undefined || application === undefined || report === undefined || desired === undefined)
    return entry;
  const resources = [{ ...report, drift: [entry], ignored: [], undeclared: [] }];
  const only = { ...analysis.report, applications: [{ ...application, resources, findings: [] }] };
  const told = await withBlame(only, analysis.source, desired, tools);
  return told.applications[0]?.resources[0]?.drift[0] ?? entry;
}

function standingOf(world: FieldWorld, found: FoundField): Standing {
  if (world.outcome !== 'compared') return 'not-compared';
  return found.standing.standing;
}

function reasonOf({ outcome }: FieldWorld, { standing }: FoundField): { reason?: string; rule?: string } {
  // Without a desired state a reason is one only where a rule knows the value, whatever Git says.
  if (outcome !== 'compared' && standing.rule === undefined) return {};
  return {
    ...(standing.reason === undefined ? {} : { reason: standing.reason }),
    ...(standing.rule === undefined ? {} : { rule: standing.rule }),
  };
}

/** The whole that a reported difference stands for, where the field lies in one. */
function wholeOf({ entryPath }: FoundField, place: FieldPlace): FieldPlace['whole'] {
  if (entryPath !== undefined && entryPath.length < place.path.length) return entryPath;
  return place.whole;
}

/** Of a field within a whole that differs: the field's own values, and the whole's are in `drift`. */
function shownValues(found: FoundField, entry: FieldDrift | undefined, isListed: boolean) {
  const { place, show } = found;
  const isEntry = found.entryPath !== undefined && found.entryPath.length === place.path.length;
  if (isEntry && entry !== undefined) {
    return {
      ...(entry.desired === undefined ? {} : { desired: entry.desired }),
      ...(entry.live === undefined ? {} : { live: entry.live }),
      ...(entry.masked ? { masked: true as const } : {}),
    };
  }
  // Field by field, each as it may be shown.
  if (isListed) return {};
  const sides = [place.desired, place.live].map((value) => (value === undefined ? undefined : show(value, place.path)));
  const [desired, live] = sides;
  const isEncrypted = found.standing.standing === 'withheld';
  return {
    ...(desired === undefined ? {} : { desired: desired.value }),
    // What Git encrypts is not shown of live either.
    ...(live === undefined ? {} : { live: isEncrypted ? NOT_SHOWN : live.value }),
    ...(isEncrypted || sides.some((side) => side?.masked) ? { masked: true as const } : {}),
  };
}

const NOT_SHOWN = '(not shown)';

/** True for a path above values, whatever stands for it in the report: an item that one side lacks is listed as well. */
function isContainer({ place, standings }: FoundField): boolean {
  return place.whole === undefined && standings !== undefined && standings.leavesBelow(place).length > 0;
}

function fieldsBelow({ place, standings, show, writerOf }: FoundField): readonly FieldBelow[] {
  if (standings === undefined) return [];
  return standings.leavesBelow(place).map((leaf): FieldBelow => {
    const { standing, entry, rule } = standings.of(leaf);
    const reason = rule ?? entry?.explanation.code;
    const writer = entry === undefined ? writerOf(leaf) : nameOf(entry);
    const own = entry?.path === printPath(leaf.path) ? entry : undefined;
    const side = (name: 'desired' | 'live'): ShownValue | undefined => {
      const value = own === undefined ? leaf[name] : own[name];
      if (value === undefined) return undefined;
      if (standing === 'withheld' && name === 'live') return { value: NOT_SHOWN, masked: true };
      return own?.masked ? { value, masked: true } : show(value, leaf.path);
    };
    const [desired, live] = [side('desired'), side('live')];
    return {
      path: printPath(leaf.path),
      standing,
      ...(desired === undefined ? {} : { desired: desired.value }),
      ...(live === undefined ? {} : { live: live.value }),
      ...(desired?.masked || live?.masked ? { masked: true as const } : {}),
      ...(writer === undefined ? {} : { writer }),
      ...(entry === undefined ? {} : { status: entry.explanation.status }),
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

const nameOf = ({ writer }: FieldDrift): string | undefined =>
  writer.name === NOBODY_RECORDED ? undefined : writer.name;

/** What a sync would do to the field itself, and to the object for its sake. */
function effectsOn(effects: readonly SyncEffect[], found: FoundField): readonly SyncEffect[] {
  const { entry, place } = found;
  if (entry === undefined && found.standing.standing !== 'fields-below') return [];
  return effects.filter(({ path, code }) => {
    if (path === undefined) return true;
    if (entry !== undefined) return path === entry.path || (code === 'restarts-pods' && restarts(entry));
    return startsWith(askedAsPath(found.read(path)), place.path);
  });
}

/** The effect is told of one field for all: any other field of the Pod template has it too. */
const restarts = ({ path }: FieldDrift): boolean => path.startsWith('.spec.template');
