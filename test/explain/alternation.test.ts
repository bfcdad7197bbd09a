import { describe, expect, it } from 'vitest';
import { alternatingTemplate } from '../../src/explain/alternation.js';
import type { HistoryEvidence, TemplateRevision, TemplateStep } from '../../src/model/history.js';
import { CATALOG } from './worlds.js';

/** Revisions by name, each with the numbers that it had, as the steps of one workload. */
function history(revisions: Record<string, [number, ...number[]]>): HistoryEvidence {
  const steps = Object.entries(revisions).flatMap(([name, numbers]): TemplateStep[] => {
    const revision: TemplateRevision = {
      ref: { ...CATALOG, kind: 'ReplicaSet', name },
      numbers,
      time: '2026-11-30T12:00:00Z',
      template: name,
      current: false,
    };
    return numbers.map((number) => ({ number, revision, time: { kind: 'between' } }));
  });
  return { kind: 'known', steps: steps.sort((a, b) => b.number - a.number) };
}

const found = (evidence: HistoryEvidence | undefined): string[] =>
  alternatingTemplate(CATALOG, evidence, () => ['.spec.template.spec.containers[name="web"].image']).map(
    ({ path, message }) => `${path} ${message}`,
  );

describe('a Pod template that goes back and forth', () => {
  it('is told with the revisions that prove it', () => {
    expect(found(history({ 'catalog-a': [1, 3, 5], 'catalog-b': [2, 4, 6] }))).toEqual([
      '.spec.template.spec.containers[name="web"].image the Pod template went back and forth between ReplicaSet marketplace/catalog-a and ReplicaSet marketplace/catalog-b, revisions 1 to 6: two writers change it against each other',
    ]);
  });

  it.each<[string, HistoryEvidence | undefined]>([
    ['new versions one after the other', history({ a: [1], b: [2], c: [3], d: [4] })],
    ['one rollback', history({ a: [1, 3], b: [2] })],
    ['a rollback that was rolled back, and a newer version since', history({ a: [1, 3], b: [2, 4], c: [5], d: [6] })],
    ['a revision in between that is not kept', history({ a: [1, 3], b: [5, 7] })],
    ['nothing kept', history({})],
    ['history that could not be read', { kind: 'unavailable', reason: 'forbidden' }],
    ['history that nothing asked for', undefined],
  ])('not with %s', (_, evidence) => {
    expect(found(evidence)).toEqual([]);
  });

  it('counts only the end of the story', () => {
    expect(found(history({ x: [1], y: [2], a: [3, 5], b: [4, 6] }))[0]).toContain('revisions 3 to 6');
  });
});
