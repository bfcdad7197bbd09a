import { describe, expect, it } from 'vitest';
import { readSyncWindows, windowVerdict } from '../../../src/gitops/next/sync-windows.js';
import type { JsonObject } from '../../../src/model/json.js';

const NOW = new Date('2026-11-30T12:00:30Z');
const SHOP = { name: 'shop', destination: { server: 'https://10.0.0.1:6443', namespace: 'shop' } };

const verdict = (windows: readonly JsonObject[], subject: Parameters<typeof windowVerdict>[1] = SHOP, now = NOW) => {
  const project = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: {},
    spec: { syncWindows: windows },
  };
  const found = windowVerdict(readSyncWindows(project), subject, now);
  if (found.kind === 'open') return 'open';
  const manual = found.manualAllowed ? ' manual allowed' : '';
  return `blocked${manual}${found.until === undefined ? '' : ` until ${found.until.toISOString()}`}`;
};

const window = (more: JsonObject): JsonObject => ({
  kind: 'deny',
  schedule: '0 12 * * *',
  duration: '1h',
  applications: ['*'],
  ...more,
});

describe('sync windows', () => {
  it.each<readonly [string, readonly JsonObject[], string]>([
    ['none', [], 'open'],
    ['an active deny', [window({})], 'blocked until 2026-11-30T13:00:00.000Z'],
    ['a deny that ended', [window({ schedule: '0 11 * * *' })], 'open'],
    ['a deny that ends this very minute', [window({ schedule: '30 11 * * *', duration: '30m' })], 'open'],
    [
      'an active deny that lets people sync',
      [window({ manualSync: true })],
      'blocked manual allowed until 2026-11-30T13:00:00.000Z',
    ],
    [
      'two denies of which one lets nobody',
      [window({ manualSync: true }), window({ duration: '3h' })],
      'blocked until 2026-11-30T15:00:00.000Z',
    ],
    [
      'deny beats allow',
      [window({}), window({ kind: 'allow', duration: '2h' })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    ['an active allow', [window({ kind: 'allow' })], 'open'],
    [
      'an allow that is not active',
      [window({ kind: 'allow', schedule: '0 22 * * *' })],
      'blocked until 2026-11-30T22:00:00.000Z',
    ],
    [
      'one allow of two is active',
      [window({ kind: 'allow', schedule: '0 22 * * *' }), window({ kind: 'allow' })],
      'open',
    ],
    [
      'an inactive allow beside a deny that is over',
      [window({ schedule: '0 9 * * *' }), window({ kind: 'allow', schedule: '0 22 * * *', manualSync: true })],
      'blocked manual allowed until 2026-11-30T22:00:00.000Z',
    ],
    ['a deny without end', [window({ schedule: '* * * * *', duration: '24h' })], 'blocked'],
    ['a schedule that is none blocks', [window({ schedule: '@daily' })], 'blocked'],
    ['a duration that is none blocks', [window({ duration: '1 hour' })], 'blocked'],
    ['a schedule that never comes is always on', [window({ schedule: '0 0 30 2 *' })], 'blocked'],
    [
      'a time zone',
      [window({ schedule: '0 13 * * *', timeZone: 'Europe/Berlin' })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    [
      'a time zone that is none counts as UTC',
      [window({ timeZone: 'Mars/Base' })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    [
      'a time zone half an hour off',
      [window({ schedule: '30 17 * * *', timeZone: 'Asia/Kolkata' })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    ['of another application', [window({ applications: ['cart'] })], 'open'],
    ['of a glob', [window({ applications: ['sh*'] })], 'blocked until 2026-11-30T13:00:00.000Z'],
    [
      'of the namespace',
      [window({ applications: [], namespaces: ['shop'] })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    [
      'of the server',
      [window({ applications: [], clusters: ['https://10.0.0.1:*'] })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    ['of nothing', [window({ applications: [] })], 'open'],
    [
      'of one or the other',
      [window({ applications: ['cart'], namespaces: ['shop'] })],
      'blocked until 2026-11-30T13:00:00.000Z',
    ],
    ['of one and the other', [window({ applications: ['cart'], namespaces: ['shop'], andOperator: true })], 'open'],
  ])('%s', (_, windows, expected) => {
    expect(verdict(windows)).toBe(expected);
  });

  it('two that meet are one', () => {
    const windows = [window({}), window({ schedule: '0 13 * * *', duration: '2h' })];
    expect(verdict(windows)).toBe('blocked until 2026-11-30T15:00:00.000Z');
  });

  it('takes the zone offset of now for the whole schedule', () => {
    // In July Berlin is two hours ahead.
    const windows = [window({ schedule: '0 14 * * *', timeZone: 'Europe/Berlin' })];
    expect(verdict(windows, SHOP, new Date('2026-07-01T12:30:00Z'))).toBe('blocked until 2026-07-01T13:00:00.000Z');
  });
});
