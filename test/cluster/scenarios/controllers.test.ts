import { describe, expect, it } from 'vitest';
import { deployment, settings } from './manifests.js';
import { application, told } from './report-contract.js';
import { world } from './world.js';

const { apply, diff, kubectl, namespace } = world('controllers');

describe.concurrent('an operator that applies', () => {
  it('is unexplained drift on a declared field, and a note on an undeclared one', async () => {
    const desired = settings('rates', { currency: 'EUR' });
    await apply(desired);
    await apply(settings('rates', { currency: 'USD', source: 'feed' }), 'flagger');
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift ConfigMap/rates changed .data.currency: "EUR" → "USD"',
      '  operator, likely: Flagger (flagger Apply)',
      '  managedFields: flagger (Apply) names .data.currency; entry last written TIME',
      '  unexplained: operator-change; next: unknown',
      'undeclared ConfigMap/rates extra .data.source: "feed"',
      '  operator, likely: Flagger (flagger Apply)',
      '  managedFields: flagger (Apply) names .data.source; entry last written TIME',
      '  noted: undeclared; next: stays',
    ]);
  });

  it('keeps its own name where nobody has classified it', async () => {
    const desired = settings('limits', { rate: '10' });
    await apply(desired);
    await apply(settings('limits', { rate: '20', burst: '5' }), 'shop-limits-controller');
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift ConfigMap/limits changed .data.rate: "10" → "20"',
      '  unknown, possible: shop-limits-controller (shop-limits-controller Apply)',
      '  managedFields: shop-limits-controller (Apply) names .data.rate; entry last written TIME',
      '  unexplained: unknown-writer; next: unknown',
      'undeclared ConfigMap/limits extra .data.burst: "5"',
      '  unknown, possible: shop-limits-controller (shop-limits-controller Apply)',
      '  managedFields: shop-limits-controller (Apply) names .data.burst; entry last written TIME',
      '  noted: undeclared; next: stays',
    ]);
  });

  it('fails the gate in a Pod template where nobody has classified it, though Git says nothing there', async () => {
    const desired = deployment({ name: 'injected', replicas: 1 });
    await apply(desired);
    await apply(deployment({ name: 'injected', container: 'env: [{name: TRACE, value: "on"}]' }), 'mesh-injector');
    expect(told((await diff(desired)).report)).toEqual([
      'Synced, Progressing: wait; exit 1',
      'undeclared Deployment/injected extra .spec.template.spec.containers[name="web"].env[name="TRACE"]: {"name":"TRACE","value":"on"}',
      '  unknown, possible: mesh-injector (mesh-injector Apply)',
      '  managedFields: mesh-injector (Apply) names .spec.template.spec.containers[name="web"].env[name="TRACE"]; entry last written TIME',
      '  unexplained: undeclared-unknown-writer; next: stays',
    ]);
  });
});

describe.concurrent('a GitOps manager that is behind Git', () => {
  it('explains what it applied last, also a field that Git no longer declares', async () => {
    await apply(settings('page', { size: '20', theme: 'light' }));
    const { report } = await diff(settings('page', { size: '50' }));
    expect(told(report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 0',
      'drift ConfigMap/page changed .data.size: "50" → "20"',
      '  gitops, likely: Argo CD, sync (argocd-controller Apply)',
      '  managedFields: argocd-controller (Apply) names .data.size; entry last written TIME',
      '  argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
      '  explained: git-ahead; next: unknown',
      'drift ConfigMap/page extra .data.theme: "light"',
      '  gitops, likely: Argo CD, sync (argocd-controller Apply)',
      '  managedFields: argocd-controller (Apply) names .data.theme; entry last written TIME',
      '  argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
      '  explained: git-ahead; next: removed-at-sync',
    ]);
    expect(application(report).action.message).toMatch(/^Sync: Git is ahead/);
  });

  it('does not explain what a person changed beside it', async () => {
    const declared = (image: string): string =>
      deployment({ name: 'both', replicas: 1, image, container: 'workingDir: /srv' });
    await apply(declared('1.0.0'));
    const containers = [{ name: 'web', workingDir: '/tmp' }];
    const patch = JSON.stringify({ spec: { template: { spec: { containers } } } });
    await kubectl(['patch', 'deployment/both', '--type=strategic', `--patch=${patch}`]);
    expect(told((await diff(declared('1.1.0'))).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/both changed .spec.template.spec.containers[name="web"].image: "registry.example/both:1.1.0" → "registry.example/both:1.0.0"',
      '  gitops, likely: Argo CD, sync (argocd-controller Apply)',
      '  managedFields: argocd-controller (Apply) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
      '  explained: git-ahead; next: unknown',
      'drift Deployment/both changed .spec.template.spec.containers[name="web"].workingDir: "/srv" → "/tmp"',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update) names .spec.template.spec.containers[name="web"].workingDir; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
    ]);
  });

  it('wrote the value that another manager holds too', async () => {
    const before = settings('shared', { mode: 'safe' });
    await apply(before);
    await apply(before, 'flagger');
    expect(told((await diff(settings('shared', { mode: 'fast' }))).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 0',
      'drift ConfigMap/shared changed .data.mode: "fast" → "safe"',
      '  gitops, likely: Argo CD, sync (argocd-controller Apply)',
      '  managedFields: argocd-controller (Apply) names .data.mode; entry last written TIME',
      '  argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
      '  also flagger (Apply)',
      '  explained: git-ahead; next: unknown',
    ]);
  });

  it('is recognised as Flux by the labels that it sets, which are no drift', async () => {
    const labels = '{kustomize.toolkit.fluxcd.io/name: shop, kustomize.toolkit.fluxcd.io/namespace: flux-system}';
    await apply(deployment({ name: 'flux', replicas: 1, metadata: `labels: ${labels}` }), 'kustomize-controller');
    expect(told((await diff(deployment({ name: 'flux', replicas: 1, image: '1.1.0' }))).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 0',
      'drift Deployment/flux changed .spec.template.spec.containers[name="web"].image: "registry.example/flux:1.1.0" → "registry.example/flux:1.0.0"',
      '  gitops, likely: Flux, kustomize-controller (kustomize-controller Apply)',
      '  managedFields: kustomize-controller (Apply) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  label kustomize.toolkit.fluxcd.io/name is "shop"',
      '  explained: git-ahead; next: unknown',
    ]);
  });

  it('is recognised as Argo CD by its tracking id where it applies client-side', async () => {
    const id = `shop:apps/Deployment:${namespace}/argo`;
    const metadata = `annotations: {argocd.argoproj.io/tracking-id: "${id}"}`;
    const before = deployment({ name: 'argo', replicas: 1, metadata });
    await kubectl(['apply', '--filename=-', '--field-manager=argocd-controller'], before);
    expect(told((await diff(deployment({ name: 'argo', replicas: 1, image: '1.1.0' }))).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 0',
      'drift Deployment/argo changed .spec.template.spec.containers[name="web"].image: "registry.example/argo:1.1.0" → "registry.example/argo:1.0.0"',
      '  gitops, likely: Argo CD, sync (argocd-controller Update)',
      '  managedFields: argocd-controller (Update) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      `  annotation argocd.argoproj.io/tracking-id is "${id}"`,
      '  the last-applied annotation declares .spec.template.spec.containers[name="web"].image as live has it',
      '  explained: git-ahead; next: unknown',
    ]);
  });
});
