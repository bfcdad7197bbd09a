import { describe, expect, it } from 'vitest';
import {
  destinationCluster,
  permitsDestination,
  permitsKind,
  sourceRefusal,
} from '../../../src/gitops/argocd/project-rules.js';
import { DEFAULT_PROJECT, readProject } from '../../../src/gitops/argocd/read-project.js';

const project = (rest: Partial<typeof DEFAULT_PROJECT>) => ({ ...DEFAULT_PROJECT, ...rest });
const here = destinationCluster({ name: 'in-cluster', namespace: '' });

describe('repositories', () => {
  it.each([
    [['*'], 'https://git.example.test/a/b.git', true],
    [[], 'https://git.example.test/a/b.git', false],
    [['https://git.example.test/a/*'], 'https://git.example.test/a/b.git', true],
    [['https://git.example.test/*'], 'https://git.example.test/a/b.git', false],
    [['https://git.example.test/**'], 'https://git.example.test/a/b.git', true],
    [['HTTPS://GIT.example.test/A/b'], 'https://git.example.test/a/b.git', true],
    [['git@git.example.test:a/b.git'], 'ssh://git@git.example.test/a/b', true],
    [['*', '!https://git.example.test/a/**'], 'https://git.example.test/a/b.git', false],
    [['*', '!https://git.example.test/x/**'], 'https://git.example.test/a/b.git', true],
  ])('%j permits %s: %s', (sourceRepos, url, says) => {
    expect(sourceRefusal(project({ sourceRepos }), url) === undefined).toBe(says);
  });
});

describe('destinations', () => {
  const item = (server: string, name: string, namespace: string) => ({ server, name, namespace });

  it.each([
    [[item('*', '', '*')], 'shop', true],
    [[], 'shop', false],
    [[item('https://kubernetes.default.svc', '', 'shop')], 'shop', true],
    [[item('', 'in-cluster', 'sh*')], 'shop', true],
    [[item('https://other', '', '*')], 'shop', false],
    [[item('*', '', '*'), item('*', '', '!shop')], 'shop', false],
    [[item('*', '', '*'), item('*', '', '!kube-system')], 'shop', true],
    [[item('*', '', '*'), item('!https://kubernetes.default.svc', '', '*')], 'shop', false],
    [[item('*', '', '*'), item('!https://kubernetes.default.svc', '', 'other')], 'shop', true],
    [[item('*', '', '*'), item('', '!in-cluster', 'other')], 'shop', false],
  ])('%j permits %s: %s', (destinations, namespace, says) => {
    expect(permitsDestination(project({ destinations }), here, namespace, undefined)).toBe(says);
  });

  it('knows its own cluster by both names, another by what is said', () => {
    expect(destinationCluster({ server: 'https://kubernetes.default.svc', namespace: '' })).toEqual(here);
    expect(destinationCluster({ name: 'north', namespace: '' })).toEqual({ server: '', name: 'north' });
  });
});

describe('kinds', () => {
  const role = { group: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' };
  const config = { group: '', kind: 'ConfigMap', name: 'settings' };

  it.each([
    [{ clusterResourceWhitelist: [] }, role, false, false],
    [{ clusterResourceWhitelist: [{ group: 'rbac*', kind: '*' }] }, role, false, true],
    [{ clusterResourceWhitelist: [{ group: '*', kind: 'ClusterRole', name: 'read*' }] }, role, false, true],
    [{ clusterResourceWhitelist: [{ group: '*', kind: 'ClusterRole', name: 'write*' }] }, role, false, false],
    [{ clusterResourceBlacklist: [{ group: '*', kind: 'ClusterRole' }] }, role, false, false],
    [{}, config, true, true],
    [{ namespaceResourceWhitelist: [] }, config, true, false],
    [{ namespaceResourceWhitelist: [{ group: '', kind: 'ConfigMap' }] }, config, true, true],
    [{ namespaceResourceBlacklist: [{ group: '*', kind: '*' }] }, config, true, false],
  ])('%j on %j (namespaced %s): %s', (rest, object, namespaced, says) => {
    expect(permitsKind(project(rest), object, namespaced)).toBe(says);
  });

  it('tells an absent list from an empty one', () => {
    const read = (spec: object) =>
      readProject({
        apiVersion: 'argoproj.io/v1alpha1',
        kind: 'AppProject',
        metadata: { name: 'p' },
        spec: spec as never,
      });
    expect(read({})).not.toHaveProperty('namespaceResourceWhitelist');
    expect(read({ namespaceResourceWhitelist: [] }).namespaceResourceWhitelist).toEqual([]);
    expect(permitsKind(read({}), role, false)).toBe(false);
  });
});
