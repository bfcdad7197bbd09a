import { describe, expect, it } from 'vitest';
import { applicationSync, resourceSync } from '../../src/verdict/sync.js';
import { configMap, drift, resource } from './worlds.js';

describe('resource', () => {
  it.each([
    ['compared', 0, false, 'Synced'],
    ['compared', 2, false, 'OutOfSync'],
    ['compared', 0, true, 'Unknown'],
    ['compared', 2, true, 'Unknown'],
    ['missing', 0, false, 'OutOfSync'],
    ['extraneous', 0, false, 'OutOfSync'],
    ['unreadable', 0, false, 'Unknown'],
    ['not-compared', 0, false, 'None'],
  ] as const)('%s with %i drifted fields, in part %s: %s', (outcome, count, partly, expected) => {
    expect(resourceSync({ outcome, drift: count, partly })).toBe(expected);
  });
});

describe('application', () => {
  const drifted = resource({ drift: [drift(), drift({ path: '.spec.paused' })] });
  const explained = resource({
    drift: [drift({ explanation: { status: 'explained', code: 'override', message: 'OPS-7' } })],
  });
  const forbidden = configMap('settings', { outcome: 'unreadable', message: 'forbidden: cannot get configmaps' });
  const extraneous = configMap('old', { outcome: 'extraneous' });
  const keptExtraneous = configMap('old', {
    outcome: 'extraneous',
    explanation: { status: 'explained', code: 'ignore-extraneous', message: 'IgnoreExtraneous' },
  });
  const hook = configMap('migrate', { outcome: 'not-compared', message: 'a hook' });

  it.each([
    ['all the same', [resource(), configMap('a')], 'Synced', '2 resources Synced'],
    ['one', [resource()], 'Synced', '1 resource Synced'],
    [
      'ignored fields and hooks are said',
      [resource({ ignored: [drift()] }), hook],
      'Synced',
      '1 resource Synced; 1 field ignored by rules; 1 not compared by design',
    ],
    ['drift', [drifted, configMap('a')], 'OutOfSync', '1 of 2 resources OutOfSync: 2 drifted fields'],
    ['explained drift counts', [explained], 'OutOfSync', '1 of 1 resource OutOfSync: 1 drifted field'],
    [
      'missing and extraneous',
      [drifted, configMap('a', { outcome: 'missing' }), extraneous, hook],
      'OutOfSync',
      '3 of 3 resources OutOfSync: 2 drifted fields, 1 missing, 1 extraneous',
    ],
    [
      'an extraneous object that Argo CD is told to ignore',
      [resource(), keptExtraneous],
      'Synced',
      '2 resources Synced; 1 extraneous and ignored',
    ],
    [
      'such an object beside drift',
      [drifted, keptExtraneous],
      'OutOfSync',
      '2 of 2 resources OutOfSync: 2 drifted fields, 1 extraneous',
    ],
    [
      'one that could not be read beats drift',
      [drifted, forbidden],
      'Unknown',
      '1 of 2 resources could not be compared: ConfigMap shop/settings (forbidden: cannot get configmaps); besides, 1 OutOfSync: 2 drifted fields',
    ],
    [
      'compared in part',
      [configMap('a', { sync: 'Unknown' })],
      'Unknown',
      '1 of 1 resource could not be compared: ConfigMap shop/a (no reason is known)',
    ],
    ['nothing desired', [], 'Synced', 'desired holds no objects'],
    ['nothing but hooks', [hook], 'Synced', 'nothing was compared: 1 object left out by design'],
  ] as const)('%s', (_what, resources, status, message) => {
    expect(applicationSync(resources)).toEqual({ status, message });
  });

  it('names three that could not be read and counts the rest', () => {
    const many = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      configMap(name, { outcome: 'unreadable', message: 'timeout' }),
    );
    expect(applicationSync(many).message).toBe(
      '5 of 5 resources could not be compared: ConfigMap shop/a (timeout), ConfigMap shop/b (timeout), ConfigMap shop/c (timeout) and 2 more',
    );
  });
});
