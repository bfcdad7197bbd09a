import type { ObjectBase } from '../../explain/base-word.js';
import { appliedByKustomization, deployedByApplication, type SyncedRevision } from '../../explain/synced-revision.js';
import { digString } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import { type KubernetesObject, refKey, refOf, refText } from '../../model/resource.js';
import { isSameRepository } from '../../model/same-repository.js';
import { hasCommit, repositoryAddresses } from '../../source/local-repository.js';
import { type ComparedResource, judgeResource } from '../application/resource-report.js';
import { type GitopsOwner, gitopsOwnersOf } from '../controllers/gitops-owner.js';
import { readOwnerAt } from '../controllers/read-owner.js';
import { type BaseReading, type EarlierDesired, type EarlierWorld, objectBases, readDesiredAt } from './base.js';

/**
 * What the revision that the controller synced last says of the objects that are left with something unexplained, by
 * `refKey`. Only where that costs little: the owner that their marks name can be read, it reads the same repository, and
 * the local one has the commit. Why there is none is said for each object as `unknown`.
 */
export async function lastSyncedBases(
  world: EarlierWorld,
  reading: BaseReading,
): Promise<ReadonlyMap<string, ObjectBase>> {
  const { head } = reading;
  const found = new Map<string, ObjectBase>();
  if (head.root === undefined || head.revision === undefined) return found;
  const owners = ownersOf(world);
  const revisions = new Map<string, Promise<EarlierDesired>>();
  for (const { owner, resources } of owners.values()) {
    const synced = await syncedBy(owner, reading);
    if (typeof synced === 'string') {
      const at = { name: 'the last synced revision', revision: '' };
      for (const { desired } of resources) found.set(refKey(desired.ref), { kind: 'unknown', at, reason: synced });
      continue;
    }
    const earlier = revisions.get(synced.revision) ?? desiredAt(synced.revision, world, reading);
    revisions.set(synced.revision, earlier);
    const name = `the last synced revision ${synced.revision.slice(0, 7)} (${synced.by})`;
    const read = await earlier;
    const bases = await objectBases({ ...read, at: { ...read.at, name } }, resources, world.live, world.judging);
    for (const [key, base] of bases) found.set(key, base);
  }
  return found;
}

/** What an owner is asked about. */
interface Asked {
  readonly owner: GitopsOwner;
  readonly resources: readonly ComparedResource[];
}

/**
 * The owners of what is left unexplained. An object that live lacks has no marks; where everything else has one owner,
 * it is that owner's.
 */
function ownersOf(world: EarlierWorld): ReadonlyMap<string, Asked> {
  const all = world.compared.map((resource) => ({
    resource,
    owner: resource.kind === 'compared' ? committedOwner(resource.object) : undefined,
  }));
  const known = new Map(all.flatMap(({ owner }) => (owner === undefined ? [] : [[ownerKey(owner), owner] as const])));
  const [only] = known.size === 1 ? known.values() : [];
  const asked = new Map<string, Asked>();
  for (const { resource, owner } of all) {
    const whose = owner ?? (resource.kind === 'missing' ? only : undefined);
    if (whose === undefined || !isUnexplained(resource, world)) continue;
    const key = ownerKey(whose);
    asked.set(key, { owner: whose, resources: [...(asked.get(key)?.resources ?? []), resource] });
  }
  return asked;
}

/** The first owner that names the commit it applied; a HelmRelease names a chart's version. */
function committedOwner(object: KubernetesObject): GitopsOwner | undefined {
  return gitopsOwnersOf(object).find(({ role }) => role !== 'flux-helmrelease');
}

const ownerKey = ({ ref }: GitopsOwner): string => refKey(ref);

function isUnexplained(resource: ComparedResource, { evidence, judging }: EarlierWorld): boolean {
  const judged = judgeResource(resource, evidence.of(resource.desired.ref), judging);
  const explanations = [...judged.drift, ...judged.undeclared].map(({ explanation }) => explanation);
  return [judged.explanation, ...explanations].some((explanation) => explanation?.status === 'unexplained');
}

/** The commit that an owner applied last of this repository, or why it is not known. */
async function syncedBy(
  owner: GitopsOwner,
  { head, cluster, tools }: BaseReading,
): Promise<{ readonly revision: string; readonly by: string } | string> {
  const read = await readOwnerAt(owner.ref, cluster);
  if (read.kind === 'unreadable') return `${refText(owner.ref)} could not be read: ${read.reason}`;
  const by = refText(refOf(read.object));
  const synced = await syncedRevisions(owner, read.object, cluster);
  if (synced.length === 0) return `${by} names no commit that it has applied`;
  const io = { ...tools, stdin: tools.readStdin };
  const addresses = await repositoryAddresses(head, io);
  const own = synced.filter(({ repoURL }) => addresses.some((address) => isSameRepository(address, repoURL)));
  const [first] = own;
  if (first === undefined) return `${by} reads another repository`;
  const { revision } = first;
  if (own.some((other) => other.revision !== revision)) return `${by} reads several revisions of the repository`;
  const isHere = revision === head.revision || (head.kind !== 'git' && (await hasCommit(head, revision, io)));
  return isHere ? { revision, by } : `${by} has applied ${revision.slice(0, 7)}, which is not in the local repository`;
}

async function syncedRevisions(
  { role }: GitopsOwner,
  object: KubernetesObject,
  cluster: Cluster,
): Promise<readonly SyncedRevision[]> {
  if (role === 'argocd-application') return deployedByApplication(object);
  const revision = appliedByKustomization(object);
  const repoURL = revision === undefined ? undefined : await repositoryOf(object, cluster);
  return revision === undefined || repoURL === undefined ? [] : [{ revision, repoURL }];
}

/** The address of the Git repository that a Kustomization reads, by its GitRepository. */
async function repositoryOf(kustomization: KubernetesObject, cluster: Cluster): Promise<string | undefined> {
  const source = (name: string): string | undefined => digString(kustomization, 'spec', 'sourceRef', name);
  const name = source('name');
  if (name === undefined || source('kind') !== 'GitRepository') return undefined;
  const namespace = source('namespace') ?? refOf(kustomization).namespace;
  const ref = { group: 'source.toolkit.fluxcd.io', version: 'v1', kind: 'GitRepository', namespace, name };
  const read = await readOwnerAt(ref, cluster);
  return read.kind === 'found' ? digString(read.object, 'spec', 'url') : undefined;
}

/** What is compared already, where the controller is at that revision; else desired at the commit. */
async function desiredAt(revision: string, world: EarlierWorld, reading: BaseReading): Promise<EarlierDesired> {
  const { head } = reading;
  if (revision === head.revision && head.dirty === false) {
    const objects = new Map(world.desired.objects.map((object) => [refKey(object.ref), object]));
    return { at: { name: '', revision }, objects, selected: world.desired.objects };
  }
  return readDesiredAt(revision, () => '', reading);
}
