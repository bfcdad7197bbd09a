import type { Tools } from '../../cli/engine.js';
import { unwrapLists } from '../../desired/unwrap-lists.js';
import { HELM_RELEASE, KUSTOMIZATION, type OwnerKind } from '../../gitops/chain/kinds.js';
import { readHelmRelease } from '../../gitops/flux/read-helm-release.js';
import { readKustomization } from '../../gitops/flux/read-kustomization.js';
import { readSource } from '../../gitops/flux/read-source.js';
import { GitdriftError } from '../../model/errors.js';
import type { FluxApplication, FluxReference, FluxSource } from '../../model/flux.js';
import type { Cluster } from '../../model/live.js';
import { nearestName } from '../../model/nearest-name.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';
import type { FluxRequest } from '../../model/source.js';
import { readDocuments } from '../../render/yaml/read-documents.js';
import { readGivenFile } from '../../source/argocd/read-file.js';
import { type ReadOwner, readOwnerAt } from '../controllers/read-owner.js';

/** The Kustomizations and HelmReleases of a run, and what they refer to. */
export interface FluxObjects {
  /** In the order of kind, namespace and name. */
  readonly applications: readonly FluxApplication[];
  /** A source; one of a given file goes before the cluster's. Throws `source-not-found`. */
  source(reference: FluxReference): Promise<FluxSource>;
  /** A ConfigMap, a Secret, a HelmChart, or an object of Flux that another one depends on. */
  find(group: string, reference: FluxReference): Promise<ReadOwner>;
}

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

/** The versions that objects of a group were served at, newest first. */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  [SOURCE_GROUP]: ['v1', 'v1beta2'],
  '': ['v1'],
  [KUSTOMIZATION.group]: KUSTOMIZATION.versions,
  [HELM_RELEASE.group]: HELM_RELEASE.versions,
};

/** Reads what is asked for, from files and from the cluster or the recording. Throws where one cannot be had. */
export async function readFluxObjects(request: FluxRequest, cluster: Cluster, tools: Tools): Promise<FluxObjects> {
  const given = (await Promise.all(request.files.map((file) => objectsOf(file, tools)))).flat();
  const where = whereOf(cluster);
  const asked = await Promise.all([
    ...given.map(async ({ object, file }) => readOne(object, file)),
    ...request.kustomizations.map(async (name) => readOne(await named(KUSTOMIZATION, name, cluster), where)),
    ...request.helmReleases.map(async (name) => readOne(await named(HELM_RELEASE, name, cluster), where)),
    ...(request.all
      ? [KUSTOMIZATION, HELM_RELEASE].map(async (kind) =>
          (await listed(kind, cluster, true)).map((object) => readOne(object, where)),
        )
      : []),
  ]);
  const found = asked.flat().filter((one) => one !== undefined);
  const unique = new Map(found.map((one) => [`${one.kind}/${one.namespace}/${one.name}`, one]));
  const objects = given.map(({ object }) => object);
  const find = (group: string, reference: FluxReference): Promise<ReadOwner> =>
    findIn(objects, group, reference, cluster);
  return {
    applications: [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, application]) => application),
    find,
    async source(reference) {
      const source = await find(SOURCE_GROUP, reference);
      if (source.kind === 'found') return readSource(source.object);
      const { kind, namespace, name } = reference;
      throw new GitdriftError('source-not-found', `the source ${kind} ${namespace}/${name}: ${source.reason}`, {
        hint: 'a recording has to hold the sources too; or give them in a file with --kustomization-file',
      });
    },
  };
}

function readOne(object: KubernetesObject, where: string): FluxApplication | undefined {
  const { group, kind } = refOf(object);
  if (group === KUSTOMIZATION.group && kind === KUSTOMIZATION.kind) return readKustomization(object, where);
  if (group === HELM_RELEASE.group && kind === HELM_RELEASE.kind) return readHelmRelease(object, where);
  return undefined;
}

async function objectsOf(
  file: string,
  tools: Tools,
): Promise<readonly { readonly object: KubernetesObject; readonly file: string }[]> {
  const { documents } = readDocuments(await readGivenFile(file, tools), file);
  const objects = documents.flatMap(unwrapLists).map(({ value }) => value as KubernetesObject);
  if (objects.some((object) => readOne(object, file) !== undefined)) return objects.map((object) => ({ object, file }));
  const kinds = [...new Set(objects.map(({ kind }) => String(kind ?? 'an object without a kind')))];
  throw new GitdriftError(
    'manifest-invalid',
    `${file} holds no Kustomization and no HelmRelease of Flux: ${kinds.join(', ') || 'nothing'}`,
    {
      hint: 'save one with: kubectl get kustomizations.kustomize.toolkit.fluxcd.io NAME -n NAMESPACE -o yaml',
      position: { file },
    },
  );
}

