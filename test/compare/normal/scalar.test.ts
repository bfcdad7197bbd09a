import { describe, expect, it } from 'vitest';
import { durationInNano } from '../../../src/compare/normal/duration.js';
import { sameScalar } from '../../../src/compare/normal/scalar.js';
import type { JsonValue } from '../../../src/model/json.js';
import type { ScalarType } from '../../../src/model/schema.js';

const SAME: [ScalarType, JsonValue, JsonValue][] = [
  ['string', 'web', 'web'],
  ['quantity', '0.5', '500m'],
  ['quantity', 1, '1'],
  ['duration', '90s', '1m30s'],
  ['time', '2026-11-30T12:00:00+00:00', '2026-11-30T12:00:00Z'],
  ['micro-time', '2026-11-30T12:00:00.000000Z', '2026-11-30T12:00:00.000Z'],
  ['bytes', 'dG9r\nZW4=', 'dG9rZW4='],
  ['integer', 8080, 8080],
  ['integer', 9007199254740993n, 9007199254740993n],
  ['int-or-string', 'http', 'http'],
];

const OTHER: [ScalarType, JsonValue, JsonValue][] = [
  ['string', 'web', 'Web'],
  ['string', '5', 5],
  ['int-or-string', '53', 53],
  ['integer', '80', 80],
  ['boolean', 'true', true],
  ['quantity', '1G', '1Gi'],
  ['integer', 9007199254740992n, 9007199254740993n],
  ['bytes', 'dG9rZW4=', 'dG9rZW4'],
  ['bytes', 'not base64!', 'not base64'],
  ['time', 'yesterday', 'today'],
  ['time', '2026-11-30T12:00:00Z', '2026-11-30T12:00:01Z'],
];

describe('scalars as the server stores them', () => {
  it.each(SAME)('%s: %s is stored as %s', (type, desired, live) => {
    expect(sameScalar(type, desired, live)).toBe(true);
  });

  it.each(OTHER)('%s: %s is not stored as %s', (type, desired, live) => {
    expect(sameScalar(type, desired, live)).toBe(false);
  });
});

describe('durations', () => {
  it.each([
    ['1h', 3_600_000_000_000n],
    ['1h0m0s', 3_600_000_000_000n],
    ['1.5h', 5_400_000_000_000n],
    ['300ms', 300_000_000n],
    ['-2s', -2_000_000_000n],
    ['0', 0n],
  ])('%s', (text, nano) => {
    expect(durationInNano(text)).toBe(nano);
  });

  it.each(['', '1', 'h', '1d', '1 h', '1h-2m'])('%j is no duration', (text) => {
    expect(durationInNano(text)).toBeUndefined();
  });
});
