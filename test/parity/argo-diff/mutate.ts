import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import type { Random } from '../../differential/random.js';
import { edited } from '../../gitops/argocd/tiny-world.js';

type Path = readonly (string | number)[];

/** Identity and bookkeeping, which no edit changes. */
const FIXED = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'status',
  'name',
  'namespace',
  'managedFields',
  'uid',
  'annotations',
]);

/** Fields by which items are told apart: never taken away, for no server stores an item without. */
const KEYS = new Set([
  'name',
  'containerPort',
  'port',
  'mountPath',
  'key',
  'ip',
  'topologyKey',
  'apiGroup',
  'kind',
  'selector',
]);

/** The object with one change somewhere: a value, a key, an item, an order, another notation. */
export function mutated(object: KubernetesObject, random: Random): KubernetesObject {
  const paths = pathsIn(object);
  if (paths.length === 0) return object;
  const path = random.pick(paths);
  return edited(object, path, changed(valueAt(object, path), path, random));
}

function changed(value: JsonValue, path: Path, random: Random): JsonValue | undefined {
  const last = path.at(-1);
  if (random.chance(0.2) && !(typeof last === 'string' && KEYS.has(last))) return undefined;
  if (random.chance(0.15)) return random.pick<JsonValue>([null, null, emptyLike(value)]);
  if (isArray(value) && value.length > 0 && random.chance(0.15)) return [...value, random.pick(value)];
  if (isArray(value)) return changedList(value, random);
  if (isObject(value)) return changedObject(value, random);
  if (typeof value === 'number') return random.pick([value + 1, 0, value * 2]);
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return value;
  return /^\d+m$/.test(value) ? Number(value.slice(0, -1)) / 1000 : `${value}x`;
}

function emptyLike(value: JsonValue): JsonValue {
  return isArray(value) ? [] : isObject(value) ? {} : typeof value === 'string' ? '' : null;
}

function changedList(list: JsonArray, random: Random): JsonValue {
  if (list.length === 0 || random.chance(0.3)) return [...list].reverse();
  const item = random.pick(list);
  const at = random.int(list.length + 1);
  const added = isObject(item) ? renamed(item) : typeof item === 'string' ? `${item}q` : item;
  return [...list.slice(0, at), added, ...list.slice(at)];
}

function renamed(item: JsonObject): JsonObject {
  const key = Object.keys(item).find((name) => KEYS.has(name));
  if (key === undefined) return item;
  const value = item[key];
  return { ...item, [key]: typeof value === 'number' ? value + 7 : `${String(value)}z` };
}

function changedObject(object: JsonObject, random: Random): JsonObject {
  const isMapOfTexts = Object.values(object).every((value) => typeof value === 'string');
  if (isMapOfTexts) return { ...object, [`k${random.int(9)}`]: 'value' };
  return {
    ...object,
    [random.pick(['extra', 'paused', 'replicas', 'hostNetwork'])]: random.pick<JsonValue>([1, 'x', true]),
  };
}

function pathsIn(value: JsonValue, path: Path = []): Path[] {
  if (isArray(value)) return value.flatMap((item, at) => [[...path, at], ...pathsIn(item, [...path, at])]);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const isFixed = FIXED.has(name) && (path.length === 0 || (path.length === 1 && path[0] === 'metadata'));
    if (isFixed && name !== 'metadata') return [];
    return [...(isFixed ? [] : [[...path, name]]), ...pathsIn(inner, [...path, name])];
  });
}

function valueAt(object: JsonValue, path: Path): JsonValue {
  return path.reduce<JsonValue>((here, step) => {
    return (isArray(here) ? here[Number(step)] : isObject(here) ? here[String(step)] : null) ?? null;
  }, object);
}
