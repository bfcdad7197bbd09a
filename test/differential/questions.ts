import { quantityInNano } from '../../src/compare/normal/quantity.js';
import { type FieldPath, valueAt } from '../../src/model/field-path.js';
import { dig, field, isArray, isObject, type JsonValue } from '../../src/model/json.js';
import { printJson } from '../../src/model/json-text.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { Judged } from './oracle.js';

/** A quantity as a number, also inside the atomic lists that hold some; undefined where the whole is none. */
export function inNano(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value === 'string') return quantityInNano(value);
  return isArray(value) ? value.map(quantitiesInside) : undefined;
}

function quantitiesInside(value: JsonValue): JsonValue {
  if (typeof value === 'string') return quantityInNano(value) ?? value;
  if (isArray(value)) return value.map(quantitiesInside);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, quantitiesInside(inner)]));
}

/** True where Git says something of the path; null and an empty text, list or map say nothing. */
export function isDeclared({ play }: Judged, path: FieldPath): boolean {
  const value = valueAt(play.desired, path);
  if (isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && !isEmpty(value);
}

/** True where kubectl makes a patch of what Git says. */
export const isPatched = ({ play }: Judged): boolean => ['client-side apply', 'helm'].includes(play.plan.way.name);

/** True where kubectl or Helm makes a patch and live does not tell: there is no last-applied annotation. */
export function isUnknownPatch({ live, play }: Judged): boolean {
  const told = dig(live, 'metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration');
  return play.plan.way.name === 'helm' || (play.plan.way.name === 'client-side apply' && told === undefined);
}

/** The declared value at the path, or that of the list that its item belongs to. */
export function parentOf({ play }: Judged, path: FieldPath): JsonValue | undefined {
  const at = path.findLastIndex((element) => element.kind === 'key');
  const list = at < 0 || at < path.length - 2 ? path : path.slice(0, at);
  return valueAt(play.desired, list);
}

/** A list as text in which the order of its items does not count. */
export function sortedItems(list: JsonValue | undefined): string {
  return isArray(list) ? list.map(quantitiesInside).map(sortedText).sort().join() : '';
}

function sortedText(value: JsonValue): string {
  if (!isObject(value)) return printJson(value);
  const entries = Object.entries(value).map(([name, inner]) => `${name}:${sortedText(inner)}`);
  return entries.sort().join();
}

/** True for a map without entries. */
export const isEmpty = (value: JsonValue | undefined): boolean => isObject(value) && Object.keys(value).length === 0;

/** JSON, to look for a text in. */
export const text = (value: JsonValue | undefined): string => JSON.stringify(value ?? '');

/**
 * True where live or desired has two items of one number (or topology key) in a list on the way to the path, or anywhere
 * where the path is the root: a strategic merge patch has but that one key for them.
 */
export function hasTwins({ live, play }: Judged, path: FieldPath): boolean {
  const objects = [live, play.desired];
  if (path.length === 0) return objects.some((object) => portLists(object.spec ?? '').some(repeatsKey));
  const lists = path.flatMap((element, at) => (element.kind === 'key' ? [path.slice(0, at)] : []));
  return lists.some((list) => objects.some((object) => repeatsKey(valueAt(object, list))));
}

function portLists(value: JsonValue): JsonValue[] {
  if (isArray(value)) return value.flatMap(portLists);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => (name === 'ports' ? [inner] : portLists(inner)));
}

function repeatsKey(list: JsonValue | undefined): boolean {
  if (!isArray(list)) return false;
  const keys = list.map((item) => field(item, 'port') ?? field(item, 'containerPort') ?? field(item, 'topologyKey'));
  const given = keys.filter((key) => key !== undefined);
  return new Set(given).size < given.length;
}

/** The versions at which managers are recorded, of subresources too. */
export function recordedVersions(object: KubernetesObject): JsonValue[] {
  const entries = dig(object, 'metadata', 'managedFields');
  return isArray(entries) ? entries.map((entry) => field(entry, 'apiVersion') ?? '') : [];
}
