import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk } from '../controlplane/kubectl.js';
import { type ControlPlane, startControlPlane } from '../controlplane/start.js';
import { application, told } from './scenarios/report-contract.js';
import { compared, runGitdrift } from './scenarios/world.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/every-kind/', import.meta.url));
const NAMESPACE = 'every-kind';
/** What is said of the manifests alone, whatever a cluster holds. */
const OF_GIT: ReadonlySet<string> = new Set(['plaintext-secret', 'image-latest', 'image-without-digest']);
const { kubectl: program, controlplane } = inject('cluster');

// The same as defaults.test.ts asks of the comparison, asked of the whole program.
describe.skipIf(controlplane === undefined).each([
  ['server-side apply', ['apply', '--server-side', '--field-manager=argocd-controller']],
  ['client-side apply', ['apply']],
  ['create', ['create']],
])('every built-in kind after %s, untouched', (_, verb) => {
  let cluster: ControlPlane;
  beforeAll(async () => {
    cluster = await startControlPlane();
    const as = { kubeconfig: cluster.kubeconfig, program };
    await kubectlOk(['create', 'namespace', NAMESPACE], as);
    await kubectlOk([...verb, `--namespace=${NAMESPACE}`, '-f', FOLDER], as);
  });
  afterAll(() => cluster.stop());

  it('is Synced, with no drift, nothing undeclared and no finding of the comparison', async () => {
    const { kubeconfig } = cluster;
    const args = ['diff', FOLDER, '-n', NAMESPACE, '-o', 'json'];
    const { report, err } = compared(await runGitdrift(args, tmpdir(), { kubeconfig }));
    expect(told(report).slice(1)).toEqual([]);
    const { sync, resources, findings } = application(report);
    expect(resources.filter((one) => one.sync !== 'Synced')).toEqual([]);
    expect(sync.status).toBe('Synced');
    expect(resources.length).toBeGreaterThan(60);
    expect(findings.filter(({ code }) => !OF_GIT.has(code))).toEqual([]);
    expect(err).toMatch(/^warning: the API server warns: v1 Endpoints is deprecated in [^\n]*\n$/);
    expect(report.gate.exitCode).toBe(0);
  });
});
