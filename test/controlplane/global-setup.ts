import type { TestProject } from 'vitest/node';
import { buildControlPlane } from './build.js';
import { useForeignCluster } from './foreign-cluster.js';
import { type ControlPlane, startControlPlane } from './start.js';
import { findTools, installTools, type Tools } from './tools.js';

/** What a cluster test gets from `inject('cluster')`: paths, and facts of the server. */
interface ClusterContext extends Omit<ControlPlane, 'stop'>, Tools {
  readonly kubectl: string;
  /** Our control plane with its oracles; absent on a cluster of somebody else's. */
  readonly controlplane?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    cluster: ClusterContext;
  }
}

/** Starts the one cluster that all cluster tests share; each test works in namespaces of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kubeconfig = process.env.GITDRIFT_TEST_KUBECONFIG;
  if (kubeconfig) {
    const { cluster, kubectl } = await useForeignCluster(kubeconfig);
    return share(project, cluster, { kubectl, ...(await findTools()) });
  }
  const programs = await buildControlPlane();
  const tools = await installTools();
  return share(project, await startControlPlane({ audit: true }), { ...programs, ...tools });
}

function share(
  project: TestProject,
  { stop, ...cluster }: ControlPlane,
  programs: Tools & { kubectl: string; controlplane?: string },
): () => Promise<void> {
  project.provide('cluster', { ...cluster, ...programs });
  return stop;
}
