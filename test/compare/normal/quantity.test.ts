import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quantityInNano } from '../../../src/compare/normal/quantity.js';
import { sameQuantity } from '../../../src/compare/normal/scalar.js';

describe('quantities', () => {
  it.each([
    ['0.5', '500m'],
    ['1000m', '1'],
    ['1000M', '1G'],
    ['1024Mi', '1Gi'],
    ['1.5Gi', '1536Mi'],
    ['0.5Gi', '512Mi'],
    ['1e3', '1k'],
    ['1E3', '1000'],
    ['12e-1', '1200m'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['+1', '1'],
    ['-0', '0'],
    ['0.1n', '1n'],
    ['1.0000000001', '1.000000001'],
    ['9223372036854775808', '9223372036854775807'],
    ['1e40', '1E30'.replace('E', 'e')],
  ])('%s is %s', (text, other) => {
    expect(quantityInNano(text)).toBeDefined();
    expect(quantityInNano(text)).toBe(quantityInNano(other));
  });

  it.each([
    ['1G', '1Gi'],
    ['1m', '1M'],
    ['100m', '1'],
    ['-1', '1'],
  ])('%s is not %s', (text, other) => {
    expect(quantityInNano(text)).not.toBe(quantityInNano(other));
  });

  it.each(['', 'm', '.', '1 Gi', '1gi', '1KB', 'one', '1.2.3', '0x10', '1e', '--1'])('%j is no quantity', (text) => {
    expect(quantityInNano(text)).toBeUndefined();
  });

  it('takes JSON numbers as their text', () => {
    expect(sameQuantity(1, '1000m')).toBe(true);
    expect(sameQuantity(0.5, '500m')).toBe(true);
    expect(sameQuantity(true, '1')).toBe(false);
  });

  it('holds suffixes to be what they stand for', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 40n), max: 2n ** 40n }), (value) => {
        expect(quantityInNano(`${value}k`)).toBe(quantityInNano(`${value * 1000n}`));
        expect(quantityInNano(`${value}Ki`)).toBe(quantityInNano(`${value * 1024n}`));
        expect(quantityInNano(`${value}000m`)).toBe(quantityInNano(`${value}`));
      }),
    );
  });

  it('never takes long over hostile text', () => {
    expect(quantityInNano(`1e${'9'.repeat(300)}`)).toBe(quantityInNano('9223372036854775807'));
    expect(quantityInNano(`1e-${'9'.repeat(300)}`)).toBe(1n);
  });
});
