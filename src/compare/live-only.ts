import type { DifferenceNote } from '../model/drift.js';
import { fieldElement } from '../model/field-path.js';
import { subset } from '../model/field-set.js';
import { isArray, isObject, type JsonValue } from '../model/json.js';
import { ANY_TYPE, resolveType } from '../model/schema.js';
import { defaultFor } from './defaults/defaults.js';
import type { Level } from './defaults/level.js';
import { type FilledInRule, ruleFor } from './filled-in.js';
import { removalEvidence } from './formerly-declared.js';
import { compareLiveOnlyItems } from './list.js';
import { compareValue } from './value.js';
import { fieldSchema, levelAt, type Place, placeBelow, placeNotes, probe, type Walk } from './walk.js';

/** Where a field stands: the struct or map around it as an apply would leave it, the same as live has it, its name. */
export interface Surroundings {
  readonly level: Level;
  readonly live: Level;
  readonly name: string;
}

/**
 * Judges a value that only live has: filled in by the server (left out), removed from desired (drift), inside an
 * atomic whole whose declared value is another (drift), or undeclared.
 */
export function compareLiveOnly(walk: Walk, place: Place, around: Surroundings, live: JsonValue): void {
  const evidence = evidenceOf(walk, place);
  const stays = evidence === undefined && !place.replaced;
  if (stays ? isFilledIn(walk, place, around, live) : isFilledInNow(walk, place, around, live)) return;
  if (place.whole === undefined && !place.replaced) {
    if (evidence !== undefined && differsFromFilledIn(walk, place, around, live, removedNotes(place, evidence))) return;
    // All entries of a map or list go, whoever wrote them; each is told by itself.
    if (evidence !== undefined && isCollection(place, live) && compareParts(walk, { ...place, replaced: true }, live))
      return;
    if (removedFromDesired(walk, place, live)) return;
    if (compareParts(walk, place, live)) return;
  }
  addLiveOnly(walk, place, live);
}

/**
 * Judges an item of a keyed list that only live has. An item that Git applied before and others hold a part of stays,
 * without Git's part of it.
 */
export function compareLiveOnlyItem(walk: Walk, place: Place, live: JsonValue): void {
  const { formerly } = walk;
  const shared =
    formerly.kind === 'apply' &&
    evidenceOf(walk, place) === undefined &&
    subset(formerly.applied, place.path) !== undefined;
  if (!(shared && place.whole === undefined && compareParts(walk, place, live))) addLiveOnly(walk, place, live);
}

/**
 * Adds a live-only value as it stands, if no rule makes it the server's own: drift inside an atomic whole, else removed
 * from desired, else undeclared.
 */
export function addLiveOnly(walk: Walk, place: Place, live: JsonValue): void {
  const rule = ruleFor(walk, place, live);
  if (rule !== undefined) {
    skip(walk, place, rule);
    return;
  }
  if (place.replaced || (place.whole !== undefined && !survivesInWhole(walk, place))) {
    const evidence = evidenceOf(walk, place);
    const notes = evidence === undefined ? placeNotes(place) : removedNotes(place, evidence);
    walk.found.differences.push({ path: place.path, kind: 'drift', change: 'extra', live, notes });
  } else if (!removedFromDesired(walk, place, live)) {
    addUndeclared(walk, place, live);
  }
}

/** Adds a live-only value that an apply would leave. */
export function addUndeclared(walk: Walk, place: Place, live: JsonValue): void {
  const notes = placeNotes(place);
  walk.found.differences.push({ path: place.path, kind: 'undeclared', change: 'extra', live, notes });
}

/** A client-side apply patches the keys of an atomic map one by one, so foreign keys stay (apimachinery pkg/util/strategicpatch). */
function survivesInWhole(walk: Walk, place: Place): boolean {
  return walk.formerly.kind === 'last-applied' && place.path.at(-1)?.kind === 'field';
}

/** True where the server filled the value in, so that it says nothing about anybody's will. */
export function isFilledIn(walk: Walk, place: Place, around: Surroundings, live: JsonValue): boolean {
  const rule = ruleFor(walk, place, live);
  if (rule !== undefined) return skip(walk, place, rule);
  return isDefault(walk, place, around, live);
}

