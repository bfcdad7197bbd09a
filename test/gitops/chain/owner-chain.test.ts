import { describe, expect, it } from 'vitest';
import { ownerChain } from '../../../src/compositions/controllers/owner-chain.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { refText } from '../../../src/model/resource.js';
import { catalog, clusterOf, fluxLabels, kustomization, OF_SET, object, platform, shop, shops } from './worlds.js';

const INVENTORY = 'shop_catalog_apps_Deployment';
const ofFlux = {
  ...catalog,
  metadata: { ...object('apps/v1', 'Deployment', 'shop/catalog', fluxLabels('apps')).metadata },
};

const chain = async (start: KubernetesObject, others: readonly KubernetesObject[], refuses: readonly string[] = []) => {
  const cluster = clusterOf([start, ...others], refuses);
  const { links, roots, notes, nodes } = await ownerChain(start, { cluster, kind: cluster.kind });
  return {
    links: links.map(
      ({ child, parent, doubt }) => `${refText(child)} < ${refText(parent)}${doubt === undefined ? '' : ` (${doubt})`}`,
    ),
    evidence: links.flatMap(({ evidence }) => evidence.map(({ message }) => message)),
    roots: roots.map(refText),
    notes,
    unread: nodes.flatMap(({ unread }) => unread ?? []),
  };
};

