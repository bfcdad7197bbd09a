import { describe, expect, test } from 'vitest';
import { parseIndex } from '../../src/cluster/recording/recording-index.js';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { parseJson, printJson } from '../../src/model/json-text.js';

const KIND = { group: 'apps', version: 'v1', kind: 'Deployment' };
const REF = { ...KIND, namespace: 'shop', name: 'catalog' };
const INDEX = {
  format: 1,
  recordedAt: '2026-11-30T12:00:00Z',
  destination: { context: 'prod' },
  kinds: [{ ...KIND, plural: 'deployments', namespaced: true }],
  listed: [{ ...KIND, namespace: '', complete: false, reason: 'forbidden' }],
  missing: [REF, { ...REF, note: 'it is being deleted' }],
  unreadable: [{ ...REF, reason: 'forbidden' }],
  secrets: [{ ...REF, desiredCheck: 'a1' }],
  apiVersions: ['apps/v1'],
  schemas: {
    types: {
      Widget: {
        kind: 'struct',
        preserveUnknown: true,
        rest: { kind: 'any' },
        fields: {
          size: { type: { kind: 'scalar', type: 'integer' }, default: 1, dropsZero: true },
          labels: { type: { kind: 'map', value: { kind: 'scalar', type: 'string' }, atomic: true }, nullable: true },
          tags: { type: { kind: 'list', item: 'Tag', listType: 'set' } },
          ports: { type: { kind: 'list', item: 'Port', listType: 'map', keys: ['port'] } },
        },
      },
    },
    kinds: {
      'example.com/v1/Widget': { type: 'Widget', namespaced: true, plural: 'widgets', custom: true },
    },
  },
} satisfies JsonObject;

const withSchema = (type: JsonValue): JsonObject => ({ schemas: { types: { Widget: type }, kinds: {} } });
const withKind = (more: JsonObject): JsonObject => ({
  schemas: { kinds: { Widget: { ...INDEX.schemas.kinds['example.com/v1/Widget'], ...more } } },
});
const struct = (more: JsonObject, inner: JsonValue): JsonValue => ({
  kind: 'struct',
  fields: { size: inner },
  ...more,
});

describe('the index of a recording', () => {
  test('is read as it was written', () => {
    expect(parseIndex(INDEX, 'live.json')).toEqual(INDEX);
  });

  test('may lack parts, and has no keys that nobody knows', () => {
    const { format, recordedAt } = INDEX;
    const nothing = { kinds: [], listed: [], missing: [], unreadable: [], secrets: [], apiVersions: [] };
    expect(parseIndex({ format, recordedAt, missing: [{ ...REF, verbs: ['get'] }] }, 'live.json')).toEqual({
      ...{ format, recordedAt, destination: {}, ...nothing, missing: [REF] },
      schemas: { types: {}, kinds: {} },
    });
  });

  test('takes every schema that comes with Kubernetes', () => {
    const schemas = parseJson(printJson(builtinSchema() as unknown as JsonValue));
    expect(parseIndex({ ...INDEX, schemas }, 'live.json').schemas).toEqual(schemas);
  });

  test.each<[string, JsonObject]>([
    ['kinds', { kinds: {} }],
    ['kinds[0].group', { kinds: ['apps/v1/Deployment'] }],
    ['kinds[0].namespaced', { kinds: [{ ...KIND, plural: 'deployments', namespaced: 'true' }] }],
    ['kinds[0].plural', { kinds: [KIND] }],
    ['listed[0].complete', { listed: [{ ...KIND, namespace: '' }] }],
    ['listed[0].reason', { listed: [{ ...KIND, namespace: '', complete: true, reason: null }] }],
    ['missing[1].name', { missing: [REF, { ...REF, name: 7 }] }],
    ['missing[0].note', { missing: [{ ...REF, note: {} }] }],
    ['unreadable[0].reason', { unreadable: [REF] }],
    ['secrets[0].desiredCheck', { secrets: [REF] }],
    ['apiVersions', { apiVersions: 'v1' }],
    ['listed', { listed: null }],
    ['apiVersions[1]', { apiVersions: ['v1', null] }],
    ['schemas', { schemas: [] }],
    ['schemas.types', { schemas: { types: null } }],
    ['schemas.kinds["Widget"]', withKind({ plural: null })],
    ['schemas.kinds["Widget"]', withKind({ type: { kind: 'sturct' } })],
    ['schemas.kinds["Widget"]', withKind({ statusSubresource: 'yes' })],
    ['schemas.types["Widget"]', withSchema(null)],
    ['schemas.types["Widget"]', withSchema({ kind: 'struct' })],
    ['schemas.types["Widget"]', withSchema({ kind: 'map' })],
    ['schemas.types["Widget"]', withSchema({ kind: 'map', value: { kind: 'any' }, atomic: false })],
    ['schemas.types["Widget"]', withSchema({ kind: 'list', item: 'Port', listType: 'map' })],
    ['schemas.types["Widget"]', withSchema({ kind: 'list', item: 'Port', listType: 'map', keys: [1] })],
    ['schemas.types["Widget"]', withSchema({ kind: 'list', item: 'Port', listType: 'ordered' })],
    ['schemas.types["Widget"]', withSchema({ kind: 'scalar', type: 'constructor' })],
    ['schemas.types["Widget"]', withSchema(struct({}, 'integer'))],
    ['schemas.types["Widget"]', withSchema(struct({ rest: 1 }, { type: 'Size' }))],
    ['schemas.types["Widget"]', withSchema(struct({}, { type: { kind: 'list', item: {}, listType: 'set' } }))],
  ])('says where it is broken: %s', (place, part) => {
    expect(() => parseIndex({ ...INDEX, ...part }, 'live.json')).toThrow(
      expect.objectContaining({
        code: 'recording-invalid',
        message: `the recording live.json is broken at gitdrift.${place}`,
        position: { file: 'live.json' },
      }),
    );
  });
});
