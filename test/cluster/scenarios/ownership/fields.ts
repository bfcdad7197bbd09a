import { until } from '../../../controlplane/kubectl.js';
import { autoscaler, deployment } from '../manifests.js';
import { BY_HAND, GONE, LEFT, LEFT_BY_HAND, OPERATOR, type Place, type Scenario, UNKNOWN } from './scenario.js';

const service = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata: {name: ${name}}\nspec: ${spec}\n`;

const role = (name: string, verbs: string): string => `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: ${name}}
rules: [{apiGroups: [""], resources: [configmaps], verbs: ${verbs}}]
`;

const memory = (name: string, more: string): string =>
  autoscaler(name, 1, 9).concat(`  metrics:
  - {type: Resource, resource: {name: cpu, target: {type: Utilization, averageUtilization: 80}}}
${more}`);

/** Fields of every kind: lists and maps owned as a whole or by their keys, sets, secrets, nulls, other versions. */
export const fields = ({ suffix }: Place): readonly Scenario[] => {
  const group = `shop-${suffix}.example.com`;
  const route = (kind: string, name: string, spec: string): string =>
    `apiVersion: ${group}/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: ${spec}\n`;
  return [
    {
      title: 'an atomic map: a Service’s selector, changed by hand',
      object: 'Service/selector',
      desired: service('selector', '{selector: {app: shop, track: stable}, ports: [{port: 80}]}'),
      happens: ({ kubectl }) =>
        kubectl(['patch', 'service/selector', '--type=merge', '--patch={"spec":{"selector":{"track":"canary"}}}']),
      told: [
        {
          list: 'drift',
          path: '.spec.selector.track',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) owns .spec.selector as a whole; entry last written TIME'],
          explanation: BY_HAND,
        },
      ],
    },
    {
      title: 'an atomic map: a key that Git does not have, in the node selector of Pods',
      object: 'Deployment/node-selector',
      desired: deployment({ name: 'node-selector', replicas: 1 }).concat('      nodeSelector: {pool: web}\n'),
      happens: ({ kubectl }) => {
        const nodeSelector = { zone: 'b' };
        const patch = JSON.stringify({ spec: { template: { spec: { nodeSelector } } } });
        return kubectl(['patch', 'deployment/node-selector', '--type=merge', `--patch=${patch}`]);
      },
      told: [
        {
          list: 'drift',
          path: '.spec.template.spec.nodeSelector.zone',
          change: 'extra',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: [
            'managedFields: kubectl-patch (Update) owns .spec.template.spec.nodeSelector as a whole; entry last written TIME',
          ],
          explanation:
            'unexplained, manual-change: changed by hand or by a script, outside Git; it lies in a list or map that is owned as a whole',
        },
      ],
    },
    {
      title: 'an atomic list: the rules of a Role, by an unknown program',
      object: 'Role/rules',
      desired: role('rules', '[get]'),
      happens: ({ apply }) => apply(role('rules', '[get, list, delete]'), { manager: 'tenant-sync' }),
      told: [
        {
          list: 'drift',
          path: '.rules',
          change: 'changed',
          writer: 'unknown, possible: tenant-sync',
          entry: 'tenant-sync Apply',
          evidence: ['managedFields: tenant-sync (Apply) owns PATH as a whole; entry last written TIME'],
          explanation: UNKNOWN,
        },
      ],
    },
    {
      title: 'a keyed list: the target of a port, and a port that Git does not have',
      object: 'Service/ports',
      desired: service('ports', '{selector: {app: shop}, ports: [{name: http, port: 80, targetPort: 8080}]}'),
      happens: ({ kubectl }) => {
        const ports = [
          { port: 80, targetPort: 8081 },
          { name: 'debug', port: 6060, targetPort: 6060 },
        ];
        return kubectl(['patch', 'service/ports', `--patch=${JSON.stringify({ spec: { ports } })}`]);
      },
      told: [
        {
          list: 'drift',
          path: '.spec.ports[port=80,protocol="TCP"].targetPort',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation: BY_HAND,
        },
        {
          list: 'undeclared',
          path: '.spec.ports[port=6060,protocol="TCP"]',
          change: 'extra',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation: LEFT_BY_HAND,
        },
      ],
    },
    {
      title: 'a set: a declared finalizer that a person took away',
      object: 'ConfigMap/finalizers',
      desired:
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: finalizers, finalizers: [example.com/guard]}\ndata: {mode: safe}\n',
      happens: ({ kubectl }) =>
        kubectl([
          'patch',
          'configmap/finalizers',
          '--type=json',
          '--patch=[{"op":"remove","path":"/metadata/finalizers"}]',
        ]),
      told: [
        {
          list: 'drift',
          path: '.metadata.finalizers',
          change: 'missing',
          writer: 'unowned, certain: nobody is recorded',
          entry: '',
          evidence: [
            'live has no such field; managedFields do not record who removes one, or whether it was ever there',
          ],
          explanation: GONE,
        },
      ],
    },
    {
      title: 'a Secret through stringData: the key itself is owned by nobody',
      object: 'Secret/string-data',
      desired: 'apiVersion: v1\nkind: Secret\nmetadata: {name: string-data}\nstringData: {password: hunter2-git}\n',
      happens: ({ kubectl }) =>
        kubectl(['patch', 'secret/string-data', '--patch={"stringData":{"password":"hunter2-hand"}}']),
      told: [
        {
          list: 'drift',
          path: '.data.password',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation: BY_HAND,
        },
      ],
      findings: [
        'plaintext-secret: whoever reads the file can read the value of password: encrypt it, or let the cluster fetch it',
      ],
    },
    {
      title: 'a field that Git declares as null',
      object: 'Deployment/declared-null',
      before: deployment({ name: 'declared-null', replicas: 1 }),
      desired: deployment({ name: 'declared-null', replicas: 1, spec: 'progressDeadlineSeconds: null' }),
      happens: ({ kubectl }) =>
        kubectl(['patch', 'deployment/declared-null', '--patch={"spec":{"progressDeadlineSeconds":60}}']),
      told: [
        {
          list: 'drift',
          path: '.spec.progressDeadlineSeconds',
          change: 'extra',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation:
            'unexplained, manual-change: changed by hand or by a script, outside Git; desired declares null, which asks for its removal',
        },
      ],
    },
    {
      title: 'a version: an autoscaler that Git declares at v2 and an old client writes at v1',
      object: 'HorizontalPodAutoscaler/versions',
      desired: memory('versions', ''),
      happens: ({ send }) =>
        send(
          'PATCH',
          autoscaler('versions', 1, 9),
          { agent: 'fabric8-kubernetes-client/5.12.4' },
          { apiVersion: 'autoscaling/v1', body: { spec: { maxReplicas: 5, targetCPUUtilizationPercentage: 50 } } },
        ),
      told: [
        {
          list: 'drift',
          path: '.spec.maxReplicas',
          change: 'changed',
          writer: 'unknown, possible: fabric8-kubernetes-client, a Java client',
          entry: 'fabric8-kubernetes-client Update',
          evidence: [
            'managedFields: fabric8-kubernetes-client (Update, recorded at autoscaling/v1) names PATH; entry last written TIME',
            'the name "fabric8-kubernetes-client" can also mean: an operator, or Jenkins',
          ],
          explanation:
            'unexplained, unknown-writer: written by fabric8-kubernetes-client, a Java client; managedFields do not tell which program that was',
        },
        {
          list: 'drift',
          path: '.spec.metrics',
          change: 'changed',
          writer: 'unknown, possible: fabric8-kubernetes-client, a Java client',
          entry: 'fabric8-kubernetes-client Update',
          evidence: [
            'managedFields: fabric8-kubernetes-client (Update, recorded at autoscaling/v1) names .spec.targetCPUUtilizationPercentage; entry last written TIME',
            'the name "fabric8-kubernetes-client" can also mean: an operator, or Jenkins',
          ],
          explanation:
            'unexplained, unknown-writer: written by fabric8-kubernetes-client, a Java client; managedFields do not tell which program that was',
        },
      ],
    },
    {
      title: 'a custom resource with a schema: an item of a keyed list, and a value of a set',
      object: 'Route/typed',
      desired: route('Route', 'typed', '{backends: [{name: blue, weight: 1}], hosts: [shop.example.com]}'),
      happens: ({ apply }) =>
        apply(route('Route', 'typed', '{backends: [{name: blue, weight: 9}], hosts: [test.example.com]}'), {
          manager: 'flagger',
        }),
      told: [
        {
          list: 'drift',
          path: '.spec.backends[name="blue"].weight',
          change: 'changed',
          writer: 'operator, likely: Flagger',
          entry: 'flagger Apply',
          evidence: ['managedFields: flagger (Apply) names PATH; entry last written TIME'],
          explanation: OPERATOR,
        },
        {
          list: 'undeclared',
          path: '.spec.hosts[="test.example.com"]',
          change: 'extra',
          writer: 'operator, likely: Flagger',
          entry: 'flagger Apply',
          evidence: ['managedFields: flagger (Apply) names PATH; entry last written TIME'],
          explanation: LEFT,
        },
      ],
    },
    {
      title: 'a custom resource with a schema: its scale subresource',
      object: 'Route/scaled',
      desired: route('Route', 'scaled', '{replicas: 2}'),
      happens: ({ kubectl }) => kubectl(['scale', `routes.${group}/scaled`, '--replicas=3']),
      told: [
        {
          list: 'drift',
          path: '.spec.replicas',
          change: 'changed',
          writer: 'manual, likely: kubectl scale',
          entry: 'kubectl Update scale',
          evidence: ['managedFields: kubectl (Update, subresource scale) names PATH; the entry has no time'],
          explanation: BY_HAND,
        },
      ],
    },
    {
      title: 'a custom resource whose schema keeps what it does not know: a list is owned as a whole',
      object: 'Bundle/untyped',
      desired: route('Bundle', 'untyped', '{parts: [{name: blue, weight: 1}]}'),
      happens: ({ kubectl }) =>
        kubectl([
          'patch',
          `bundles.${group}/untyped`,
          '--type=merge',
          '--patch={"spec":{"parts":[{"name":"blue","weight":9}]}}',
        ]),
      told: [
        {
          list: 'drift',
          path: '.spec.parts',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) owns PATH as a whole; entry last written TIME'],
          explanation: BY_HAND,
        },
      ],
    },
    {
      title: 'an aggregated ClusterRole: the rules that a controller of Kubernetes fills in',
      object: `ClusterRole/shop-${suffix}`,
      desired: `apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: shop-${suffix}}
