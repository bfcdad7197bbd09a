import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import { decodeManagedFields } from '../../src/ownership/decode.js';
import { toldByEntries } from '../../src/timeline/written.js';
import { DEPLOYMENT, entry, world } from '../ownership/worlds.js';
import { clock, lines } from './lines.js';

const CREATED = clock('10:00:00');

/** The lines of entries, their writers called by their managers. */
function toldOf(
  entries: readonly JsonObject[],
  withStatus = false,
): { lines: string[]; statusOnly: number; fields: unknown } {
  const managed = decodeManagedFields(world(DEPLOYMENT, entries));
  if (managed.kind !== 'entries') throw new Error('no entries');
  const written = managed.entries.map((one) => ({
    entry: one,
    writer: { category: 'unknown', name: one.manager, confidence: 'possible', evidence: [] } as const,
  }));
  const { told, statusOnly } = toldByEntries(written, CREATED, withStatus);
  return { lines: lines(told), statusOnly, fields: told.map((one) => one.entry.fields) };
}

const IMAGE = {
  'f:spec': {
    'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { '.': {}, 'f:name': {}, 'f:image': {} } } } },
  },
};

describe('what entries of managedFields tell', () => {
  it('is when their manager last wrote at the latest, and what it owns now without the names of items', () => {
    expect(toldOf([entry('kubectl-set', 'Update', IMAGE, { time: clock('10:05:00') })])).toEqual({
      lines: [
        '≤10:05:00 written: wrote .spec.template.spec.containers[name="web"].image | kubectl-set [managed-fields]',
      ],
      statusOnly: 0,
      fields: [['.spec.template.spec.containers[name="web"].image']],
    });
  });

  it('is exact in the second of the creation, before which nothing can have been written', () => {
    const applied = entry(
      'argocd-controller',
      'Apply',
      { 'f:spec': { 'f:paused': {}, 'f:replicas': {} } },
      { time: CREATED },
    );
    expect(toldOf([applied]).lines).toEqual([
      '10:00:00 written: last applied; owns 2 fields now | argocd-controller [managed-fields]',
    ]);
  });

  it('has no time for writes through /scale', () => {
    const scale = entry('kubectl', 'Update', { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' });
    expect(toldOf([scale]).lines).toEqual([
      '? written: wrote .spec.replicas through /scale | kubectl [managed-fields]',
    ]);
  });

  it.each([
    [
      'the status subresource, whatever else it names',
      { subresource: 'status' },
      { 'f:metadata': { 'f:annotations': { 'f:a': {} } }, 'f:status': { 'f:replicas': {} } },
    ],
    ['status through the object itself', {}, { 'f:status': { 'f:replicas': {} } }],
  ])('leaves out writers of %s, and counts them', (_, more, fields) => {
    const one = entry('kube-controller-manager', 'Update', fields, { ...more, time: clock('10:01:00') });
    expect(toldOf([one])).toMatchObject({ lines: [], statusOnly: 1 });
    expect(toldOf([one], true)).toMatchObject({
      lines: [expect.stringContaining('kube-controller-manager')],
      statusOnly: 0,
    });
  });

  it('keeps a writer of status who also writes what others declare, without the status', () => {
    const fields = { 'f:spec': { 'f:replicas': {} }, 'f:status': { 'f:replicas': {} } };
    expect(toldOf([entry('k3s', 'Update', fields, { time: clock('10:01:00') })])).toMatchObject({
      lines: ['≤10:01:00 written: wrote .spec.replicas | k3s [managed-fields]'],
      fields: [['.spec.replicas']],
    });
  });
});
