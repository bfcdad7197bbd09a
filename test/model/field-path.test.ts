import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparePaths,
  elementId,
  type FieldPath,
  fieldElement,
  indexElement,
  keyElement,
  printPath,
  startsWith,
  toPointer,
  valueAt,
  valueElement,
} from '../../src/model/field-path.js';
import { isArray, isObject, type JsonValue, jsonEqual, setField } from '../../src/model/json.js';
import { parsePath, parsePattern } from '../../src/model/parse-path.js';

const big = fc.bigInt({ min: 2n ** 53n, max: 2n ** 80n });
const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), big);
const name = fc.oneof(fc.string(), fc.constantFrom('host', 'port', '', '__proto__', 'constructor', ']', '"', '}'));

function objectOf<Value extends JsonValue>(entries: readonly (readonly [string, Value])[]): Record<string, Value> {
  const object: Record<string, Value> = {};
  for (const [key, value] of entries) setField(object, key, value);
  return object;
}

const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('json'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('json')), { maxLength: 3 }).map(objectOf),
  ),
}));
const element = fc.oneof(
  fc.string().map(fieldElement),
  fc.nat().map(indexElement),
  json.map(valueElement),
  fc.array(fc.tuple(name, scalar), { minLength: 1, maxLength: 3 }).map(objectOf).map(keyElement),
);
const path: fc.Arbitrary<FieldPath> = fc.array(element, { maxLength: 6 });

describe('printed paths', () => {
  it.each([
    '.spec.containers[name="web"].image',
    '.spec.ports[port=53,protocol="UDP"]',
    '.metadata.finalizers[="shop.test/drain"]',
    '.metadata.annotations["a.b/c"]',
    '.spec.args[0]',
    '.spec.hosts[={"host":"a","ports":[80,{"name":"]}"}]}].port',
    '.spec.pairs[=[1,9007199254740993]]',
  ])('%s is as structured-merge-diff prints it', (text) => {
    expect(printPath(parsePath(text))).toBe(text);
  });

  it('quote what is no plain word', () => {
    expect(printPath([fieldElement('metadata'), fieldElement('annotations'), fieldElement('a.b/c')])).toBe(
      '.metadata.annotations["a.b/c"]',
    );
    expect(printPath([])).toBe('.');
  });

  it('read back as they were', () => {
    fc.assert(
      fc.property(path, (given) => {
        const read = parsePath(printPath(given));
        expect(read).toEqual(given);
        expect(read.map(elementId)).toEqual(given.map(elementId));
      }),
    );
  });

  it('name equal values by one text, and others by others', () => {
    const reversed = (value: JsonValue): JsonValue =>
      isArray(value)
        ? value.map(reversed)
        : isObject(value)
          ? objectOf(
              Object.entries(value)
                .reverse()
                .map(([key, inner]) => [key, reversed(inner)] as const),
            )
          : value;
    fc.assert(
      fc.property(json, json, (a, b) => {
        expect(elementId(valueElement(reversed(a)))).toBe(elementId(valueElement(a)));
        expect(elementId(valueElement(a)) === elementId(valueElement(b))).toBe(jsonEqual(a, b));
      }),
    );
  });

  it('sort in one order, whichever is asked first', () => {
    fc.assert(
      fc.property(path, path, (a, b) => {
        expect(Math.sign(comparePaths(a, b))).toBe(-Math.sign(comparePaths(b, a)) + 0);
        expect(comparePaths(a, a)).toBe(0);
      }),
    );
  });

  it('begin with each of their beginnings', () => {
    fc.assert(
      fc.property(path, fc.nat({ max: 6 }), (given, length) => {
        expect(startsWith(given, given.slice(0, length))).toBe(true);
      }),
    );
  });

  it.each(['spec', '.spec[', '.a[b=]', '.a["b]', '.a..b', '.a[*]', '.a[={"b":1]', '.a[={"b":1]]', '.a[={b}]'])(
    '%j is refused',
    (text) => {
      expect(() => parsePath(text)).toThrow(SyntaxError);
    },
  );

  it.each([String.raw`.a["\x"]`, String.raw`.a[="\x"]`, String.raw`.a[name="\x"]`, String.raw`.a["\u12"]`])(
    '%j is refused with its place: JSON has no such escape',
    (text) => {
      expect(() => parsePath(text)).toThrow(/cannot read the field path .* at position 3/);
    },
  );

  it('of rules may hold wildcards', () => {
    expect(parsePattern('.webhooks[*].clientConfig.caBundle')).toHaveLength(4);
  });
});

describe('values at a path', () => {
  const service = {
    spec: {
      ports: [
        { port: 53, name: 'tcp' },
        { port: 53, protocol: 'UDP', name: 'udp' },
      ],
      'a/b~c': 1,
    },
    metadata: { finalizers: ['shop.test/drain'] },
  };
  it.each([
    ['.spec.ports[port=53,protocol="TCP"].name', 'tcp', '/spec/ports/0/name'],
    ['.spec.ports[port=53,protocol="UDP"].name', 'udp', '/spec/ports/1/name'],
    ['.metadata.finalizers[="shop.test/drain"]', 'shop.test/drain', '/metadata/finalizers/0'],
    ['.spec["a/b~c"]', 1, '/spec/a~1b~0c'],
    ['.spec.ports[1].port', 53, '/spec/ports/1/port'],
    ['.spec.ports[port=80,protocol="TCP"].name', undefined, '/spec/ports/-/name'],
    ['.spec.constructor', undefined, '/spec/constructor'],
  ])('%s', (text, value, pointer) => {
    expect(valueAt(service, parsePath(text))).toEqual(value);
    expect(toPointer(parsePath(text), service)).toBe(pointer);
  });
});
