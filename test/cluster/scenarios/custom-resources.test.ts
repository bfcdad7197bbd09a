import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { OwnersReport } from '../../../src/model/owners-report.js';
import { kubectlOk, until } from '../../controlplane/kubectl.js';
import { told } from './report-contract.js';
import { world } from './world.js';

const { kubeconfig, kubectl: program } = inject('cluster');
const { apply, diff, kubectl, gitdrift, namespace } = world('custom-resources');
// CustomResourceDefinitions are for the whole cluster, so the group is this run's own.
const group = `shop-${randomUUID().slice(0, 8)}.example.com`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routes.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: Route, plural: routes, singular: route, listKind: RouteList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              tier: {type: string, default: standard}
              limit: {type: string}
              memory: {x-kubernetes-int-or-string: true}
              backends:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties:
                    name: {type: string}
                    weight: {type: integer, default: 1}
                    host: {type: string}
              rules:
                type: array
                x-kubernetes-list-type: atomic
                items:
                  type: object
                  properties:
                    path: {type: string}
                    match: {type: string, default: Prefix}
              domains:
                type: array
                x-kubernetes-list-type: set
                items: {type: string}
          status:
            type: object
            x-kubernetes-preserve-unknown-fields: true
`;

const route = (name: string, spec: string): string =>
  `apiVersion: ${group}/v1\nkind: Route\nmetadata: {name: ${name}}\nspec:\n${spec.replace(/^/gm, '  ')}\n`;

const SPEC = `limit: "500m"
memory: 1024
backends:
- {name: blue, host: blue.example.com}
- {name: green, host: green.example.com, weight: 3}
rules:
- {path: /cart}
- {path: /pay, match: Exact}
domains: [shop.example.com, shop.example.org]`;

describe.concurrent('a custom resource', () => {
  const as = { kubeconfig, program };
  beforeAll(async () => {
    await kubectlOk(['apply', '--filename=-'], { ...as, stdin: definition });
    await kubectlOk(['wait', '--for=condition=Established', `crd/routes.${group}`], as);
    await until(async () => {
      const document = JSON.parse(
        await kubectlOk(['get', '--raw', `/openapi/v3/apis/${group}/v1`], as).catch(() => '{}'),
      );
      return document.components !== undefined;
    }, 'the OpenAPI of the kind is served');
  });
  afterAll(() => kubectlOk(['delete', 'crd', `routes.${group}`, '--wait=false'], as));

  it.each([
    ['server-side', (text: string) => apply(text)],
    ['client-side', (text: string) => kubectl(['apply', '--filename=-'], text)],
    ['by create', (text: string) => kubectl(['create', '--filename=-'], text)],
  ])('applied %s and untouched is Synced, with defaults in lists of every type', async (way, write) => {
    const desired = route(`untouched-${way.replace(' ', '-')}`, SPEC);
    await write(desired);
    expect(told((await diff(desired)).report)).toEqual(['Synced, Healthy: none; exit 0']);
  });

  it('has its drift attributed by the keys of its lists', async () => {
    const desired = route('drifted', SPEC);
    await apply(desired);
    const other = `backends:
- {name: green, weight: 9}
- {name: canary, host: canary.example.com}
domains: [shop.example.net]`;
    await apply(route('drifted', other), 'flagger');
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift Route/drifted changed .spec.backends[name="green"].weight: 3 → 9',
      '  operator, likely: Flagger (flagger Apply)',
      '  managedFields: flagger (Apply) names .spec.backends[name="green"].weight; entry last written TIME',
      '  unexplained: operator-change; next: unknown',
      'undeclared Route/drifted extra .spec.backends[name="canary"]: {"host":"canary.example.com","name":"canary","weight":1}',
      '  operator, likely: Flagger (flagger Apply)',
      '  managedFields: flagger (Apply) names .spec.backends[name="canary"]; entry last written TIME',
      '  noted: undeclared; next: stays',
      'undeclared Route/drifted extra .spec.domains[="shop.example.net"]: "shop.example.net"',
      '  operator, likely: Flagger (flagger Apply)',
      '  managedFields: flagger (Apply) names .spec.domains[="shop.example.net"]; entry last written TIME',
      '  noted: undeclared; next: stays',
    ]);
  });

  it('has one drift for a list that is owned as a whole', async () => {
    const desired = route('atomic', SPEC);
    await apply(desired);
    const patch = JSON.stringify({ spec: { rules: [{ path: '/cart' }], tier: 'gold' } });
    await kubectl(['patch', 'routes/atomic', '--type=merge', `--patch=${patch}`]);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift Route/atomic changed .spec.rules: [{"path":"/cart"},{"path":"/pay","match":"Exact"}] → [{"match":"Prefix","path":"/cart"}]',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update) owns .spec.rules as a whole; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
      'undeclared Route/atomic extra .spec.tier: "gold"',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update) names .spec.tier; entry last written TIME',
      '  unexplained: undeclared-manual; next: stays',
    ]);
  });

  it('keeps a quantity as written: other text for the same is drift, and explained', async () => {
    await apply(route('quantity', 'memory: 1Gi'));
    expect(told((await diff(route('quantity', 'memory: 1024Mi'))).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 0',
      'drift Route/quantity changed .spec.memory: "1024Mi" → "1Gi"',
      '  gitops, likely: Argo CD, sync (argocd-controller Apply)',
      '  managedFields: argocd-controller (Apply) names .spec.memory; entry last written TIME',
      '  argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
      '  explained: same-quantity; next: unknown',
    ]);
  });

  it('lacks a field that its schema does not know: no sync can fix that', async () => {
    const desired = route('dropped', 'limit: "1"\nlimmit: "2"');
    await kubectl(['apply', '--validate=false', '--filename=-'], desired);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift Route/dropped missing .spec.limmit: "2"',
      '  unowned, certain: nobody is recorded',
      '  the schema of the kind has no such field, so nobody removed it',
      '  the last-applied annotation declares .spec.limmit, which live lacks',
      '  unexplained: unknown-field; next: stays',
    ]);
  });

  it('has its writers listed by owners', async () => {
    await apply(route('owned', SPEC));
    const flags = ['-n', namespace, '--field', '.spec.backends', '-o', 'json'];
    for (const kind of ['route', 'routes', `routes.${group}`]) {
      const { code, out, err } = await gitdrift(['owners', `${kind}/owned`, ...flags]);
      expect({ code, err }).toEqual({ code: 0, err: '' });
      const owned = JSON.parse(out) as OwnersReport;
      expect(
        owned.fields.map(({ path, writers }) => `${path} ${writers.map(({ manager }) => manager).join()}`),
      ).toEqual([
        '.spec.backends[name="blue"].host argocd-controller',
        '.spec.backends[name="blue"].name argocd-controller',
        '.spec.backends[name="blue"].weight ',
        '.spec.backends[name="green"].host argocd-controller',
        '.spec.backends[name="green"].name argocd-controller',
        '.spec.backends[name="green"].weight argocd-controller',
      ]);
    }
  });
});
