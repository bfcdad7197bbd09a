import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  elementId,
  fieldElement,
  indexElement,
  keyElement,
  type PathElement,
  printPath,
  valueElement,
} from '../../src/model/field-path.js';
import { EMPTY_FIELD_SET, type FieldSet, memberPaths } from '../../src/model/field-set.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { ManagedFields } from '../../src/model/managed-fields.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { encodeFieldsV1 } from './encode.js';
import { CONFIG_MAP, entry, world } from './worlds.js';

const decode = (managedFields: JsonValue | undefined): ManagedFields =>
  decodeManagedFields(world(CONFIG_MAP, managedFields));

function decodeOne(fields: JsonObject): { members: string[]; faults: readonly string[] } {
  const managed = decode([entry('team-sync', 'Apply', fields)]);
  if (managed.kind === 'absent') throw new Error('absent');
  return {
    members: managed.entries.flatMap(({ fields: set }) => [...memberPaths(set)].map(printPath)),
    faults: managed.faults,
  };
}

describe('members of a set', () => {
  const cases: { name: string; fields: JsonObject; members: string[] }[] = [
    { name: 'a childless node is a member', fields: { 'f:data': { 'f:mode': {} } }, members: ['.data.mode'] },
    {
      name: 'a dot makes a node with children a member',
      fields: { 'f:data': { '.': {}, 'f:mode': {} } },
      members: ['.data', '.data.mode'],
    },
    { name: 'a dot alone is a member', fields: { 'f:data': { '.': {} } }, members: ['.data'] },
    { name: 'null stands for no children', fields: { 'f:data': null }, members: ['.data'] },
    { name: 'a dot at the root says nothing', fields: { '.': {} }, members: [] },
    {
      name: 'all element kinds',
      fields: {
        'f:ports': { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } },
        'f:finalizers': { 'v:"shop.test/drain"': {} },
        'f:args': { 'i:2': {} },
      },
      members: [
        '.ports[port=80,protocol="TCP"]',
        '.ports[port=80,protocol="TCP"].port',
        '.finalizers[="shop.test/drain"]',
        '.args[2]',
      ],
    },
    {
      name: 'keys are JSON with the HTML escapes of Go, quotes and slashes',
      fields: { 'k:{"mountPath":"/srv/a=[0]\\u003cb\\u003e\\u0026c"}': {}, 'k:{"mountPath":"/etc/\\"site\\"/~1"}': {} },
      members: ['[mountPath="/srv/a=[0]<b>&c"]', '[mountPath="/etc/\\"site\\"/~1"]'],
    },
    {
      name: 'integers are exact, in keys and as values',
      fields: { 'k:{"id":9007199254740993}': {}, 'v:9007199254740995': {} },
      members: ['[id=9007199254740993]', '[=9007199254740995]'],
    },
    {
      name: 'names may hold anything',
      fields: { 'f:a.b/c': {}, 'f:': {}, 'f:f:x': {}, 'f:.': {} },
      members: ['["a.b/c"]', '[""]', '["f:x"]', '["."]'],
    },
    {
      name: 'one element written twice is one element',
      fields: { 'k:{"name":"web"}': { 'f:image': {} }, 'k:{ "name": "web" }': { '.': {}, 'f:name': {} } },
      members: ['[name="web"]', '[name="web"].image', '[name="web"].name'],
    },
    {
      name: '__proto__ is a name',
      fields: JSON.parse('{"f:data":{"f:__proto__":{}}}') as JsonObject,
      members: ['.data.__proto__'],
    },
  ];
  it.each(cases)('$name', ({ fields, members }) => {
    expect(decodeOne(fields)).toEqual({ members, faults: [] });
  });
});