describe('who manages whom', () => {
  it('an Application, by a tracking id that names the object and by the status that lists it', async () => {
    const found = await chain(catalog, [shop()]);
    expect(found).toMatchObject({
      links: ['Deployment shop/catalog < Application argocd/shop'],
      roots: ['Application argocd/shop'],
      notes: [],
    });
    expect(found.evidence).toEqual([
      'annotation argocd.argoproj.io/tracking-id is "shop:apps/Deployment:shop/catalog", and names the object itself',
      'the status of Application argocd/shop lists it',
    ]);
  });

  it('an ApplicationSet that a parent Application applies: two parents of one kind of mark each', async () => {
    const tracking = {
      annotations: { 'argocd.argoproj.io/tracking-id': 'platform:argoproj.io/ApplicationSet:argocd/shops' },
    };
    const found = await chain(catalog, [shop(OF_SET), shops(tracking), platform()]);
    expect(found.links).toEqual([
      'Deployment shop/catalog < Application argocd/shop',
      'Application argocd/shop < ApplicationSet argocd/shops',
      'ApplicationSet argocd/shops < Application argocd/platform',
    ]);
    expect(found.roots).toEqual(['Application argocd/platform']);
  });

  it('two independent parents are two roots', async () => {
    const both = {
      ...OF_SET,
      annotations: { 'argocd.argoproj.io/tracking-id': 'platform:argoproj.io/Application:argocd/shop' },
    };
    const found = await chain(catalog, [shop(both), shops(), platform()]);
    expect(found.roots).toEqual(['ApplicationSet argocd/shops', 'Application argocd/platform']);
  });

  it('Kustomizations up to the one that applies itself', async () => {
    const root = kustomization(
      'flux-system',
      [
        'flux-system_apps_kustomize.toolkit.fluxcd.io_Kustomization',
        'flux-system_flux-system_kustomize.toolkit.fluxcd.io_Kustomization',
      ],
      fluxLabels('flux-system'),
    );
    const found = await chain(ofFlux, [kustomization('apps', [INVENTORY], fluxLabels('flux-system')), root]);
    expect(found.links).toEqual([
      'Deployment shop/catalog < Kustomization flux-system/apps',
      'Kustomization flux-system/apps < Kustomization flux-system/flux-system',
      'Kustomization flux-system/flux-system < Kustomization flux-system/flux-system',
    ]);
    expect(found.roots).toEqual(['Kustomization flux-system/flux-system']);
    expect(found.notes).toEqual([]);
  });

  it('an operator by its ownerReference, whose object Git holds', async () => {
    const pod = object('v1', 'Pod', 'shop/db-1', {
      ownerReferences: [
        { apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster', name: 'db', uid: 'uid-db', controller: true },
        { apiVersion: 'v1', kind: 'Service', name: 'db', uid: 'uid-db', controller: false },
      ],
    });
    const cluster = object('postgresql.cnpg.io/v1', 'Cluster', '/db');
    const found = await chain(pod, [cluster]);
    expect(found.links).toEqual(['Pod shop/db-1 < Cluster db']);
  });

  it('a Helm release without a controller', async () => {
    const helmed = object('apps/v1', 'Deployment', 'shop/catalog', {
      annotations: { 'meta.helm.sh/release-name': 'catalog', 'meta.helm.sh/release-namespace': 'shop' },
    });
    expect(await chain(helmed, [])).toMatchObject({
      links: ['Deployment shop/catalog < Helm release shop/catalog'],
      roots: ['Helm release shop/catalog'],
      unread: [],
    });
  });

  it.each<readonly [string, KubernetesObject, readonly KubernetesObject[], readonly string[]]>([
    [
      'a copied tracking id',
      object('apps/v1', 'ReplicaSet', 'shop/catalog-6d4', {
        annotations: { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:shop/catalog' },
      }),
      [shop()],
      ['ReplicaSet shop/catalog-6d4: its tracking id names Deployment shop/catalog, from which it was copied'],
    ],
    [
      "Flux's labels without an entry of the inventory",
      ofFlux,
      [kustomization('apps', ['shop_cart_apps_Deployment'])],
      [
        'Deployment shop/catalog: labels kustomize.toolkit.fluxcd.io/name and namespace are "apps" and "flux-system", but the inventory of Kustomization flux-system/apps does not list it: they are leftovers',
      ],
    ],
    [
      'an ownerReference to an owner that was made anew',
      shop(OF_SET),
      [shops({ uid: 'uid-other' })],
      [
        'Application argocd/shop: ownerReference with controller: true names ApplicationSet shops, but the ownerReference names another ApplicationSet argocd/shops, which is gone (uid uid-shops, not uid-other)',
      ],
    ],
    [
      'the instance label of a chart',
      object('apps/v1', 'Deployment', 'shop/catalog', { labels: { 'app.kubernetes.io/instance': 'catalog' } }),
      [shop()],
      [],
    ],
    [
      'the instance label that names an Application which knows nothing of it',
      object('apps/v1', 'Deployment', 'shop/cart', { labels: { 'app.kubernetes.io/instance': 'shop' } }),
      [shop()],
      [],
    ],
  ])('does not believe %s', async (_, start, others, notes) => {
    const found = await chain(start, others);
    expect(found).toMatchObject({ links: [], notes });
  });

  it('believes the instance label of an Application that lists the object', async () => {
    const labelled = object('apps/v1', 'Deployment', 'shop/catalog', {
      labels: { 'app.kubernetes.io/instance': 'shop' },
    });
    expect((await chain(labelled, [shop()])).links).toEqual(['Deployment shop/catalog < Application argocd/shop']);
  });

  it('says what could not be read, and keeps the link', async () => {
    const found = await chain(catalog, [shop()], ['Application']);
    expect(found).toMatchObject({
      links: ['Deployment shop/catalog < Application shop (forbidden)'],
      unread: ['forbidden'],
    });
  });

  it('says that the Application may be of another cluster', async () => {
    const found = await chain(catalog, []);
    expect(found.unread).toEqual(['there is no Application shop in any namespace']);
  });

  it('enters a circle once', async () => {
    const one = kustomization('one', ['flux-system_two_kustomize.toolkit.fluxcd.io_Kustomization'], fluxLabels('two'));
    const two = kustomization('two', ['flux-system_one_kustomize.toolkit.fluxcd.io_Kustomization'], fluxLabels('one'));
    const found = await chain(one, [two]);
    expect(found.links).toHaveLength(2);
    expect(found.notes).toEqual(['Kustomization flux-system/one and Kustomization flux-system/two manage each other']);
  });

  it('cuts a chain that does not end', async () => {
    const all = Array.from({ length: 50 }, (_, at) =>
      kustomization(
        `k${at}`,
        [`flux-system_k${at - 1}_kustomize.toolkit.fluxcd.io_Kustomization`],
        fluxLabels(`k${at + 1}`),
      ),
    );
    const found = await chain(all[0] as KubernetesObject, all.slice(1));
    expect(found.notes).toHaveLength(1);
    expect(found.notes[0]).toContain('were not followed further');
  });
});
