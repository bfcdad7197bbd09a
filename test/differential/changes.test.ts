import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { printPath } from '../../src/model/field-path.js';
import type { JsonValue } from '../../src/model/json.js';
import type { TypeSchema } from '../../src/model/schema.js';
import { changedLeaves } from './changes.js';

const text: TypeSchema = { kind: 'scalar', type: 'string' };
const item: TypeSchema = { kind: 'struct', fields: { name: { type: text }, value: { type: text } } };
const TYPE: TypeSchema = {
  kind: 'struct',
  fields: {
    title: { type: text },
    env: { type: { kind: 'list', item, listType: 'map', keys: ['name'] } },
    zones: { type: { kind: 'list', item: text, listType: 'set' } },
    args: { type: { kind: 'list', item: text, listType: 'atomic' } },
    labels: { type: { kind: 'map', value: text } },
    selector: { type: { kind: 'map', value: text, atomic: true } },
  },
};

// The yardstick of the differential test is measured itself.
const CASES: readonly (readonly [string, string, string, readonly string[]])[] = [
  ['nothing', '{title: a, args: [x]}', '{args: [x], title: a}', []],
  ['a scalar', '{title: a}', '{title: b}', ['.title']],
  ['a field that goes', '{title: a, args: [x]}', '{args: [x]}', ['.title']],
  [
    'an item that comes, leaf by leaf',
    '{env: []}',
    '{env: [{name: A, value: "1"}]}',
    ['.env[name="A"].name', '.env[name="A"].value'],
  ],
  [
    'an item that changes',
    '{env: [{name: A, value: "1"}]}',
    '{env: [{name: A, value: "2"}]}',
    ['.env[name="A"].value'],
  ],
  [
    'the order of keyed items and sets',
    '{env: [{name: A}, {name: B}], zones: [x, y]}',
    '{env: [{name: B}, {name: A}], zones: [y, x]}',
    [],
  ],
  ['a value of a set', '{zones: [x]}', '{zones: [x, y]}', ['.zones[="y"]']],
  ['an atomic list as a whole', '{args: [x, y]}', '{args: [y, x]}', ['.args']],
  [
    'keys of maps, atomic ones too',
    '{labels: {a: b}, selector: {a: b}}',
    '{labels: {a: c}, selector: {d: e}}',
    ['.labels.a', '.selector.a', '.selector.d'],
  ],
  ['an empty map that comes', '{}', '{labels: {}}', ['.labels']],
  [
    'items that share a key, as a whole',
    '{env: [{name: A, value: "1"}, {name: A, value: "2"}]}',
    '{env: [{name: A, value: "1"}]}',
    ['.env'],
  ],
];

describe('what a server would change', () => {
  it.each(CASES)('%s', (_, before, after, expected) => {
    const types = { bundle: { types: {}, kinds: {} }, type: TYPE, custom: false };
    const leaves = changedLeaves(types, load(before) as JsonValue, load(after) as JsonValue);
    expect(leaves.map(({ path }) => printPath(path)).sort()).toEqual(expected);
  });

  it('takes null for absent in built-in kinds only', () => {
    const leaves = (custom: boolean) =>
      changedLeaves({ bundle: { types: {}, kinds: {} }, type: TYPE, custom }, { title: null }, {});
    expect(leaves(false)).toEqual([]);
    expect(leaves(true)).toHaveLength(1);
  });
});
