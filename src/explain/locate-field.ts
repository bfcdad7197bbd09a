import { printElement, printPath } from '../model/field-path.js';
import { field, isArray, isObject } from '../model/json.js';
import { nearestName } from '../model/nearest-name.js';
import type { AskedStep } from './asked-path.js';
import { fitsKey } from './asked-path.js';
import { type FieldPlace, fieldPlace, namesBelow, placesBelow, schemaNames, type TreeKind } from './field-tree.js';

/** Where a path leads: a place that both sides may lack, or nowhere, for the kind has no such field. */
export type Located =
  /** `notes`: how the path was understood, and what there is beside a place that nobody fills. */
  | { readonly kind: 'found'; readonly place: FieldPlace; readonly notes: readonly string[] }
  | { readonly kind: 'nowhere'; readonly message: string; readonly hint?: string };

/** Follows a path as it was typed through both sides of an object; indices become the keys that items go by. */
export function locateField(asked: readonly AskedStep[], root: FieldPlace, kind: TreeKind): Located {
  const notes: string[] = [];
  let place = root;
  for (let at = 0; at < asked.length; ) {
    const step = follow(asked, at, place, kind);
    if (step.kind === 'nowhere') return step;
    notes.push(...step.notes);
    place = step.place;
    at += step.taken;
  }
  return { kind: 'found', place, notes };
}

interface Step {
  readonly kind: 'found';
  readonly place: FieldPlace;
  readonly notes: readonly string[];
  /** How many of the asked steps it stands for. */
  readonly taken: number;
}

type Followed = Step | Extract<Located, { kind: 'nowhere' }>;

const found = (place: FieldPlace, notes: readonly string[] = [], taken = 1): Step => ({
  kind: 'found',
  place,
  notes,
  taken,
});

function follow(asked: readonly AskedStep[], at: number, place: FieldPlace, kind: TreeKind): Followed {
  const step = asked[at];
  if (step === undefined) return nowhere('the path ends early');
  const isList = place.type.kind === 'list' || isArray(place.desired) || isArray(place.live);
  switch (step.kind) {
    case 'field':
      return isList ? itemNamed(step.name, place, kind) : named(asked, at, place, kind);
    case 'part':
      if (!isList) return named(asked, at, place, kind);
      return /^\d+$/.test(step.text) ? itemAt(Number(step.text), place, kind) : itemNamed(step.text, place, kind);
    case 'index':
      return isList ? itemAt(step.index, place, kind) : noList(place, printElement(step));
    case 'key':
      return isList
        ? itemWith((item) => fits(step.key, item), printElement(step), place, kind)
        : noList(place, printElement(step));
    case 'value':
      return isList
        ? itemWith(({ path }) => isSame(path.at(-1), printElement(step)), printElement(step), place, kind)
        : noList(place, printElement(step));
  }
}

const nameOf = (step: AskedStep | undefined): string | undefined =>
  step?.kind === 'field' ? step.name : step?.kind === 'part' ? step.text : undefined;

/** A field or key by its name; names with dots may have come apart in the reading. */
function named(asked: readonly AskedStep[], at: number, place: FieldPlace, kind: TreeKind): Followed {
  const name = nameOf(asked[at]) ?? '';
  const has = (key: string): boolean => field(place.desired, key) !== undefined || field(place.live, key) !== undefined;
  if (has(name)) return found(fieldPlace(place, name, kind));
  let joined = name;
  for (let taken = 2; taken <= asked.length - at; taken++) {
    const next = asked[at + taken - 1];
    if (next?.kind !== 'field') break;
    joined += `.${next.name}`;
    if (has(joined)) return found(fieldPlace(place, joined, kind), [], taken);
  }
  if ([place.desired, place.live].every((side) => side !== undefined && !isObject(side))) {
    return nowhere(`${printPath(place.path)} is a value of its own and has nothing below it`);
  }
  const below = fieldPlace(place, name, kind);
  const present = [...keys(place.desired), ...keys(place.live)];
  if (below.unknown && kind.known) {
    return nowhere(
      `there is no field ${printElement({ kind: 'field', name })} at ${printPath(place.path)}`,
      near(name, [...present, ...schemaNames(place)]),
    );
  }
  return found(below, nearNotes(name, below, present));
}

/** Only for names that people choose; a field that the schema knows is no slip. */
function nearNotes(name: string, below: FieldPlace, present: readonly string[]): string[] {
  if (below.type.kind === 'struct') return [];
  const nearest = nearestName(name, present);
  return nearest === undefined ? [] : [`the nearest name there is ${nearest}`];
}

