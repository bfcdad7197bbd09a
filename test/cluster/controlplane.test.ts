import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { kubectl, kubectlOk, until } from '../controlplane/kubectl.js';

interface Entry {
  readonly manager: string;
  readonly operation: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1: { 'f:spec'?: Record<string, unknown> };
}

interface Deployment {
  readonly metadata: { readonly managedFields: readonly Entry[] };
  readonly spec: { readonly replicas: number };
}

const cluster = inject('cluster');
const namespace = `controlplane-${randomUUID().slice(0, 8)}`;
const as = { kubeconfig: cluster.kubeconfig, context: 'gitdrift-test', program: cluster.kubectl };

const deployment = async (name: string): Promise<Deployment> =>
  JSON.parse(
    await kubectlOk(['get', 'deployment', name, `--namespace=${namespace}`, '-o=json', '--show-managed-fields'], as),
  );

const createDeployment = (name: string) =>
  kubectlOk(['create', 'deployment', name, '--image=registry.test/web:1', `--namespace=${namespace}`], as);

const autoscalerOf = (name: string) => ({
  apiVersion: 'autoscaling/v2',
  kind: 'HorizontalPodAutoscaler',
  metadata: { name, namespace },
  spec: { scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name }, minReplicas: 4, maxReplicas: 8 },
});

const writersOfReplicas = ({ metadata }: Deployment) =>
  metadata.managedFields
    .filter(({ fieldsV1 }) => fieldsV1['f:spec']?.['f:replicas'] !== undefined)
    .map(({ manager, operation, subresource, time }) => ({ manager, operation, subresource, time }));

beforeAll(async () => {
  await kubectlOk(['create', 'namespace', namespace], as);
});

afterAll(async () => {
  await kubectlOk(['delete', 'namespace', namespace, '--wait=false'], as);
});

describe('the control plane of the cluster tests', () => {
  test('serves the version that it says it is', async () => {
    const version = JSON.parse(await kubectlOk(['get', '--raw', '/version'], as));
    expect(version.gitVersion).toBe(cluster.version);
  });

  test('knows a user who may read nothing', async () => {
    const result = await kubectl(['get', 'deployments', `--namespace=${namespace}`], {
      ...as,
      kubeconfig: cluster.restrictedKubeconfig,
    });
    expect(result.code).toBe(1);
    expect(result.stderr).toContain('Forbidden');
  });

  test('records kubectl scale as a scale entry without a time', async () => {
    await createDeployment('scaled');
    await kubectlOk(['scale', 'deployment', 'scaled', '--replicas=3', `--namespace=${namespace}`], as);
    expect(writersOfReplicas(await deployment('scaled'))).toEqual([
      { manager: 'kubectl', operation: 'Update', subresource: 'scale', time: undefined },
    ]);
  });

  test('runs an autoscaler that raises a workload to its minimum', async () => {
    await createDeployment('autoscaled');
    await kubectlOk(['create', '--filename=-'], { ...as, stdin: JSON.stringify(autoscalerOf('autoscaled')) });
    const scaled = await until(async () => {
      const live = await deployment('autoscaled');
      return live.spec.replicas === 4 && live;
    }, 'the autoscaler raises replicas to 4');
    expect(writersOfReplicas(scaled)).toEqual([
      { manager: 'kube-controller-manager', operation: 'Update', subresource: 'scale', time: undefined },
    ]);
  });
});
