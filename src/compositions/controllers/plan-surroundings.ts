import { readApplication } from '../../gitops/argocd/read-application.js';
import { parentClaims } from '../../gitops/chain/claims.js';
import { APPLICATION, APPLICATION_SET } from '../../gitops/chain/kinds.js';
import { readSyncWindows, windowVerdict } from '../../gitops/next/sync-windows.js';
import type { PlanSource } from '../../gitops/suspend/flux-ways.js';
import type { EnabledField } from '../../gitops/suspend/suspension.js';
import { GitdriftError } from '../../model/errors.js';
import { dig, digString, isArray } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { ChainNode, OwnerChain } from '../../model/owner-chain.js';
import { type KubernetesObject, refKey, refOf, refText } from '../../model/resource.js';
import { gvkKey, resolveType } from '../../model/schema.js';
import { argoController } from './find-controllers.js';
import { readOwnerAt } from './read-owner.js';

/** Whether the cluster's Applications know `automated.enabled`, by their CustomResourceDefinition. */
export async function enabledField({ nodes }: OwnerChain, cluster: Cluster): Promise<EnabledField> {
  const roles = ['argocd-application', 'argocd-applicationset'];
  if (!nodes.some(({ role }) => roles.includes(role))) return 'unknown';
  const gvk = { group: APPLICATION.group, version: 'v1alpha1', kind: APPLICATION.kind };
  const bundle = await cluster.schemas([gvk]);
  let type = Object.hasOwn(bundle.kinds, gvkKey(gvk)) ? bundle.kinds[gvkKey(gvk)]?.type : undefined;
  for (const name of ['spec', 'syncPolicy', 'automated', 'enabled']) {
    const here = type === undefined ? undefined : resolveType(bundle, type);
    if (here?.kind !== 'struct' || here.preserveUnknown === true) return 'unknown';
    const known = Object.hasOwn(here.fields, name) ? here.fields[name] : undefined;
    if (known === undefined) return name === 'enabled' ? 'pruned' : 'unknown';
    type = known.type;
  }
  return 'known';
}

/** The Applications of each ApplicationSet in the chain, where they can be listed. */
export async function childrenOf(
  { nodes }: OwnerChain,
  cluster: Cluster,
): Promise<ReadonlyMap<string, readonly KubernetesObject[]>> {
  const sets = nodes.filter(({ role }) => role === 'argocd-applicationset');
  const found = new Map<string, readonly KubernetesObject[]>();
  for (const { ref } of sets) {
    const applications = await applicationsIn(ref.namespace, cluster);
    if (applications === undefined) continue;
    found.set(
      refKey(ref),
      applications.filter((one) => {
        const owners = dig(one.metadata, 'ownerReferences');
        return (isArray(owners) ? owners : []).some(
          (owner) => dig(owner, 'kind') === APPLICATION_SET.kind && dig(owner, 'name') === ref.name,
        );
      }),
    );
  }
  return found;
}

async function applicationsIn(namespace: string, cluster: Cluster): Promise<readonly KubernetesObject[] | undefined> {
  const isHere = (one: KubernetesObject): boolean => {
    const ref = refOf(one);
    return ref.group === APPLICATION.group && ref.kind === APPLICATION.kind && ref.namespace === namespace;
  };
  if (cluster.saved !== undefined) return cluster.saved().filter(isHere);
  const list = await cluster.list({ group: APPLICATION.group, version: 'v1alpha1', kind: APPLICATION.kind }, namespace);
  return list.kind === 'listed' ? list.objects : undefined;
}

/** What sync windows say of an Application that syncs by itself: a sentence where one keeps its syncs away now. */
export async function shutWindow({ object, ref }: ChainNode, cluster: Cluster): Promise<string | undefined> {
  if (object === undefined || ref.kind !== APPLICATION.kind) return undefined;
  try {
    const application = readApplication(object, { where: 'the cluster' });
    const { project } = await argoController(application, [], cluster);
    if (project === undefined) return undefined;
    const verdict = windowVerdict(readSyncWindows(project), application, cluster.now);
    if (verdict.kind === 'open') return undefined;
    const until = verdict.until === undefined ? 'while it is' : `until ${verdict.until.toISOString()}`;
    const hand = verdict.manualAllowed ? ', but for one by hand' : '';
    return `no sync of ${refText(ref)} starts now${hand}: ${verdict.why} (AppProject ${application.project}); a change stays ${until}, and is set back after that unless the steps are done`;
  } catch (error) {
    if (error instanceof GitdriftError) return undefined;
    throw error;
  }
}

const SOURCES = { group: 'source.toolkit.fluxcd.io', version: 'v1' };

/** The source of a Kustomization; undefined where it could not be read. */
export async function sourceOf({ object, role, ref }: ChainNode, cluster: Cluster): Promise<PlanSource | undefined> {
  const [kind, name] = ['kind', 'name'].map((part) => digString(object, 'spec', 'sourceRef', part));
  if (role !== 'flux-kustomization' || kind === undefined || name === undefined) return undefined;
  const namespace = digString(object, 'spec', 'sourceRef', 'namespace') ?? ref.namespace;
  const source = { ...SOURCES, kind, namespace, name };
  const read = await readOwnerAt(source, cluster);
  if (read.kind !== 'found') return undefined;
  const isManaged = parentClaims(read.object).claims.length > 0;
  return { node: { ref: source, role: 'object', object: read.object }, isManaged };
}
