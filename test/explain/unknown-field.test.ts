import { describe, expect, it } from 'vitest';
import { explain } from '../../src/explain/explain.js';
import type { DifferenceNote } from '../../src/model/drift.js';
import { parsePath } from '../../src/model/parse-path.js';

describe('a field that the schema does not know', () => {
  it.each<[string, DifferenceNote, RegExp]>([
    ['of the server itself', { kind: 'unknown-field' }, /^the server does not know this field and drops it/],
    [
      'that stands in for the server’s own',
      { kind: 'unknown-field', schema: '1.36' },
      /^the schema of Kubernetes 1\.36, used as the server's own was not at hand, .* a server of that version drops it/,
    ],
  ])('%s', (_, note, message) => {
    const explanation = explain({
      ref: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'catalog' },
      difference: { path: parsePath('.spec.shards'), kind: 'drift', change: 'missing', desired: 3, notes: [note] },
      attribution: {
        writer: { category: 'unowned', name: 'nobody is recorded', confidence: 'certain', evidence: [] },
        coOwners: [],
        gitopsWrote: false,
      },
      evidence: { autoscalers: { kind: 'known', autoscalers: [] } },
      rule: undefined,
    });
    expect(explanation).toMatchObject({ status: 'unexplained', code: 'unknown-field' });
    expect(explanation.message).toMatch(message);
  });
});
