import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

/** A kind of an operator that nobody knows. */
const warehouse = (status: JsonValue, metadata: JsonValue = {}, spec: JsonValue = {}) =>
  assessHealth(liveObject('logistics.example.test/v1', 'Warehouse', { metadata, spec, status }));

describe('conditions of a custom kind', () => {
  it.each<[string, JsonValue[], string, RegExp]>([
    [
      'ready',
      [condition('Ready', 'True', 'Issued', 'up to date')],
      'Healthy',
      /^condition Ready is True \(Issued: up to date\)$/,
    ],
    ['not ready yet', [condition('Ready', 'False', 'Issuing')], 'Progressing', /Ready is False \(Issuing\)/],
    [
      'not ready, the reason names a failure',
      [condition('Ready', 'False', 'IssuerNotFound')],
      'Degraded',
      /IssuerNotFound/,
    ],
    ['not known whether ready', [condition('Ready', 'Unknown', 'SecretError')], 'Progressing', /Unknown/],
    [
      'not ready while reconciling',
      [condition('Ready', 'False', 'UpgradeFailed'), condition('Reconciling', 'True')],
      'Progressing',
      /Reconciling/,
    ],
    [
      'ready while reconciling',
      [condition('Ready', 'True'), condition('Reconciling', 'True')],
      'Progressing',
      /Reconciling/,
    ],
    [
      'stalled although ready',
      [condition('Ready', 'True'), condition('Stalled', 'True', 'Denied')],
      'Degraded',
      /Stalled/,
    ],
    [
      'stalled although reconciling',
      [condition('Reconciling', 'True'), condition('Stalled', 'True')],
      'Degraded',
      /Stalled/,
    ],
    ['not stalled', [condition('Ready', 'True'), condition('Stalled', 'False')], 'Healthy', /Ready/],
    ['paused', [condition('Ready', 'True'), condition('Paused', 'True')], 'Suspended', /Paused/],
    [
      'the worst of those that say it works',
      [condition('Ready', 'True'), condition('Synced', 'False', 'ReconcileError')],
      'Degraded',
      /Synced/,
    ],
    [
      'not finished is normal for what is ready',
      [condition('Ready', 'True'), condition('Completed', 'False')],
      'Healthy',
      /Ready/,
    ],
    ['finished', [condition('Complete', 'True')], 'Healthy', /Complete/],
    ['not finished', [condition('Succeeded', 'False', 'Running')], 'Progressing', /Succeeded/],
    ['progressing alone', [condition('Progressing', 'True')], 'Progressing', /Progressing/],
    [
      'progressing that has ended well',
      [condition('Available', 'True'), condition('Progressing', 'True', 'NewReplicaSetAvailable')],
      'Healthy',
      /Available/,
    ],
    [
      'progressing beside what works, no reason given',
      [condition('Available', 'True'), condition('Progressing', 'True')],
      'Progressing',
      /Progressing/,
    ],
    ['without regard to case', [condition('ready', 'True')], 'Healthy', /ready/],
    ['a status that is a boolean', [{ type: 'Ready', status: false }], 'Progressing', /Ready is False/],
  ])('%s', (_what, conditions, status, message) => {
    const health = warehouse({ conditions });
    expect(health).toMatchObject({ status, source: 'generic' });
    expect(health?.message).toMatch(message);
  });

  it('ignores entries that are no conditions', () => {
    expect(warehouse({ conditions: [null, 'Ready', { type: 'Ready' }, { status: 'True' }] })).toBeNull();
    expect(warehouse({ conditions: 'Ready' })).toBeNull();
  });
});

