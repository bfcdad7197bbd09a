import { fieldElement, valueAt } from '../../src/model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue, jsonEqual } from '../../src/model/json.js';
import type { SchemaBundle, TypeRef, TypeSchema } from '../../src/model/schema.js';
import { replaceAt } from './paths.js';
import type { Random } from './random.js';
import { type Site, sitesOf } from './sites.js';

/** What a change is made with. */
export interface Mutating {
  readonly random: Random;
  readonly bundle: SchemaBundle;
  readonly type: TypeRef;
  /** Manifests of the same kind, to take values from. */
  readonly donors: readonly JsonObject[];
}

/** The object with one random change, or the object itself where the chosen change is not possible there. */
export function mutate(object: JsonObject, context: Mutating): JsonObject {
  const { random } = context;
  const roll = random.int(100);
  if (roll < 30) return graft(object, context);
  if (roll < 55) return changeScalar(object, context);
  if (roll < 75) return remove(object, context);
  if (roll < 88) return addItem(object, context);
  return addEntry(object, context);
}

/** A value of another manifest of the kind, put at its place where that place is there. */
function graft(object: JsonObject, context: Mutating): JsonObject {
  const { random, bundle, type } = context;
  const sites = sitesOf(bundle, type, random.pick(context.donors)).filter((site) => fits(object, site));
  const different = sites.filter(({ path, value }) => !jsonEqual(valueAt(object, path), value));
  if (different.length === 0) return object;
  const { path, value } = random.pick(different);
  return replaceAt(object, path, () => value) as JsonObject;
}

/** What the site stands in has to be there, but for the objects on the way. */
function fits(object: JsonObject, site: Site): boolean {
  const last = site.path.at(-1);
  if (last?.kind !== 'index') return parentsAre(object, site);
  const list = valueAt(object, site.path.slice(0, -1));
  return isArray(list) && last.index < list.length;
}

function parentsAre(object: JsonObject, site: Site): boolean {
  return site.path.every(
    (element, at) => element.kind === 'field' || valueAt(object, site.path.slice(0, at + 1)) !== undefined,
  );
}

function changeScalar(object: JsonObject, context: Mutating): JsonObject {
  const { random, bundle, type } = context;
  const sites = sitesOf(bundle, type, object).filter(({ value }) => !isObject(value) && !isArray(value));
  if (sites.length === 0) return object;
  const site = random.pick(sites);
  return replaceAt(object, site.path, () => otherScalar(site, random)) as JsonObject;
}

function otherScalar({ value, type }: Site, random: Random): JsonValue {
  if (isArray(value) || isObject(value)) return value;
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return Math.max(0, value + random.pick([1, 2, 5, -1, 10]));
  if (typeof value === 'bigint' || value === null) return value;
  const scalar = type.kind === 'scalar' ? type.type : 'string';
  if (scalar === 'quantity' || /^\d+(\.\d+)?(m|Ki|Mi|Gi|Ti|k|)$/.test(value))
    return random.pick(['750m', '2', '3Gi', '64Mi', '1500m', '0']);
  if (scalar === 'int-or-string') return random.pick(['10%', '40%', 2, 3]);
  if (scalar === 'bytes') return Buffer.from(`value ${random.int(100)}`).toString('base64');
  if (scalar === 'time' || scalar === 'micro-time') return '2026-03-04T05:06:07Z';
  if (scalar === 'duration') return random.pick(['45s', '2m', '1h']);
  if (/:[\w.-]+$/.test(value)) return value.replace(/:[\w.-]+$/, `:${random.int(9)}.${random.int(9)}`);
  return random.pick([`${value}x`, `${value}-2`, random.int(6) === 0 ? '' : `${value}${random.int(10)}`]);
}

function remove(object: JsonObject, context: Mutating): JsonObject {
  const { random, bundle, type } = context;
  const sites = sitesOf(bundle, type, object).filter(({ path }) => path.length > 1 || path[0]?.kind !== 'field');
  if (sites.length === 0) return object;
  return replaceAt(object, random.pick(sites).path, () => undefined) as JsonObject;
}

/** One more item in a list: a copy of one that is there with other key fields, or items in another order. */
function addItem(object: JsonObject, context: Mutating): JsonObject {
  const { random, bundle, type } = context;
  const lists = sitesOf(bundle, type, object).filter(({ value }) => isArray(value) && value.length > 0);
  if (lists.length === 0) return object;
  const { path, value, type: listType } = random.pick(lists);
  const items = value as readonly JsonValue[];
  if (items.length > 1 && random.chance(0.2)) return replaceAt(object, path, () => random.shuffle(items)) as JsonObject;
  const added = otherKey(random.pick(items), listType, random);
  const at = random.chance(0.7) ? items.length : random.int(items.length);
  return replaceAt(object, path, () => [...items.slice(0, at), added, ...items.slice(at)]) as JsonObject;
}

function otherKey(item: JsonValue, type: TypeSchema, random: Random): JsonValue {
  if (typeof item === 'string') return `${item}-${random.int(10)}`;
  if (typeof item === 'number') return item + 1 + random.int(9);
  if (!isObject(item)) return item;
  const names = type.kind === 'list' && type.listType === 'map' ? [...type.keys, 'name'] : ['name', 'key', 'path'];
  return Object.fromEntries(
    Object.entries(item).map(([name, value]): [string, JsonValue] => {
      if (!names.includes(name)) return [name, value];
      if (typeof value === 'number') return [name, value + 1 + random.int(20)];
      return [name, typeof value === 'string' && name !== 'protocol' ? `${value}${random.int(10)}` : value];
    }),
  );
}

const ENTRIES: readonly (readonly [string, string])[] = [
  ['team', 'orders'],
  ['tier', 'web'],
  ['shop.example/incident', 'latency'],
  ['debug', 'true'],
  ['empty', ''],
];

/** One more entry in a map, or in labels and annotations. */
function addEntry(object: JsonObject, context: Mutating): JsonObject {
  const { random, bundle, type } = context;
  const maps = sitesOf(bundle, type, object)
    .filter((site) => site.type.kind === 'map' && isObject(site.value))
    .map(({ path, value }) => ({ path, like: Object.values(value as JsonObject)[0] }));
  const metadata = ['labels', 'annotations'].map((name) => ({
    path: [fieldElement('metadata'), fieldElement(name)],
    like: '' as JsonValue | undefined,
  }));
  const { path, like } = random.pick([...maps, ...metadata]);
  const [name, text] = random.pick(ENTRIES);
  const value = typeof like === 'string' || like === undefined ? text : like;
  const top = path[0]?.kind === 'field' ? path[0].name : '';
  const inBytes = path.length === 1 && (top === 'binaryData' || (top === 'data' && object.kind === 'Secret'));
  const key = top === 'metadata' ? name : name.replace('/', '.');
  const entry = inBytes && typeof value === 'string' ? Buffer.from(value).toString('base64') : value;
  return replaceAt(object, [...path, fieldElement(key)], () => entry) as JsonObject;
}
