import type { Hands, Live } from './hands.js';

const KUSTOMIZATION = 'kustomizations.kustomize.toolkit.fluxcd.io';
const HELM_RELEASE = 'helmreleases.helm.toolkit.fluxcd.io';
const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';
const HELM = 'helm.toolkit.fluxcd.io';

/** One run of kustomize-controller (gitops-controllers.md §6.2, §6.3): takes kubectl's fields over, applies, keeps an inventory. */
export async function reconcileKustomization(hands: Hands, name: string, rendered: readonly Live[]): Promise<void> {
  const kustomization = await hands.get(KUSTOMIZATION, name);
  if (kustomization.spec.suspend === true) return;
  for (const object of rendered) {
    const live = await hands.get(typeOf(object), object.metadata.name).catch(() => undefined);
    if (live?.metadata.annotations?.[`${KUSTOMIZE}/reconcile`] === 'disabled') continue;
    if (live !== undefined) await takeOver(hands, live);
    await hands.applyServerSide(labelled(object, KUSTOMIZE, name, hands.namespace), 'kustomize-controller');
  }
  const status = {
    observedGeneration: kustomization.metadata.generation,
    lastAppliedRevision: 'main@sha1:4f2c1f0a9f6d4a6f9c7f2d1e8b3a5c6d7e8f9a0b',
    conditions: [{ type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded', message: 'Applied revision' }],
    history: [{ lastReconciled: new Date().toISOString(), lastReconciledStatus: 'ReconciliationSucceeded' }],
    inventory: {
      entries: rendered.map(({ apiVersion, kind, metadata }) => ({
        id: `${metadata.namespace}_${metadata.name}_${apiVersion.includes('/') ? apiVersion.split('/')[0] : ''}_${kind}`,
        v: apiVersion.split('/').at(-1),
      })),
    },
  };
  await hands.patch(KUSTOMIZATION, name, { status }, 'gotk-kustomize-controller', { subresource: 'status' });
}

function typeOf({ apiVersion, kind }: Live): string {
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  return group === '' ? kind : `${kind}.${version}.${group}`;
}

function labelled(object: Live, prefix: string, name: string, namespace: string): Live {
  const labels = { ...object.metadata.labels, [`${prefix}/name`]: name, [`${prefix}/namespace`]: namespace };
  return { ...object, metadata: { ...object.metadata, labels } };
}

/** Entries of kubectl without a subresource become a part of Flux's own, so that the apply drops what it does not declare. */
async function takeOver(hands: Hands, live: Live): Promise<void> {
  const entries: readonly Live[] = live.metadata.managedFields ?? [];
  const isTaken = ({ manager, subresource }: Live): boolean =>
    manager.startsWith('kubectl') && subresource === undefined;
  const own = entries.find(({ manager, operation }) => manager === 'kustomize-controller' && operation === 'Apply');
  const taken = entries.filter(isTaken);
  if (own === undefined || taken.length === 0) return;
  const fieldsV1 = taken.reduce((all, { fieldsV1: some }) => union(all, some), own.fieldsV1);
  const value = [...entries.filter((entry) => entry !== own && !isTaken(entry)), { ...own, fieldsV1 }];
  await hands.patch(
    typeOf(live),
    live.metadata.name,
    [{ op: 'replace', path: '/metadata/managedFields', value }],
    'kustomize-controller',
    { type: 'json' },
  );
}

function union(a: Live, b: Live): Live {
  const all = { ...a };
  for (const [key, below] of Object.entries(b)) all[key] = all[key] === undefined ? below : union(all[key], below);
  return all;
}

/** One run of helm-controller over a release that is installed (gitops-controllers.md §6.5): drift detection alone, no upgrade. */
export async function reconcileRelease(hands: Hands, name: string, rendered: readonly Live[]): Promise<void> {
  const release = await hands.get(HELM_RELEASE, name);
  if (release.spec.suspend === true) return;
  for (const object of rendered.map((one) => released(one, name, hands.namespace))) {
    const live = await hands.get(typeOf(object), object.metadata.name).catch(() => undefined);
    if (live === undefined) await hands.applyServerSide(object, 'helm-controller');
    else if (release.spec.driftDetection?.mode === 'enabled') await correct(hands, object, live);
  }
  const status = { history: [{ name, namespace: hands.namespace, version: 1, status: 'deployed' }] };
  await hands.patch(HELM_RELEASE, name, { status }, 'helm-controller', { subresource: 'status' });
}

/** The marks that Helm and Flux set on what a release holds. */
function released(object: Live, name: string, namespace: string): Live {
  const { metadata, ...rest } = labelled(object, HELM, name, namespace);
  const annotations = { 'meta.helm.sh/release-name': name, 'meta.helm.sh/release-namespace': namespace };
  const labels = { ...metadata.labels, 'app.kubernetes.io/managed-by': 'Helm' };
  return { ...rest, metadata: { ...metadata, labels, annotations } };
}

async function correct(hands: Hands, desired: Live, live: Live): Promise<void> {
  const operations = differences(desired, live, '');
  if (operations.length === 0) return;
  await hands.patch(typeOf(live), live.metadata.name, operations, 'helm-controller', { type: 'json' });
}

/** Declared fields alone: what the release says nothing of stays. */
function differences(desired: Live, live: Live, path: string): readonly object[] {
  if (typeof desired !== 'object' || desired === null || live === undefined) {
    return JSON.stringify(desired) === JSON.stringify(live)
      ? []
      : [{ op: live === undefined ? 'add' : 'replace', path, value: desired }];
  }
  return Object.entries(desired).flatMap(([key, below]) =>
    differences(below, live[key], `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
}
