import type { Tools } from '../../cli/engine.js';
import { isSecretPath } from '../../compare/mask.js';
import type { LiveOptions } from '../../config/live-options.js';
import { APPLICATION, APPLICATION_SET, ownerKindNamed } from '../../gitops/chain/kinds.js';
import { type ChangedField, overrideRecord } from '../../gitops/suspend/override-record.js';
import type { EnabledField } from '../../gitops/suspend/suspension.js';
import { wholePlan } from '../../gitops/suspend/whole-plan.js';
import { GitdriftError } from '../../model/errors.js';
import { dig, isArray } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { OwnerChain } from '../../model/owner-chain.js';
import { type Gvk, type KubernetesObject, type ResourceRef, refKey, refOf, refText } from '../../model/resource.js';
import { gvkKey, resolveType } from '../../model/schema.js';
import type { SuspendPlan, SuspendRequest } from '../../model/suspend-plan.js';
import { fieldOwners } from '../../ownership/annotate.js';
import { loadCatalogue } from '../../ownership/catalogue.js';
import { decodeManagedFields } from '../../ownership/decode.js';
import { gitopsManagerOf } from '../../ownership/gitops-manager.js';
import { findKind } from '../live/find-kind.js';
import { type OpenCluster, openCluster } from '../live/open-cluster.js';
import { ownerChain } from './owner-chain.js';
import { readByName, readOwnerAt } from './read-owner.js';

/** Plans how a change of a live object, or of an Application's objects, is kept; reads only, and changes nothing. */
export async function suspendPlan(request: SuspendRequest, live: LiveOptions, tools: Tools): Promise<SuspendPlan> {
  const open = await openCluster(live, tools);
  const { cluster } = open;
  const object = await subjectOf(request, open);
  tools.progress('following its owners');
  const chain = await ownerChain(object, { cluster, kind: open.kind });
  const [enabled, children] = await Promise.all([enabledField(chain, cluster), childrenOf(chain, cluster)]);
  const { context } = request;
  const steps = wholePlan({ chain, enabled, typing: context === undefined ? {} : { context }, children });
  for (const warning of cluster.warnings) tools.warn(warning);
  const { links, roots, notes } = chain;
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: request.toolVersion },
    generatedAt: cluster.now.toISOString(),
    destination: cluster.destination,
    resource: chain.start,
    chain: { links, roots, notes },
    ...steps,
    override: overrideRecord(chain.start, changedByHand(object), cluster.now),
  };
}

/** The object that the plan is for, as live has it. Throws where there is none. */
async function subjectOf({ kind, name, namespace }: SuspendRequest, open: OpenCluster): Promise<KubernetesObject> {
  const { cluster } = open;
  const ref = await refFor(kind, name, namespace, open);
  // A name alone may be that of several; who may not list them all may still read the one in the usual place.
  const named = ref.namespace === '' && kind === undefined ? await readByName(ref, cluster) : undefined;
  const isSettled = named?.kind === 'found' || (named?.reason.startsWith('several') ?? false);
  const read = named !== undefined && isSettled ? named : await readOwnerAt(ref, cluster);
  if (read.kind === 'found') return read.object;
  const where = cluster.recorded ? `the saved objects of ${cluster.destination.recording}` : 'the cluster';
  throw new GitdriftError('source-not-found', `${refText(ref)} of ${where} could not be read: ${read.reason}`, {
    hint:
      kind === undefined
        ? 'write an Argo CD Application as NAME, and its namespace with -n; anything else as KIND/NAME'
        : 'check the name and the namespace (-n)',
  });
}

async function refFor(
  kind: string | undefined,
  name: string,
  namespace: string | undefined,
  open: OpenCluster,
): Promise<ResourceRef> {
  const owner = kind === undefined ? APPLICATION : ownerKindNamed(kind);
  const at = open.cluster.destination.namespace ?? 'default';
  if (owner !== undefined) {
    const place = owner === APPLICATION ? (namespace ?? '') : (namespace ?? (open.cluster.recorded ? '' : at));
    return { group: owner.group, version: owner.versions[0] ?? '', kind: owner.kind, namespace: place, name };
  }
  const gvk: Gvk = await findKind(kind ?? '', open);
  const info = await open.kind(gvk);
  return { ...gvk, namespace: info?.namespaced === false ? '' : (namespace ?? at), name };
}

/** Whether the cluster's Applications know `automated.enabled`, by their CustomResourceDefinition. */
async function enabledField({ nodes }: OwnerChain, cluster: Cluster): Promise<EnabledField> {
  if (!nodes.some(({ role }) => role === 'argocd-application')) return 'unknown';
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
async function childrenOf(
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

/** The fields that a person or a script wrote, by the object's managedFields; without values where they are secret. */
function changedByHand(object: KubernetesObject): readonly ChangedField[] {
  const ref = refOf(object);
  const managed = decodeManagedFields(object);
  const catalogue = loadCatalogue();
  const gitops = gitopsManagerOf(object, managed, undefined, catalogue);
  const { fields } = fieldOwners({ object, managed, catalogue, gitops });
  return fields
    .filter(({ writers, path }) => writers[0]?.category === 'manual' && !BOOKKEEPING.test(path))
    .map(({ path, elements, value }) => (isSecretPath(ref, elements) ? { path } : { path, value }))
    .sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** What kubectl leaves beside what was meant. */
const BOOKKEEPING =
  /^\.metadata\.annotations(?:\["kubectl\.kubernetes\.io\/|$)|^\.metadata\.annotations\["deployment\.kubernetes\.io\//;