describe('phase of a custom kind', () => {
  it.each([
    [{ phase: 'Running' }, 'Healthy'],
    [{ state: 'online' }, 'Healthy'],
    [{ phase: 'Failed', message: 'disk full' }, 'Degraded'],
    [{ phase: 'Provisioning' }, 'Progressing'],
    [{ phase: 'Paused' }, 'Suspended'],
    [{ state: 'Unknown' }, 'Unknown'],
  ])('%j is %s', (status, expected) => {
    expect(warehouse(status)).toMatchObject({ status: expected, source: 'generic' });
  });

  it('brings its message along', () => {
    expect(warehouse({ phase: 'Failed', message: 'disk full' })?.message).toBe('phase Failed: disk full');
  });

  it('counts where it is worse than the conditions, and the other way round', () => {
    expect(warehouse({ phase: 'Failed', conditions: [condition('Ready', 'True')] })?.status).toBe('Degraded');
    expect(warehouse({ phase: 'Running', conditions: [condition('Ready', 'False')] })?.status).toBe('Progressing');
  });

  it('looks on where the first field holds no known word', () => {
    expect(warehouse({ phase: 'Frobnicated', state: 'Error' })?.status).toBe('Degraded');
  });
});

describe('words of the one or other form', () => {
  it.each([
    ['PENDING_RERUN', 'Progressing'],
    ['ClusterRunning', 'Healthy'],
    ['ClusterNotReady', 'Progressing'],
    ['Waiting for Pods to be ready', 'Progressing'],
    ['UpdateFailed', 'Degraded'],
    ['Credentials are not set properly', 'Degraded'],
    ['ImportInProgress', 'Progressing'],
    ['Cluster in healthy state', 'Healthy'],
    ['2/3', 'Progressing'],
    ['3/3', 'Healthy'],
    ['NotFound', 'Missing'],
  ])('phase %s is %s', (phase, expected) => {
    expect(warehouse({ phase })?.status).toBe(expected);
  });

  it('hears the worst of several words', () => {
    expect(warehouse({ phase: 'Bound', lastOperationStatus: 'Failed' })?.status).toBe('Degraded');
  });
});

describe('conditions that no list names', () => {
  it.each<[string, JsonValue[], string | undefined]>([
    ['all parts are well', [condition('StorageReady', 'True'), condition('NetworkConfigured', 'True')], 'Healthy'],
    ['a part is not', [condition('StorageReady', 'True'), condition('NetworkConfigured', 'False')], 'Progressing'],
    ['a part of what is ready is not', [condition('Ready', 'True'), condition('StorageReady', 'False')], 'Progressing'],
    ['an error', [condition('Ready', 'True'), condition('StorageError', 'True')], 'Degraded'],
    ['no error', [condition('Ready', 'True'), condition('StorageError', 'False')], 'Healthy'],
    ['a rollout', [condition('Ready', 'True'), condition('StorageUpdating', 'True')], 'Progressing'],
    ['a rollout that timed out', [condition('Progressing', 'False', 'ProgressDeadlineExceeded')], 'Degraded'],
    ['not ready, as a type', [condition('NotReady', 'True', 'Creating')], 'Progressing'],
    ['a type that nobody reads', [condition('Drained', 'True')], undefined],
    [
      'its reason says that it failed',
      [condition('Ready', 'True'), condition('Drained', 'False', 'DrainFailed')],
      'Degraded',
    ],
    [
      'its reason says that it did not',
      [condition('Ready', 'True'), condition('Drained', 'False', 'NoConflicts')],
      'Healthy',
    ],
    [
      'its reason says that it waits',
      [condition('Ready', 'True'), condition('Drained', 'False', 'Pending')],
      'Progressing',
    ],
    ['nobody knows', [condition('Ready', 'True'), condition('Drained', 'Unknown')], 'Progressing'],
    ['true for a bad reason', [condition('Complete', 'True', 'JobFailed')], 'Degraded'],
    ['not ready, its reason is no known word', [condition('Ready', 'False', 'Frobnicated')], 'Degraded'],
    ['not available, the same', [condition('Available', 'False', 'Frobnicated')], 'Progressing'],
    ['not ready, and no reason', [condition('Ready', 'False')], 'Progressing'],
    ['not ready, by its own word', [condition('Ready', 'False', 'PodsNotReady')], 'Progressing'],
    ['not ready, its message tells', [condition('Ready', 'False', 'Sync', 'cannot reach the store')], 'Degraded'],
    ['not ready, at work by its reason', [condition('Ready', 'False', 'ApplyingChanges')], 'Progressing'],
    ['a rollout that somebody paused', [condition('Progressing', 'True', 'RolloutPaused')], 'Suspended'],
    ['paused, by its reason', [condition('Ready', 'False', 'ReconcilePaused')], 'Suspended'],
  ])('%s', (_what, conditions, expected) => {
    expect(warehouse({ conditions })?.status).toBe(expected);
  });
});

