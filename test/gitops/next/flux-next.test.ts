import { describe, expect, it } from 'vitest';
import { fluxFieldNext, fluxMissingNext } from '../../../src/gitops/next/flux-next.js';
import { helmReleaseSync, kustomizationSync } from '../../../src/gitops/next/flux-sync.js';
import type { FieldDrift } from '../../../src/model/drift.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { deployment, drift, NOW, replicas, sidecar } from './worlds.js';

const RECONCILE = 'kustomize.toolkit.fluxcd.io/reconcile';
const SSA = 'kustomize.toolkit.fluxcd.io/ssa';

const kustomization = (spec: JsonObject = {}, status: JsonObject = {}): KubernetesObject => ({
  apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
  kind: 'Kustomization',
  metadata: { name: 'apps', namespace: 'flux-system' },
  spec: { interval: '10m', path: './apps', prune: true, ...spec },
  status: { history: [{ lastReconciled: '2026-11-30T11:52:10Z' }], ...status },
});
const release = (spec: JsonObject = {}): KubernetesObject => ({
  apiVersion: 'helm.toolkit.fluxcd.io/v2',
  kind: 'HelmRelease',
  metadata: { name: 'catalog', namespace: 'shop' },
  spec: { interval: '1h', ...spec },
});

const next = (
  owner: KubernetesObject,
  entry: FieldDrift = drift(),
  list: 'drift' | 'ignored' | 'undeclared' = 'drift',
  marks: { live?: JsonObject; desired?: JsonObject } = {},
): string => {
  const sync = owner.kind === 'HelmRelease' ? helmReleaseSync(owner, NOW) : kustomizationSync(owner, NOW);
  const [live, desired] = [deployment(marks.live), deployment(marks.desired)];
  const found = fluxFieldNext({ entry, list, sync, owner, live, desired });
  return found === undefined ? 'as it was' : `${found.code}: ${found.message}`;
};

