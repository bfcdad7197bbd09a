import { describe, expect, it } from 'vitest';
import { managedBy } from '../../../src/compositions/controllers/managed-by.js';
import type { JsonObject } from '../../../src/model/json.js';
import { type KubernetesObject, type ResourceRef, refText } from '../../../src/model/resource.js';
import { drift, resource } from '../../report/worlds.js';

const DIFFERS = resource({ drift: [drift({ path: '.spec.replicas', desired: 3, live: 7 })] });
const labels = (name: string): JsonObject => ({
  'kustomize.toolkit.fluxcd.io/name': name,
  'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
});

function object(kind: string, apiVersion: string, metadata: JsonObject): KubernetesObject {
  return { apiVersion, kind, metadata };
}

const live = (name = 'apps') =>
  object('Deployment', 'apps/v1', { name: 'catalog', namespace: 'marketplace', labels: labels(name) });
const apps = (metadata: JsonObject = {}) => ({
  kind: 'flux-kustomization' as const,
  object: object('Kustomization', 'kustomize.toolkit.fluxcd.io/v1', {
    name: 'apps',
    namespace: 'flux-system',
    ...metadata,
  }),
});
const told = (links: ReturnType<typeof managedBy>): readonly string[] =>
  links.map(({ child, parent, doubt }) => `${refText(parent)} > ${refText(child)}${doubt === undefined ? '' : ' ?'}`);

describe('who applies an object that differs', () => {
  it('is the controller that its marks name, and what the controller’s own marks name, which was not asked', () => {
    const links = managedBy(DIFFERS, live(), apps({ labels: labels('flux-system') }));
    expect(told(links)).toEqual([
      'Kustomization flux-system/apps > Deployment marketplace/catalog',
      'Kustomization flux-system/flux-system > Kustomization flux-system/apps ?',
    ]);
    expect(links[0]?.evidence[0]?.message).toContain('kustomize.toolkit.fluxcd.io/name');
    expect(Object.keys(links[0]?.child ?? {})).toEqual(['group', 'version', 'kind', 'namespace', 'name']);
  });

  it('is doubtful where the controller could not be read', () => {
    const ref: ResourceRef = {
      group: 'kustomize.toolkit.fluxcd.io',
      version: 'v1',
      kind: 'Kustomization',
      namespace: 'flux-system',
      name: 'apps',
    };
    const [only, ...rest] = managedBy(DIFFERS, live(), { kind: 'unread', ref, reason: 'forbidden' });
    expect([only?.doubt, rest]).toEqual(['it could not be read: forbidden', []]);
  });

  it.each([
    ['is in order', resource(), live()],
    ['is not in the cluster', DIFFERS, undefined],
    ['bears the marks of another', DIFFERS, live('infra')],
    ['bears none', DIFFERS, object('Deployment', 'apps/v1', { name: 'catalog', namespace: 'marketplace' })],
  ])('is not told of an object that %s', (_, one, object) => {
    expect(managedBy(one, object, apps())).toEqual([]);
  });
});
