import { describe, expect, test } from 'vitest';
import { gitopsOwnersOf } from '../../../src/compositions/controllers/gitops-owner.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';

const CONTROLLER = { apiVersion: 'apps.example.com/v1', kind: 'Shop', name: 'shop', uid: 'u1', controller: true };

function deployment(metadata: JsonObject): KubernetesObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop', ...metadata } };
}

const tracked = (id: string) => ({ annotations: { 'argocd.argoproj.io/tracking-id': id } });
const labelled = (group: string) => ({ labels: { [`${group}/name`]: 'apps', [`${group}/namespace`]: 'flux-system' } });

const owners = (metadata: JsonObject): readonly string[] =>
  gitopsOwnersOf(deployment(metadata)).map(({ role, ref }) => `${role} ${ref.namespace}/${ref.name}`);

describe('the GitOps owners that marks name', () => {
  test.each([
    ['a tracking id', tracked('shop:apps/Deployment:shop/web'), ['argocd-application /shop']],
    ['one of another namespace', tracked('team_shop:apps/Deployment:shop/web'), ['argocd-application team/shop']],
    ['the id of another object', tracked('shop:apps/Deployment:shop/api'), []],
    ['labels of a Kustomization', labelled('kustomize.toolkit.fluxcd.io'), ['flux-kustomization flux-system/apps']],
    ['labels of a HelmRelease', labelled('helm.toolkit.fluxcd.io'), ['flux-helmrelease flux-system/apps']],
    ['the instance label, which charts set', { labels: { 'app.kubernetes.io/instance': 'shop' } }, []],
    ['the labels of a ResourceSet, which is none of them', labelled('resourceset.fluxcd.controlplane.io'), []],
  ])('%s', (_, metadata, expected) => {
    expect(owners(metadata)).toEqual(expected);
  });

  test('labels count for nothing where a controller made the object; an id that names it does', () => {
    const made = { ownerReferences: [CONTROLLER] };
    expect(owners({ ...labelled('kustomize.toolkit.fluxcd.io'), ...made })).toEqual([]);
    expect(owners({ ...tracked('shop:apps/Deployment:shop/web'), ...made })).toEqual(['argocd-application /shop']);
  });

  test("Argo CD's comes first where both left marks", () => {
    const both = { ...tracked('shop:apps/Deployment:shop/web'), ...labelled('kustomize.toolkit.fluxcd.io') };
    expect(owners(both)).toEqual(['argocd-application /shop', 'flux-kustomization flux-system/apps']);
  });
});