describe('numbers of a custom kind', () => {
  const ready = (count: number, more: Record<string, JsonValue> = {}): JsonValue => ({ readyReplicas: count, ...more });
  it.each<[string, JsonValue, JsonValue, string | undefined]>([
    ['all ready', { replicas: 3 }, ready(3), 'Healthy'],
    ['one short', { replicas: 3 }, ready(2), 'Progressing'],
    ['old ones left', { replicas: 3 }, ready(3, { updatedReplicas: 1 }), 'Progressing'],
    ['ready, not available', { replicas: 3 }, ready(3, { availableReplicas: 2 }), 'Progressing'],
    [
      'held back by a partition',
      { replicas: 3, updateStrategy: { rollingUpdate: { partition: 2 } } },
      ready(3, { updatedReplicas: 1 }),
      'Suspended',
    ],
    [
      'held back by a share',
      { replicas: 4, updateStrategy: { partition: '50%' } },
      ready(4, { updatedReplicas: 1 }),
      'Progressing',
    ],
    ['by other names', { size: 3 }, { readyInstances: 2 }, 'Progressing'],
    ['without a spec to match', {}, { replicas: 3, readyReplicas: 2 }, 'Progressing'],
    ['nothing counted', { replicas: 3 }, {}, undefined],
    ['nothing there', {}, { replicas: 0, readyReplicas: 0 }, undefined],
    ['nothing wanted', { replicas: 0 }, { replicas: 0, readyReplicas: 0 }, 'Healthy'],
    [
      'worse than its condition',
      { replicas: 3 },
      ready(1, { conditions: [condition('Ready', 'True')] }),
      'Progressing',
    ],
    [
      'racks',
      {},
      { racks: { eu: { members: 2, readyMembers: 1 }, us: { members: 1, readyMembers: 1 } } },
      'Progressing',
    ],
  ])('%s', (_what, spec, status, expected) => {
    expect(warehouse(status, {}, spec)?.status).toBe(expected);
  });
});

describe('parts of a status that nobody knows', () => {
  const ready = [condition('Ready', 'True')];
  it.each<[string, JsonValue, string, RegExp]>([
    ['all well', { conditions: ready, gates: [{ state: 'Running' }] }, 'Healthy', /./],
    [
      'a part failed',
      { conditions: ready, gates: { a: { state: 'Running' }, b: { state: 'Failed' } } },
      'Degraded',
      /^\.status\.gates\.b\.state is Failed, although/,
    ],
    [
      'a part waits',
      { phase: 'Running', gates: [{ gateState: 'Pending' }] },
      'Progressing',
      /^\.status\.gates\[0\]\.gateState is Pending/,
    ],
    [
      'the failed one is said first',
      { phase: 'Running', gates: [{ state: 'Pending' }, { state: 'Error' }] },
      'Degraded',
      /gates\[1\]/,
    ],
    [
      'a part is not ready',
      { phase: 'Running', gate: { conditions: [condition('Ready', 'False')] } },
      'Progressing',
      /condition Ready is False/,
    ],
    [
      'a part has a condition of its own',
      { phase: 'Running', gate: { conditions: [condition('Open', 'False')] } },
      'Healthy',
      /./,
    ],
    ['the past', { phase: 'Running', lastRun: { state: 'Failed' }, history: [{ phase: 'Failed' }] }, 'Healthy', /./],
    ['a word that is none', { phase: 'Running', gates: [{ state: 'Green' }] }, 'Healthy', /./],
  ])('%s', (_what, status, expected, message) => {
    const health = warehouse(status);
    expect(health?.status).toBe(expected);
    expect(health?.message).toMatch(message);
  });
});

