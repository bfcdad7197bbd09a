import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { kubectlOk, until } from '../controlplane/kubectl.js';
import type { Stage } from './demo-world.js';
import { incidentRepository } from './incident-repository.js';

const URL_OF_REPOSITORY = 'https://git.example/shop/config.git';
/** A kind of Argo CD as far as this needs it: without a schema. */
const kindOf = (kind: string, plural: string): object => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.argoproj.io` },
  spec: {
    group: 'argoproj.io',
    scope: 'Namespaced',
    names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
    versions: [
      {
        ...{ name: 'v1alpha1', served: true, storage: true },
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});
const PROJECT = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'AppProject',
  metadata: { name: 'default', namespace: 'argocd' },
  spec: {
    sourceRepos: [URL_OF_REPOSITORY],
    destinations: [{ server: 'https://kubernetes.default.svc', namespace: 'shop' }],
  },
};

/** When each program wrote in the story of docs/guides, whose night was made within seconds. */
const TIMES: Readonly<Record<string, string>> = {
  'argocd-controller': '2026-11-30T01:58:04Z',
  'argocd-application-controller': '2026-11-30T01:58:05Z',
  'kubectl-set': '2026-11-30T02:14:20Z',
  'argocd-server': '2026-11-02T08:00:00Z',
  'kubectl-create': '2026-11-02T08:00:00Z',
};

/**
 * The night of docs/guides on a real API server, where Argo CD is played: its field manager, its Application's status as it
 * writes it. Saves `hotfix.json` (the fix is in) and `reverted.json` (self-heal took it back) in `folder`.
 */
export async function makeIncidentWorld(stage: Stage, root: string, folder: string): Promise<void> {
  const run = (args: readonly string[], stdin = ''): Promise<string> =>
    kubectlOk(args, { kubeconfig: stage.kubeconfig, program: stage.kubectl, stdin });
  const repository = mkdtempSync(join(tmpdir(), 'gitdrift-test-'));
  try {
    const { before, main } = incidentRepository(repository);
    const kinds = [kindOf('Application', 'applications'), kindOf('AppProject', 'appprojects')];
    await run(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: kinds }));
    for (const plural of ['applications', 'appprojects']) {
      await run(['wait', '--for=condition=Established', `crd/${plural}.argoproj.io`]);
    }
    for (const name of ['shop', 'argocd']) await run(['create', 'namespace', name]);
    const manifests = (image: string): string =>
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: ['deployment', 'service'].map((name) => {
          const object = load(readFileSync(join(repository, `apps/catalog/${name}.yaml`), 'utf8')) as {
            kind: string;
            metadata: { annotations?: Record<string, string> };
          };
          const group = object.kind === 'Deployment' ? 'apps' : '';
          const id = `catalog:${group}/${object.kind}:shop/catalog`;
          object.metadata.annotations = { 'argocd.argoproj.io/tracking-id': id };
          return object;
        }),
      }).replace('catalog:2.5.0', image);
    const sync = (image: string): Promise<string> =>
      run(
        ['apply', '--server-side', '--force-conflicts', '--field-manager=argocd-controller', '-f', '-'],
        manifests(image),
      );
    const rolledOut = async (): Promise<void> => {
      await until(async () => {
        await podsReady(run);
        const status = JSON.parse(await run(['get', 'deployment/catalog', '-n=shop', '-o=json']));
        const { updatedReplicas, availableReplicas, replicas, observedGeneration } = status.status;
        return (
          observedGeneration === status.metadata.generation &&
          [updatedReplicas, availableReplicas, replicas].every((count) => count === 2)
        );
      }, 'catalog is rolled out');
    };
    await sync('catalog:2.4.1');
    await rolledOut();
    await sync('catalog:2.5.0');
    const application = load(readFileSync(join(root, 'fixtures/incident/application.yaml'), 'utf8')) as object;
    await run(['create', '-f', '-'], JSON.stringify(PROJECT));
    await run(['create', '--field-manager=argocd-server', '-f', '-'], JSON.stringify(application));
    await run([
      ...['patch', 'applications.argoproj.io/catalog', '-n=argocd', '--type=merge'],
      ...['--field-manager=argocd-application-controller', `-p=${JSON.stringify({ status: statusOf(before, main) })}`],
    ]);
    await run(['set', 'image', 'deployment/catalog', 'web=registry.example/catalog:2.4.1', '-n=shop']);
    await rolledOut();
    const save = async (name: string, recordedAt: string, times: typeof TIMES): Promise<void> => {
      const text = execFileSync(process.execPath, [join(root, 'bin/gitdrift.js'), 'record', '--app=argocd/catalog'], {
        encoding: 'utf8',
        env: {
          PATH: process.env.PATH,
          KUBECONFIG: stage.kubeconfig,
          GITOPS_REPO: repository,
        },
      });
      writeFileSync(join(folder, name), timed(text, recordedAt, times));
    };
    await save('hotfix.json', '2026-11-30T02:14:30Z', TIMES);
    // What self-heal does: the same apply once more.
    await sync('catalog:2.5.0');
    await until(async () => {
      const status = JSON.parse(await run(['get', 'deployment/catalog', '-n=shop', '-o=json']));
      return status.status.observedGeneration === status.metadata.generation && status.status.updatedReplicas > 0;
    }, 'the revert is under way');
    await save('reverted.json', '2026-11-30T02:15:10Z', { ...TIMES, 'argocd-controller': '2026-11-30T02:14:32Z' });
  } finally {
    rmSync(repository, { recursive: true, force: true });
  }
}

/** What Argo CD writes after an automated sync that succeeded. */
function statusOf(before: string, main: string): object {
  const source = { repoURL: URL_OF_REPOSITORY, targetRevision: 'main', path: 'apps/catalog' };
  const deployed = (id: number, revision: string, at: string): object => ({
    ...{ id, revision, source, deployStartedAt: at, deployedAt: at, initiatedBy: { automated: true } },
  });
  const resource = (group: string, kind: string): object => ({
    ...{
      ...(group === '' ? {} : { group }),
      version: 'v1',
      kind,
      namespace: 'shop',
      name: 'catalog',
      status: 'Synced',
    },
  });
  return {
    controllerNamespace: 'argocd',
    reconciledAt: '2026-11-30T02:12:00Z',
    sync: {
      ...{ status: 'Synced', revision: main },
      comparedTo: { source, destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' } },
    },
    health: { status: 'Degraded' },
    history: [deployed(0, before, '2026-11-26T09:15:02Z'), deployed(1, main, '2026-11-30T01:58:04Z')],
    operationState: {
      ...{ phase: 'Succeeded', message: 'successfully synced (all tasks run)' },
      ...{ startedAt: '2026-11-30T01:58:03Z', finishedAt: '2026-11-30T01:58:04Z' },
      operation: { initiatedBy: { automated: true }, sync: { revision: main } },
      syncResult: { revision: main, source },
    },
    resources: [resource('apps', 'Deployment'), resource('', 'Service')],
  };
}

/** No kubelet runs here: Pods of the image that works become ready. */
async function podsReady(run: (args: readonly string[]) => Promise<string>): Promise<void> {
  const { items } = JSON.parse(await run(['get', 'pods', '-n=shop', '-o=json'])) as {
    items: { metadata: { name: string }; spec: { containers: { image: string }[] } }[];
  };
  const condition = { type: 'Ready', status: 'True', lastTransitionTime: '2026-11-30T02:14:26Z' };
  const patch = JSON.stringify({ status: { phase: 'Running', conditions: [condition] } });
  for (const { metadata, spec } of items) {
    if (spec.containers[0]?.image.endsWith(':2.5.0')) continue;
    await run(['patch', 'pod', metadata.name, '-n=shop', '--subresource=status', '--type=merge', `-p=${patch}`]);
  }
}

/** The recording at the times of the story; all else is as the server had it. */
function timed(text: string, recordedAt: string, times: Readonly<Record<string, string>>): string {
  const saved = JSON.parse(text) as {
    gitdrift: { recordedAt: string };
    items: {
      kind: string;
      metadata: { creationTimestamp?: string; managedFields?: { manager: string; time?: string }[] };
      spec?: { template?: { spec?: { containers?: { image: string }[] } } };
      status?: { conditions?: { lastTransitionTime?: string; lastUpdateTime?: string }[] };
    }[];
  };
  saved.gitdrift.recordedAt = recordedAt;
  for (const { kind, metadata, spec, status } of saved.items) {
    const broken = spec?.template?.spec?.containers?.[0]?.image.endsWith(':2.5.0') === true;
    if (metadata.creationTimestamp !== undefined) {
      metadata.creationTimestamp =
        kind === 'ReplicaSet' && broken ? '2026-11-30T01:58:04Z' : kind === 'Pod' ? recordedAt : '2026-11-02T08:00:00Z';
    }
    for (const entry of metadata.managedFields ?? []) {
      if (entry.time !== undefined) entry.time = times[entry.manager] ?? recordedAt;
    }
    for (const condition of status?.conditions ?? []) {
      for (const key of ['lastTransitionTime', 'lastUpdateTime'] as const) {
        if (condition[key] !== undefined) condition[key] = recordedAt;
      }
    }
  }
  return `${JSON.stringify(saved, undefined, 1)}\n`;
}
