import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, kubectl as kubectlRun, until } from '../controlplane/kubectl.js';
import { resource, told } from './scenarios/report-contract.js';
import { world } from './scenarios/world.js';

const { apply, diff, kubectl } = world('api-versions');
const { kubeconfig, kubectl: program } = inject('cluster');

describe('an autoscaler', () => {
  const autoscaler = (version: 'v1' | 'v2', name: string, spec: string): string => `apiVersion: autoscaling/${version}
kind: HorizontalPodAutoscaler
metadata: {name: ${name}}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: absent}
  minReplicas: 2
  maxReplicas: 6
${spec}`;
  const metrics = (percent: number): string =>
    `[{"type":"Resource","resource":{"name":"cpu","target":{"type":"Utilization","averageUtilization":${percent}}}}]`;
  const cpu = (percent: number): string => `  metrics: ${metrics(percent)}\n`;

  it('declared at v2 is compared at v2, and a write at v1 says at which version it is recorded', async () => {
    const desired = autoscaler('v2', 'newer', cpu(70));
    await apply(desired);
    expect(told((await diff(desired)).report)).toHaveLength(1);
    const patch = JSON.stringify({ spec: { maxReplicas: 9, targetCPUUtilizationPercentage: 50 } });
    await kubectl(['patch', 'horizontalpodautoscalers.v1.autoscaling/newer', '--type=merge', `--patch=${patch}`]);
    const { report } = await diff(desired);
    expect(told(report).slice(1)).toEqual([
      'drift HorizontalPodAutoscaler/newer changed .spec.maxReplicas: 6 → 9',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update, recorded at autoscaling/v1) names .spec.maxReplicas; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
      `drift HorizontalPodAutoscaler/newer changed .spec.metrics: ${metrics(70)} → ${metrics(50)}`,
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update, recorded at autoscaling/v1) names .spec.targetCPUUtilizationPercentage; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
    ]);
    expect(resource(report, 'HorizontalPodAutoscaler', 'newer').version).toBe('v2');
  });

  it.each<['v1' | 'v2', string, 'v1' | 'v2', string]>([
    ['v1', '  targetCPUUtilizationPercentage: 70\n', 'v2', cpu(70)],
    ['v2', cpu(70), 'v1', '  targetCPUUtilizationPercentage: 70\n'],
  ])('applied at %s is Synced with the same declared at the other version', async (at, spec, other, same) => {
    const name = `moved-from-${at}`;
    await apply(autoscaler(at, name, spec));
    expect(told((await diff(autoscaler(other, name, same))).report)).toEqual([
      expect.stringMatching(/^Synced, .*; exit 0$/),
    ]);
  });
});

describe('a custom kind with two versions that are converted by their name only', () => {
  // CustomResourceDefinitions are for the whole cluster, so the group is this run's own.
  const group = `versions-${randomUUID().slice(0, 8)}.example.com`;
  const schema = `{openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {
        host: {type: string}, weight: {type: integer}, tags: {type: array, items: {type: string}, x-kubernetes-list-type: set}}}}}}`;
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routes.${group}}
spec:
  group: ${group}
  scope: Namespaced
  conversion: {strategy: None}
  names: {kind: Route, plural: routes, singular: route, listKind: RouteList}
  versions:
  - {name: v1, served: true, storage: true, schema: ${schema}}
  - {name: v1beta1, served: true, storage: false, schema: ${schema}}
`;
  const route = (version: string, name: string): string => `apiVersion: ${group}/${version}
kind: Route
metadata: {name: ${name}}
spec: {host: shop.example, weight: 3, tags: [blue]}
`;

  beforeAll(async () => {
    const as = { kubeconfig, program };
    await kubectlOk(['apply', '--filename=-'], { ...as, stdin: definition });
    for (const version of ['v1', 'v1beta1']) {
      await until(async () => {
        const path = `/openapi/v3/apis/${group}/${version}`;
        return (await kubectlRun(['get', '--raw', path], as)).stdout.includes('"weight"');
      }, `the OpenAPI of ${version} is served`);
    }
  });
  afterAll(() => kubectlOk(['delete', 'crd', `routes.${group}`, '--wait=false'], { kubeconfig, program }));

  it.each([
    ['v1', 'v1beta1'],
    ['v1beta1', 'v1'],
  ])('applied at %s is compared at the version that desired names; writes at %s say so', async (at, other) => {
    const name = `web-${at}`;
    await apply(route(at, name));
    expect(told((await diff(route(other, name))).report)).toEqual([expect.stringMatching(/^Synced, .*; exit 0$/)]);
    const patch = JSON.stringify({ spec: { weight: 9, tags: ['blue', 'green'] } });
    await kubectl(['patch', `routes.${other}.${group}/${name}`, '--type=merge', `--patch=${patch}`]);
    const { report } = await diff(route(at, name));
    const recorded = `recorded at ${group}/${other}`;
    expect(told(report).slice(1)).toEqual([
      `drift Route/${name} changed .spec.weight: 3 → 9`,
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      `  managedFields: kubectl-patch (Update, ${recorded}) names .spec.weight; entry last written TIME`,
      '  unexplained: manual-change; next: unknown',
      `undeclared Route/${name} extra .spec.tags[="green"]: "green"`,
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      `  managedFields: kubectl-patch (Update, ${recorded}) names .spec.tags[="green"]; entry last written TIME`,
      '  unexplained: undeclared-manual; next: stays',
    ]);
    expect(resource(report, 'Route', name).version).toBe(at);
  });
});
