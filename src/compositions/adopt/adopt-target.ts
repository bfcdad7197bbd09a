import type { Difference } from '../../model/drift.js';
import {
  type FieldPath,
  fieldElement,
  indexElement,
  type PathElement,
  printPath,
  startsWith,
  valueAt,
} from '../../model/field-path.js';
import { field, isArray, isObject, type JsonObject, type JsonValue, jsonEqual, setField } from '../../model/json.js';
import type { DesiredObject, KubernetesObject } from '../../model/resource.js';
import type { FieldEdit } from '../../render/edit/edit-document.js';
import type { ComparedObject, Judging } from '../application/field-report.js';
import { compareResource } from '../application/resource-report.js';

/** The object as it is with a change made; maps and lists that a removal leaves empty go with it. */
export function withEdit(object: KubernetesObject, edit: FieldEdit): KubernetesObject {
  const value = edit.kind === 'set' ? edit.value : undefined;
  return changed(object, edit.path, value) as KubernetesObject;
}

function changed(here: JsonValue | undefined, path: FieldPath, value: JsonValue | undefined): JsonValue | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (first.kind === 'field') {
    const object = isObject(here) ? here : {};
    const inner = changed(field(object, first.name), rest, value);
    const copy: Record<string, JsonValue> = {};
    for (const [name, own] of Object.entries(object)) if (name !== first.name) setField(copy, name, own);
    if (inner !== undefined) setField(copy, first.name, inner);
    return inner === undefined && Object.keys(copy).length === 0 ? undefined : copy;
  }
  const list = isArray(here) ? here : [];
  const at = list.findIndex((item) => valueAt([item], [asFirst(first, list.indexOf(item))]) !== undefined);
  const inner = changed(at < 0 ? undefined : list[at], rest, value);
  const item = first.kind === 'key' && isObject(inner) && at < 0 ? { ...first.key, ...inner } : inner;
  if (item === undefined) {
    const kept = list.filter((_, index) => index !== at);
    return kept.length === 0 ? undefined : kept;
  }
  return at < 0 ? [...list, item] : list.map((one, index) => (index === at ? item : one));
}

/** An index counts in the list that it is looked up in. */
function asFirst(element: PathElement, at: number): PathElement {
  return element.kind === 'index' ? indexElement(element.index - at) : element;
}

/**
 * The edit without what the server fills in anyway: fields are left out as long as the comparison finds no difference
 * without them, so that Git gets no more lines than it needs.
 */
export function leanEdit(edit: FieldEdit, compared: ComparedObject, judging: Judging): FieldEdit {
  if (edit.kind === 'remove' || (!isObject(edit.value) && !isArray(edit.value))) return edit;
  const { desired, object } = compared;
  const settles = (value: JsonValue): boolean =>
    isSettled(
      { ...desired, object: withEdit(desired.object, { ...edit, value }) },
      object,
      edit.path,
      judging,
      compared.comparison.differences,
    );
  if (!settles(edit.value)) return edit;
  let value: JsonValue = edit.value;
  let tries = 0;
  for (const path of partsOf(edit.value).sort((a, b) => b.length - a.length)) {
    if (tries++ > MOST_TRIES) break;
    // A part of something that is gone by now is gone as well.
    if (valueAt(value, path) === undefined) continue;
    const leaner = without(value, path);
    if (leaner !== undefined && settles(leaner)) value = leaner;
  }
  return { ...edit, value };
}

/** Each try is a comparison of the whole object. */
const MOST_TRIES = 400;

function without(value: JsonValue, path: FieldPath): JsonValue | undefined {
  const [first, ...rest] = path;
  if (first === undefined) return undefined;
  if (first.kind === 'index' && isArray(value)) {
    const inner = value[first.index];
    const leaner = inner === undefined ? undefined : without(inner, rest);
    return leaner === undefined ? undefined : value.map((one, at) => (at === first.index ? leaner : one));
  }
  if (first.kind !== 'field' || !isObject(value)) return undefined;
  const copy: Record<string, JsonValue> = {};
  for (const [name, own] of Object.entries(value)) {
    const kept = name !== first.name ? own : rest.length === 0 ? undefined : without(own, rest);
    if (kept !== undefined) setField(copy, name, kept);
  }
  return copy;
}

/** The fields in a value, those of items too; items themselves stay. */
function partsOf(value: JsonValue, path: FieldPath = []): FieldPath[] {
  if (isArray(value)) return value.flatMap((item, at) => partsOf(item, [...path, indexElement(at)]));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const here = [...path, fieldElement(name)];
    return [...partsOf(inner, here), here];
  });
}

/**
 * True where the comparison finds nothing at, below or above a path, and nothing elsewhere that it had not found
 * `before`.
 */
export function isSettled(
  desired: DesiredObject,
  live: KubernetesObject,
  path: FieldPath,
  judging: Judging,
  before: readonly Difference[],
): boolean {
  const compared = compareResource(desired, { kind: 'found', object: live }, judging);
  if (compared.kind !== 'compared') return false;
  const known = new Set(before.map((one) => printPath(one.path)));
  return compared.comparison.differences.every(
    (one) => known.has(printPath(one.path)) && !startsWith(one.path, path) && !startsWith(path, one.path),
  );
}

/** Structural equality in which the order of named items means nothing: a renderer that merges lists may choose it. */
export function sameObject(a: JsonObject, b: JsonObject): boolean {
  return jsonEqual(inOrder(a), inOrder(b));
}

function inOrder(value: JsonValue): JsonValue {
  if (isArray(value)) {
    const items = value.map(inOrder);
    const isNamed = items.every((item) => typeof field(item, 'name') === 'string');
    return isNamed ? [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)) : items;
  }
  if (!isObject(value)) return value;
  const fields: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) setField(fields, name, inOrder(inner));
  return fields;
}

const nameOf = (item: JsonValue): string => String(field(item, 'name'));
