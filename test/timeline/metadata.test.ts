import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import { toldByMetadata } from '../../src/timeline/metadata.js';
import { DEPLOYMENT, world } from '../ownership/worlds.js';
import { clock, lines } from './lines.js';

describe('what metadata tells', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing where nothing is there', {}, []],
    [
      'the creation',
      { creationTimestamp: clock('10:00:00') },
      ['10:00:00 created: the Deployment was created [metadata]'],
    ],
    ['no time that is none', { creationTimestamp: null, deletionTimestamp: 'soon' }, []],
    [
      'a deletion, before its grace period, and what holds it',
      {
        deletionTimestamp: clock('10:00:30'),
        deletionGracePeriodSeconds: 30,
        finalizers: ['foregroundDeletion', 'catalog.example/cleanup'],
      },
      [
        '10:00:00 deletion-requested: its deletion was requested; it stays until these finalizers are taken away: catalog.example/cleanup, foregroundDeletion [metadata]',
      ],
    ],
    [
      'a deletion that nothing holds',
      { deletionTimestamp: clock('10:00:30') },
      ['10:00:30 deletion-requested: its deletion was requested [metadata]'],
    ],
  ])('%s', (_, metadata, expected) => {
    expect(lines(toldByMetadata(world(DEPLOYMENT, undefined, { metadata })))).toEqual(expected);
  });

  it('takes the annotation of a restart for the word of the machine that wrote it', () => {
    const annotations = { 'kubectl.kubernetes.io/restartedAt': '2026-11-30T11:00:00+01:00' };
    const object = world(DEPLOYMENT, undefined, { spec: { template: { metadata: { annotations } } } });
    expect(lines(toldByMetadata(object))).toEqual([
      '~11:00:00 restart-requested: a restart of all Pods was requested [annotation]',
    ]);
  });
});
