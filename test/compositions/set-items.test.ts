import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type JsonValue, setField } from '../../src/model/json.js';
import { printJson } from '../../src/model/json-text.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { ResourceReport } from '../../src/model/report.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { SchemaBundle, TypeSchema } from '../../src/model/schema.js';
import { driftAdvice } from '../../src/verdict/drift-advice.js';
import { judge } from './worlds.js';

const text: TypeSchema = { kind: 'scalar', type: 'string' };
const route: TypeSchema = {
  kind: 'struct',
  atomic: true,
  fields: { host: { type: text }, weight: { type: { kind: 'scalar', type: 'integer' } } },
};

/** A kind with a set of objects, a list whose key fields are anything, and a map. */
const schema: SchemaBundle = {
  types: {},
  kinds: {
    'shop.test/v1/Storefront': {
      namespaced: true,
      plural: 'storefronts',
      custom: true,
      type: {
        kind: 'struct',
        fields: {
          metadata: { type: 'meta/v1.ObjectMeta' },
          routes: { type: { kind: 'list', listType: 'set', item: route } },
          pages: {
            type: {
              kind: 'list',
              listType: 'map',
              keys: ['page/name', 'lang'],
              item: { kind: 'map', value: { kind: 'any' } },
            },
          },
          texts: { type: { kind: 'map', value: { kind: 'any' } } },
        },
      },
    },
  },
};

const storefront = (fields: Readonly<Record<string, JsonValue>>): KubernetesObject =>
  ({
    apiVersion: 'shop.test/v1',
    kind: 'Storefront',
    metadata: { name: 'main', namespace: 'marketplace' },
    ...fields,
  }) as unknown as KubernetesObject;

const compared = (desired: KubernetesObject, live: KubernetesObject): ResourceReport =>
  judge({ desired, live: { kind: 'found', object: live }, schema });

const changes = ({ drift, undeclared }: ResourceReport): string[] =>
  [...drift, ...undeclared].map(({ change, path }) => `${change} ${path}`);

describe('a set of objects', () => {
  it('is equal whatever the order of its items and of their keys', () => {
    const report = compared(
      storefront({ routes: [{ host: 'shop.test', weight: 2n ** 60n }, { host: 'b.shop.test' }] }),
      storefront({ routes: [{ host: 'b.shop.test' }, { weight: 2n ** 60n, host: 'shop.test' }] }),
    );
    expect(changes(report)).toEqual([]);
    expect(report.sync).toBe('Synced');
  });

  it('differs by whole items, integers exact to the last digit, with advice in words', () => {
    const host = 'a-long-name-of-a-host-that-makes-the-path-long.shop.test';
    const report = compared(
      storefront({ routes: [{ host, weight: 2n ** 60n }] }),
      storefront({ routes: [{ weight: 2n ** 60n + 1n, host }] }),
    );
    expect(changes(report)).toEqual([
      `missing .routes[={"host":"${host}","weight":1152921504606846976}]`,
      `extra .routes[={"host":"${host}","weight":1152921504606846977}]`,
    ]);
    expect(driftAdvice([report]).join(' ')).toContain('routes[={"host":"');
  });
});

const name = fc.oneof(fc.string(), fc.constantFrom('host', '__proto__', 'constructor', 'a.b/c', ']', '"', ''));
const scalar = fc.oneof(fc.string(), fc.integer(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n }), fc.boolean());
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  fc.array(scalar, { maxLength: 2 }),
  fc.array(fc.tuple(name, scalar), { maxLength: 2 }).map(objectOf),
);
const object = fc
  .record({
    routes: fc.array(fc.oneof(value, fc.record({ host: fc.string(), weight: scalar })), { maxLength: 3 }),
    pages: fc.array(fc.record({ 'page/name': scalar, lang: scalar, title: value }), { maxLength: 3 }),
    texts: fc.array(fc.tuple(name, value), { maxLength: 3 }).map(objectOf),
  })
  .map(storefront);

function objectOf(entries: readonly (readonly [string, JsonValue])[]): Record<string, JsonValue> {
  const fields: Record<string, JsonValue> = {};
  for (const [key, inner] of entries) setField(fields, key, inner);
  return fields;
}

it('prints only paths that can be read back, and ends for all objects', () => {
  let seen = 0;
  fc.assert(
    fc.property(object, object, (desired, live) => {
      const report = compared(desired, live);
      driftAdvice([report]);
      const paths = pathsIn(JSON.parse(printJson(report)));
      for (const path of paths) expect(() => parsePath(path)).not.toThrow();
      seen += paths.length;
    }),
  );
  expect(seen).toBeGreaterThan(100);
});

/** Every `path` of a report, at any depth, the values that it shows left aside. */
function pathsIn(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(pathsIn);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, inner]) =>
    key === 'path' && typeof inner === 'string' ? [inner] : ['desired', 'live'].includes(key) ? [] : pathsIn(inner),
  );
}
