import { isArray, isObject, type JsonValue, jsonEqual } from '../model/json.js';
import { pointerBelow } from '../model/json-pointer.js';

/**
 * Lines for a rendered document from the document it was made of: by pointer into `rendered`, the line where
 * `declared` says the same. A value that rendering changed or added has none, so that its nearest ancestor stands for it.
 */
export function matchingLines(
  rendered: JsonValue,
  declared: JsonValue,
  declaredLines: ReadonlyMap<string, number>,
): Map<string, number> {
  const lines = new Map<string, number>();
  const visit = (here: JsonValue, there: JsonValue, to: string, from: string): void => {
    const bothHold = (isObject(here) && isObject(there)) || (isArray(here) && isArray(there));
    if (!bothHold && !jsonEqual(here, there)) return;
    const line = declaredLines.get(from);
    if (line !== undefined) lines.set(to, line);
    if (isObject(here) && isObject(there)) {
      for (const [key, value] of Object.entries(here)) {
        if (Object.hasOwn(there, key))
          visit(value, there[key] as JsonValue, pointerBelow(to, key), pointerBelow(from, key));
      }
    } else if (isArray(here) && isArray(there)) {
      for (const [index, at] of pairs(here, there)) {
        visit(here[index] as JsonValue, there[at] as JsonValue, `${to}/${index}`, `${from}/${at}`);
      }
    }
  };
  visit(rendered, declared, '', '');
  return lines;
}

/** Which item became which: by `name` where all items have one of their own, else equal items, each used once. */
function pairs(rendered: readonly JsonValue[], declared: readonly JsonValue[]): [number, number][] {
  const names = declared.map(nameOf);
  const named = names.every((name) => name !== undefined) && new Set(names).size === names.length;
  const found: [number, number][] = [];
  const used = new Set<number>();
  for (const [index, item] of rendered.entries()) {
    const at = declared.findIndex(
      (other, position) => !used.has(position) && (named ? nameOf(item) === names[position] : jsonEqual(item, other)),
    );
    if (at < 0) continue;
    used.add(at);
    found.push([index, at]);
  }
  return found;
}

function nameOf(item: JsonValue): string | undefined {
  return isObject(item) && Object.hasOwn(item, 'name') && typeof item.name === 'string' ? item.name : undefined;
}
