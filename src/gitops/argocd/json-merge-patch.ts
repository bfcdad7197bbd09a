import { isObject, type JsonObject, type JsonValue, jsonEqual, setField } from '../../model/json.js';
import type { ThreeStates } from './strategic/three-way-patch.js';

type Draft = Record<string, JsonValue>;

/**
 * The JSON merge patch that a client-side apply of a custom kind sends (apimachinery pkg/util/jsonmergepatch): additions
 * and changes of `modified` against `current`, and deletions of it against `original`. A null that `modified` itself holds
 * deletes only where `original` does not hold it too.
 */
export function jsonMergeThreeWay({ original, modified, current }: ThreeStates): JsonObject {
  const additions = filtered(difference(current, modified), 'values');
  const deletions = filtered(difference(original, modified), 'nulls');
  return mergedInto(deletions, additions);
}

/** The object after a JSON merge patch (RFC 7396). */
export function applyJsonMergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  return mergedInto(target, patch);
}

/** What leads from one to the other, as a merge patch: a null deletes. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Draft = {};
  for (const [name, wanted] of Object.entries(to)) {
    const before = Object.hasOwn(from, name) ? from[name] : undefined;
    if (isObject(before) && isObject(wanted)) {
      const inner = difference(before, wanted);
      if (Object.keys(inner).length > 0) setField(patch, name, inner);
    } else if (!jsonEqual(before, wanted)) {
      setField(patch, name, wanted);
    }
  }
  for (const name of Object.keys(from)) if (!Object.hasOwn(to, name)) setField(patch, name, null);
  return patch;
}

/** Only the nulls of a patch, or only its values; an object that is left empty goes, one that was empty is a value. */
function filtered(patch: JsonObject, keep: 'nulls' | 'values'): JsonObject {
  const kept: Draft = {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) {
      if (keep === 'nulls') setField(kept, name, null);
    } else if (isObject(value) && Object.keys(value).length > 0) {
      const inner = filtered(value, keep);
      if (Object.keys(inner).length > 0) setField(kept, name, inner);
    } else if (keep === 'values') {
      setField(kept, name, value);
    }
  }
  return kept;
}

function mergedInto(target: JsonObject, patch: JsonObject): JsonObject {
  const merged: Draft = {};
  for (const [name, value] of Object.entries(target)) setField(merged, name, value);
  for (const [name, value] of Object.entries(patch)) {
    const present = Object.hasOwn(merged, name) ? merged[name] : undefined;
    if (value === null) delete merged[name];
    else if (isObject(present) && isObject(value)) setField(merged, name, mergedInto(present, value));
    else setField(merged, name, withoutNulls(value));
  }
  return merged;
}

function withoutNulls(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  const kept: Draft = {};
  for (const [name, inner] of Object.entries(value)) if (inner !== null) setField(kept, name, withoutNulls(inner));
  return kept;
}
