import { readdir, readFile } from 'node:fs/promises';
import { kubectlOk, until } from '../controlplane/kubectl.js';

/** A live cluster that a world is made in. */
export interface Stage {
  readonly kubeconfig: string;
  readonly kubectl: string;
}

/**
 * Puts a real kube-apiserver into the state that the demo shows: what `desired` declares, as five writers left it.
 * `other` holds what another team applies: the autoscaler.
 */
export async function makeDemoWorld(stage: Stage, desired: string, other: string): Promise<void> {
  const run = (args: readonly string[], stdin = ''): Promise<string> =>
    kubectlOk(args, { kubeconfig: stage.kubeconfig, program: stage.kubectl, stdin });
  const manifests = await readManifests(desired);

  await run(['create', 'namespace', 'marketplace']);
  // The GitOps controller applied an earlier commit: another page size, and a feature less.
  const before = manifests
    .replace('page-size: "50"', 'page-size: "20"')
    .replace('    checkout=v2\n', '    checkout=v1\n');
  await run(['apply', '--server-side', '--field-manager=argocd-controller', '-f', '-'], before);

  await run(['apply', '--server-side', '--field-manager=kustomize-controller', '-f', other]);

  // The autoscaler raises the deployment to its minimum; the Pods become ready.
  await until(
    async () =>
      (await run(['get', 'deployment', 'catalog', '-n', 'marketplace', '-o=jsonpath={.spec.replicas}'])) === '4',
    'the autoscaler scales to 4',
  );

  // A person in an incident.
  await run(['set', 'image', 'deployment/catalog', 'web=registry.example/catalog:2.4.1-hotfix', '-n', 'marketplace']);
  await run(['label', 'deployment/catalog', 'incident=latency', '-n', 'marketplace']);

  // Operators: the CA injector fills in a bundle, another one changes a setting that Git declares.
  const bundle = [{ op: 'add', path: '/webhooks/0/clientConfig/caBundle', value: EXAMPLE_CA }];
  await run([
    'patch',
    'validatingwebhookconfiguration/catalog-policy',
    '--type=json',
    '--field-manager=cert-manager-cainjector',
    `-p=${JSON.stringify(bundle)}`,
  ]);
  await run([
    'patch',
    'configmap/catalog-settings',
    '-n=marketplace',
    '--type=merge',
    '--field-manager=flagger',
    '-p={"data":{"currency":"USD"}}',
  ]);
  await makePodsReady(stage, 'catalog', 'marketplace');
}

/** A certificate made for this fixture, in base64; its key was thrown away. The API server wants a real one. */
export const EXAMPLE_CA = [
  'LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUJnVENDQVNlZ0F3SUJBZ0lVTUdhRFVuaGJGYjhxcGRiZzViQnhwUE05WnFr',
  'd0NnWUlLb1pJemowRUF3SXcKRlRFVE1CRUdBMVVFQXd3S1pYaGhiWEJzWlNCRFFUQWdGdzB5TmpFeE16QXhPVEF5TkRoYUdBOHlN',
  'VEkyTVRFdwpOakU1TURJME9Gb3dGVEVUTUJFR0ExVUVBd3dLWlhoaGJYQnNaU0JEUVRCWk1CTUdCeXFHU000OUFnRUdDQ3FHClNN',
  'NDlBd0VIQTBJQUJFZkdTSURsMCsrc2hFT25XZWpTR0I2T2N4K1pmalpBTXlJTGhTb2xac2pYWVZYV1VNR3oKVFhaQkdGa3Ftbmg4',
  'WjBMRThFUHRlZmN4TzA0SzZkT05SZG1qVXpCUk1CMEdBMVVkRGdRV0JCUlhadFpibTZQYwpvMUg4OUhlL01XR3phRFZCU0RBZkJn',
  'TlZIU01FR0RBV2dCUlhadFpibTZQY28xSDg5SGUvTVdHemFEVkJTREFQCkJnTlZIUk1CQWY4RUJUQURBUUgvTUFvR0NDcUdTTTQ5',
  'QkFNQ0EwZ0FNRVVDSUY5MXhxTTZHazlNRFdDNm02ZHYKSWlBV3lETW5SVm4rL2dnRTlFaEJ1V2RZQWlFQTRpQTNCMVhNd3NsNmMw',
  'MmhjUjFhWmMwYW5pbC83ZnVMM1BZTwpDWVB5Q013PQotLS0tLUVORCBDRVJUSUZJQ0FURS0tLS0tCg==',
].join('');

async function readManifests(folder: string): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  return (await Promise.all(files.map((name) => readFile(`${folder}/${name}`, 'utf8')))).join('\n---\n');
}

/** No kubelet runs here: writes the status that one would write, and waits for the deployment to follow. */
async function makePodsReady(stage: Stage, deployment: string, namespace: string): Promise<void> {
  const run = (args: readonly string[]): Promise<string> =>
    kubectlOk([...args, '-n', namespace], { kubeconfig: stage.kubeconfig, program: stage.kubectl });
  const ready = {
    status: {
      phase: 'Running',
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: new Date(Date.now() - 60_000).toISOString() }],
    },
  };
  await until(async () => {
    const pods = (await run(['get', 'pods', '-o=name'])).split('\n').filter((name) => name !== '');
    for (const pod of pods) {
      await run(['patch', pod, '--subresource=status', '--type=merge', `-p=${JSON.stringify(ready)}`]);
    }
    const status = await run(['get', 'deployment', deployment, '-o=json']);
    const parsed = JSON.parse(status) as {
      metadata: { generation: number };
      status: { observedGeneration?: number; updatedReplicas?: number; availableReplicas?: number; replicas?: number };
    };
    const { observedGeneration, updatedReplicas, availableReplicas, replicas } = parsed.status;
    return (
      observedGeneration === parsed.metadata.generation &&
      updatedReplicas === 4 &&
      availableReplicas === 4 &&
      replicas === 4
    );
  }, `${deployment} has 4 updated and available replicas`);
}
