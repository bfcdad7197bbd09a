import { describe, expect, it } from 'vitest';
import { writers } from '../../src/compositions/writers.js';
import type { WritersReport } from '../../src/model/writers-report.js';
import { transcript } from './fake-io.js';

const engine = { writers: async (...given: Parameters<typeof writers>) => writers(...given) };

describe('gitdrift writers', () => {
  it('says what a name can mean', async () => {
    expect(await transcript(['writers', '--by', 'keda-operator'], engine)).toEqual({
      code: 0,
      out: [
        'MANAGER         CATEGORY     WRITER   ONLY',
        'keda-operator   autoscaler   KEDA',
        '  likely: scales to and from zero through /scale (argo-cd#28976)',
        '',
      ].join('\n'),
      err: '',
    });
  });

  it('in a narrow window as blocks', async () => {
    const { out } = await transcript(['writers', '--by', 'k3s', '--no-color'], engine, { tty: true, columns: 44 });
    expect(out).toBe(
      [
        'k3s   control-plane: k3s (scale)',
        '    scale',
        '    can also mean: a',
        '      HorizontalPodAutoscaler, whose name',
        '      the entry does not hold',
        '    likely: every controller of the',
        '      control plane runs in this binary',
        '      (kubestellar#1851)',
        'k3s   control-plane: k3s',
        '    can also mean: its kubectl or its',
        '      Helm controller, which are the same',
        '      binary',
        '    likely: every component of the',
        '      control plane runs in this binary',
        '      (kubestellar#1851)',
        '',
      ].join('\n'),
    );
  });

  it('lists all of them, each with its place in the order', async () => {
    const { out } = await transcript(['writers', '-o', 'json'], engine);
    const report = JSON.parse(out) as WritersReport;
    expect(report.writers.length).toBeGreaterThan(100);
    expect(report.writers.every(({ origin, reason }) => origin === 'shipped' && reason !== '')).toBe(true);
  });

  it('knows no name that nobody has listed', async () => {
    expect(await transcript(['writers', '--by', 'kubectl-scale'], engine)).toEqual({
      code: 0,
      out: '',
      err: 'no rule knows kubectl-scale: its writes are of category unknown\n',
    });
  });
});

describe('the catalogue with a policy', () => {
  const rule = { manager: 'argocd-server', category: 'deployer', name: 'the portal', reason: 'ours' } as const;

  it('has the policy first', () => {
    const report = writers({ file: 'gitdrift.yaml', discovered: false, writers: [rule] }, ['argocd-server'], '0.1.0');
    expect(report.writers.map(({ origin, name }) => `${origin}: ${name}`)).toEqual([
      'policy: the portal',
      'shipped: Argo CD, user interface or API',
    ]);
  });
});
