import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import type { JsonObject } from '../../src/model/json.js';
import { parseApiVersion } from '../../src/model/resource.js';
import { gvkKey } from '../../src/model/schema.js';
import { type Access, type Write, writer } from './api.js';
import type { Declared } from './world.js';

/** The manager that applies everything; gitdrift recognises it as Argo CD's. */
export const GITOPS_MANAGER = 'argocd-controller';

const CONNECTIONS = 16;

/**
 * Applies all objects server-side as a GitOps controller would, and writes the status of Deployments and Ingresses as
 * their controllers would, so that managedFields hold what they hold on a real cluster and all is Healthy.
 */
export async function fillCluster(access: Access, declared: readonly Declared[]): Promise<void> {
  const { write, close } = writer(access, CONNECTIONS);
  try {
    const isNamespace = (object: Declared): boolean => object.kind === 'Namespace';
    const apply = (object: Declared) => applyObject(write, object, GITOPS_MANAGER);
    await Promise.all(declared.filter(isNamespace).map(apply));
    await Promise.all(declared.filter((object) => !isNamespace(object)).map(apply));
    await Promise.all(
      declared.flatMap((object) => {
        const given = STATUS[object.kind];
        return given === undefined ? [] : [writeStatus(write, object, given.manager, given.status(object))];
      }),
    );
  } finally {
    close();
  }
}

/** Changes one Deployment's image as a person with kubectl would, and gives a function that undoes it. */
export async function plantDrift(access: Access, deployment: Declared): Promise<() => Promise<void>> {
  const { write, close } = writer(access, 1);
  const containers = [{ name: 'web', image: 'registry.example/marketplace/web:hotfix' }];
  const type = 'application/strategic-merge-patch+json';
  await write('PATCH', `${pathOf(deployment)}?fieldManager=kubectl-set`, type, {
    spec: { template: { spec: { containers } } },
  });
  return async () => {
    await applyObject(write, deployment, GITOPS_MANAGER);
    close();
  };
}

/** The path of an object in the API. */
export function pathOf(object: Declared): string {
  return `${listPathOf(object)}/${object.metadata.name}`;
}

/** The path of the list that an object is in. */
export function listPathOf({ apiVersion, kind, metadata }: Declared): string {
  const { group, version } = parseApiVersion(apiVersion);
  const plural = builtinSchema().kinds[gvkKey({ group, version, kind })]?.plural;
  if (plural === undefined) throw new Error(`no built-in kind ${apiVersion} ${kind}`);
  const root = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  return `${root}${metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`}/${plural}`;
}

function applyObject(write: Write, object: Declared, manager: string): Promise<void> {
  return write('PATCH', `${pathOf(object)}?fieldManager=${manager}&force=true`, 'application/apply-patch+yaml', object);
}

function writeStatus(write: Write, object: Declared, manager: string, status: JsonObject): Promise<void> {
  const path = `${pathOf(object)}/status?fieldManager=${manager}`;
  return write('PATCH', path, 'application/merge-patch+json', { status });
}

const STATUS: Readonly<Record<string, { manager: string; status: (object: Declared) => JsonObject }>> = {
  Deployment: { manager: 'kube-controller-manager', status: rolledOut },
  Ingress: {
    manager: 'nginx-ingress-controller',
    status: () => ({ loadBalancer: { ingress: [{ ip: '192.0.2.10' }] } }),
  },
};

/** What the deployment controller says of a Deployment whose Pods all run. */
function rolledOut(object: Declared): JsonObject {
  const { replicas } = object.spec as { readonly replicas: number };
  const condition = (type: string, reason: string): JsonObject => ({
    ...{ type, reason, status: 'True', message: `${object.metadata.name}: ${reason}` },
    ...{ lastTransitionTime: '2026-01-01T00:00:00Z', lastUpdateTime: '2026-01-01T00:00:00Z' },
  });
  return {
    observedGeneration: 1,
    ...{ replicas, updatedReplicas: replicas, readyReplicas: replicas, availableReplicas: replicas },
    conditions: [
      condition('Available', 'MinimumReplicasAvailable'),
      condition('Progressing', 'NewReplicaSetAvailable'),
    ],
  };
}
