import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';
import { runDifferential } from '../differential/differential.js';
import type { Agreement } from '../differential/judge.js';
import { caseText, disagrees, sharesOf, summaryText } from '../differential/tally.js';

const { kubectl, controlplane } = inject('cluster');
const SEED = 1;
const CASES = 200;

// A cluster for itself: the cases write cluster-scoped objects of every kind, and count on nobody else doing so.
describe.skipIf(controlplane === undefined)('gitdrift and dry runs of the API server, over random worlds', () => {
  let cluster: ControlPlane;
  let agreements: readonly Agreement[] = [];

  beforeAll(async () => {
    cluster = await startControlPlane();
    const numbers = Array.from({ length: CASES }, (_, number) => number);
    agreements = await runDifferential({ kubeconfig: cluster.kubeconfig, program: kubectl, seed: SEED, numbers });
  });

  afterAll(() => cluster.stop());

  it('judges nearly all cases: an object that is refused at its making is none', () => {
    expect(agreements.length).toBeGreaterThan(CASES * 0.95);
  });

  it('sees worlds of all sorts', () => {
    const changing = agreements.filter(
      ({ judged: { verdict } }) => verdict.kind === 'changes' && verdict.leaves.length > 0,
    );
    const still = agreements.filter(
      ({ judged: { verdict } }) => verdict.kind === 'changes' && verdict.leaves.length === 0,
    );
    expect(changing.length).toBeGreaterThan(CASES / 4);
    expect(still.length).toBeGreaterThan(CASES / 4);
    expect(new Set(agreements.map(({ judged }) => judged.play.plan.kind)).size).toBeGreaterThan(25);
  });

  // docs/differential.md has the figures of the long run; a disagreement here is printed for its replay.
  it('agrees on sync, on the drifting fields and on their writers', () => {
    const disagreeing = agreements.filter(disagrees).map((agreement) => caseText(agreement, SEED));
    const { sync, paths, writers } = sharesOf(agreements);
    const report = `${disagreeing.join('\n\n')}\n\n${summaryText(agreements)}`;
    expect(sync, report).toBeGreaterThanOrEqual(0.995);
    expect(paths, report).toBeGreaterThanOrEqual(0.995);
    expect(writers, report).toBeGreaterThanOrEqual(0.99);
  });
});