describe('pauses, errors and flags of a custom kind', () => {
  it.each<[string, JsonValue, JsonValue, string]>([
    ['suspended', { suspend: true }, { conditions: [condition('Ready', 'True')] }, 'Suspended'],
    ['suspended, and not ready', { paused: true }, { conditions: [condition('Ready', 'False')] }, 'Suspended'],
    ['suspended, and broken', { paused: true }, { conditions: [condition('Failed', 'True')] }, 'Degraded'],
    ['not suspended', { suspend: false }, { conditions: [condition('Ready', 'True')] }, 'Healthy'],
    ['an error beside a good phase', {}, { phase: 'Running', errorMessage: 'disk full' }, 'Degraded'],
    ['an empty error', {}, { phase: 'Running', error: '' }, 'Healthy'],
    ['ready', {}, { ready: true }, 'Healthy'],
    ['not ready', {}, { ready: false }, 'Progressing'],
    ['not valid', {}, { ready: true, valid: false }, 'Degraded'],
  ])('%s', (_what, spec, status, expected) => {
    expect(warehouse(status, {}, spec)?.status).toBe(expected);
  });

  it('takes at work for done only where the kind has no end', () => {
    const judge = (kind: string) =>
      assessHealth(liveObject('logistics.example.test/v1', kind, { status: { phase: 'Running' } }));
    expect(judge('Warehouse')?.status).toBe('Healthy');
    expect(judge('WarehouseBackup')?.status).toBe('Progressing');
    expect(judge('ScheduledBackup')?.status).toBe('Healthy');
  });
});

describe('generations of a custom kind', () => {
  const ready = [condition('Ready', 'True')];
  it.each<[string, JsonValue, string]>([
    ['older than the spec', { observedGeneration: 2, conditions: ready }, 'Progressing'],
    ['as a text', { observedGeneration: '2', conditions: ready }, 'Progressing'],
    ['the same', { observedGeneration: 3, conditions: ready }, 'Healthy'],
    ['no number', { observedGeneration: 'abc', conditions: ready }, 'Healthy'],
    [
      'only in an old condition',
      { conditions: [{ type: 'Ready', status: 'True', observedGeneration: 2 }] },
      'Progressing',
    ],
    [
      'the newest condition counts',
      {
        conditions: [
          { type: 'Ready', status: 'True', observedGeneration: 3 },
          { type: 'Issuing', status: 'False', observedGeneration: 1 },
        ],
      },
      'Healthy',
    ],
  ])('%s', (_what, status, expected) => {
    expect(warehouse(status, { generation: 3 })?.status).toBe(expected);
  });

  it('says which', () => {
    expect(warehouse({ observedGeneration: 2, conditions: ready }, { generation: 3 })?.message).toBe(
      'status describes generation 2, the spec is at 3: its numbers are stale',
    );
  });
});

describe('a status that says nothing known', () => {
  it.each([[undefined], [null], [{}], [{ conditions: [] }], [{ dnsNames: 3 }], [{ phase: 'Frobnicated' }]])(
    '%j has no health',
    (status) => {
      expect(warehouse(status as JsonValue)).toBeNull();
    },
  );

  it('is Unknown where it is no object', () => {
    expect(warehouse('Ready')).toEqual({ status: 'Unknown', message: 'status is no object', source: 'generic' });
  });
});
