import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildControlPlane } from './build.js';
import { kubectlOk } from './kubectl.js';
import { onPath } from './on-path.js';
import type { ControlPlane } from './start.js';

const contextName = 'gitdrift-test';
const account = 'gitdrift-test-restricted';

/**
 * Makes somebody else's cluster look like a control plane of ours: the same context name, in a copy of the kubeconfig
 * that tests may change, and a user without rights. `stop` takes away what this added.
 */
export async function useForeignCluster(
  kubeconfigOfCaller: string,
): Promise<{ cluster: ControlPlane; kubectl: string }> {
  const program = onPath('kubectl') ?? (await buildControlPlane()).kubectl;
  const admin = (...args: string[]) => kubectlOk(args, { kubeconfig: kubeconfigOfCaller, program });

  const { serverVersion } = JSON.parse(await admin('version', '-o', 'json'));
  const config = JSON.parse(await admin('config', 'view', '--raw', '--flatten', '--minify', '-o', 'json'));
  const [cluster] = config.clusters;
  const [user] = config.users;
  await admin('create', 'serviceaccount', account, '--namespace=default');
  const token = (await admin('create', 'token', account, '--namespace=default', '--duration=2h')).trim();

  const dir = await mkdtemp(join(tmpdir(), 'gitdrift-cluster-'));
  const write = async (name: string, userEntry: unknown): Promise<string> => {
    const content = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ ...cluster, name: contextName }],
      users: [userEntry],
      contexts: [{ name: contextName, context: { cluster: contextName, user: 'user' } }],
      'current-context': contextName,
    };
    const path = join(dir, name);
    await writeFile(path, JSON.stringify(content), { mode: 0o600 });
    return path;
  };
  return {
    kubectl: program,
    cluster: {
      kubeconfig: await write('kubeconfig', { ...user, name: 'user' }),
      restrictedKubeconfig: await write('kubeconfig-restricted', { name: 'user', user: { token } }),
      server: cluster.cluster.server,
      version: serverVersion.gitVersion,
      stop: async () => {
        await admin('delete', 'serviceaccount', account, '--namespace=default', '--ignore-not-found');
        await rm(dir, { recursive: true, force: true });
      },
    },
  };
}