/** True for what the server fills in where nothing is said, leaving aside what it or others choose freely. */
export function isDefault(walk: Walk, place: Place, around: Surroundings, live: JsonValue): boolean {
  const context = { kind: walk.ref, bundle: walk.bundle };
  // What the server fills in may follow a neighbour: from what is declared now, or from what stood there when it was
  // filled in (an image's pull policy stays when the image changes).
  for (const level of [around.level, around.live]) {
    const filled = defaultFor(level, around.name, context);
    if (filled === undefined) continue;
    if (typeof live !== 'object' && live === filled.value) return skip(walk, place, filled.rule);
    const trial = probe(walk);
    compareValue(trial, place, filled.value, live);
    if (trial.found.differences.length === 0) return skip(walk, place, filled.rule);
  }
  return false;
}

/** As `isFilledIn`, of what the server would fill in now, whatever the neighbours were when it filled in live's value. */
export function isFilledInNow(walk: Walk, place: Place, around: Surroundings, live: JsonValue): boolean {
  const { [around.name]: _, ...beside } = around.level.object;
  const level = { ...around.level, object: beside };
  return isFilledIn(walk, place, { ...around, level, live: level }, live);
}

/**
 * Where the server would fill in a struct or map in place of live's: the drift is what differs from that, each part with
 * the notes given. False where it fills in nothing of that shape.
 */
export function differsFromFilledIn(
  walk: Walk,
  place: Place,
  around: Surroundings,
  live: JsonValue,
  notes: readonly DifferenceNote[],
): boolean {
  const filled = defaultFor(around.level, around.name, { kind: walk.ref, bundle: walk.bundle });
  if (filled === undefined || !isObject(filled.value) || !isObject(live)) return false;
  // Nothing of what stands there now stays, whoever wrote it.
  const trial: Walk = { ...probe(walk), formerly: { kind: 'unknown' } };
  compareValue(trial, place, filled.value, live);
  for (const difference of trial.found.differences) {
    walk.found.differences.push({ ...difference, kind: 'drift', notes: [...notes, ...difference.notes] });
  }
  walk.found.skipped.push(...trial.found.skipped);
  return true;
}

function skip(walk: Walk, place: Place, rule: FilledInRule): true {
  walk.found.skipped.push({ path: place.path, category: rule.category, rule: rule.id, reason: rule.reason });
  return true;
}

/** How the next apply would know that it has to remove the value at the place. */
function evidenceOf(walk: Walk, place: Place): ReturnType<typeof removalEvidence> {
  const around = place.up === undefined ? ANY_TYPE : resolveType(walk.bundle, place.up.level.type);
  const isItem = place.path.at(-1)?.kind === 'key' || around.kind === 'map';
  return removalEvidence(walk.formerly, place.path, isItem);
}

const isCollection = ({ type }: Place, live: JsonValue): boolean =>
  type.kind === 'map' || (type.kind === 'list' && isArray(live) && live.length > 0);

function removedFromDesired(walk: Walk, place: Place, live: JsonValue): boolean {
  const evidence = evidenceOf(walk, place);
  if (evidence === undefined) return false;
  const notes = removedNotes(place, evidence);
  walk.found.differences.push({ path: place.path, kind: 'drift', change: 'extra', live, notes });
  return true;
}

function removedNotes(place: Place, evidence: 'apply-entry' | 'last-applied'): DifferenceNote[] {
  return [{ kind: 'removed-from-desired', evidence }, ...placeNotes(place)];
}

/**
 * Judges the parts of a live-only struct, map or keyed list one by one, so that each part is attributed to its own
 * writer. False where the value is one thing: a scalar, an atomic list or map, an empty object.
 */
function compareParts(walk: Walk, place: Place, live: JsonValue): boolean {
  const { type } = place;
  if (isArray(live))
    return type.kind === 'list' && type.listType !== 'atomic' && compareLiveOnlyItems(walk, place, live);
  if (!isObject(live) || Object.keys(live).length === 0) return false;
  if ((type.kind === 'struct' || type.kind === 'map') && type.atomic) return false;
  if (type.kind === 'scalar' || type.kind === 'list') return false;
  for (const [name, value] of Object.entries(live)) {
    const schema = fieldSchema(type, name) ?? { type: ANY_TYPE };
    const level = levelAt(place, live);
    const below = placeBelow(walk, [...place.path, fieldElement(name)], schema.type, {
      up: { level, field: name },
      replaced: place.replaced,
    });
    compareLiveOnly(walk, below, { level, live: level, name }, value);
  }
  return true;
}