/** The object of that name: `NAMESPACE/NAME`, or a name that only one namespace has. Throws. */
async function named(kind: OwnerKind, text: string, cluster: Cluster): Promise<KubernetesObject> {
  const slash = text.indexOf('/');
  const [namespace, name] = slash < 0 ? ['', text] : [text.slice(0, slash), text.slice(slash + 1)];
  if (namespace !== '') {
    const found = await readOwnerAt({ ...gvkOf(kind), namespace, name }, cluster);
    if (found.kind === 'found') return found.object;
    throw notFound(`the ${kind.kind} ${text} of ${whereOf(cluster)}: ${found.reason}`, kind);
  }
  const all = await listed(kind, cluster, false);
  const same = all.filter((object) => refOf(object).name === name);
  const [only, another] = same;
  if (only === undefined) {
    const near = nearestName(
      name,
      all.map((object) => refOf(object).name),
    );
    throw notFound(`${whereOf(cluster)} holds no ${kind.kind} ${name}`, kind, near);
  }
  if (another === undefined) return only;
  throw new GitdriftError('usage', `${whereOf(cluster)} holds several ${kind.kind}s named ${name}`, {
    hint: `say which: ${same
      .map((object) => `${refOf(object).namespace}/${name}`)
      .sort()
      .join(' or ')}`,
  });
}

/** All objects of a kind; with `ifServed` none where the cluster has no such kind. Throws where they cannot be listed. */
async function listed(kind: OwnerKind, cluster: Cluster, ifServed: boolean): Promise<readonly KubernetesObject[]> {
  if (cluster.saved !== undefined) {
    return cluster.saved().filter((object) => refOf(object).group === kind.group && object.kind === kind.kind);
  }
  let reason = '';
  for (const version of kind.versions) {
    const gvk = { ...gvkOf(kind), version };
    if (cluster.recorded && (await cluster.kind(gvk)) === undefined) continue;
    const list = await cluster.list(gvk, '');
    if (list.kind === 'listed') return list.objects;
    // A kind that is not there has no objects; one of which nobody can tell may have many.
    if (list.notServed !== true) reason = list.reason;
  }
  if (reason === '' && ifServed) return [];
  throw notFound(
    `the ${kind.kind}s of ${whereOf(cluster)} cannot be listed: ${reason || 'it serves no such kind'}`,
    kind,
  );
}

/** An object of the given files, else of the cluster. */
async function findIn(
  given: readonly KubernetesObject[],
  group: string,
  { kind, namespace, name }: FluxReference,
  cluster: Cluster,
): Promise<ReadOwner> {
  const own = given.find((object) => {
    const ref = refOf(object);
    return ref.group === group && ref.kind === kind && ref.namespace === namespace && ref.name === name;
  });
  if (own !== undefined) return { kind: 'found', object: own };
  for (const version of VERSIONS[group] ?? ['v1']) {
    const gvk = { group, version, kind };
    const isAsked = cluster.saved !== undefined || !cluster.recorded || group === '';
    if (!isAsked && (await cluster.kind(gvk)) === undefined) continue;
    const answer = await readOwnerAt({ ...gvk, namespace, name }, cluster);
    if (answer.kind === 'found' || answer.notServed !== true) return answer;
  }
  return { kind: 'unreadable', reason: `the cluster serves no ${kind}` };
}

function gvkOf({ group, kind, versions }: OwnerKind): { group: string; kind: string; version: string } {
  return { group, kind, version: versions[0] ?? 'v1' };
}

function notFound(message: string, { plural, group }: OwnerKind, near?: string): GitdriftError {
  return new GitdriftError('source-not-found', message, {
    hint:
      near === undefined ? `list them with: kubectl get ${plural}.${group} --all-namespaces` : `did you mean ${near}?`,
  });
}

function whereOf({ destination }: Cluster): string {
  return (
    destination.recording ??
    `the cluster${destination.context === undefined ? '' : ` of context ${destination.context}`}`
  );
}
