import { Buffer } from 'node:buffer';
import { field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../model/json.js';
import { pointerBelow } from '../model/json-pointer.js';
import type { KubernetesObject, ResourceRef } from '../model/resource.js';
import { isEncrypted, isPlaceholder, WITHHELD_TEXTS, type WithheldReason } from '../model/withheld.js';
import { isSecret } from './secret.js';

/** Stands in desired for a value that cannot be compared: an object of its own, so that no manifest can imitate it. */
type Mark = JsonObject;

/** The marks of one object, with the reason and, of a placeholder, the value as the server would store its text. */
export type Withheld = ReadonlyMap<JsonValue, { readonly reason: WithheldReason; readonly stored?: string }>;

/**
 * Desired with a mark in place of every value that cannot be compared: what SOPS encrypted where `encrypted` says that it
 * did, placeholders in a Secret, and what stands at the `volatile` pointers.
 */
export function withhold<T extends KubernetesObject>(
  ref: ResourceRef,
  object: T,
  { encrypted, volatile }: { readonly encrypted: boolean; readonly volatile: readonly string[] },
): { readonly object: T; readonly withheld: Withheld } {
  const withheld = new Map<JsonValue, { reason: WithheldReason; stored?: string }>();
  const mark = (reason: WithheldReason, stored?: string): Mark => {
    const made: Mark = { [WITHHELD_TEXTS[reason]]: true };
    withheld.set(made, { reason, ...(stored === undefined ? {} : { stored }) });
    return made;
  };
  const walk = (value: JsonValue): JsonValue => {
    if (isEncrypted(value)) return mark('encrypted');
    if (isArray(value)) return value.map(walk);
    return isObject(value) ? mapFields(value, walk) : value;
  };
  const stable = volatile.length === 0 ? object : (markAt(object, new Set(volatile), () => mark('random')) as T);
  const clear = encrypted ? (walk(stable) as T) : stable;
  if (!isSecret(ref)) return { object: clear, withheld };
  const parts = (['data', 'stringData'] as const).flatMap((part): [string, JsonValue][] => {
    const values = field(clear, part);
    if (!isObject(values)) return [];
    const marked = mapFields(values, (value) => {
      if (typeof value !== 'string' || !holdsPlaceholder(part, value)) return value;
      return mark('placeholder', part === 'data' ? value : Buffer.from(value, 'utf8').toString('base64'));
    });
    return [[part, marked]];
  });
  return { object: { ...clear, ...Object.fromEntries(parts) }, withheld };
}

/** The value with marks at these pointers. */
function markAt(value: JsonValue, pointers: ReadonlySet<string>, mark: () => Mark, here = ''): JsonValue {
  if (pointers.has(here)) return mark();
  if (isArray(value)) return value.map((item, at) => markAt(item, pointers, mark, `${here}/${at}`));
  if (!isObject(value)) return value;
  return mapFields(value, (inner, key) => markAt(inner, pointers, mark, pointerBelow(here, key)));
}

function holdsPlaceholder(part: 'data' | 'stringData', value: string): boolean {
  return isPlaceholder(value) || (part === 'data' && isPlaceholder(Buffer.from(value, 'base64').toString('utf8')));
}

/** The reasons of all marks in a value. */
export function marksIn(withheld: Withheld, value: JsonValue): { readonly reason: WithheldReason }[] {
  const known = withheld.get(value);
  if (known !== undefined) return [known];
  const inner = isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return inner.flatMap((one) => marksIn(withheld, one));
}

/** True where a value that cannot be compared is in it, or is it. */
export function holdsMark(value: JsonValue, withheld: Withheld): boolean {
  return withheld.size > 0 && marksIn(withheld, value).length > 0;
}

/** The value with words in place of marks, for the report. */
export function withoutMarks(value: JsonValue, withheld: Withheld): JsonValue {
  const known = withheld.get(value);
  if (known !== undefined) return WITHHELD_TEXTS[known.reason];
  if (isArray(value)) return value.map((item) => withoutMarks(item, withheld));
  return isObject(value) ? mapFields(value, (inner) => withoutMarks(inner, withheld)) : value;
}

function mapFields(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(object)) setField(changed, name, change(value, name));
  return changed;
}
