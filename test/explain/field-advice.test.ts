import { expect, it } from 'vitest';
import { fieldAdvice } from '../../src/explain/field-advice.js';
import type { FieldDrift } from '../../src/model/drift.js';

const entry: FieldDrift = {
  ...{ path: '.spec.replicas', pointer: '/spec/replicas', change: 'changed', desired: 2, live: 4, coOwners: [] },
  writer: { category: 'manual', name: 'kubectl scale', confidence: 'likely', evidence: [] },
  explanation: { status: 'unexplained', code: 'manual-change', message: 'by hand' },
};
const advice = (targeted: boolean): readonly string[] =>
  fieldAdvice({
    ...{ object: 'deploy/catalog', path: entry.path, rest: 'apps', standing: 'drift', entry, outcome: 'compared' },
    ...{ secret: false, below: [], scaled: false, targeted },
  }).map(({ message }) => message);

it('says of adopt what its patch does, also where a person scaled a workload that an autoscaler targets', () => {
  expect(advice(false)[0]).toMatch(/^to keep what live has, put it into Git/);
  expect(advice(true)[0]).toMatch(/^leave it to the autoscaler: take the field out of Git/);
  expect(advice(true)[1]).toMatch(/^to have what Git says, sync/);
});
