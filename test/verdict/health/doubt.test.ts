import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

/** A kind of an operator that nobody knows. */
const warehouse = (conditions: readonly JsonValue[], status: Readonly<Record<string, JsonValue>> = {}, metadata = {}) =>
  assessHealth(liveObject('logistics.example.test/v1', 'Warehouse', { metadata, status: { ...status, conditions } }))
    ?.status;

const ready = condition('Ready', 'True');

describe('what says nothing of the whole', () => {
  it.each<[string, string | undefined, readonly JsonValue[], Readonly<Record<string, JsonValue>>?]>([
    ['asked of the provider', 'Progressing', [condition('Synced', 'True', 'ReconcileSuccess')]],
    ['asked of the provider, and there', 'Healthy', [condition('Synced', 'True', 'ReconcileSuccess'), ready]],
    ['synced for another reason', 'Healthy', [condition('Synced', 'True', 'Unsealed')]],
    ['a step alone', 'Progressing', [condition('Created', 'True')]],
    ['a step beside numbers', 'Healthy', [condition('Created', 'True')], { replicas: 3, readyReplicas: 3 }],
    [
      'a step beside parts that nobody knows',
      undefined,
      [condition('Created', 'True')],
      { shelves: { north: 'tall' } },
    ],
    ['a phase that is a step', 'Progressing', [], { phase: 'Initialized' }],
  ])('%s', (_, expected, conditions, status) => {
    expect(warehouse(conditions, status)).toBe(expected);
  });
});

describe('what casts doubt on Ready', () => {
  it.each<[string, string, JsonValue]>([
    ['something has to be done', 'Progressing', condition('RestartRequired', 'True')],
    ['nothing has to be done', 'Healthy', condition('RestartRequired', 'False')],
    ['it found a change', 'Progressing', condition('ChangeDetected', 'True')],
    ['an update is offered', 'Healthy', condition('UpdateAvailable', 'True')],
    ['no update is offered', 'Healthy', condition('UpdateAvailable', 'False')],
    ['its work ended in failure', 'Degraded', condition('Completed', 'True', 'Failed')],
    ['its work ended well', 'Healthy', condition('Completed', 'True', 'Succeeded')],
    ['its node is short of disk', 'Degraded', condition('DiskPressure', 'True', 'KubeletHasDiskPressure')],
    ['its node is not short of disk', 'Healthy', condition('DiskPressure', 'False', 'KubeletHasNoDiskPressure')],
  ])('%s', (_, expected, beside) => {
    expect(warehouse([ready, beside])).toBe(expected);
  });

  it('its controller left a label with a fault', () => {
    const labels = (name: string, value: string) => warehouse([ready], {}, { labels: { [name]: value } });
    expect(labels('rollout.example.test/result-state', 'failed')).toBe('Degraded');
    expect(labels('rollout.example.test/result-state', 'succeeded')).toBe('Healthy');
    expect(labels('rollout.example.test/alert-on', 'failed')).toBe('Healthy');
    expect(labels('status', 'failed')).toBe('Healthy');
  });

  it('its spec is newer than what was evaluated', () => {
    const evaluated = (at: number) => warehouse([ready], { lastEvaluatedGeneration: at }, { generation: 3 });
    expect(evaluated(2)).toBe('Progressing');
    expect(evaluated(3)).toBe('Healthy');
  });
});

describe('not ready, while something is being done', () => {
  it.each([
    ['it goes on', 'Progressing', 'Migrating', 'file 2 of 3'],
    ['it came to an error', 'Degraded', 'Migrating', 'error 1064 in file 2'],
    ['it waits, and tells the error of before', 'Progressing', 'Reconciling', 'after error 1064'],
  ])('%s', (_, expected, reason, message) => {
    expect(warehouse([condition('Ready', 'False', reason, message)])).toBe(expected);
  });
});