aggregationRule: {clusterRoleSelectors: [{matchLabels: {shop: "${suffix}"}}]}
rules: [{apiGroups: [shop.example.com], resources: [carts], verbs: [get, list]}]
`,
      happens: ({ kubectl }) => {
        const rules = ['get', `clusterrole/shop-${suffix}`, '--output=jsonpath={.rules}'];
        return until(async () => (await kubectl(rules)).includes('carts'), 'the rules are aggregated');
      },
      told: [],
    },
    {
      title: 'admission: a policy writes a label, and nobody is recorded',
      object: 'ConfigMap/mutated',
      desired: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mutated, labels: {mutate: "yes"}}\n',
      told: [
        {
          list: 'undeclared',
          path: '.metadata.labels.cost-center',
          change: 'extra',
          writer: 'unowned, certain: nobody is recorded',
          entry: '',
          evidence: [
            'no manager is recorded for this field: a default, a mutation at admission, or lost bookkeeping',
            `possible: MutatingAdmissionPolicy mutate-${suffix} (bound by mutate-${suffix}) may have written it at admission: it matches this object, and its mutations name the field`,
          ],
          explanation: 'noted, undeclared-unowned: desired says nothing about it, so a sync leaves it',
        },
      ],
    },
    {
      title: 'an item that two share: a container by an operator, and a person’s image in it since',
      object: 'Deployment/shared-item',
      desired: deployment({ name: 'shared-item', replicas: 1 }),
      happens: async ({ kubectl, send }) => {
        const proxy = (image: string) => ({ spec: { template: { spec: { containers: [{ name: 'proxy', image }] } } } });
        await send(
          'PATCH',
          deployment({ name: 'shared-item' }),
          { manager: 'flagger' },
          { type: 'strategic-merge-patch', body: proxy('registry.example/proxy:1') },
        );
        await kubectl(['set', 'image', 'deployment/shared-item', 'proxy=registry.example/proxy:hotfix']);
      },
      told: [
        {
          list: 'undeclared',
          path: '.spec.template.spec.containers[name="proxy"]',
          change: 'extra',
          writer: 'manual, likely: kubectl set',
          entry: 'kubectl-set Update',
          evidence: ['managedFields: kubectl-set (Update) names fields below PATH; entry last written TIME'],
          coOwners: ['flagger Update'],
          explanation: LEFT_BY_HAND,
        },
      ],
    },
    {
      title: 'a keyed list: a port whose number was changed, which is its key',
      object: 'Service/renumbered',
      desired: service('renumbered', '{selector: {app: shop}, ports: [{name: http, port: 80, targetPort: 8080}]}'),
      happens: ({ kubectl }) =>
        kubectl([
          'patch',
          'service/renumbered',
          '--type=json',
          '--patch=[{"op":"replace","path":"/spec/ports/0/port","value":8080}]',
        ]),
      told: [
        {
          list: 'drift',
          path: '.spec.ports[port=80,protocol="TCP"]',
          change: 'missing',
          writer: 'unowned, certain: nobody is recorded',
          entry: '',
          evidence: [
            'live has no such field; managedFields do not record who removes one, or whether it was ever there',
          ],
          explanation:
            'unexplained, renumbered: live has this item as .spec.ports[port=8080,protocol="TCP"]: its key was changed there',
        },
        {
          list: 'undeclared',
          path: '.spec.ports[port=8080,protocol="TCP"]',
          change: 'extra',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation:
            'unexplained, undeclared-manual: written by hand or by a script; desired declares this item as .spec.ports[port=80,protocol="TCP"]: its key was changed in live, and a sync would add the declared one beside it',
        },
      ],
    },
    {
      title: 'a label of a Pod template: taken away and put back with another value',
      object: 'DaemonSet/template-label',
      desired: deployment({ name: 'template-label' })
        .replace('Deployment', 'DaemonSet')
        .replace('labels: {app: template-label}\n    spec', 'labels: {app: template-label, tier: web}\n    spec'),
      happens: async ({ kubectl }) => {
        const patch = (tier: string | null): string =>
          `--patch=${JSON.stringify({ spec: { template: { metadata: { labels: { tier } } } } })}`;
        await kubectl(['patch', 'daemonset/template-label', '--type=merge', patch(null)]);
        await kubectl(['patch', 'daemonset/template-label', '--type=merge', patch('edge')]);
      },
      told: [
        {
          list: 'drift',
          path: '.spec.template.metadata.labels.tier',
          change: 'changed',
          writer: 'manual, likely: kubectl patch',
          entry: 'kubectl-patch Update',
          evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
          explanation: BY_HAND,
        },
      ],
    },
  ];
};
