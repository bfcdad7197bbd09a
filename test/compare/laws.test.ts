import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { compareObject } from '../../src/compare/compare.js';
import { printPath } from '../../src/model/field-path.js';
import { isArray, isObject, type JsonValue, setField } from '../../src/model/json.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { gvkKey, resolveType, type TypeRef } from '../../src/model/schema.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';

/** One manifest and more of every kind that a server serves and a user would deploy. */
const FOLDER = fileURLToPath(new URL('../../fixtures/every-kind/', import.meta.url));
const schema = builtinSchema();
const objects = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.yaml'))
  .sort()
  .flatMap((name) => readDocuments(readFileSync(`${FOLDER}${name}`, 'utf8'), name).documents)
  .map(({ value }) => value as KubernetesObject)
  .filter((object) => Object.hasOwn(schema.kinds, gvkKey(refOf(object))));

function differences(desired: KubernetesObject, live: KubernetesObject): string[] {
  const input = { ref: refOf(desired), schema, applied: undefined, others: [], showSecrets: false };
  return compareObject({ ...input, desired, live }).differences.map(
    ({ change, path }) => `${change} ${printPath(path)}`,
  );
}

/** The same object with the keys of its maps, and the items of its keyed lists and sets, in another order. */
function shuffled(value: JsonValue, ref: TypeRef, random: Randomness): JsonValue {
  const type = resolveType(schema, ref);
  if (isArray(value)) {
    const items = value.map((item) => shuffled(item, type.kind === 'list' ? type.item : { kind: 'any' }, random));
    return type.kind === 'list' && type.listType !== 'atomic' ? inOtherOrder(items, random) : items;
  }
  if (!isObject(value)) return value;
  const fields: Record<string, JsonValue> = {};
  for (const [name, inner] of inOtherOrder(Object.entries(value), random)) {
    const below = type.kind === 'map' ? type.value : type.kind === 'struct' ? type.fields[name]?.type : undefined;
    setField(fields, name, shuffled(inner, below ?? { kind: 'any' }, random));
  }
  return fields;
}

function inOtherOrder<T>(items: readonly T[], random: Randomness): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** Numbers between 0 and 1 that fast-check can replay. */
type Randomness = () => number;

const randomness: fc.Arbitrary<Randomness> = fc
  .infiniteStream(fc.double({ min: 0, max: 1, noNaN: true }))
  .map((stream) => () => stream.next().value as number);

describe('the comparison', () => {
  it('is tried on many kinds', () => {
    expect(new Set(objects.map(({ kind }) => kind)).size).toBeGreaterThan(40);
  });

  it.each(objects.map((object) => [`${object.kind} ${refOf(object).name}`, object] as const))(
    '%s is equal to itself, in any order of its maps and keyed lists',
    (_, object) => {
      expect(differences(object, object)).toEqual([]);
      const kind = schema.kinds[gvkKey(refOf(object))];
      fc.assert(
        fc.property(randomness, (random) => {
          const other = shuffled(object, kind?.type ?? { kind: 'any' }, random) as KubernetesObject;
          expect(differences(object, other)).toEqual([]);
          expect(differences(other, object)).toEqual([]);
        }),
        { numRuns: 5 },
      );
    },
  );
});
