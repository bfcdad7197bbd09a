// Makes the recorded fixtures again, from a real kube-apiserver: `npm run record:fixtures`.
import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildControlPlane } from '../controlplane/build.js';
import { kubectlOk } from '../controlplane/kubectl.js';
import { startControlPlane } from '../controlplane/start.js';
import { makeDemoWorld } from './demo-world.js';
import { makeIncidentWorld } from './incident-world.js';
import { recordReasonWorlds } from './record-reason-worlds.js';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));
const demo = `${root}fixtures/demo/`;

const { kubectl } = await buildControlPlane();
const cluster = await startControlPlane();
try {
  await makeDemoWorld({ kubeconfig: cluster.kubeconfig, kubectl }, `${demo}desired`, `${demo}other`);
  await mkdir(demo, { recursive: true });
  await run(process.execPath, [
    `${root}bin/gitdrift.js`,
    'record',
    `${demo}desired`,
    `--kubeconfig=${cluster.kubeconfig}`,
    '--namespace=marketplace',
    `--to=${demo}live.json`,
  ]);
  process.stderr.write('recorded fixtures/demo/live.json\n');
  // The worlds of the reasons begin with nothing.
  for (const left of ['namespace/marketplace', 'validatingwebhookconfiguration/catalog-policy']) {
    await kubectlOk(['delete', left], { kubeconfig: cluster.kubeconfig, program: kubectl });
  }
  await recordReasonWorlds({ kubeconfig: cluster.kubeconfig, kubectl }, root);
  await makeIncidentWorld({ kubeconfig: cluster.kubeconfig, kubectl }, root, `${root}fixtures/incident`);
} finally {
  await cluster.stop();
}
