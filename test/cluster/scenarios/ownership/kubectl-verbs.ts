import { until } from '../../../controlplane/kubectl.js';
import { autoscaler, deployment, settings } from '../manifests.js';
import { BY_HAND, DEPLOYER, GONE, LEFT_BY_HAND, type Place, type Scenario } from './scenario.js';

/** What people and scripts do with kubectl, verb by verb. */
export const kubectlVerbs = ({ suffix }: Place): readonly Scenario[] => [
  {
    title: 'kubectl set image: another image of a declared container',
    object: 'Deployment/set-image',
    desired: deployment({ name: 'set-image', replicas: 1 }),
    happens: ({ kubectl }) => kubectl(['set', 'image', 'deployment/set-image', 'web=registry.example/hotfix:1.0.1']),
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].image',
        change: 'changed',
        writer: 'manual, likely: kubectl set',
        entry: 'kubectl-set Update',
        evidence: ['managedFields: kubectl-set (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl set env: another value of a declared variable, and a new one',
    object: 'Deployment/set-env',
    desired: deployment({ name: 'set-env', replicas: 1, container: 'env: [{name: LOG, value: info}]' }),
    happens: ({ kubectl }) => kubectl(['set', 'env', 'deployment/set-env', 'LOG=debug', 'TRACE=1']),
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].env[name="LOG"].value',
        change: 'changed',
        writer: 'manual, likely: kubectl set',
        entry: 'kubectl-set Update',
        evidence: ['managedFields: kubectl-set (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
      {
        list: 'undeclared',
        path: '.spec.template.spec.containers[name="web"].env[name="TRACE"]',
        change: 'extra',
        writer: 'manual, likely: kubectl set',
        entry: 'kubectl-set Update',
        evidence: ['managedFields: kubectl-set (Update) names PATH; entry last written TIME'],
        explanation: LEFT_BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl set resources: a request declared in other text',
    object: 'Deployment/set-resources',
    desired: deployment({
      name: 'set-resources',
      replicas: 1,
      container: 'resources: {requests: {cpu: 0.1, memory: 64Mi}}',
    }),
    happens: ({ kubectl }) => kubectl(['set', 'resources', 'deployment/set-resources', '--requests=cpu=1,memory=64Mi']),
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].resources.requests.cpu',
        change: 'changed',
        writer: 'manual, likely: kubectl set',
        entry: 'kubectl-set Update',
        evidence: ['managedFields: kubectl-set (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl scale: through the scale subresource, without a time',
    object: 'Deployment/scale',
    desired: deployment({ name: 'scale', replicas: 2 }),
    happens: ({ kubectl }) => kubectl(['scale', 'deployment/scale', '--replicas=3']),
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
    title: 'kubectl scale to 0: recorded for nobody',
    object: 'Deployment/scale-to-0',
    desired: deployment({ name: 'scale-to-0', replicas: 2 }),
    happens: ({ kubectl }) => kubectl(['scale', 'deployment/scale-to-0', '--replicas=0']),
    told: [
      {
        list: 'drift',
        path: '.spec.replicas',
        change: 'changed',
        writer: 'unowned, certain: nobody is recorded',
        entry: '',
        evidence: [
          'no manager is recorded for this field, as after every scale to 0 (kubectl scale, KEDA, an idler): the scale subresource records none for 0',
        ],
        explanation: 'unexplained, unowned-value: somebody scaled it to 0; a scale to 0 leaves no record of who did it',
      },
    ],
  },
  {
    title: 'kubectl scale to 0: of a workload of which Git declares no replicas',
    object: 'StatefulSet/scale-to-0',
    desired: deployment({ name: 'scale-to-0', spec: 'serviceName: scale-to-0' }).replace('Deployment', 'StatefulSet'),
    happens: ({ kubectl }) => kubectl(['scale', 'statefulset/scale-to-0', '--replicas=0']),
    told: [
      {
        list: 'undeclared',
        path: '.spec.replicas',
        change: 'extra',
        writer: 'unowned, certain: nobody is recorded',
        entry: '',
        evidence: [
          'no manager is recorded for this field, as after every scale to 0 (kubectl scale, KEDA, an idler): the scale subresource records none for 0',
        ],
        explanation:
          'unexplained, scaled-to-zero: scaled to 0 by somebody, and a scale to 0 records nobody; desired says nothing about it, so a sync leaves it',
      },
    ],
  },
  {
    title: 'kubectl edit: a field of the container',
    object: 'Deployment/edit',
    desired: deployment({ name: 'edit', replicas: 1, container: 'workingDir: /srv' }),
    happens: ({ kubectl }) => kubectl(['edit', 'deployment/edit']),
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].workingDir',
        change: 'changed',
        writer: 'manual, likely: kubectl edit',
        entry: 'kubectl-edit Update',
        evidence: ['managedFields: kubectl-edit (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl patch, strategic: a container that Git does not declare',
    object: 'Deployment/sidecar',
    desired: deployment({ name: 'sidecar', replicas: 1 }),
    happens: ({ kubectl }) => {
      const containers = [{ name: 'debug', image: 'registry.example/debug:1' }];
      const patch = JSON.stringify({ spec: { template: { spec: { containers } } } });
      return kubectl(['patch', 'deployment/sidecar', `--patch=${patch}`]);
    },
    told: [
      {
        list: 'undeclared',
        path: '.spec.template.spec.containers[name="debug"]',
        change: 'extra',
        writer: 'manual, likely: kubectl patch',
        entry: 'kubectl-patch Update',
        evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
        explanation: LEFT_BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl patch, merge: a key of a ConfigMap that looks like a file name',
    object: 'ConfigMap/patch-merge',
    desired: settings('patch-merge', { 'app.properties': 'mode=safe' }),
    happens: ({ kubectl }) =>
      kubectl(['patch', 'configmap/patch-merge', '--type=merge', '--patch={"data":{"app.properties":"mode=fast"}}']),
    told: [
      {
        list: 'drift',
        path: '.data["app.properties"]',
        change: 'changed',
        writer: 'manual, likely: kubectl patch',
        entry: 'kubectl-patch Update',
        evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl patch, JSON: arguments, a list that is owned as a whole',
    object: 'Deployment/patch-json',
    desired: deployment({ name: 'patch-json', replicas: 1, container: 'args: [--port=8080, --quiet]' }),
    happens: ({ kubectl }) => {
      const op = { op: 'replace', path: '/spec/template/spec/containers/0/args/1', value: '--debug' };
      return kubectl(['patch', 'deployment/patch-json', '--type=json', `--patch=${JSON.stringify([op])}`]);
    },
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].args',
        change: 'changed',
        writer: 'manual, likely: kubectl patch',
        entry: 'kubectl-patch Update',
        evidence: ['managedFields: kubectl-patch (Update) owns PATH as a whole; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl patch --subresource=scale',
    object: 'Deployment/patch-scale',
    desired: deployment({ name: 'patch-scale', replicas: 2 }),
    happens: ({ kubectl }) =>
      kubectl([
        'patch',
        'deployment/patch-scale',
        '--subresource=scale',
        '--type=merge',
        '--patch={"spec":{"replicas":3}}',
      ]),
    told: [
      {
        list: 'drift',
        path: '.spec.replicas',
        change: 'changed',
        writer: 'manual, likely: kubectl patch',
        entry: 'kubectl-patch Update scale',
        evidence: ['managedFields: kubectl-patch (Update, subresource scale) names PATH; the entry has no time'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl patch --subresource=status: a declared annotation',
    object: 'Deployment/patch-status',
    desired: deployment({ name: 'patch-status', replicas: 1, metadata: 'annotations: {example.com/tier: gold}' }),
    happens: ({ kubectl }) =>
      kubectl([
        'patch',
        'deployment/patch-status',
        '--subresource=status',
        '--type=merge',
        '--patch={"metadata":{"annotations":{"example.com/tier":"bronze"}}}',
      ]),
    told: [
      {
        list: 'drift',
        path: '.metadata.annotations["example.com/tier"]',
        change: 'changed',
        writer: 'manual, likely: kubectl patch',
        entry: 'kubectl-patch Update status',
        evidence: ['managedFields: kubectl-patch (Update, subresource status) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl label: a declared label, and another',
    object: 'ConfigMap/label',
    desired: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: label, labels: {team: shop}}\n',
    happens: ({ kubectl }) => kubectl(['label', 'configmap/label', '--overwrite', 'team=search', 'incident=latency']),
    told: [
      {
        list: 'drift',
        path: '.metadata.labels.team',
        change: 'changed',
        writer: 'manual, likely: kubectl label',
        entry: 'kubectl-label Update',
        evidence: ['managedFields: kubectl-label (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
      {
        list: 'undeclared',
        path: '.metadata.labels.incident',
        change: 'extra',
        writer: 'manual, likely: kubectl label',
        entry: 'kubectl-label Update',
        evidence: ['managedFields: kubectl-label (Update) names PATH; entry last written TIME'],
        explanation: LEFT_BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl label: takes a declared label away',
    object: 'ConfigMap/unlabel',
    desired: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: unlabel, labels: {team: shop, tier: web}}\n',
    happens: ({ kubectl }) => kubectl(['label', 'configmap/unlabel', 'team-']),
    told: [
      {
        list: 'drift',
        path: '.metadata.labels.team',
        change: 'missing',
        writer: 'unowned, certain: nobody is recorded',
        entry: '',
        evidence: ['live has no such field; managedFields do not record who removes one, or whether it was ever there'],
        explanation: GONE,
      },
    ],
  },
  {
    title: 'kubectl annotate: a declared annotation with dots and a slash',
    object: 'Service/annotate',
    desired: `apiVersion: v1
kind: Service
metadata: {name: annotate, annotations: {external-dns.alpha.kubernetes.io/hostname: shop.example.com}}
spec: {selector: {app: shop}, ports: [{port: 80}]}
`,
    happens: ({ kubectl }) =>
      kubectl([
        'annotate',
        'service/annotate',
        '--overwrite',
        'external-dns.alpha.kubernetes.io/hostname=test.example.com',
      ]),
    told: [
      {
        list: 'drift',
        path: '.metadata.annotations["external-dns.alpha.kubernetes.io/hostname"]',
        change: 'changed',
        writer: 'manual, likely: kubectl annotate',
        entry: 'kubectl-annotate Update',
        evidence: ['managedFields: kubectl-annotate (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl replace: every field that it changes',
    object: 'Deployment/replace',
    desired: deployment({ name: 'replace', replicas: 1 }),
    happens: ({ kubectl }) =>
      kubectl(['replace', '--filename=-'], deployment({ name: 'replace', replicas: 2, image: '1.0.1' })),
    told: [
      {
        list: 'drift',
        path: '.spec.replicas',
        change: 'changed',
        writer: 'manual, likely: kubectl replace',
        entry: 'kubectl-replace Update',
        evidence: ['managedFields: kubectl-replace (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].image',
        change: 'changed',
        writer: 'manual, likely: kubectl replace',
        entry: 'kubectl-replace Update',
        evidence: ['managedFields: kubectl-replace (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl rollout restart: the mark of a restart',
    object: 'Deployment/rollout-restart',
    desired: deployment({ name: 'rollout-restart', replicas: 1 }),
    happens: ({ kubectl }) => kubectl(['rollout', 'restart', 'deployment/rollout-restart']),
    told: [
      {
        list: 'undeclared',
        path: '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]',
        change: 'extra',
        writer: 'manual, likely: kubectl rollout restart',
        entry: 'kubectl-rollout Update',
        evidence: [
          'managedFields: kubectl-rollout (Update) names PATH; entry last written TIME',
          'kubectl rollout restart, and programs that do the same, write this annotation',
        ],
        explanation:
          'explained, rollout-restart: the mark of a rollout restart; it restarts the Pods once and changes nothing else',
      },
    ],
  },
  {
    title: 'kubectl rollout undo: back to the image before',
    object: 'Deployment/rollout-undo',
    before: deployment({ name: 'rollout-undo', replicas: 1, image: '0.9.0' }),
    desired: deployment({ name: 'rollout-undo', replicas: 1 }),
    happens: async ({ apply, kubectl }) => {
      const kept = ['get', 'replicasets', '--selector=app=rollout-undo', '--output=name'];
      const revisions = async (): Promise<number> => (await kubectl(kept)).trim().split('\n').filter(Boolean).length;
      await until(async () => (await revisions()) === 1, 'the first revision');
      await apply(deployment({ name: 'rollout-undo', replicas: 1 }), { manager: 'argocd-controller' });
      await until(async () => (await revisions()) === 2, 'the second revision');
      await kubectl(['rollout', 'undo', 'deployment/rollout-undo']);
    },
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].image',
        change: 'changed',
        writer: 'manual, likely: kubectl rollout undo',
        entry: 'kubectl Update',
        evidence: [
          'managedFields: kubectl (Update) names PATH; entry last written TIME',
          'the name "kubectl" can also mean: any verb of a kubectl before 1.19',
        ],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl rollout pause: a declared field',
    object: 'Deployment/rollout-pause',
    desired: deployment({ name: 'rollout-pause', replicas: 1, spec: 'paused: false' }),
    happens: ({ kubectl }) => kubectl(['rollout', 'pause', 'deployment/rollout-pause']),
    told: [
      {
        list: 'drift',
        path: '.spec.paused',
        change: 'changed',
        writer: 'manual, likely: kubectl rollout pause or resume',
        entry: 'kubectl-rollout Update',
        evidence: ['managedFields: kubectl-rollout (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl apply, client-side: another value over what Argo CD applies',
    object: 'ConfigMap/apply',
    desired: settings('apply', { mode: 'safe', size: '1' }),
    happens: ({ kubectl }) => kubectl(['apply', '--filename=-'], settings('apply', { mode: 'fast', size: '1' })),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'deployer, possible: kubectl apply',
        entry: 'kubectl-client-side-apply Update',
        evidence: [
          'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
          'the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
        ],
        explanation: DEPLOYER,
      },
    ],
  },
  {
    // With its last field the entry of Argo CD is gone, and nothing else on the object tells of it.
    title: 'kubectl apply, client-side: over everything that Argo CD had applied',
    object: 'ConfigMap/apply-over-all',
    desired: settings('apply-over-all', { mode: 'safe' }),
    happens: ({ kubectl }) => kubectl(['apply', '--filename=-'], settings('apply-over-all', { mode: 'fast' })),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'deployer, possible: kubectl apply',
        entry: 'kubectl-client-side-apply Update',
        evidence: [
          'managedFields: kubectl-client-side-apply (Update) names PATH; entry last written TIME',
          'the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
          'the last-applied annotation declares PATH as live has it',
        ],
        explanation:
          'explained, git-ahead: live still holds what the last apply set: Git has moved on, or that apply was of another version',
      },
    ],
  },
  {
    title: 'kubectl apply --server-side --force-conflicts: takes a field over',
    object: 'ConfigMap/apply-server-side',
    desired: settings('apply-server-side', { mode: 'safe', size: '1' }),
    happens: ({ kubectl }) =>
      kubectl(
        ['apply', '--server-side', '--force-conflicts', '--filename=-'],
        settings('apply-server-side', { mode: 'fast', size: '1' }),
      ),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'deployer, possible: kubectl apply --server-side',
        entry: 'kubectl Apply',
        evidence: [
          'managedFields: kubectl (Apply) names PATH; entry last written TIME',
          'the name "kubectl" can also mean: a person, or a pipeline',
        ],
        explanation: DEPLOYER,
      },
    ],
  },
  {
    title: 'kubectl create: an object that Git declares with another value, and nobody has applied',
    object: 'ConfigMap/create',
    appliedBy: '',
    desired: settings('create', { mode: 'safe' }),
    happens: ({ kubectl }) => kubectl(['create', 'configmap', 'create', '--from-literal=mode=fast']),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'manual, likely: kubectl create',
        entry: 'kubectl-create Update',
        evidence: ['managedFields: kubectl-create (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl autoscale: the bounds of an autoscaler that Git declares, and nobody has applied',
    object: 'HorizontalPodAutoscaler/autoscale',
    appliedBy: '',
    desired: autoscaler('autoscale', 2, 6),
    happens: async ({ kubectl }) => {
      await kubectl(['apply', '--filename=-'], deployment({ name: 'autoscale', replicas: 2 }));
      await kubectl(['autoscale', 'deployment/autoscale', '--min=2', '--max=9']);
    },
    told: [
      {
        list: 'drift',
        path: '.spec.maxReplicas',
        change: 'changed',
        writer: 'manual, likely: kubectl autoscale',
        entry: 'kubectl-autoscale Update',
        evidence: ['managedFields: kubectl-autoscale (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl cordon: a Node',
    object: `Node/cordon-${suffix}`,
    desired: `apiVersion: v1\nkind: Node\nmetadata: {name: cordon-${suffix}}\nspec: {unschedulable: false}\n`,
    happens: ({ kubectl }) => kubectl(['cordon', `cordon-${suffix}`]),
    told: [
      {
        list: 'drift',
        path: '.spec.unschedulable',
        change: 'changed',
        writer: 'manual, likely: kubectl cordon, uncordon or drain',
        entry: 'kubectl Update',
        evidence: ['managedFields: kubectl (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl taint: a Node whose taints Git declares',
    object: `Node/taint-${suffix}`,
    desired: `apiVersion: v1
kind: Node
metadata: {name: taint-${suffix}}
spec: {taints: [{key: pool, value: batch, effect: NoSchedule}]}
`,
    happens: ({ kubectl }) => kubectl(['taint', 'nodes', `taint-${suffix}`, 'incident=disk:NoExecute']),
    told: [
      {
        list: 'drift',
        path: '.spec.taints',
        change: 'changed',
        writer: 'manual, likely: kubectl taint',
        entry: 'kubectl-taint Update',
        evidence: ['managedFields: kubectl-taint (Update) owns PATH as a whole; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl expose: a Service that Git declares with another port, and nobody has applied',
    object: 'Service/expose',
    appliedBy: '',
    desired: `apiVersion: v1
kind: Service
metadata: {name: expose}
spec: {selector: {app: expose}, ports: [{port: 80, targetPort: 8080}]}
`,
    happens: async ({ kubectl }) => {
      await kubectl(['apply', '--filename=-'], deployment({ name: 'expose', replicas: 1 }));
      await kubectl(['expose', 'deployment/expose', '--port=80', '--target-port=9090']);
    },
    told: [
      {
        list: 'drift',
        path: '.spec.ports[port=80,protocol="TCP"].targetPort',
        change: 'changed',
        writer: 'manual, likely: kubectl expose',
        entry: 'kubectl-expose Update',
        evidence: ['managedFields: kubectl-expose (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl debug: an ephemeral container in a Pod',
    object: 'Pod/debugged',
    desired: `apiVersion: v1
kind: Pod
metadata: {name: debugged}
spec: {containers: [{name: web, image: "registry.example/web:1.0.0"}]}
`,
    happens: ({ kubectl }) =>
      kubectl(['debug', 'debugged', '--image=registry.example/tools:1', '--container=tools', '--attach=false']),
    told: [
      {
        list: 'undeclared',
        path: '.spec.ephemeralContainers[name="tools"]',
        change: 'extra',
        writer: 'manual, likely: kubectl debug',
        entry: 'kubectl Update ephemeralcontainers',
        evidence: [
          'managedFields: kubectl (Update, subresource ephemeralcontainers) names PATH; entry last written TIME',
        ],
        explanation: LEFT_BY_HAND,
      },
    ],
  },
  {
    title: 'kubectl apply --server-side of what it applied client-side before: a pipeline that is behind Git',
    object: 'ConfigMap/migrated',
    appliedBy: '',
    desired: settings('migrated', { mode: 'safe' }),
    happens: async ({ kubectl }) => {
      await kubectl(['apply', '--filename=-'], settings('migrated', { mode: 'old', theme: 'light' }));
      await kubectl(['apply', '--server-side', '--filename=-'], settings('migrated', { mode: 'fast', theme: 'light' }));
    },
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'deployer, possible: kubectl apply --server-side',
        entry: 'kubectl Apply',
        evidence: [
          'managedFields: kubectl (Apply) names PATH; entry last written TIME',
          'the name "kubectl" can also mean: a person, or a pipeline',
          'the last-applied annotation declares PATH as live has it',
        ],
        explanation:
          'explained, git-ahead: live still holds what the last apply set: Git has moved on, or that apply was of another version',
      },
      {
        list: 'drift',
        path: '.data.theme',
        change: 'extra',
        writer: 'deployer, possible: kubectl apply --server-side',
        entry: 'kubectl Apply',
        evidence: [
          'managedFields: kubectl (Apply) names PATH; entry last written TIME',
          'the name "kubectl" can also mean: a person, or a pipeline',
          'the last-applied annotation declares PATH as live has it',
        ],
        explanation:
          'explained, git-ahead: Git no longer declares it; the last apply did, and nothing has changed it since',
      },
    ],
  },
];
