import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pathOfSteps, printPath } from '../../src/model/field-path.js';
import { pointerBelow, pointerOf, pointerSteps } from '../../src/model/json-pointer.js';

describe('pointers of RFC 6901', () => {
  test('a slash and a tilde in a key are escaped, the tilde first', () => {
    expect(pointerBelow('/metadata/annotations', 'example.com/a~1')).toBe('/metadata/annotations/example.com~1a~01');
  });

  test('the root has no steps, a key may be empty', () => {
    expect([pointerSteps(''), pointerSteps('/'), pointerSteps('/data/')]).toEqual([[], [''], ['data', '']]);
  });

  test('steps come back as they were given', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') })), (steps) => {
        expect(pointerSteps(pointerOf(steps))).toEqual(steps);
      }),
    );
  });

  test('as a path, a number is an index where the object holds a list, else a name', () => {
    const object = { data: { 0: 'zero' }, spec: { ports: [{ port: 80 }] } };
    const printed = ['/data/0', '/spec/ports/0/port', '/spec/none/0'].map((pointer) =>
      printPath(pathOfSteps(pointerSteps(pointer), object)),
    );
    expect(printed).toEqual(['.data["0"]', '.spec.ports[0].port', '.spec.none["0"]']);
  });
});
