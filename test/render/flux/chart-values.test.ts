import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { chartValues, type ValuesPart } from '../../../src/render/flux/chart-values.js';
import { setPathValue } from '../../../src/render/flux/set-path.js';

const values = (of: JsonObject): ValuesPart => ({ kind: 'values', values: of });
const at = (path: string, text: string, literal = false): ValuesPart => ({ kind: 'path', path, text, literal });

describe('the values of a release', () => {
  it.each<[string, ValuesPart[], JsonObject, JsonObject]>([
    ['inline alone', [], { a: 1 }, { a: 1 }],
    [
      'later parts over earlier ones, inline over all',
      [values({ a: 1, b: 1, c: 1 }), values({ b: 2, c: 2 })],
      { c: 3 },
      { a: 1, b: 2, c: 3 },
    ],
    [
      'maps key by key, lists as wholes',
      [values({ m: { a: 1, b: [1, 2] } })],
      { m: { b: [3] } },
      { m: { a: 1, b: [3] } },
    ],
    ['a null stays, for helm to remove a default', [values({ a: 1 })], { a: null }, { a: null }],
    [
      'a path beside inline values',
      [at('image.tag', 'v2')],
      { image: { name: 'web' } },
      { image: { name: 'web', tag: 'v2' } },
    ],
    ['inline values over a path', [at('image.tag', 'v2')], { image: { tag: 'v1' } }, { image: { tag: 'v1' } }],
  ])('%s', (_, parts, inline, wanted) => {
    expect(chartValues(parts, inline)).toEqual(wanted);
  });
});

describe('a path of targetPath, as helm --set reads it', () => {
  it.each<[string, string, JsonObject]>([
    ['a.b', '5', { a: { b: 5 } }],
    ['a.b', '"5"', { a: { b: '5' } }],
    ['a', '05', { a: '05' }],
    ['a', '1.5', { a: '1.5' }],
    ['a', 'TRUE', { a: true }],
    ['a', 'null', { a: null }],
    ['a', '{x,2}', { a: ['x', 2] }],
    ['a', 'x,b=y', { a: 'x', b: 'y' }],
    ['a', 'x\\,b=y', { a: 'x,b=y' }],
    ['a\\.b.c', 'x', { 'a.b': { c: 'x' } }],
    ['a[1].b', 'x', { a: [null, { b: 'x' }] }],
    ['a', '', { a: '' }],
  ])('%s = %s', (path, text, wanted) => {
    expect(setPathValue({}, path, text, false)).toEqual(wanted);
  });

  it('has no syntax where the text is literal', () => {
    expect(setPathValue({}, 'a.b', '{x},y=1', true)).toEqual({ a: { b: '{x},y=1' } });
  });

  it.each([
    ['a..b', 'x'],
    ['a', 'x,b'],
    ['a[99999]', 'x'],
  ])('refuses %s = %s', (path, text) => {
    expect(() => setPathValue({}, path, text, false)).toThrow();
  });
});
