import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparePaths,
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
import { parsePath, parsePattern } from '../../src/model/parse-path.js';

const scalar = fc.oneof(fc.string(), fc.integer(), fc.boolean());
const element = fc.oneof(
  fc.string({ minLength: 1 }).map(fieldElement),
  fc.nat().map(indexElement),
  scalar.map(valueElement),
  fc.dictionary(fc.stringMatching(/^[A-Za-z][A-Za-z0-9-]*$/), scalar, { minKeys: 1, maxKeys: 3 }).map(keyElement),
);
const path: fc.Arbitrary<FieldPath> = fc.array(element, { maxLength: 6 });

describe('printed paths', () => {
  it.each([
    '.spec.containers[name="web"].image',
    '.spec.ports[port=53,protocol="UDP"]',
    '.metadata.finalizers[="shop.test/drain"]',
    '.metadata.annotations["a.b/c"]',
    '.spec.args[0]',
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
        expect(parsePath(printPath(given))).toEqual(given);
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

  it.each(['spec', '.spec[', '.a[b=]', '.a["b]', '.a..b', '.a[*]'])('%j is refused', (text) => {
    expect(() => parsePath(text)).toThrow(SyntaxError);
  });

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
