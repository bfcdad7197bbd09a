import { describe, expect, it } from 'vitest';
import { GitdriftError } from '../../src/model/errors.js';
import { parsePattern } from '../../src/model/parse-path.js';
import type { TrackingTool, WriterRule } from '../../src/model/policy.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { at } from './worlds.js';

const catalogue = loadCatalogue();
const DEPLOYMENT = { group: 'apps', kind: 'Deployment' };

function found(
  manager: string,
  operation: 'Apply' | 'Update',
  more: { subresource?: string; path?: string; group?: string; kind?: string; tracking?: TrackingTool[] } = {},
): string {
  const { subresource = '', path, group = DEPLOYMENT.group, kind = DEPLOYMENT.kind, tracking = [] } = more;
  const entry = { manager, operation, subresource, apiVersion: 'apps/v1' };
  const rule = catalogue.find(entry, { group, kind, tracking }, path === undefined ? undefined : at(path));
  return rule === undefined ? '(not known)' : `${rule.category}: ${rule.name}`;
}

describe('who writes under a name', () => {
  const replicas = { path: '.spec.replicas' };
  it.each<[string, 'Apply' | 'Update', Parameters<typeof found>[2], string]>([
    ['kubectl', 'Apply', replicas, 'deployer: kubectl apply --server-side'],
    ['kubectl', 'Update', { ...replicas, subresource: 'scale' }, 'manual: kubectl scale'],
    ['kubectl', 'Update', replicas, 'manual: kubectl, verb not recorded'],
    ['kubectl', 'Update', { path: '.spec.template.spec.containers[name="web"].image' }, 'manual: kubectl rollout undo'],
    [
      'kubectl',
      'Update',
      { group: '', kind: 'Node', path: '.spec.unschedulable' },
      'manual: kubectl cordon, uncordon or drain',
    ],
    ['kubectl', 'Update', { group: '', kind: 'Pod', subresource: 'ephemeralcontainers' }, 'manual: kubectl debug'],
    [
      'kubectl',
      'Update',
      { path: '.metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]' },
      'manual: kubectl apply set-last-applied',
    ],
    ['kubectl-client-side-apply', 'Update', {}, 'deployer: kubectl apply'],
    ['kubectl-client-side-apply', 'Update', { tracking: ['argocd'] }, 'deployer: kubectl apply, not by Argo CD'],
    ['kubectl-client-side-apply', 'Update', { tracking: ['flux'] }, 'deployer: kubectl apply'],
    ['kubectl-last-applied', 'Apply', {}, 'deployer: kubectl apply --server-side, keeping last-applied'],
    ['kubectl-set', 'Update', {}, 'manual: kubectl set'],
    ['kubectl-edit', 'Update', {}, 'manual: kubectl edit'],
    ['kubectl-patch', 'Update', { subresource: 'scale' }, 'manual: kubectl patch'],
    [
      'kubectl-rollout',
      'Update',
      { path: '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]' },
      'manual: kubectl rollout restart',
    ],
    ['kubectl-rollout', 'Update', { path: '.spec.paused' }, 'manual: kubectl rollout pause or resume'],
    ['kubectl-scale', 'Update', replicas, '(not known)'],
    [
      'kube-controller-manager',
      'Update',
      { ...replicas, subresource: 'scale' },
      'control-plane: kube-controller-manager (scale)',
    ],
    ['kube-controller-manager', 'Update', { subresource: 'status' }, 'control-plane: kube-controller-manager (status)'],
    ['kube-controller-manager', 'Update', {}, 'control-plane: kube-controller-manager'],
    ['k3s', 'Update', { ...replicas, subresource: 'scale' }, 'control-plane: k3s (scale)'],
    ['clusterrole-aggregation-controller', 'Apply', {}, 'control-plane: ClusterRole aggregation'],
    ['digitalocean-cloud-controller-manager', 'Update', {}, "control-plane: the cloud's controller manager"],
    ['openshift-controller-manager', 'Update', {}, 'operator: OpenShift controller manager'],
    ['argocd-controller', 'Apply', {}, 'gitops: Argo CD, sync'],
    ['argocd-server', 'Update', {}, 'manual: Argo CD, user interface or API'],
    ['kustomize-controller', 'Apply', {}, 'gitops: Flux, kustomize-controller'],
    [
      'kustomize-controller',
      'Update',
      { group: 'kustomize.toolkit.fluxcd.io', kind: 'Kustomization' },
      "operator: Flux, kustomize-controller's bookkeeping",
    ],
    ['flux', 'Update', {}, 'manual: flux command line'],
    ['configsync.gke.io', 'Apply', {}, 'gitops: Config Sync'],
    ['configsync.gke.io/reconciler-manager', 'Apply', {}, 'operator: Config Sync, its own machinery'],
    ['helm', 'Apply', {}, 'deployer: Helm'],
    ['pulumi-kubernetes-1a2b3c4d', 'Apply', {}, 'deployer: Pulumi'],
    ['keda-operator', 'Update', { ...replicas, subresource: 'scale' }, 'autoscaler: KEDA'],
    ['vpa-recommender', 'Update', {}, 'autoscaler: VPA recommender'],
    ['Mozilla', 'Update', {}, 'manual: a browser console'],
    ['node-fetch', 'Update', {}, 'unknown: node-fetch, a JavaScript client'],
    ['before-first-apply', 'Update', {}, 'unknown: whoever wrote it before the first server-side apply'],
    ['manager', 'Update', {}, 'operator: a program called "manager"'],
    ['controller', 'Update', { group: 'bitnami.com', kind: 'SealedSecret' }, 'operator: Sealed Secrets'],
    ['controller', 'Update', {}, 'operator: a program called "controller"'],
    ['apiextensions.crossplane.io/composed-1a2b', 'Apply', {}, 'operator: Crossplane, compositions'],
    ['envpatcher', 'Update', {}, '(not known)'],
    ['team/apps: sync 1', 'Apply', {}, '(not known)'],
    ['', 'Update', {}, '(not known)'],
  ])('%s %s %j → %s', (manager, operation, more, expected) => {
    expect(found(manager, operation, more)).toBe(expected);
  });
});

