import { describe, expect, it } from 'vitest';
import { until } from '../../controlplane/kubectl.js';
import { autoscaler, deployment } from './manifests.js';
import { application, told } from './report-contract.js';
import { world } from './world.js';

const { apply, diff, kubectl, namespace } = world('autoscaler');

/** Applies an autoscaler and waits until it has raised the workload and said that it finds no metrics. */
async function autoscaled(name: string, min: number, max: number): Promise<void> {
  await apply(autoscaler(name, min, max));
  const scale = ['get', 'deployment', name, '--output=jsonpath={.spec.replicas}'];
  await until(async () => Number(await kubectl(scale)) >= min, `the autoscaler scales ${name} to ${min}`);
  const status = ['get', 'hpa', name, '--output=jsonpath={.status.conditions[?(@.type=="ScalingActive")].status}'];
  await until(async () => (await kubectl(status)) === 'False', `the autoscaler of ${name} looks for metrics`);
}

const NO_METRICS =
  'ScalingActive is False (FailedGetResourceMetric): it has no metrics, and leaves a number within its bounds alone';

describe.concurrent('an autoscaler', () => {
  it('explains replicas that Git declares, and the advice is to drop them there', async () => {
    const desired = deployment({ name: 'declared', replicas: 1 });
    await apply(desired);
    await autoscaled('declared', 4, 8);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'OutOfSync, Progressing: wait; exit 0',
      'drift Deployment/declared changed .spec.replicas: 1 → 4',
      '  autoscaler, certain: HPA declared (kube-controller-manager Update scale)',
      '  managedFields: kube-controller-manager (Update, subresource scale) names .spec.replicas; the entry has no time',
      '  the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
      `  HorizontalPodAutoscaler ${namespace}/declared targets this workload, bounds 4–8, last scaled at TIME; ${NO_METRICS}`,
      '  explained: hpa-controls-replicas; next: autoscaler-rewrites',
    ]);
    expect(report.gate).toEqual({ failOn: ['unexplained'], counted: 0, passed: true, exitCode: 0 });
    expect(application(report).action.message).toMatch(
      /Drop \.spec\.replicas of Deployment \S+ from Git; do not sync.* scale Deployment \S+ from 4 to 1/,
    );
    expect(application(report).findings).toMatchObject([
      { code: 'overlapping-writers', severity: 'warning', path: '.spec.replicas' },
      { code: 'image-without-digest', severity: 'note' },
    ]);
    expect((await diff(desired, ['--fail-on=finding:overlapping-writers'])).code).toBe(1);
  });

  it('explains nothing any more once it is deleted', async () => {
    const desired = deployment({ name: 'orphaned', replicas: 1 });
    await apply(desired);
    await autoscaled('orphaned', 4, 8);
    await kubectl(['delete', 'hpa/orphaned']);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/orphaned changed .spec.replicas: 1 → 4',
      '  control-plane, likely: kube-controller-manager (scale) (kube-controller-manager Update scale)',
      '  managedFields: kube-controller-manager (Update, subresource scale) names .spec.replicas; the entry has no time',
      '  the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
      '  unexplained: scale-without-hpa; next: unknown',
    ]);
  });

  it('explains replicas that Git never declared, though no scale entry is left: Synced, and the gate passes', async () => {
    const desired = deployment({ name: 'undeclared' });
    await apply(desired);
    await autoscaled('undeclared', 4, 8);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'Synced, Progressing: wait; exit 0',
      'undeclared Deployment/undeclared extra .spec.replicas: 4',
      '  autoscaler, possible: HPA undeclared',
      '  no manager is recorded for this field: a default, a mutation at admission, or lost bookkeeping',
      `  HorizontalPodAutoscaler ${namespace}/undeclared targets this workload, bounds 4–8, last scaled at TIME; ${NO_METRICS}`,
      '  explained: hpa-controls-replicas; next: stays',
    ]);
    expect(application(report).findings).toMatchObject([{ code: 'image-without-digest', severity: 'note' }]);
  });

  it('does not explain a person who scales within its bounds', async () => {
    const desired = deployment({ name: 'helped', replicas: 1 });
    await apply(desired);
    await apply(autoscaler('helped', 1, 9));
    await kubectl(['scale', 'deployment/helped', '--replicas=3']);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/helped changed .spec.replicas: 1 → 3',
      '  manual, likely: kubectl scale (kubectl Update scale)',
      '  managedFields: kubectl (Update, subresource scale) names .spec.replicas; the entry has no time',
      // What its status says by then depends on when it looked last.
      expect.stringContaining(`  HorizontalPodAutoscaler ${namespace}/helped targets this workload, bounds 1–9`),
      '  unexplained: manual-change; next: unknown',
    ]);
  });

  // Scaling to nothing switches an autoscaler off; every other number out of its bounds it corrects at once.
  it('does not explain a person who scales to 0', async () => {
    const desired = deployment({ name: 'stopped', replicas: 1 });
    await apply(desired);
    await apply(autoscaler('stopped', 1, 9));
    await kubectl(['scale', 'deployment/stopped', '--replicas=0']);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift Deployment/stopped changed .spec.replicas: 1 → 0',
      '  unowned, certain: nobody is recorded',
      '  no manager is recorded for this field, as after every scale to 0 (kubectl scale, KEDA, an idler): the scale subresource records none for 0',
      expect.stringContaining(`  HorizontalPodAutoscaler ${namespace}/stopped targets this workload, bounds 1–9`),
      '  unexplained: unowned-value; next: unknown',
    ]);
  });

  it('declared at autoscaling/v1 is compared at v1, though it is stored and written at v2', async () => {
    const desired = `${autoscaler('older', 2, 6, 'autoscaling/v1')}  targetCPUUtilizationPercentage: 70\n`;
    await apply(desired);
    expect(told((await diff(desired)).report)).toHaveLength(1);
    const resourceMetric = { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } };
    const patch = { spec: { maxReplicas: 9, metrics: [{ type: 'Resource', resource: resourceMetric }] } };
    await kubectl(['patch', 'hpa.v2.autoscaling/older', '--type=merge', `--patch=${JSON.stringify(patch)}`]);
    expect(told((await diff(desired)).report).slice(1)).toEqual([
      'drift HorizontalPodAutoscaler/older changed .spec.maxReplicas: 6 → 9',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update, recorded at autoscaling/v2) names .spec.maxReplicas; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
      'drift HorizontalPodAutoscaler/older changed .spec.targetCPUUtilizationPercentage: 70 → 50',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update, recorded at autoscaling/v2) names .spec.metrics; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
    ]);
  });
});
