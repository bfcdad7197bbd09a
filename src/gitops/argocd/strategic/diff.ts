import {
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  setField,
} from '../../../model/json.js';
import { deletionsOf, orderOf, PATCH, RETAIN_KEYS } from './directives.js';
import { identity, inOrder } from './order.js';
import { below, metaOfList, metaOfObject, type PatchMeta, type PatchType } from './patch-meta.js';
import { type Draft, itemShape, mergeValue, scalarText, shapeOf, sortedByText } from './shapes.js';

/** Which half of a difference goes into the patch: what is added and changed, or what is deleted. */
export type Half = 'additions' | 'deletions';

interface Diffing {
  readonly half: Half;
  readonly retainKeys: boolean;
}

/**
 * One half of the strategic merge patch that leads from `original` to `modified`, with the order of lists (diffMaps of
 * apimachinery strategicpatch). Throws a PatchFault where the type does not know a field that differs, or items of a list lack
 * their merge key.
 */
export function diffObjects(original: JsonObject, modified: JsonObject, type: PatchType, how: Diffing): Draft {
  const patch: Draft = {};
  for (const [name, wanted] of Object.entries(modified)) {
    if (!Object.hasOwn(original, name)) {
      if (how.half === 'additions') setField(patch, name, wanted);
    } else {
      diffField(name, original[name] as JsonValue, wanted, type, how.half, patch);
    }
  }
  const gone = Object.keys(original).filter((name) => !Object.hasOwn(modified, name));
  if (how.half === 'deletions') for (const name of gone) setField(patch, name, null);
  const kept = how.retainKeys ? Object.keys(modified).filter((name) => modified[name] !== null) : [];
  const isShorter = gone.some((name) => original[name] !== null);
  if (kept.length > 0 && (Object.keys(patch).length > 0 || isShorter)) {
    patch[RETAIN_KEYS] = sortedByText(kept, scalarText);
  }
  return patch;
}

function diffField(
  name: string,
  before: JsonValue,
  wanted: JsonValue,
  type: PatchType,
  half: Half,
  patch: Draft,
): void {
  if (shapeOf(before) !== shapeOf(wanted)) {
    if (half === 'additions') setField(patch, name, wanted);
  } else if (isObject(before) && isObject(wanted)) {
    diffObjectField(name, before, wanted, type, half, patch);
  } else if (isArray(before) && isArray(wanted)) {
    diffListField(name, before, wanted, type, half, patch);
  } else if (half === 'additions' && !jsonEqual(before, wanted)) {
    setField(patch, name, wanted);
  }
}

function diffObjectField(
  name: string,
  before: JsonObject,
  wanted: JsonObject,
  type: PatchType,
  half: Half,
  patch: Draft,
): void {
  const meta = metaUnlessEqual(() => metaOfObject(type, name), before, wanted);
  if (meta === undefined) return;
  if (meta.strategy === 'replace') {
    if (half === 'additions') setField(patch, name, wanted);
    return;
  }
  const inner = diffObjects(before, wanted, below(type, meta.type), { half, retainKeys: meta.retainKeys });
  if (Object.keys(inner).length > 0) setField(patch, name, inner);
}

function diffListField(
  name: string,
  before: JsonArray,
  wanted: JsonArray,
  type: PatchType,
  half: Half,
  patch: Draft,
): void {
  const meta = metaUnlessEqual(() => metaOfList(type, name), before, wanted);
  if (meta === undefined) return;
  if (meta.strategy !== 'merge') {
    if (half === 'additions' && !jsonEqual(before, wanted)) setField(patch, name, wanted);
    return;
  }
  const { items, deletions, order } = diffLists(before, wanted, below(type, meta.type), meta, half);
  if (items.length > 0) setField(patch, name, items);
  if (deletions.length > 0) patch[deletionsOf(name)] = deletions;
  if (order.length > 0) patch[orderOf(name)] = order;
}