describe('the shipped rules', () => {
  const keys = [
    'manager',
    'operation',
    'subresource',
    'kinds',
    'paths',
    'tracking',
    'category',
    'name',
    'confidence',
    'alsoMeans',
    'reason',
    'source',
  ];
  const categories = ['gitops', 'autoscaler', 'manual', 'operator', 'deployer', 'control-plane', 'unknown'];

  it.each(catalogue.rules.map((rule, index) => [index + 1, rule] as const))('%i keep the format', (_, rule) => {
    expect(Object.keys(rule).filter((key) => !keys.includes(key))).toEqual([]);
    expect(categories).toContain(rule.category);
    expect(['certain', 'likely', 'possible', undefined]).toContain(rule.confidence);
    expect(['Apply', 'Update', undefined]).toContain(rule.operation);
    for (const text of [rule.name, rule.reason, rule.source]) expect(text).toMatch(/\S/);
    for (const path of rule.paths ?? []) expect(() => parsePattern(path)).not.toThrow();
    for (const kind of rule.kinds ?? []) expect(kind).toHaveProperty('group');
  });

  it('claim no person: what is manual is likely, never certain', () => {
    expect(
      catalogue.rules.filter(({ category, confidence }) => category === 'manual' && confidence === 'certain'),
    ).toEqual([]);
  });

  it('hide none of each other: the first that fits an entry is not always the same as a later one', () => {
    const seen = new Set<string>();
    for (const rule of catalogue.rules) {
      const { manager, operation, subresource, kinds, paths, tracking } = rule;
      const key = JSON.stringify({ manager, operation, subresource, kinds, paths, tracking });
      const general = JSON.stringify({ manager });
      expect(seen.has(key) || seen.has(general), `${JSON.stringify(manager)} (${rule.name}) can never be chosen`).toBe(
        false,
      );
      seen.add(key);
    }
  });
});

describe('rules of the user', () => {
  const rule = (manager: WriterRule['manager'], more: Partial<WriterRule> = {}): WriterRule => ({
    manager,
    category: 'operator',
    name: 'the labeler',
    reason: 'ours',
    ...more,
  });
  const nameFor = (rules: readonly WriterRule[], manager: string, path?: string): string | undefined =>
    loadCatalogue(rules).find(
      { manager, operation: 'Update', subresource: '', apiVersion: 'apps/v1' },
      DEPLOYMENT,
      path === undefined ? undefined : at(path),
    )?.name;

  it('come before the shipped ones', () => {
    expect(nameFor([rule('kubectl-set')], 'kubectl-set')).toBe('the labeler');
  });

  it('match by exact name, prefix and pattern', () => {
    expect(nameFor([rule('team')], 'team-sync')).toBeUndefined();
    expect(nameFor([rule({ prefix: 'team-' })], 'team-sync')).toBe('the labeler');
    expect(nameFor([rule({ pattern: '^team-[a-z]+$' })], 'team-sync')).toBe('the labeler');
    expect(nameFor([rule({ pattern: '^team-[a-z]+$' })], 'team-sync-2')).toBeUndefined();
  });

  it('are confined to kinds and paths', () => {
    const labels = rule('team-sync', { kinds: [{ group: 'apps', kind: '*' }], paths: ['.metadata.labels[*]'] });
    expect(nameFor([labels], 'team-sync', '.metadata.labels.team')).toBe('the labeler');
    expect(nameFor([labels], 'team-sync', '.metadata.labels')).toBeUndefined();
    expect(nameFor([labels], 'team-sync', '.spec.replicas')).toBeUndefined();
    expect(nameFor([labels], 'team-sync')).toBeUndefined();
    expect(nameFor([rule('team-sync', { kinds: [{ kind: 'Service' }] })], 'team-sync')).toBeUndefined();
  });

  it.each(['(a+)+$', '(?=x)', 'a*b*c*d*', '[a-z'])('refuse the pattern %s', (pattern) => {
    expect(() => loadCatalogue([rule({ pattern })])).toThrow(GitdriftError);
    expect(() => loadCatalogue([rule({ pattern })])).toThrow(/The writer rule "the labeler" cannot be used: /);
  });

  it('refuse a path that cannot be read', () => {
    expect(() => loadCatalogue([rule('team-sync', { paths: ['spec..x'] })])).toThrow(
      /cannot read the field path "spec..x"/,
    );
  });
});
