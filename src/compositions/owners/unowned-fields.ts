import { compareObject } from '../../compare/compare.js';
import { type FieldPath, startsWith } from '../../model/field-path.js';
import type { FieldSet } from '../../model/field-set.js';
import { isArray, isObject, type JsonValue, setField } from '../../model/json.js';
import { pointerBelow } from '../../model/json-pointer.js';
import type { FilledIn } from '../../model/owners-report.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';

/** A field that no entry of managedFields names. */
interface UnownedField {
  readonly pointer: string;
  readonly elements: FieldPath;
}

/**
 * Why nobody is recorded for fields of a live object, by pointer: the object without them is compared with the whole
 * one, and what the comparison knows to be filled in gives its rule. A field that is not in the answer was written at
 * admission, or its bookkeeping is lost.
 */
export function whyUnowned(
  object: KubernetesObject,
  unowned: readonly UnownedField[],
  owned: readonly FieldSet[],
  schema: SchemaBundle,
): ReadonlyMap<string, FilledIn> {
  const { skipped } = compareObject({
    ref: refOf(object),
    desired: without(object, '', new Set(unowned.map(({ pointer }) => pointer))) as KubernetesObject,
    live: object,
    schema,
    applied: undefined,
    others: owned,
    showSecrets: false,
  });
  const why = new Map<string, FilledIn>();
  for (const { pointer, elements } of unowned) {
    const rule = skipped.find(({ path }) => startsWith(elements, path));
    if (rule !== undefined) why.set(pointer, { category: rule.category, rule: rule.rule, reason: rule.reason });
  }
  return why;
}

/** A copy of a value without what the pointers name, and without items that are left empty by that. */
function without(value: JsonValue, pointer: string, dropped: ReadonlySet<string>): JsonValue {
  if (isArray(value)) {
    return value
      .map((item, at) => ({ item, at: `${pointer}/${at}` }))
      .filter(({ at }) => !dropped.has(at))
      .map(({ item, at }) => ({ item, kept: without(item, at, dropped) }))
      .filter(({ item, kept }) => !(isEmpty(kept) && !isEmpty(item)))
      .map(({ kept }) => kept);
  }
  if (!isObject(value)) return value;
  const fields: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    const at = pointerBelow(pointer, name);
    if (dropped.has(at)) continue;
    const kept = without(inner, at, dropped);
    // A map that held nothing but what nobody owns is nobody's too.
    if (!(isEmpty(kept) && !isEmpty(inner))) setField(fields, name, kept);
  }
  return fields;
}

const isEmpty = (value: JsonValue): boolean =>
  isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0;