/** A field that the type does not know is no fault as long as both sides are equal. */
function metaUnlessEqual(look: () => PatchMeta, before: JsonValue, wanted: JsonValue): PatchMeta | undefined {
  try {
    return look();
  } catch (fault) {
    if (jsonEqual(before, wanted)) return undefined;
    throw fault;
  }
}

interface ListDifference {
  readonly items: readonly JsonValue[];
  readonly deletions: readonly JsonValue[];
  readonly order: readonly JsonValue[];
}

const NOTHING: ListDifference = { items: [], deletions: [], order: [] };

function diffLists(before: JsonArray, wanted: JsonArray, item: PatchType, meta: PatchMeta, half: Half): ListDifference {
  const { mergeKey } = meta;
  if (before.length === 0) return half === 'deletions' ? NOTHING : { ...NOTHING, items: wanted };
  if (itemShape(before, wanted) !== 'object') return diffScalars(before, wanted, half);
  const { changed, deletions } = diffItems(before, wanted, item, meta, half);
  const items = [...inOrder(changed, wanted, mergeKey), ...deletions];
  const isSameOrder =
    before.length === wanted.length &&
    wanted.every((one, at) => jsonEqual(mergeValue(before[at], mergeKey), mergeValue(one, mergeKey)));
  const saysOrder = items.length > 0 || (half === 'additions' && !isSameOrder);
  const order = saysOrder ? wanted.map((one): JsonObject => ({ [mergeKey]: mergeValue(one, mergeKey) })) : [];
  return { items, deletions: [], order };
}

/** Walks both lists sorted by merge key, so that items with one key are paired in turn (diffListsOfMaps). */
function diffItems(
  before: JsonArray,
  wanted: JsonArray,
  item: PatchType,
  { mergeKey, retainKeys }: PatchMeta,
  half: Half,
): { readonly changed: readonly JsonValue[]; readonly deletions: readonly JsonValue[] } {
  const changed: JsonValue[] = [];
  const deletions: JsonValue[] = [];
  const textOf = (one: JsonValue): string => scalarText(mergeValue(one, mergeKey));
  const [old, fresh] = [sortedByText(before, textOf), sortedByText(wanted, textOf)];
  let [o, f] = [0, 0];
  while (o < old.length || f < fresh.length) {
    const [one, other] = [old[o], fresh[f]];
    if (one !== undefined && other !== undefined && textOf(one) === textOf(other)) {
      const patch = diffObjects(one as JsonObject, other as JsonObject, item, { half, retainKeys });
      if (Object.keys(patch).length > 0) changed.push({ ...patch, [mergeKey]: mergeValue(other, mergeKey) });
      o++;
      f++;
    } else if (one === undefined || (other !== undefined && textOf(one) > textOf(other))) {
      if (half === 'additions') changed.push(other as JsonValue);
      f++;
    } else {
      if (half === 'deletions') deletions.push({ [mergeKey]: identity(one, mergeKey) ?? null, [PATCH]: 'delete' });
      o++;
    }
  }
  return { changed, deletions };
}

function diffScalars(before: JsonArray, wanted: JsonArray, half: Half): ListDifference {
  const has = (list: JsonArray, value: JsonValue): boolean => list.some((one) => scalarText(one) === scalarText(value));
  const added = half === 'additions' ? surplus(wanted, before) : [];
  const gone = half === 'deletions' ? before.filter((one) => !has(wanted, one)) : [];
  const deletions = gone.filter((one, at) => gone.findIndex((other) => jsonEqual(other, one)) === at);
  const saysOrder = half === 'deletions' ? deletions.length > 0 : !jsonEqual(before, wanted);
  return {
    items: inOrder(added, wanted, ''),
    deletions: sortedByText(deletions, scalarText),
    order: saysOrder ? wanted : [],
  };
}

/** Values that stand more often in `list` than in `other`. */
function surplus(list: JsonArray, other: JsonArray): JsonValue[] {
  const left = other.map(scalarText);
  return list.filter((value) => {
    const at = left.indexOf(scalarText(value));
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
