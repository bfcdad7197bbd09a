import type { Tools } from '../../cli/engine.js';
import { unwrapLists } from '../../desired/unwrap-lists.js';
import { readApplication } from '../../gitops/argocd/read-application.js';
import { readSettings } from '../../gitops/argocd/read-settings.js';
import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import { GitdriftError } from '../../model/errors.js';
import { digString } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import { nearestName } from '../../model/nearest-name.js';
import type { Finding } from '../../model/report.js';
import { type Gvk, type KubernetesObject, refOf } from '../../model/resource.js';
import type { ArgoRequest } from '../../model/source.js';
import { readDocuments } from '../../render/yaml/read-documents.js';
import { readGivenFile } from '../../source/argocd/read-file.js';

const APPLICATION = { group: 'argoproj.io', version: 'v1alpha1', kind: 'Application' };
const CONFIG_MAP = { group: '', version: 'v1', kind: 'ConfigMap' };

/** Where Argo CD is installed where nobody says otherwise. */
const USUAL_NAMESPACE = 'argocd';

/** The Applications that are asked for, in the order of their names. Throws where one cannot be had. */
export async function readApplications(
  request: ArgoRequest,
  cluster: Cluster,
  tools: Tools,
): Promise<readonly ArgoApplication[]> {
  const found = [
    ...(await Promise.all(request.files.map((file) => fromFile(file, tools)))).flat(),
    ...(request.names.length > 0 ? await named(request.names, cluster) : []),
    ...(request.all ? await everyOne(cluster) : []),
  ];
  const unique = new Map(found.map((application) => [`${application.namespace}/${application.name}`, application]));
  return [...unique.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, application]) => application);
}

async function fromFile(file: string, tools: Tools): Promise<readonly ArgoApplication[]> {
  const { documents } = readDocuments(await readGivenFile(file, tools), file);
  const objects = documents.flatMap(unwrapLists).map(({ value }) => value);
  const applications = objects.filter((value) => digString(value, 'kind') === APPLICATION.kind);
  if (applications.length === 0) {
    const kinds = [...new Set(objects.map((value) => digString(value, 'kind') ?? 'an object without a kind'))];
    throw new GitdriftError(
      'manifest-invalid',
      `${file} holds no Argo CD Application: ${kinds.join(', ') || 'nothing'}`,
      {
        hint: 'save one with: kubectl get application NAME -n argocd -o yaml',
        position: { file },
      },
    );
  }
  return applications.map((value) => readApplication(value as KubernetesObject, { where: file }));
}

async function named(names: readonly string[], cluster: Cluster): Promise<readonly ArgoApplication[]> {
  const where = whereOf(cluster);
  return Promise.all(
    names.map(async (name) => {
      const slash = name.indexOf('/');
      if (slash >= 0)
        return readApplication(await oneNamed(cluster, name.slice(0, slash), name.slice(slash + 1)), { where });
      const list = await cluster.list(APPLICATION, '');
      // Who may not list them all may still read one.
      if (list.kind !== 'listed') return readApplication(await oneNamed(cluster, USUAL_NAMESPACE, name), { where });
      const [only, another] = list.objects.filter((object) => refOf(object).name === name);
      if (only === undefined) throw noSuchApplication(name, list.objects, where);
      if (another === undefined) return readApplication(only, { where });
      const which = list.objects.map(refOf).filter((ref) => ref.name === name);
      throw new GitdriftError('usage', `${where} holds several Applications named ${name}`, {
        hint: `say which: ${which.map((ref) => `--app ${ref.namespace}/${ref.name}`).join(', ')}`,
      });
    }),
  );
}

async function oneNamed(cluster: Cluster, namespace: string, name: string): Promise<KubernetesObject> {
  const found = await optionalObject(cluster, APPLICATION, namespace, name);
  if (found.kind === 'found') return found.object;
  const why = found.kind === 'missing' ? 'there is none of that name' : found.reason;
  throw new GitdriftError('source-not-found', `the Application ${namespace}/${name} of ${whereOf(cluster)}: ${why}`, {
    hint: 'list them with: kubectl get applications --all-namespaces',
  });
}

async function everyOne(cluster: Cluster): Promise<readonly ArgoApplication[]> {
  const list = await cluster.list(APPLICATION, '');
  const where = whereOf(cluster);
  // Where Argo CD is not installed, or nothing of it is saved, there is none; Flux may be there.
  if (list.kind !== 'listed' && (list.notServed === true || cluster.recorded)) return [];
  if (list.kind !== 'listed') {
    throw new GitdriftError('source-not-found', `the Applications of ${where} cannot be listed: ${list.reason}`, {
      hint: 'name them with --app, or give their files with --app-file',
    });
  }
  return list.objects.map((object) => readApplication(object, { where }));
}

function noSuchApplication(name: string, all: readonly KubernetesObject[], where: string): GitdriftError {
  const near = nearestName(
    name,
    all.map((object) => refOf(object).name),
  );
  return new GitdriftError('source-not-found', `${where} holds no Application ${name}`, {
    hint: near === undefined ? 'list them with: kubectl get applications -A' : `did you mean ${near}?`,
  });
}

function whereOf({ destination }: Cluster): string {
  return (
    destination.recording ??
    `the cluster${destination.context === undefined ? '' : ` of context ${destination.context}`}`
  );
}

/** Argo CD's settings and what could not be read of them. */
export interface FoundSettings {
  readonly settings: ArgoSettings;
  readonly findings: readonly Finding[];
}

/** What argocd-cm says where Argo CD is installed; the shipped values, and a finding, where it cannot be read. */
export async function findSettings(cluster: Cluster, namespace: string): Promise<FoundSettings> {
  const [main, parameters] = await Promise.all(
    ['argocd-cm', 'argocd-cmd-params-cm'].map((name) => optionalObject(cluster, CONFIG_MAP, namespace, name)),
  );
  const objectOf = (found: typeof main): KubernetesObject | undefined =>
    found?.kind === 'found' ? found.object : undefined;
  const settings = readSettings(objectOf(main), objectOf(parameters));
  const unread = main?.kind === 'unreadable' ? [main.reason] : [];
  return {
    settings,
    findings: [
      ...unread.map((reason) =>
        unreadFinding(`argocd-cm in ${namespace} could not be read, so the shipped settings count: ${reason}`),
      ),
      ...[...settings.faults, ...settings.warnings].map((fault) => unreadFinding(fault)),
    ],
  };
}

/** Argo CD's own settings that could not be read. */
export function unreadFinding(message: string): Finding {
  return { code: 'argocd-settings-not-read', severity: 'warning', message };
}

/** An object, or why there is none to be had. */
type Optional =
  | { readonly kind: 'found'; readonly object: KubernetesObject }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** One object of Argo CD's own that need not be there; saved objects are looked through without a warning that they hold none. */
export async function optionalObject(cluster: Cluster, gvk: Gvk, namespace: string, name: string): Promise<Optional> {
  const ref = { ...gvk, namespace, name };
  if (cluster.saved !== undefined) {
    const object = cluster.saved().find((saved) => {
      const own = refOf(saved);
      return own.group === ref.group && own.kind === ref.kind && own.namespace === namespace && own.name === name;
    });
    return object === undefined ? { kind: 'missing' } : { kind: 'found', object };
  }
  const [result] = [...(await cluster.fetch([ref])).values()];
  if (result?.kind === 'found') return { kind: 'found', object: result.object };
  if (result?.kind === 'missing') return { kind: 'missing' };
  return { kind: 'unreadable', reason: result?.reason ?? 'the cluster gave no answer' };
}
