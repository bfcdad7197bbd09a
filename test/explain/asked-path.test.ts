import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askedAsPath, readAskedPath } from '../../src/explain/asked-path.js';
import { fieldElement, indexElement, keyElement, printPath, valueElement } from '../../src/model/field-path.js';

const printed = (text: string): string => printPath(askedAsPath(readAskedPath(text)));

describe('a field path as people type it', () => {
  it.each([
    ['.', '.'],
    ['.spec.replicas', '.spec.replicas'],
    ['spec.replicas', '.spec.replicas'],
    ['{.spec.replicas}', '.spec.replicas'],
    ['/spec/replicas', '.spec.replicas'],
    ['/spec/containers/0/image', '.spec.containers[0].image'],
    ['/metadata/annotations/a.b~1c', '.metadata.annotations["a.b/c"]'],
    ['spec.containers[0].image', '.spec.containers[0].image'],
    ['spec.containers[name=web].image', '.spec.containers[name="web"].image'],
    ['spec.containers[name="web"].image', '.spec.containers[name="web"].image'],
    ["spec.containers[name='web'].image", '.spec.containers[name="web"].image'],
    ['spec.containers[?(@.name=="web")].image', '.spec.containers[name="web"].image'],
    ["{.spec.containers[?(@.name=='web')].image}", '.spec.containers[name="web"].image'],
    ['spec.containers[web].image', '.spec.containers.web.image'],
    ['spec.ports[port=80,protocol=TCP]', '.spec.ports[port=80,protocol="TCP"]'],
    ['spec.ports[?(@.port==80)]', '.spec.ports[port=80]'],
    ['.metadata.annotations["a.b/c"]', '.metadata.annotations["a.b/c"]'],
    [".metadata.annotations['a.b/c']", '.metadata.annotations["a.b/c"]'],
    ['.metadata.annotations.a\\.b/c', '.metadata.annotations["a.b/c"]'],
    ['.metadata.finalizers[="x"]', '.metadata.finalizers[="x"]'],
  ])('%s', (text, path) => expect(printed(text)).toBe(path));

  it.each(['.spec.', '.spec[', 'spec..replicas', '.spec[*]'])('refuses %s', (text) => {
    expect(() => readAskedPath(text)).toThrow(SyntaxError);
  });

  it('reads back every path that we print', () => {
    const name = fc.string({ minLength: 1, maxLength: 8 });
    const element = fc.oneof(
      name.map(fieldElement),
      fc.nat(20).map(indexElement),
      fc
        .tuple(fc.constantFrom('name', 'port'), fc.oneof(name, fc.nat(99)))
        .map(([key, value]) => keyElement({ [key]: value })),
      name.map(valueElement),
    );
    fc.assert(
      fc.property(name.map(fieldElement), fc.array(element, { maxLength: 5 }), (first, rest) => {
        const path = printPath([first, ...rest]);
        expect(printed(path)).toBe(path);
      }),
    );
  });
});
