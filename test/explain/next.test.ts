import { describe, expect, it } from 'vitest';
import { explainMissing } from '../../src/explain/missing-object.js';
import { whatHappensNext, whatHappensToMissing } from '../../src/explain/next.js';
import type { Difference } from '../../src/model/drift.js';
import type { JsonObject } from '../../src/model/json.js';
import type { ResourceRef } from '../../src/model/resource.js';
import { CATALOG, difference, IMAGE, undeclared, writer } from './worlds.js';

describe('what happens next', () => {
  const next = (change: Difference, code: string) =>
    whatHappensNext(
      change,
      { writer: writer('autoscaler', { name: 'HPA catalog' }), coOwners: [], gitopsWrote: false },
      { status: 'explained', code, message: '' },
    );

  it.each<[string, Difference, string, string, RegExp]>([
    ['drift', difference(), 'manual-change', 'unknown', /^a sync would overwrite it; whether one comes by itself/],
    [
      'a missing field',
      difference(IMAGE, { change: 'missing' }),
      'missing-in-live',
      'unknown',
      /^a sync would add it;/,
    ],
    ['an extra value', difference(IMAGE, { change: 'extra' }), 'git-ahead', 'removed-at-sync', /^a sync removes it;/],
    ['an unknown field', difference(), 'unknown-field', 'stays', /drops the field$/],
    ['an immutable field', difference(), 'immutable-field', 'stays', /^a sync would be refused$/],
    ['an undeclared field', undeclared('.metadata.labels.a'), 'undeclared', 'stays', /^a sync leaves it, for desired/],
    [
      'an autoscaler’s replicas',
      difference('.spec.replicas', { desired: 3, live: 7 }),
      'hpa-controls-replicas',
      'autoscaler-rewrites',
      /^a sync would set 3, and HPA catalog would scale again$/,
    ],
    [
      'replicas that desired declares null',
      difference('.spec.replicas', { change: 'extra', desired: null, live: 7 }),
      'hpa-controls-replicas',
      'autoscaler-rewrites',
      /^a sync would set the default,/,
    ],
    [
      'an autoscaler’s replicas that Git leaves to it',
      undeclared('.spec.replicas', 7),
      'hpa-controls-replicas',
      'stays',
      /^a sync leaves it to HPA catalog,/,
    ],
  ])('to %s', (_, change, explanation, code, message) => {
    const found = next(change, explanation);
    expect(found.code).toBe(code);
    expect(found.message).toMatch(message);
  });
});

describe('an object that live lacks', () => {
  const JOB: ResourceRef = { ...CATALOG, group: 'batch', kind: 'Job', name: 'migrate' };

  it.each<[string, ResourceRef, JsonObject, string]>([
    ['a Job with a time to live', JOB, { ttlSecondsAfterFinished: 600 }, 'job-ttl-expired'],
    ['a Job that is deleted at once', JOB, { ttlSecondsAfterFinished: 0 }, 'job-ttl-expired'],
    ['a Job without one', JOB, {}, 'missing-object'],
    [
      'a Job that is suspended, so that it never ends',
      JOB,
      { ttlSecondsAfterFinished: 600, suspend: true },
      'missing-object',
    ],
    ['a Job of another group', { ...JOB, group: 'batch.example' }, { ttlSecondsAfterFinished: 600 }, 'missing-object'],
    ['a Deployment', CATALOG, { ttlSecondsAfterFinished: 600 }, 'missing-object'],
  ])('%s', (_, ref, spec, code) => {
    const desired = { apiVersion: 'batch/v1', kind: ref.kind, metadata: { name: ref.name }, spec };
    const explanation = explainMissing(ref, desired);
    expect(explanation).toMatchObject({ code, status: code === 'missing-object' ? 'unexplained' : 'explained' });
    const again = /, and so run it again;/.test(whatHappensToMissing(explanation).message);
    expect(again).toBe(code === 'job-ttl-expired');
  });
});