describe('entries', () => {
  it('keeps manager names with slash, colon and space, subresource and time', () => {
    const time = '2026-11-30T12:00:00Z';
    const managed = decode([
      entry('team/apps: sync 1', 'Apply', { 'f:data': {} }, { apiVersion: 'v1', time }),
      entry('kube-controller-manager', 'Update', { 'f:spec': {} }, { subresource: 'scale' }),
    ]);
    expect(managed).toMatchObject({
      entries: [
        { manager: 'team/apps: sync 1', operation: 'Apply', subresource: '', apiVersion: 'v1', time },
        { manager: 'kube-controller-manager', operation: 'Update', subresource: 'scale' },
      ],
      faults: [],
    });
    expect(managed.kind === 'entries' && managed.entries[1]).not.toHaveProperty('time');
  });

  it.each(['soon', '2026', '1', '2026-13-40T00:00:00Z', '::error::x'])(
    'have no time where %j stands for it',
    (time) => {
      const managed = decode([entry('kubectl', 'Update', { 'f:data': {} }, { apiVersion: 'v1', time })]);
      expect(managed.kind === 'entries' && managed.entries[0]).not.toHaveProperty('time');
    },
  );

  it.each([undefined, null, [], [{}], [{}, {}]])('are absent for %j', (managedFields) => {
    expect(decode(managedFields)).toEqual({ kind: 'absent' });
  });

  it('without fields are entries of the empty set', () => {
    const managed = decode([{ manager: 'flux', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1' }]);
    expect(managed).toMatchObject({ entries: [{ manager: 'flux', fields: EMPTY_FIELD_SET }], faults: [] });
  });

  it('without an operation are read as Update, and that is said', () => {
    const managed = decode([{ manager: 'old-sync', apiVersion: 'v1', fieldsV1: { 'f:data': {} } }]);
    expect(managed).toMatchObject({
      entries: [{ manager: 'old-sync', operation: 'Update' }],
      faults: ['managedFields entry 1 (old-sync) has no valid operation and is read as Update'],
    });
  });

  it('with an element of an unknown kind lose that element only, and that is said', () => {
    expect(decodeOne({ 'f:data': { 'f:mode': {}, 'x:later': {} } })).toEqual({
      members: ['.data.mode'],
      faults: ['managedFields entry 1 (team-sync) has an element of an unknown kind, left out: "x:later"'],
    });
  });
});

describe('malformed entries are kept out and named', () => {
  const good = entry('kubectl-edit', 'Update', { 'f:data': {} });
  const cases: { name: string; item: JsonValue; fault: string }[] = [
    {
      name: 'no object',
      item: 'reset',
      fault: 'managedFields entry 1 cannot be read and is left out: it is no object',
    },
    {
      name: 'another fieldsType',
      item: { ...good, fieldsType: 'FieldsV2' },
      fault:
        'managedFields entry 1 (kubectl-edit) cannot be read and is left out: its fieldsType is "FieldsV2", not FieldsV1',
    },
    {
      name: 'a manager that is no text',
      item: { ...good, manager: 7 },
      fault: 'managedFields entry 1 cannot be read and is left out: its manager is no text',
    },
    ...[
      ['no element kind', { data: {} }, '"data" is no path element'],
      ['a key that is no JSON', { 'k:{name}': {} }, '"{name}" is not JSON'],
      ['a key that is no object', { 'k:"web"': {} }, '"\\"web\\"" is no object of key fields'],
      ['a key field that is no scalar', { 'k:{"a":[1]}': {} }, '"{\\"a\\":[1]}" is no object of key fields'],
      ['a value that is no JSON', { 'v:': {} }, '"" is not JSON'],
      ['an index that is no number', { 'i:-x': {} }, '"-x" is no index'],
      ['a child that is no set', { 'f:data': 'all' }, 'a set of fields is no object but string'],
    ].map(([name, fields, why]) => ({
      name: name as string,
      item: { ...good, fieldsV1: fields as JsonObject },
      fault: `managedFields entry 1 (kubectl-edit) cannot be read and is left out: ${why as string}`,
    })),
  ];
  it.each(cases)('$name', ({ item, fault }) => {
    const managed = decode([item, entry('helm', 'Update', { 'f:data': {} })]);
    expect(managed).toMatchObject({ entries: [{ manager: 'helm' }], faults: [fault] });
  });

  it('one nested beyond reason', () => {
    let fields: JsonObject = {};
    for (let depth = 0; depth < 5000; depth++) fields = { 'f:spec': fields };
    expect(decode([{ ...good, fieldsV1: fields }])).toMatchObject({
      entries: [],
      faults: [expect.stringContaining('nested')],
    });
  });

  it('a value nested beyond the stack', () => {
    const text = `v:${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(decode([{ ...good, fieldsV1: { [text]: {} } }])).toMatchObject({
      entries: [],
      faults: [expect.any(String)],
    });
  });

  it('a text in place of the list', () => {
    expect(decode('none')).toEqual({ kind: 'entries', entries: [], faults: ['metadata.managedFields is no list'] });
  });
});

describe('laws', () => {
  const scalar = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }),
  );
  const element: fc.Arbitrary<PathElement> = fc.oneof(
    fc.string().map(fieldElement),
    fc.dictionary(fc.string(), scalar, { minKeys: 1, maxKeys: 3 }).map(keyElement),
    scalar.map(valueElement),
    fc.nat().map(indexElement),
  );
  const node: fc.Memo<FieldSet> = fc.memo((depth) =>
    fc
      .tuple(fc.boolean(), depth > 1 ? fc.array(fc.tuple(element, node(depth - 1)), { maxLength: 4 }) : fc.constant([]))
      .map(([dot, below]) => setOf(dot || below.length === 0, below)),
  );
  const set = fc.array(fc.tuple(element, node(4)), { maxLength: 4 }).map((below) => setOf(false, below));

  function setOf(member: boolean, below: readonly (readonly [PathElement, FieldSet])[]): FieldSet {
    return {
      member,
      children: new Map(below.map(([step, inner]) => [elementId(step), { element: step, set: inner }])),
    };
  }

  it('decoding what the server would write gives the set back', () => {
    fc.assert(
      fc.property(set, (fields) => {
        const managed = decode([entry('team-sync', 'Apply', encodeFieldsV1(fields))]);
        expect(managed).toMatchObject({ faults: [] });
        const decoded = managed.kind === 'entries' ? managed.entries[0]?.fields : undefined;
        expect(decoded).toEqual(fields);
      }),
    );
  });

  it('no JSON makes it throw, and no entry disappears unsaid', () => {
    const key = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom('f:', 'k:', 'v:', 'i:', '.', 'x:', 'k:{"name":', 'v:"'), fc.string())
        .map((parts) => parts.join('')),
    );
    const { tree } = fc.letrec<{ tree: JsonValue }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.constant(null),
        fc.integer(),
        fc.string(),
        fc.array(tie('tree')),
        fc.dictionary(key, tie('tree')),
      ),
    }));
    const item = fc.record(
      {
        manager: fc.oneof(fc.string(), tree),
        operation: fc.oneof(fc.constantFrom('Apply', 'Update'), tree),
        fieldsV1: tree,
        time: tree,
      },
      { requiredKeys: ['manager'] },
    );
    fc.assert(
      fc.property(fc.array(item as fc.Arbitrary<JsonValue>, { minLength: 1 }), (items) => {
        const managed = decode(items);
        if (managed.kind === 'absent') throw new Error('entries were dropped');
        expect(managed.entries.length + managed.faults.length).toBeGreaterThanOrEqual(items.length);
      }),
    );
  });
});
