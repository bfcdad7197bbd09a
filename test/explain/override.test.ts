import { describe, expect, it } from 'vitest';
import { withOverride } from '../../src/explain/override.js';
import type { Explanation } from '../../src/model/drift.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { OverrideRecord } from '../../src/model/policy.js';
import { CATALOG } from './worlds.js';

const OPEN: Explanation = { status: 'unexplained', code: 'manual-change', message: 'changed by hand' };
const NOW = new Date('2026-11-30T12:00:00Z');
const PAUSED: OverrideRecord = {
  id: 'overrides[0]',
  resource: { group: 'apps', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
  path: '.spec.paused',
  reason: 'the database moves',
  until: '2026-11-30T13:00:00Z',
};

function explained(
  record: Partial<OverrideRecord>,
  at: { path?: string; live?: object; explanation?: Explanation } = {},
): string {
  const { path = '.spec.paused', live = { spec: { paused: true } }, explanation = OPEN } = at;
  const place = { ref: CATALOG, path: parsePath(path), live: live as never };
  const { status, code } = withOverride(explanation, place, { records: [{ ...PAUSED, ...record }], now: NOW });
  return `${status} ${code}`;
}

describe('an override', () => {
  it.each<[string, Partial<OverrideRecord>, Parameters<typeof explained>[1], string]>([
    ['accounts for its field', {}, {}, 'explained override'],
    [
      'accounts for what is below it',
      { path: '.spec.strategy' },
      { path: '.spec.strategy.type' },
      'explained override',
    ],
    [
      'does not for what is above it',
      { path: '.spec.strategy.type' },
      { path: '.spec.strategy' },
      'unexplained manual-change',
    ],
    ['does not for a field that begins alike', {}, { path: '.spec.pausedBy' }, 'unexplained manual-change'],
    ['of the object is not one of its fields', { path: '.' }, {}, 'unexplained manual-change'],
    ['of the object accounts for its absence', { path: '.' }, { path: '.' }, 'explained override'],
    ['of a field does not account for the absence', {}, { path: '.' }, 'unexplained manual-change'],
    ['of the whole spec is no field of it', { path: '.spec' }, {}, 'unexplained manual-change'],
    ['with the live value', { value: true }, {}, 'explained override'],
    ['with another value', { value: false }, {}, 'unexplained manual-change'],
    [
      'with the value of what is above',
      { path: '.spec.strategy', value: { type: 'Recreate' } },
      { path: '.spec.strategy.type', live: { spec: { strategy: { type: 'Recreate' } } } },
      'explained override',
    ],
    ['that has ended', { until: '2026-11-30T11:59:59Z' }, {}, 'unexplained override-expired'],
    ['that ends this very moment', { until: '2026-11-30T12:00:00Z' }, {}, 'unexplained override-expired'],
    [
      'that has ended, and another value',
      { until: '2026-11-30T11:00:00Z', value: false },
      {},
      'unexplained manual-change',
    ],
    ['of another object', { resource: { ...PAUSED.resource, name: 'checkout' } }, {}, 'unexplained manual-change'],
    ['of another namespace', { resource: { ...PAUSED.resource, namespace: '' } }, {}, 'unexplained manual-change'],
    [
      'without a group',
      { resource: { kind: 'Deployment', namespace: 'marketplace', name: 'catalog' } },
      {},
      'explained override',
    ],
    [
      'of what is explained anyway',
      {},
      { explanation: { ...OPEN, status: 'explained', code: 'git-ahead' } },
      'explained git-ahead',
    ],
    [
      'of what is only noted',
      {},
      { explanation: { ...OPEN, status: 'noted', code: 'undeclared' } },
      'noted undeclared',
    ],
  ])('%s', (_, record, at, said) => {
    expect(explained(record, at)).toBe(said);
  });

  it('says what the record says, and what would be said without it', () => {
    const records = [{ ...PAUSED, until: '2026-11-29T00:00:00Z', ticket: 'OPS-1', approvedBy: 'the lead' }];
    const place = { ref: CATALOG, path: parsePath('.spec.paused'), live: {} };
    expect(withOverride(OPEN, place, { records, now: NOW })).toEqual({
      status: 'unexplained',
      code: 'override-expired',
      message:
        'its override ended 2026-11-29T00:00:00Z (the database moves, OPS-1, approved by the lead); changed by hand',
      rule: 'overrides[0]',
    });
    const other = [{ ...PAUSED, value: false }];
    expect(withOverride(OPEN, place, { records: other, now: NOW }).message).toContain(
      'is for another value than this one',
    );
  });

  it('that lasts counts beside one that has ended', () => {
    const records = [
      { ...PAUSED, until: '2026-11-29T00:00:00Z' },
      { ...PAUSED, id: 'overrides[1]' },
    ];
    const place = { ref: CATALOG, path: parsePath('.spec.paused'), live: {} };
    expect(withOverride(OPEN, place, { records, now: NOW }).rule).toBe('overrides[1]');
  });
});
