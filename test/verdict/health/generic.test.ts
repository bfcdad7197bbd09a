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
