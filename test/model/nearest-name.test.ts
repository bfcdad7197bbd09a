import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance, nearestName } from '../../src/model/nearest-name.js';

describe('nearestName', () => {
  it.each([
    ['catlog', ['cart', 'catalog', 'checkout'], 'catalog'],
    ['Prod', ['prod', 'staging'], 'prod'],
    ['mian', ['main', 'maintenance'], 'main'],
    ['payments', ['cart', 'catalog'], undefined],
    ['prd', ['prod', 'pry'], 'prod'],
    ['ab', ['ad', 'ac'], 'ac'],
    ['a', ['b', 'c'], undefined],
    ['catalog', [], undefined],
  ])('%s among %j is %s', (wanted, names, nearest) => {
    expect(nearestName(wanted, names)).toBe(nearest);
  });

  it('does not depend on the order of the names', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 6 }), fc.array(fc.string({ maxLength: 6 })), (wanted, names) => {
        expect(nearestName(wanted, names)).toBe(nearestName(wanted, [...names].reverse()));
      }),
    );
  });
});

describe('editDistance', () => {
  it('is zero exactly for equal texts, symmetric, and at most the longer length', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance === 0).toBe(a === b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length));
      }),
    );
  });

  it('counts a swap of neighbours as one', () => {
    expect(editDistance('mian', 'main')).toBe(1);
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });
});
