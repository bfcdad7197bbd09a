import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, until } from '../controlplane/kubectl.js';
import { deployment } from './scenarios/manifests.js';
import { compared, world } from './scenarios/world.js';

const { kubeconfig, kubectl: program } = inject('cluster');
const root = fileURLToPath(new URL('../../', import.meta.url));
const run = (args: readonly string[], stdin = ''): Promise<string> => kubectlOk(args, { kubeconfig, program, stdin });
const manifests = (file: string): string => readFileSync(join(root, 'examples', file), 'utf8');
const here = world('examples');

/** The example in a namespace of this test, and its cluster-wide objects under names of it. */
const moved = (text: string): string =>
  text
    .replace(/namespace: (gitdrift|shop|argocd)$/gm, `namespace: ${here.namespace}`)
    .replace(/(kind: ClusterRole(?:Binding)?\n(?:metadata:\n)? {2}name:) gitdrift$/gm, `$1 ${here.namespace}`);

describe('the manifests of examples', () => {
  it.each(['cronjob/gitdrift.yaml', 'argocd-presync/job.yaml', 'argocd-presync/rbac.yaml'])(
    'the API server takes %s, with nothing that it does not know and no warning',
    async (file) => {
      for (const object of loadAll(moved(manifests(file))) as { kind: string; metadata: { name?: string } }[]) {
        const args = ['create', '--dry-run=server', '--validate=strict', '--warnings-as-errors', '-o=name', '-f', '-'];
        const namespaced = !['Namespace', 'ClusterRole', 'ClusterRoleBinding'].includes(object.kind);
        const printed = await run(namespaced ? [...args, `-n=${here.namespace}`] : args, JSON.stringify(object));
        expect(printed.trim()).toContain('/');
      }
    },
  );

  it('a restricted namespace takes their Pods', async () => {
    const label = 'pod-security.kubernetes.io/enforce=restricted';
    const name = `${here.namespace}-strict`;
    await run(['create', 'namespace', name]);
    await run(['label', 'namespace', name, label]);
    for (const file of ['cronjob/gitdrift.yaml', 'argocd-presync/job.yaml']) {
      for (const { kind, spec } of loadAll(manifests(file)) as {
        kind: string;
        spec: { jobTemplate?: { spec: object }; template?: object };
      }[]) {
        if (kind !== 'CronJob' && kind !== 'Job') continue;
        const { template } = (spec.jobTemplate?.spec ?? spec) as { template: { spec: object } };
        const pod = {
          ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'gitdrift', namespace: name } },
          spec: { ...template.spec, serviceAccountName: 'default' },
        };
        await until(
          async () => (await run(['get', 'serviceaccounts', `-n=${name}`, '-o=name'])).includes('/default'),
          'the namespace has its account',
        );
        expect(await run(['create', '--dry-run=server', '-o=name', '-f', '-'], JSON.stringify(pod))).toContain('pod/');
        const asRoot = JSON.stringify(pod).replace('"runAsNonRoot":true,', '');
        await expect(run(['create', '--dry-run=server', '-f', '-'], asRoot)).rejects.toThrow(/violates PodSecurity/);
      }
    }
    await run(['delete', 'namespace', name, '--wait=false']);
  });
});

describe('the accounts of examples', () => {
  const desired = deployment({ name: 'catalog', replicas: 1 });
  beforeAll(async () => {
    await here.apply(desired);
    // What is for Argo CD's own namespace would go by the same names here.
    const documents = ['cronjob/gitdrift.yaml', 'argocd-presync/rbac.yaml']
      .flatMap((file) => manifests(file).split(/^---$/m))
      .filter((text) => !text.includes('namespace: argocd'));
    const bound = documents
      .flatMap((text) => loadAll(moved(text)) as { kind: string }[])
      .filter(({ kind }) => kind === 'ServiceAccount' || kind.includes('Role'));
    for (const object of bound) await run(['apply', '-f', '-'], JSON.stringify(object));
  });
  afterAll(() => run(['delete', `clusterrole/${here.namespace}`, `clusterrolebinding/${here.namespace}`]));

  it.each(['gitdrift', 'gitdrift-presync'])('%s may read what is compared, and write nothing', async (name) => {
    const account = `system:serviceaccount:${here.namespace}:${name}`;
    const path = here.folder({ 'app.yaml': desired });
    const { report, code } = compared(
      await here.gitdrift(['diff', path, '-n', here.namespace, '--as', account, '-o', 'json']),
    );
    expect({ code, unknown: report.summary.unknown, sync: report.applications[0]?.sync.status }).toEqual({
      ...{ code: 0, unknown: 0, sync: 'Synced' },
    });
    const may = await run(['auth', 'can-i', '--list', `-n=${here.namespace}`, `--as=${account}`, '--no-headers']);
    const verbs = may
      .split('\n')
      .flatMap((line) => (line.startsWith('self') ? [] : (/\[([^\]]*)\]\s*$/.exec(line)?.[1] ?? '').split(' ')));
    expect(verbs.length).toBeGreaterThan(0);
    const writes = verbs.filter((verb) => !['get', 'list', ''].includes(verb));
    expect(writes).toEqual([]);
  });
});

it('the workflow of examples passes actionlint', () => {
  const file = join(root, 'examples/github/drift.yml');
  const linter = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
  expect(execFileSync('go', ['run', linter, '-no-color', file], { encoding: 'utf8' })).toBe('');
});
