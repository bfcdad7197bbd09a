import { describe, expect, it } from 'vitest';
import { compileFluxRules, fluxRuleFor } from '../../../src/gitops/flux/ignore-rules.js';
import { refOfId } from '../../../src/gitops/flux/inventory.js';
import { keptFromPruning, whySkipped } from '../../../src/gitops/flux/modes.js';
import { readHelmRelease } from '../../../src/gitops/flux/read-helm-release.js';
import { readKustomization } from '../../../src/gitops/flux/read-kustomization.js';
import { commitOf, readSource } from '../../../src/gitops/flux/read-source.js';
import { shortReleaseName } from '../../../src/gitops/flux/release-name.js';
import { isDropped } from '../../../src/gitops/flux/takeover.js';
import type { FluxSelector } from '../../../src/model/flux.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import type { EntryRef } from '../../../src/model/writer.js';

const KUSTOMIZE = 'kustomize.toolkit.fluxcd.io';

function deployment(metadata: JsonObject = {}): KubernetesObject {
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web', namespace: 'shop', ...metadata } };
}

describe('an id of the inventory', () => {
  it.each([
    ['shop_settings__ConfigMap', { group: '', kind: 'ConfigMap', namespace: 'shop', name: 'settings' }],
    ['shop_web_apps_Deployment', { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' }],
    ['_shop__Namespace', { group: '', kind: 'Namespace', namespace: '', name: 'shop' }],
    [
      '_system__node-reader_rbac.authorization.k8s.io_ClusterRole',
      { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', namespace: '', name: 'system:node-reader' },
    ],
    ['nonsense', undefined],
    ['a_b', undefined],
  ])('%s', (id, wanted) => {
    expect(refOfId(id, 'v1')).toEqual(wanted === undefined ? undefined : { ...wanted, version: 'v1' });
  });
});

describe('how an object asks to be treated', () => {
  const annotated = (key: string, value: string): KubernetesObject =>
    deployment({ annotations: { [`${KUSTOMIZE}/${key}`]: value } });
  const plain = deployment();
  it.each<[string, KubernetesObject, KubernetesObject | undefined, string | undefined]>([
    ['nothing', plain, plain, undefined],
    ['reconcile: disabled in live', plain, annotated('reconcile', 'disabled'), 'live'],
    ['reconcile: Disabled in Git', annotated('reconcile', 'Disabled'), plain, 'Git'],
    ['as a label', deployment({ labels: { [`${KUSTOMIZE}/reconcile`]: 'disabled' } }), undefined, 'Git'],
    ['reconcile: enabled', annotated('reconcile', 'enabled'), plain, undefined],
    ['ssa: Ignore in live', plain, annotated('ssa', 'Ignore'), 'live'],
    ['ssa: IfNotPresent in Git, and it is there', annotated('ssa', 'IfNotPresent'), plain, 'Git'],
    ['ssa: IfNotPresent in Git, and it is not', annotated('ssa', 'IfNotPresent'), undefined, undefined],
    ['ssa: IfNotPresent in live', plain, annotated('ssa', 'IfNotPresent'), undefined],
    ['ssa: Merge', annotated('ssa', 'Merge'), plain, undefined],
    [
      "helm's own mark",
      deployment({ annotations: { 'helm.toolkit.fluxcd.io/driftDetection': 'disabled' } }),
      plain,
      undefined,
    ],
  ])('%s', (_, desired, live, side) => {
    const skipped = whySkipped({ kind: 'kustomization' }, desired, live);
    if (side === undefined) expect(skipped).toBeUndefined();
    else expect(skipped).toContain(` in ${side}`);
  });

  it('of a HelmRelease by its own mark alone', () => {
    const marked = deployment({ labels: { 'helm.toolkit.fluxcd.io/driftDetection': 'disabled' } });
    expect(whySkipped({ kind: 'helmrelease' }, plain, marked)).toContain('in live');
    expect(whySkipped({ kind: 'helmrelease' }, annotated('reconcile', 'disabled'), plain)).toBeUndefined();
  });
});

describe('what pruning leaves', () => {
  const own = { [`${KUSTOMIZE}/name`]: 'shop', [`${KUSTOMIZE}/namespace`]: 'flux-system' };
  const shop = { name: 'shop', namespace: 'flux-system' };
  it.each<[string, JsonObject, string | undefined]>([
    ['its own', { labels: own }, undefined],
    ["another's", { labels: { ...own, [`${KUSTOMIZE}/name`]: 'blog' } }, 'another owner'],
    ['one without labels', {}, 'another owner'],
    ['prune: disabled', { labels: own, annotations: { [`${KUSTOMIZE}/prune`]: 'disabled' } }, 'prune: disabled'],
    ['reconcile: disabled', { labels: own, annotations: { [`${KUSTOMIZE}/reconcile`]: 'disabled' } }, 'reconcile'],
    ['ssa: Ignore', { labels: { ...own, [`${KUSTOMIZE}/ssa`]: 'Ignore' } }, 'ssa: Ignore'],
  ])('%s', (_, metadata, kept) => {
    const found = keptFromPruning(shop, deployment(metadata));
    if (kept === undefined) expect(found).toBeUndefined();
    else expect(found).toContain(kept);
  });
});

describe('ignore rules', () => {
  const every: FluxSelector = {
    ...{ group: '', version: '', kind: '', namespace: '', name: '', labelSelector: '', annotationSelector: '' },
  };
  const at = (target: Partial<FluxSelector> | undefined, paths: string[], pointer: string): string | undefined => {
    const rule = {
      origin: 'spec.ignore[0]',
      paths,
      ...(target === undefined ? {} : { target: { ...every, ...target } }),
    };
    const { rules } = compileFluxRules([rule]);
    const object = deployment({ labels: { tier: 'front' }, annotations: { tier: 'back' } });
    return fluxRuleFor(rules, object, [pointer])?.path;
  };
  it.each<[string, Partial<FluxSelector> | undefined, string[], string, string | undefined]>([
    ['the path itself', undefined, ['/spec/replicas'], '/spec/replicas', '/spec/replicas'],
    ['below the path', undefined, ['/spec/template'], '/spec/template/spec/x', '/spec/template'],
    ['above the path', undefined, ['/spec/replicas'], '/spec', undefined],
    ['another of the same beginning', undefined, ['/spec/rep'], '/spec/replicas', undefined],
    ['the whole object', undefined, [''], '/spec/replicas', ''],
    ['the whole object, as a slash', undefined, ['/'], '/spec/replicas', '/'],
    ['a kind', { kind: 'Deployment' }, ['/spec/replicas'], '/spec/replicas', '/spec/replicas'],
    ['a part of a kind', { kind: 'Deploy' }, ['/spec/replicas'], '/spec/replicas', undefined],
    [
      'a pattern',
      { kind: 'Deploy.*|StatefulSet', name: 'w.b' },
      ['/spec/replicas'],
      '/spec/replicas',
      '/spec/replicas',
    ],
    ['another namespace', { namespace: 'blog' }, ['/spec/replicas'], '/spec/replicas', undefined],
    ['a group and version', { group: 'apps', version: 'v1' }, ['/spec/replicas'], '/spec/replicas', '/spec/replicas'],
    [
      'a pattern in any case, as Go writes it',
      { kind: '(?i)deployment' },
      ['/spec/replicas'],
      '/spec/replicas',
      '/spec/replicas',
    ],
    ['a set of labels', { labelSelector: 'tier in (front, back)' }, ['/spec'], '/spec/replicas', '/spec'],
    ['labels that are not there', { labelSelector: '!tier' }, ['/spec'], '/spec/replicas', undefined],
    ['labels', { labelSelector: 'tier=front' }, ['/spec/replicas'], '/spec/replicas', '/spec/replicas'],
    ['annotations', { annotationSelector: 'tier=back' }, ['/spec/replicas'], '/spec/replicas', '/spec/replicas'],
    ['other annotations', { annotationSelector: 'tier=front' }, ['/spec/replicas'], '/spec/replicas', undefined],
  ])('%s', (_, target, paths, pointer, wanted) => {
    expect(at(target, paths, pointer)).toBe(wanted);
  });

  it.each([{ name: '(' }, { labelSelector: '=nonsense' }])('says what of %j cannot be read', (target) => {
    const { faults } = compileFluxRules([{ origin: 'spec.ignore[0]', paths: [], target: { ...every, ...target } }]);
    expect(faults).toEqual([expect.stringContaining('spec.ignore[0].target cannot be read')]);
  });
});

describe('fields that Git does not declare', () => {
  const by = (manager: string, operation: 'Apply' | 'Update' = 'Update', subresource = ''): EntryRef => ({
    ...{ manager, operation, subresource, apiVersion: 'v1' },
  });
  it.each<[string, EntryRef[], boolean]>([
    ['kubectl edit', [by('kubectl-edit')], true],
    ['kubectl patch', [by('kubectl-patch')], true],
    ['kubectl apply --server-side', [by('kubectl', 'Apply')], true],
    ['kubectl scale', [by('kubectl', 'Update', 'scale')], false],
    ['before-first-apply', [by('before-first-apply')], true],
    ['k9s', [by('k9s')], false],
    ['flux', [by('flux')], false],
    ['its own manager', [by('team', 'Apply')], false],
    ['kubectl and somebody else', [by('kubectl-edit'), by('k9s')], false],
    ['kubectl and the controller', [by('kubectl-edit'), by('kustomize-controller', 'Apply')], true],
    ['nobody', [], false],
  ])('of %s', (_, owners, dropped) => {
    expect(isDropped(owners)).toBe(dropped);
  });
});

describe('a HelmRelease', () => {
  const release = (spec: JsonObject, name = 'web') =>
    readHelmRelease(
      {
        apiVersion: 'helm.toolkit.fluxcd.io/v2',
        kind: 'HelmRelease',
        metadata: { name, namespace: 'apps' },
        spec: { chartRef: { kind: 'OCIRepository', name: 'web' }, ...spec },
      },
      'a file',
    );
  it.each<[JsonObject, [string, string, string]]>([
    [{}, ['web', 'apps', 'apps']],
    [{ targetNamespace: 'shop' }, ['shop-web', 'shop', 'apps']],
    [{ releaseName: 'front', targetNamespace: 'shop', storageNamespace: 'flux' }, ['front', 'shop', 'flux']],
  ])('of %j is called %j', (spec, [name, namespace, storage]) => {
    const { releaseName, releaseNamespace, storageNamespace } = release(spec);
    expect([releaseName, releaseNamespace, storageNamespace]).toEqual([name, namespace, storage]);
  });

  it('with a long name gets a short one, with a hash of it', () => {
    const long = 'some-front-appended-namespace-release-with-a-very-long-name';
    expect(shortReleaseName(long)).toMatch(/^some-front-appended-namespace-release-wi-[0-9a-f]{12}$/);
    expect(shortReleaseName('x'.repeat(53))).toBe('x'.repeat(53));
  });

  it.each([
    [undefined, 'disabled'],
    ['warn', 'warn'],
    ['enabled', 'enabled'],
    ['nonsense', 'disabled'],
  ] as const)('with drift detection %s', (mode, wanted) => {
    expect(release(mode === undefined ? {} : { driftDetection: { mode } }).driftDetection).toBe(wanted);
  });

  it('without a chart is none', () => {
    expect(() => release({ chartRef: null })).toThrow('names no chart');
  });
});

describe('a source', () => {
  it.each([
    ['main@sha1:0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123456789abcdef01234567'],
    ['sha1:0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123456789abcdef01234567'],
    ['main/0123456789abcdef0123456789abcdef01234567', '0123456789abcdef0123456789abcdef01234567'],
    ['1.2.3', ''],
    ['main@sha1:0123', ''],
  ])('at revision %s', (revision, commit) => {
    expect(commitOf(revision)).toBe(commit);
  });

  it.each<[JsonObject, string]>([
    [{}, 'refs/heads/master'],
    [{ branch: 'main' }, 'refs/heads/main'],
    [{ branch: 'main', tag: 'v1' }, 'refs/tags/v1'],
    [{ tag: 'v1', semver: '1.x' }, '1.x'],
    [{ semver: '1.x', name: 'refs/pull/1/head' }, 'refs/pull/1/head'],
    [{ name: 'refs/heads/a', commit: 'abc' }, 'abc'],
  ])('that asks for %j', (ref, wanted) => {
    const object = {
      apiVersion: 'source.toolkit.fluxcd.io/v1',
      kind: 'GitRepository',
      metadata: { name: 'a' },
      spec: { ref },
    };
    expect(readSource(object).wanted).toBe(wanted);
  });
});

describe('a Kustomization', () => {
  const read = (spec: JsonObject) =>
    readKustomization(
      { apiVersion: `${KUSTOMIZE}/v1`, kind: 'Kustomization', metadata: { name: 'shop' }, spec },
      'a file',
    );
  it('is no kustomization of kustomize', () => {
    const kustomize = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', metadata: { name: 'a' } };
    expect(() => readKustomization(kustomize, 'a.yaml')).toThrow(
      'a.yaml holds Kustomization (kustomize.config.k8s.io/v1beta1)',
    );
  });

  it('needs a source', () => {
    expect(() => read({ path: '.' })).toThrow('names no source');
  });

  it('reads durations as Go writes them, and finds its source in its own namespace', () => {
    const found = read({ interval: '1h30m0s', sourceRef: { kind: 'GitRepository', name: 'a' } });
    expect(found.intervalMs).toBe(5_400_000);
    expect(found.source).toEqual({ kind: 'GitRepository', namespace: 'flux-system', name: 'a' });
  });
});
