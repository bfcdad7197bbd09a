import type { DifferenceNote } from '../model/drift.js';
import { fieldElement } from '../model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../model/json.js';
import { ANY_TYPE, type FieldSchema } from '../model/schema.js';
import { filledIn, ruleFor } from './filled-in.js';
import { removalEvidence } from './formerly-declared.js';
import { compareLiveOnlyItems } from './list.js';
import { compareValue } from './value.js';
import { fieldSchema, type Place, placeBelow, placeNotes, probe, type Walk } from './walk.js';

/** What stands around a field: its parent, its name there, its schema, and the other fields as they would be applied. */
export interface Surroundings {
  readonly parent: Place;
  readonly name: string;
  readonly schema: FieldSchema;
  readonly siblings: JsonObject;
}

/**
 * Judges a value that only live has: filled in by the server (left out), removed from desired (drift), inside an
 * atomic whole whose declared value is another (drift), or undeclared.
 */
export function compareLiveOnly(walk: Walk, place: Place, where: Surroundings, live: JsonValue): void {
  if (isFilledIn(walk, place, where, live)) return;
  if (place.whole === undefined) {
    if (removedFromDesired(walk, place, live)) return;
    if (compareParts(walk, place, live)) return;
  }
  addLiveOnly(walk, place, live);
}

/** Adds a live-only value as it stands: drift inside an atomic whole, else removed from desired, else undeclared. */
export function addLiveOnly(walk: Walk, place: Place, live: JsonValue): void {
  if (place.whole !== undefined && !survivesInWhole(walk, place)) {
    walk.found.differences.push({ path: place.path, kind: 'drift', change: 'extra', live, notes: placeNotes(place) });
  } else if (!removedFromDesired(walk, place, live)) {
    walk.found.differences.push({ path: place.path, kind: 'undeclared', change: 'extra', live, notes: placeNotes(place) });
  }
}

/** A client-side apply patches the keys of an atomic map one by one, so foreign keys stay (argo-cd-rules §3, 13). */
function survivesInWhole(walk: Walk, place: Place): boolean {
  return walk.formerly.kind === 'last-applied' && place.path.at(-1)?.kind === 'field';
}

/** True where the server filled the value in, so that it says nothing about anybody's will. */
export function isFilledIn(walk: Walk, place: Place, where: Surroundings, live: JsonValue): boolean {
  const rule = ruleFor({ ref: walk.ref, path: place.path, root: walk.liveRoot, live });
  if (rule !== undefined) {
    walk.found.skipped.push({ path: place.path, rule: rule.id, reason: rule.reason });
    return true;
  }
  const candidates: { value: JsonValue; rule: string; reason: string }[] = [];
  if (where.schema.default !== undefined) {
    candidates.push({ value: where.schema.default, rule: 'schema-default', reason: 'the schema declares this default' });
  }
  const filled = filledIn({
    typeName: where.parent.typeName,
    ref: walk.ref,
    field: where.name,
    siblings: where.siblings,
    root: walk.liveRoot,
  });
  if (filled !== undefined) candidates.push({ value: filled.value, rule: filled.id, reason: filled.reason });
  for (const candidate of candidates) {
    const trial = probe(walk);
    compareValue(trial, place, candidate.value, live);
    if (trial.found.differences.length > 0) continue;
    walk.found.skipped.push({ path: place.path, rule: candidate.rule, reason: candidate.reason });
    return true;
  }
  return false;
}

function removedFromDesired(walk: Walk, place: Place, live: JsonValue): boolean {
  const evidence = removalEvidence(walk.formerly, place.path);
  if (evidence === undefined) return false;
  const notes: DifferenceNote[] = [{ kind: 'removed-from-desired', evidence }, ...placeNotes(place)];
  walk.found.differences.push({ path: place.path, kind: 'drift', change: 'extra', live, notes });
  return true;
}

/**
 * Judges the parts of a live-only struct, map or keyed list one by one, so that each part is attributed to its own
 * writer. False where the value is one thing: a scalar, an atomic list or map, an empty object.
 */
function compareParts(walk: Walk, place: Place, live: JsonValue): boolean {
  const { type } = place;
  if (isArray(live)) return type.kind === 'list' && type.listType !== 'atomic' && compareLiveOnlyItems(walk, place, live);
  if (!isObject(live) || Object.keys(live).length === 0) return false;
  if ((type.kind === 'struct' || type.kind === 'map') && type.atomic) return false;
  if (type.kind === 'scalar' || type.kind === 'list') return false;
  for (const [name, value] of Object.entries(live)) {
    const schema = fieldSchema(type, name) ?? { type: ANY_TYPE };
    const below = placeBelow(walk, [...place.path, fieldElement(name)], schema.type, undefined);
    compareLiveOnly(walk, below, { parent: place, name, schema, siblings: live }, value);
  }
  return true;
}
