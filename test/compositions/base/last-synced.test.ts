import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { entry } from '../../ownership/worlds.js';
import { commit, git, hasGit } from '../../source/repositories.js';
import { judgeAt, twoRevisions } from '../earlier-worlds.js';

const settings = (mode: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: ${mode}}\n`;

const URL = 'https://git.example/shop/deployment-config.git';

/** A live ConfigMap that Argo CD tracks; a deployer owns its data, so that nothing else explains a difference. */
function tracked(mode: string, more: { manager?: string; labels?: JsonObject } = {}): JsonObject {
  const mark = { 'argocd.argoproj.io/tracking-id': 'catalog:/ConfigMap:marketplace/settings' };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'settings',
      namespace: 'marketplace',
      ...(more.labels === undefined ? { annotations: mark } : { labels: more.labels }),
      managedFields: [entry(more.manager ?? 'helm', 'Update', { 'f:data': { 'f:mode': {} } }, { apiVersion: 'v1' })],
    },
    data: { mode },
  };
}

function application(status: JsonObject, name = 'catalog'): JsonObject {
  return { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application', metadata: { name, namespace: 'argocd' }, status };
}

/** The status after a sync of everything, with the revision that is only compared beside it. */
const synced = (revision: string, repoURL = URL, more: JsonObject = {}): JsonObject => ({
  sync: { status: 'OutOfSync', revision: 'f'.repeat(40) },
  operationState: {
    phase: 'Succeeded',
    operation: { sync: { revision } },
    syncResult: { revision, source: { repoURL, path: 'apps' } },
    ...more,
  },
});

/** `a`, then `b`; the origin is where Argo CD reads. */
function repository(): { folder: string; first: string; second: string } {
  const folder = twoRevisions({
    base: { 'apps/settings.yaml': settings('a') },
    head: { 'apps/settings.yaml': settings('b') },
  });
  git(folder, 'remote', 'add', 'origin', 'git@git.example:shop/deployment-config');
  return { folder, first: git(folder, 'rev-parse', 'HEAD~1'), second: git(folder, 'rev-parse', 'HEAD') };
}

const WORLD = { base: {}, head: {} };

async function judge(folder: string, live: readonly JsonObject[]) {
  const judged = await judgeAt({ ...WORLD, live }, folder);
  const [drift] = judged.resource('ConfigMap', 'settings').drift;
  const evidence = drift?.writer.evidence.filter(({ kind }) => kind === 'git').map(({ message }) => message) ?? [];
  return { ...judged, drift, evidence };
}

describe.skipIf(!hasGit)('the revision that Argo CD synced last', () => {
  it('tells that live has not followed, where live is as it asks for', async () => {
    const { folder, first } = repository();
    const { said, drift, evidence, exit } = await judge(folder, [tracked('a'), application(synced(first))]);
    expect(said).toEqual(['ConfigMap/settings changed .data.mode deployer git-ahead']);
    const name = `the last synced revision ${first.slice(0, 7)} (Application argocd/catalog)`;
    expect(drift?.explanation).toEqual({
      status: 'explained',
      code: 'git-ahead',
      message: `Git changed it since ${name}, and live still has what that asks for`,
      base: first,
    });
    expect(evidence).toEqual([`${name} declares .data.mode as live has it`]);
    expect(exit).toBe(0);
  });

  it('tells that live was changed, where that revision is the one compared', async () => {
    const { folder, second } = repository();
    const { said, evidence } = await judge(folder, [tracked('x'), application(synced(second))]);
    expect(said).toEqual(['ConfigMap/settings changed .data.mode deployer deployer-change']);
    expect(evidence).toEqual([
      `the last synced revision ${second.slice(0, 7)} (Application argocd/catalog) declares .data.mode as desired does`,
    ]);
  });

  it('tells that both have changed', async () => {
    const { folder, first } = repository();
    const { said, exit } = await judge(folder, [tracked('x', { manager: 'kubectl-edit' }), application(synced(first))]);
    expect(said).toEqual(['ConfigMap/settings changed .data.mode manual both-changed']);
    expect(exit).toBe(1);
  });

  it('is that of the whole last sync: a partial one, a dry run and a failed one leave it to the history', async () => {
    const { folder, first, second } = repository();
    const history = [{ id: 3, revision: first, source: { repoURL: URL, path: 'apps' } }];
    for (const more of [
      { operation: { sync: { resources: [{ kind: 'ConfigMap', name: 'other' }] } } },
      { operation: { sync: { dryRun: true } } },
      { phase: 'Failed' },
    ]) {
      const status = { ...synced(second, URL, more), history };
      const { said } = await judge(folder, [tracked('a'), application(status)]);
      expect(said).toEqual(['ConfigMap/settings changed .data.mode deployer git-ahead']);
    }
  });

  it('is that of the source which is this repository', async () => {
    const { folder, first } = repository();
    const { said } = await judge(folder, [
      tracked('a'),
      application({
        operationState: {
          phase: 'Succeeded',
          syncResult: {
            sources: [{ repoURL: 'https://charts.example', chart: 'catalog' }, { repoURL: URL }],
            revisions: ['1.2.3', first],
          },
        },
      }),
    ]);
    expect(said).toEqual(['ConfigMap/settings changed .data.mode deployer git-ahead']);
  });

  it.each<[string, (first: string) => JsonObject[], string]>([
    [
      'no Application',
      () => [],
      'Application catalog could not be read: Application catalog is not among the saved objects',
    ],
    [
      'another repository',
      (first) => [application(synced(first, 'https://git.example/shop/other'))],
      'Application argocd/catalog reads another repository',
    ],
    [
      'a commit that is not here',
      () => [application(synced('d'.repeat(40)))],
      'Application argocd/catalog has applied ddddddd, which is not in the local repository',
    ],
    [
      'nothing synced: what was compared is not what was deployed',
      (first) => [application({ sync: { revision: first } })],
      'Application argocd/catalog names no commit that it has applied',
    ],
    [
      'two of that name',
      (first) => [
        application(synced(first)),
        { ...application(synced(first)), metadata: { name: 'catalog', namespace: 'argocd-2' } },
      ],
      'several Applications have that name: Application argocd-2/catalog, Application argocd/catalog',
    ],
  ])('is not known with %s, and that is said', async (_, objects, reason) => {
    const { folder, first } = repository();
    const { said, evidence } = await judge(folder, [tracked('a'), ...objects(first)]);
    expect(said).toEqual(['ConfigMap/settings changed .data.mode deployer deployer-change']);
    expect(evidence).toHaveLength(1);
    expect(evidence[0]).toContain(reason);
  });

  it('is not asked for where everything is explained', async () => {
    const { folder, second } = repository();
    const { said, report } = await judge(folder, [tracked('b'), application(synced(second))]);
    expect(said).toEqual([]);
    expect(JSON.stringify(report)).not.toContain('last synced revision');
  });

  it('is that of a missing object, too, where everything else is of one Application', async () => {
    const { folder, second } = repository();
    commit(folder, { 'apps/new.yaml': settings('a').replace('settings', 'new') });
    const { said } = await judge(folder, [tracked('b'), application(synced(second))]);
    expect(said).toEqual(['ConfigMap/new missing git-ahead']);
  });
});

describe.skipIf(!hasGit)('the revision that Flux applied last', () => {
  const labels = { 'kustomize.toolkit.fluxcd.io/name': 'apps', 'kustomize.toolkit.fluxcd.io/namespace': 'flux-system' };
  const kustomization = (revision: string): JsonObject => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { sourceRef: { kind: 'GitRepository', name: 'config' } },
    status: { lastAppliedRevision: revision },
  });
  const source: JsonObject = {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'config', namespace: 'flux-system' },
    spec: { url: 'ssh://git@git.example:22/shop/deployment-config.git' },
  };

  it.each([
    ['as it writes it', 'main@sha1:'],
    ['as it wrote it before 2.0', 'main/'],
  ])('%s', async (_, prefix) => {
    const { folder, first } = repository();
    const { said, evidence } = await judge(folder, [
      tracked('a', { labels }),
      kustomization(`${prefix}${first}`),
      source,
    ]);
    expect(said).toEqual(['ConfigMap/settings changed .data.mode deployer git-ahead']);
    expect(evidence[0]).toContain('(Kustomization flux-system/apps)');
  });
});