describe('a Kustomization', () => {
  it.each<readonly [string, KubernetesObject, string]>([
    [
      'by its interval',
      kustomization(),
      'reverted-at-reconcile: set back at the next reconcile, by 12:03:10Z at the latest (interval 10m)',
    ],
    ['that is late', kustomization({ interval: '1m' }), 'which is late: due by 11:53:16Z (interval 1m)'],
    ['never reconciled', kustomization({}, { history: [] }), 'at the next reconcile, within 11m (interval 10m)'],
    [
      'suspended',
      kustomization({ suspend: true }),
      'stays-until-sync: Kustomization flux-system/apps is suspended: it stays until that is resumed',
    ],
    [
      'that cannot build',
      kustomization(
        { retryInterval: '2m' },
        { conditions: [{ type: 'Ready', status: 'False', reason: 'BuildFailed' }] },
      ),
      'stays-until-sync: Kustomization flux-system/apps fails before it applies anything (BuildFailed, tried again every 2m)',
    ],
    [
      'whose health check failed applies all the same',
      kustomization({}, { conditions: [{ type: 'Ready', status: 'False', reason: 'HealthCheckFailed' }] }),
      'reverted-at-reconcile: ',
    ],
  ])('%s', (_, owner, expected) => {
    expect(next(owner)).toContain(expected);
  });

  const by = (manager: string, subresource = '') => sidecar({ manager, subresource });
  it.each<readonly [string, FieldDrift, JsonObject, string]>([
    [
      'kubectl edit',
      by('kubectl-edit'),
      {},
      'reverted-at-reconcile: removed at the next reconcile, by 12:03:10Z at the latest (interval 10m): Flux takes over what kubectl-edit wrote',
    ],
    ['kubectl rollout restart', by('kubectl-rollout'), {}, 'reverted-at-reconcile: '],
    ['before-first-apply', by('before-first-apply'), {}, 'reverted-at-reconcile: '],
    ['k9s', by('k9s'), {}, 'stays: a reconcile leaves it'],
    ['Lens', by('node-fetch'), {}, 'stays: '],
    ['kubectl scale', by('kubectl', 'scale'), {}, 'stays: '],
    [
      'kubectl edit, where the object merges',
      by('kubectl-edit'),
      { [SSA]: 'Merge' },
      'stays: a reconcile leaves it: kustomize.toolkit.fluxcd.io/ssa is Merge',
    ],
  ])('about undeclared fields of %s', (_, entry, live, expected) => {
    expect(next(kustomization(), entry, 'undeclared', { live })).toContain(expected);
  });

  it('leaves undeclared fields also where Git alone says that the object merges', () => {
    const merging = { desired: { [SSA]: 'Merge' } };
    expect(next(kustomization(), by('kubectl-edit'), 'undeclared', merging)).toContain('stays: a reconcile leaves it');
  });

  it.each<readonly [string, { live?: JsonObject; desired?: JsonObject }, string]>([
    ['reconcile: disabled in live', { live: { [RECONCILE]: 'disabled' } }, 'stays: Flux skips the object'],
    ['reconcile: Disabled in Git', { desired: { [RECONCILE]: 'Disabled' } }, 'stays: '],
    ['ssa: Ignore in live', { live: { [SSA]: 'Ignore' } }, 'stays: '],
    ['ssa: IfNotPresent in Git', { desired: { [SSA]: 'IfNotPresent' } }, 'stays: Flux only creates'],
    ['ssa: IfNotPresent in live alone', { live: { [SSA]: 'IfNotPresent' } }, 'reverted-at-reconcile: '],
    ['ssa: Merge', { live: { [SSA]: 'Merge' } }, 'reverted-at-reconcile: '],
  ])('of an object with %s', (_, marks, expected) => {
    expect(next(kustomization(), drift(), 'drift', marks)).toContain(expected);
  });

  it.each<readonly [string, JsonObject, string]>([
    ['the path', { paths: ['/spec/template'] }, 'stays: spec.ignore'],
    ['another path', { paths: ['/spec/temp'] }, 'reverted-at-reconcile'],
    ['the path of its target', { paths: ['/spec/template'], target: { kind: 'Deploy.*', name: 'catalog' } }, 'stays'],
    ['the path of another target', { paths: ['/spec/template'], target: { kind: 'Deploy' } }, 'reverted-at-reconcile'],
    [
      'the path by labels',
      { paths: ['/spec/template'], target: { annotationSelector: 'team=shop' } },
      'reverted-at-reconcile',
    ],
  ])('whose spec.ignore names %s', (_, rule, expected) => {
    expect(next(kustomization({ ignore: [rule] }))).toContain(expected);
  });

  it('fights an autoscaler', () => {
    expect(next(kustomization(), replicas)).toContain('writers-fight: set back to 2 at the next reconcile');
    expect(next(kustomization({ suspend: true }), replicas)).toContain('stays-until-sync');
  });

  it('creates what is missing, unless it is suspended', () => {
    expect(fluxMissingNext(kustomizationSync(kustomization(), NOW)).message).toContain('created at the next reconcile');
    expect(fluxMissingNext(kustomizationSync(kustomization({ suspend: true }), NOW)).message).toContain(
      'it is not created until',
    );
  });
});

describe('a HelmRelease', () => {
  it.each<readonly [string, JsonObject, JsonObject, string]>([
    [
      'without drift detection',
      {},
      {},
      'stays-until-sync: driftDetection is off: it stays until HelmRelease shop/catalog upgrades',
    ],
    ['that only warns', { driftDetection: { mode: 'warn' } }, {}, 'stays-until-sync: driftDetection only warns'],
    [
      'that corrects',
      { driftDetection: { mode: 'enabled' } },
      {},
      'reverted-at-reconcile: set back at the next reconcile, within 1h6m (interval 1h)',
    ],
    [
      'suspended',
      { suspend: true, driftDetection: { mode: 'enabled' } },
      {},
      'stays-until-sync: HelmRelease shop/catalog is suspended',
    ],
    [
      'that ignores the path',
      { driftDetection: { mode: 'enabled', ignore: [{ paths: ['/spec/template/spec'] }] } },
      {},
      'stays: driftDetection.ignore',
    ],
    [
      'whose object opted out',
      { driftDetection: { mode: 'enabled' } },
      { 'helm.toolkit.fluxcd.io/driftDetection': 'disabled' },
      'stays: drift is not corrected',
    ],
  ])('%s', (_, spec, live, expected) => {
    expect(next(release(spec), drift(), 'drift', { live })).toContain(expected);
  });

  it('takes over nothing of kubectl', () => {
    const owner = release({ driftDetection: { mode: 'enabled' } });
    expect(next(owner, sidecar({ manager: 'kubectl-edit' }), 'undeclared')).toContain('stays: ');
  });
});
