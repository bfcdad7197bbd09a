import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue, setField } from '../../model/json.js';

/** A step into an object or a list. */
export type Step = string | number;

/** The object without what stands at `steps`, or undefined where nothing does. A negative index counts from the end. */
export function without(object: JsonObject, steps: readonly Step[]): JsonObject | undefined {
  const changed = cut(object, steps);
  return isObject(changed) ? changed : undefined;
}

function cut(value: JsonValue | undefined, steps: readonly Step[]): JsonValue | undefined {
  const [step, ...rest] = steps;
  if (step === undefined || value === undefined) return undefined;
  if (isArray(value)) return cutItem(value, step, rest);
  if (!isObject(value) || !Object.hasOwn(value, String(step))) return undefined;
  const inner = rest.length === 0 ? undefined : cut(value[String(step)], rest);
  if (rest.length > 0 && inner === undefined) return undefined;
  const kept: Record<string, JsonValue> = {};
  for (const [name, own] of Object.entries(value)) {
    if (name !== String(step)) setField(kept, name, own);
    else if (inner !== undefined) setField(kept, name, inner);
  }
  return kept;
}

function cutItem(list: JsonArray, step: Step, rest: readonly Step[]): JsonValue | undefined {
  // As strconv.Atoi has it, which takes a sign.
  if (!/^[-+]?\d+$/.test(String(step))) return undefined;
  const index = Number(step) < 0 ? list.length + Number(step) : Number(step);
  if (index < 0 || index >= list.length) return undefined;
  if (rest.length === 0) return list.filter((_, at) => at !== index);
  const inner = cut(list[index], rest);
  return inner === undefined ? undefined : list.map((item, at) => (at === index ? inner : item));
}
