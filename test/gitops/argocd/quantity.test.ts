import { expect, it } from 'vitest';
import { canonicalQuantity } from '../../../src/gitops/argocd/quantity.js';

/** As `resource.MustParse(text).String()` prints them. */
it.each([
  ['1000m', '1'],
  ['0.5', '500m'],
  ['1024Mi', '1Gi'],
  ['1.5Gi', '1536Mi'],
  ['1Gi', '1Gi'],
  ['1073741824', '1073741824'],
  ['1000Ki', '1000Ki'],
  ['0.5Ki', '512'],
  ['1023', '1023'],
  ['1.5Ki', '1536'],
  ['1000', '1k'],
  ['1000k', '1M'],
  ['1e3', '1e3'],
  ['1e4', '10e3'],
  ['100e-1', '10'],
  ['0', '0'],
  ['0Gi', '0'],
  ['-1500m', '-1500m'],
  ['0.0000000001', '1n'],
  ['.5Gi', '512Mi'],
])('%s is %s', (text, says) => {
  expect(canonicalQuantity(text)).toBe(says);
});

it.each(['', 'Gi', '1GB', '1 Gi', 'one'])('%j is none', (text) => {
  expect(canonicalQuantity(text)).toBeUndefined();
});
