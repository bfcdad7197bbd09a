import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FieldPath } from '../../model/field-path.js';
import { fieldElement, indexElement } from '../../model/field-path.js';
import { isArray, isObject, type JsonScalar, type JsonValue } from '../../model/json.js';
import { shownPath } from '../contained.js';
import { readFolder } from '../read-folder.js';
import { editField } from './edit-document.js';
import { type EditPlace, textOf, treesOf } from './edit-place.js';
import { nodeValue } from './node-value.js';
import type { SourceNode } from './source-tree.js';

/** Renderings are slow: of more candidates than this nothing can be told in time. */
const MOST_PLACES = 16;

/**
 * Scalars of the values files that may be what a template makes a field of: equal to the declared value, or to the part
 * of it in which live differs (the tag of an image). Whether one is, is found out by rendering again.
 */
export async function helmPlaces(
  chart: string,
  values: readonly string[],
  where: { readonly root: string; readonly cwd: string },
  now: JsonValue,
  wanted: JsonValue,
): Promise<readonly EditPlace[]> {
  if (isObject(now) || isArray(now) || isObject(wanted) || isArray(wanted)) return [];
  const places: EditPlace[] = [];
  // What is given last has the last word.
  for (const file of [...values.map((file) => resolve(where.cwd, file)).reverse(), ...(await valuesFiles(chart))]) {
    const shown = shownPath(where.root, file);
    const before = await textOf(file, shown);
    const [root] = before === undefined ? [] : (treesOf(before) ?? []);
    if (before === undefined || root === undefined) continue;
    for (const [from, to] of parts(now, wanted)) {
      for (const { path, value } of scalarsIn(root, [])) {
        if (value === null || String(value) !== from) continue;
        const after = editField(before, root, { kind: 'set', path, value: typed(to, value) });
        if (after !== undefined && after !== before)
          places.push({ file, shown, what: 'a value of the chart', before, after });
      }
    }
  }
  return places.slice(0, MOST_PLACES);
}

/** The chart's own values, and those of the charts inside it. */
async function valuesFiles(chart: string): Promise<readonly string[]> {
  if (!(await stat(chart)).isDirectory()) return [];
  const own = join(chart, 'values.yaml');
  const inner = await readFolder(join(chart, 'charts'), 'charts').catch(() => []);
  const below = await Promise.all(
    inner.filter((entry) => entry.isDirectory()).map((entry) => valuesFiles(join(chart, 'charts', entry.name))),
  );
  return [own, ...below.flat()];
}

/** The whole value, then what is left of both without what they begin and end with alike, cut at signs. */
function parts(now: JsonScalar, wanted: JsonScalar): readonly (readonly [string, string])[] {
  const [from, to] = [String(now), String(wanted)];
  const whole = [from, to] as const;
  if (typeof now !== 'string' || typeof wanted !== 'string') return [whole];
  const [before, after] = [from.split(/([:@/=])/), to.split(/([:@/=])/)];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const cut = [before, after].map((words) => words.slice(start, words.length - end).join(''));
  const [left = '', right = ''] = cut;
  return left === '' || right === '' || left === from ? [whole] : [whole, [left, right]];
}

/** The text in the type that the value had, where it can be that. */
function typed(text: string, was: JsonScalar): JsonScalar {
  if (typeof was === 'number' && String(Number(text)) === text) return Number(text);
  if (typeof was === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function* scalarsIn(node: SourceNode, path: FieldPath): Generator<{ path: FieldPath; value: JsonScalar }> {
  if (node.kind === 'scalar') {
    const value = nodeValue(node);
    if (value !== undefined && !isObject(value) && !isArray(value)) yield { path, value };
  }
  if (node.kind === 'mapping')
    for (const { name, value } of node.entries) yield* scalarsIn(value, [...path, fieldElement(name)]);
  if (node.kind === 'sequence')
    for (const [at, item] of node.items.entries()) yield* scalarsIn(item, [...path, indexElement(at)]);
}
