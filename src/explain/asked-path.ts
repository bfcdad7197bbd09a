import { type FieldPath, fieldElement, indexElement, type PathElement } from '../model/field-path.js';
import type { JsonScalar } from '../model/json.js';
import { pointerSteps } from '../model/json-pointer.js';
import { parsePath } from '../model/parse-path.js';

/** A step of a path as somebody typed it; a `part` of a JSON pointer may be a field or an index. */
export type AskedStep = PathElement | { readonly kind: 'part'; readonly text: string };

/**
 * Reads a field path in any of the forms that people have at hand: as we print it, the same without its first dot, with
 * indices (`spec.containers[0].image`), keys without quotes (`[name=web]`), kubectl's JSONPath (`{.spec.replicas}`,
 * `[?(@.name=="web")]`, `['a.b/c']`, `a\.b/c`) and JSON pointers. Throws a SyntaxError that says where it cannot go on.
 */
export function readAskedPath(text: string): readonly AskedStep[] {
  if (text === '' || text === '.' || text === '/') return [];
  if (text.startsWith('/')) return pointerSteps(text).map((part) => ({ kind: 'part', text: part }));
  const inner = /^\{(.*)\}$/s.exec(text)?.[1] ?? text;
  return parsePath(asPrinted(/^[.[]/.test(inner) ? inner : `.${inner}`));
}

const FILTER = /\[\?\(\s*@\.([A-Za-z0-9_-]+)\s*==?\s*(?:"([^"]*)"|'([^']*)'|([^\s)]+))\s*\)\]/g;
const SINGLE_QUOTED = /\[(?:([A-Za-z0-9_-]+)=)?'([^']*)'\]/g;
const BARE_KEY = /\[([A-Za-z0-9_-]+=[^"'[\]]*)\]/g;
const BARE_WORD = /\[([A-Za-z][A-Za-z0-9_-]*)\]/g;
const ESCAPED_DOTS = /\.((?:[^.[\]\\"]|\\.)*\\\.(?:[^.[\]\\"]|\\.)*)/g;

/** kubectl's spellings in ours. */
function asPrinted(text: string): string {
  return text
    .replace(FILTER, (_, name: string, double?: string, single?: string, bare?: string) =>
      keyStep([[name, double ?? single ?? bare ?? '', bare === undefined]]),
    )
    .replace(SINGLE_QUOTED, (_, name: string | undefined, value: string) =>
      name === undefined ? `[${JSON.stringify(value)}]` : keyStep([[name, value, true]]),
    )
    .replace(BARE_KEY, (_, inner: string) =>
      keyStep(
        inner.split(',').map((pair) => {
          const at = pair.indexOf('=');
          return [pair.slice(0, at), pair.slice(at + 1), false] as const;
        }),
      ),
    )
    .replace(BARE_WORD, (_, name: string) => `[${JSON.stringify(name)}]`)
    .replace(ESCAPED_DOTS, (_, name: string) => `[${JSON.stringify(name.replaceAll(/\\(.)/g, '$1'))}]`);
}

function keyStep(pairs: readonly (readonly [name: string, value: string, quoted: boolean])[]): string {
  const inner = pairs.map(([name, value, quoted]) => {
    const isBareScalar = !quoted && /^(?:-?\d+|true|false|null)$/.test(value);
    return `${name}=${isBareScalar ? value : JSON.stringify(value)}`;
  });
  return `[${inner.join(',')}]`;
}

/** The steps as a path, a `part` by its looks; for messages about a path that leads nowhere. */
export function askedAsPath(steps: readonly AskedStep[]): FieldPath {
  return steps.map((step) => {
    if (step.kind !== 'part') return step;
    return /^\d+$/.test(step.text) ? indexElement(Number(step.text)) : fieldElement(step.text);
  });
}

/** True where an item's key has what was asked for; texts and numbers are not told apart, for a shell does not. */
export function fitsKey(
  asked: Readonly<Record<string, JsonScalar>>,
  key: Readonly<Record<string, JsonScalar>>,
): boolean {
  return Object.entries(asked).every(
    ([name, value]) => Object.hasOwn(key, name) && String(key[name]) === String(value),
  );
}