/** The item at an index, counted in live, else in desired, by the key that it goes by. */
function itemAt(index: number, place: FieldPlace, kind: TreeKind): Followed {
  const side = isArray(place.live) && index < place.live.length ? 'live' : 'desired';
  const list = place[side];
  const item = isArray(list) ? list[index] : undefined;
  const below = placesBelow(place, kind).filter((one) => item !== undefined && one[side] === item);
  const [only] = below;
  if (only === undefined) {
    const length = Math.max(
      isArray(place.live) ? place.live.length : 0,
      isArray(place.desired) ? place.desired.length : 0,
    );
    return nowhere(`${printPath(place.path)} has no item [${index}], it has ${length}`, itemsHint(place, kind));
  }
  const element = only.path.at(-1);
  if (element === undefined || element.kind === 'index') return found(only);
  const other = side === 'live' ? place.desired : place.live;
  const same = isArray(other) && other[index] === only[side === 'live' ? 'desired' : 'live'];
  const counted = same || !isArray(other) ? '' : `, counted in ${side === 'live' ? 'live' : 'what Git says'}`;
  return found(only, [`item [${index}] is ${printElement(element)}${counted}: items of this list go by their keys`]);
}

/** `.containers.web`, where the list has one item of which a key is `web`. */
function itemNamed(name: string, place: FieldPlace, kind: TreeKind): Followed {
  const fitting = placesBelow(place, kind).filter(({ path }) => {
    const element = path.at(-1);
    if (element?.kind === 'value') return String(element.value) === name;
    return element?.kind === 'key' && Object.values(element.key).some((value) => String(value) === name);
  });
  const [only, another] = fitting;
  if (only !== undefined && another === undefined) return found(only);
  return nowhere(`${printPath(place.path)} is a list, and ${name} names no item of it`, itemsHint(place, kind));
}

function itemWith(test: (item: FieldPlace) => boolean, text: string, place: FieldPlace, kind: TreeKind): Followed {
  const fitting = placesBelow(place, kind).filter(test);
  const [only, another] = fitting;
  if (only === undefined) {
    return nowhere(`${printPath(place.path)} has no item ${text}, neither in live nor in Git`, itemsHint(place, kind));
  }
  if (another !== undefined) {
    const all = fitting.map(({ path }) => printPath(path.slice(-1))).join(' and ');
    return nowhere(`${text} names several items of ${printPath(place.path)}: ${all}`, 'name one of them');
  }
  return found(only);
}

/** By the item's key, and in a list without keys by the fields of the item itself. */
function fits(asked: Parameters<typeof fitsKey>[0], item: FieldPlace): boolean {
  const element = item.path.at(-1);
  if (element?.kind === 'key') return fitsKey(asked, element.key);
  return [item.live, item.desired].some((side) =>
    Object.entries(asked).every(([name, value]) => {
      const own = field(side, name);
      return own !== undefined && typeof own !== 'object' && String(own) === String(value);
    }),
  );
}

const isSame = (element: FieldPlace['path'][number] | undefined, text: string): boolean =>
  element !== undefined && printElement(element) === text;

const noList = (place: FieldPlace, text: string): Followed =>
  nowhere(`${printPath(place.path)} is no list, so it has no item ${text}`);

/** How many items a hint names. */
const NAMED = 8;

function itemsHint(place: FieldPlace, kind: TreeKind): string | undefined {
  const names = namesBelow(place, kind);
  if (names.length === 0) return 'neither live nor Git has an item in it';
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `it has ${names.slice(0, NAMED).join(', ')}${more}`;
}

function near(name: string, names: readonly string[]): string | undefined {
  const unique = [...new Set(names)].sort();
  const nearest = nearestName(name, unique);
  if (nearest !== undefined) return `did you mean ${printElement({ kind: 'field', name: nearest })}?`;
  if (unique.length === 0) return undefined;
  const more = unique.length > NAMED ? ` and ${unique.length - NAMED} more` : '';
  return `there are ${unique.slice(0, NAMED).join(', ')}${more}`;
}

const keys = (value: FieldPlace['live']): readonly string[] => (isObject(value) ? Object.keys(value) : []);

function nowhere(message: string, hint?: string): Extract<Located, { kind: 'nowhere' }> {
  return { kind: 'nowhere', message, ...(hint === undefined ? {} : { hint }) };
}
