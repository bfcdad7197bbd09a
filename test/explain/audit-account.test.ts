import { describe, expect, it } from 'vitest';
import { underAccount, userOfWrite } from '../../src/explain/audit-account.js';
import { userText } from '../../src/model/user-text.js';
import type { WriterCategory } from '../../src/model/writer.js';
import { write } from '../cluster-audit/events.js';
import { writer } from './worlds.js';

const SA = 'system:serviceaccount:';

/** A write by this account, with this manager; `as` is whom it impersonated. */
function by(username: string, manager = 'kubectl-set', as?: string) {
  return write({
    user: { username, groups: [] },
    ...(as === undefined ? {} : { impersonatedUser: { username: as } }),
    requestURI: `/apis/apps/v1/namespaces/marketplace/deployments/catalog?fieldManager=${manager}`,
  });
}

describe('the account of a write', () => {
  it.each<[string, string, string | undefined, WriterCategory, string]>([
    // A person stays what the manager says, whatever that is.
    ['ann@example.com', 'kubectl-set', undefined, 'manual', 'manual'],
    ['kubernetes-admin', 'kubectl-set', undefined, 'manual', 'manual'],
    ['system:admin', 'kubectl-set', undefined, 'manual', 'manual'],
    ['ann@example.com', 'team-sync', undefined, 'unknown', 'unknown'],
    ['ann@example.com', 'kubectl-client-side-apply', undefined, 'deployer', 'deployer'],
    // A service account is a program.
    [`${SA}ci:deployer`, 'kubectl-set', undefined, 'manual', 'deployer, script'],
    [`${SA}ci:deployer`, 'kubectl-client-side-apply', undefined, 'deployer', 'deployer'],
    [`${SA}argocd:argocd-application-controller`, 'argocd-controller', undefined, 'gitops', 'gitops'],
    [`${SA}shop:operator`, 'team-sync', undefined, 'unknown', 'unknown'],
    [`${SA}cert-manager:cainjector`, 'cert-manager-cainjector', undefined, 'operator', 'operator'],
    // Front ends act for people.
    [`${SA}argocd:argocd-server`, 'argocd-server', undefined, 'manual', 'manual'],
    [`${SA}kubernetes-dashboard:kubernetes-dashboard`, 'Mozilla', undefined, 'manual', 'manual'],
    // The control plane's own accounts.
    [`${SA}kube-system:horizontal-pod-autoscaler`, 'kube-controller-manager', undefined, 'control-plane', 'autoscaler'],
    [`${SA}kube-system:deployment-controller`, 'kube-controller-manager', undefined, 'control-plane', 'control-plane'],
    [`${SA}kube-system:my-controller`, 'kubectl-set', undefined, 'manual', 'deployer, script'],
    ['system:kube-scheduler', 'kube-scheduler', undefined, 'unknown', 'control-plane'],
    ['system:node:node-1', 'kubectl-set', undefined, 'manual', 'control-plane'],
    ['system:apiserver', 'x', undefined, 'unknown', 'control-plane'],
    // Who impersonates an account is not that account; a console that impersonates people acts for them.
    ['admin', 'kubectl-set', `${SA}ci:deployer`, 'manual', 'manual'],
    [`${SA}cattle-system:rancher`, 'kubectl-set', 'u-abc12', 'manual', 'manual'],
    [`${SA}flux-system:kustomize-controller`, 'kubectl-set', `${SA}ci:deployer`, 'manual', 'deployer, script'],
  ])('%s with %s (as %s) makes of a writer of category %s: %s', (user, manager, as, category, expected) => {
    const account = underAccount(writer(category, { manager }), by(user, manager, as));
    expect(`${account.category}${account.script ? ', script' : ''}`).toBe(expected);
  });

  it('never leaves a tool for people that a service account ran in category manual', () => {
    for (const manager of ['kubectl', 'kubectl-set', 'kubectl-edit', 'kubectl-patch', 'kubectl-label', 'flux']) {
      expect(underAccount(writer('manual', { manager }), by(`${SA}ci:deployer`, manager)).category).toBe('deployer');
    }
  });

  it.each([
    ['ann@example.com', 'user ann@example.com', 'a user that is no service account'],
    [`${SA}ci:deployer`, 'service account ci/deployer', 'service account ci/deployer'],
    ['system:node:node-1', 'the kubelet of node-1', 'the kubelet of node-1'],
    ['system:kube-scheduler', 'system:kube-scheduler', 'system:kube-scheduler'],
    ['system:admin', 'user system:admin', 'a user that is no service account'],
    [
      'system:anonymous',
      'somebody who had not signed in (system:anonymous)',
      'somebody who had not signed in (system:anonymous)',
    ],
  ])('%s is called %j, and without names %j', (username, shown, hidden) => {
    expect(userText(userOfWrite(by(username), true))).toBe(shown);
    expect(userText(userOfWrite(by(username), false))).toBe(hidden);
  });

  it('says who impersonated whom', () => {
    expect(userText(userOfWrite(by('admin', 'kubectl-set', 'ann@example.com'), true))).toBe(
      'user ann@example.com, impersonated by user admin (as with kubectl --as)',
    );
    expect(JSON.stringify(userOfWrite(by('admin', 'kubectl-set', 'ann@example.com'), false))).not.toMatch(/admin|ann/);
  });
});
