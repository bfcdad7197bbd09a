import { until } from '../../../controlplane/kubectl.js';
import { deployment, settings } from '../manifests.js';
import { BY_HAND, DEPLOYER, LEFT, OPERATOR, type Place, type Scenario, UNKNOWN } from './scenario.js';

const UID = '7f3c2a10-5b1e-4c8e-9a55-2f6f0d8f1c11';

/** Consoles, operators and deployment tools: real Helm, the others by the requests that they send. */
export const programs = ({ namespace }: Place): readonly Scenario[] => [
  {
    title: 'k9s: scales through the subresource, under its binary’s name',
    object: 'Deployment/k9s',
    desired: deployment({ name: 'k9s', replicas: 2 }),
    happens: ({ send }) =>
      send(
        'PATCH',
        deployment({ name: 'k9s' }),
        { agent: 'k9s/v0.32.5 (linux/amd64) kubernetes/$Format' },
        { subresource: 'scale', body: { spec: { replicas: 4 } } },
      ),
    told: [
      {
        list: 'drift',
        path: '.spec.replicas',
        change: 'changed',
        writer: 'manual, likely: k9s',
        entry: 'k9s Update scale',
        evidence: ['managedFields: k9s (Update, subresource scale) names PATH; the entry has no time'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'a browser console: puts the YAML that somebody edited',
    object: 'Deployment/console',
    desired: deployment({ name: 'console', replicas: 1 }),
    happens: ({ send }) =>
      send('PUT', deployment({ name: 'console', replicas: 1, image: '1.0.1' }), {
        agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0',
      }),
    told: [
      {
        list: 'drift',
        path: '.spec.template.spec.containers[name="web"].image',
        change: 'changed',
        writer: 'manual, likely: a browser console',
        entry: 'Mozilla Update',
        evidence: [
          'managedFields: Mozilla (Update) names PATH; entry last written TIME',
          'the name "Mozilla" can also mean: OpenShift console, Kubernetes Dashboard, Rancher and others',
        ],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'Argo CD’s user interface: edits a live manifest',
    object: 'ConfigMap/argocd-server',
    desired: settings('argocd-server', { mode: 'safe' }),
    happens: ({ send }) =>
      send(
        'PATCH',
        settings('argocd-server', {}),
        { agent: 'argocd-server/v2.13.1 (linux/amd64) kubernetes/$Format' },
        { body: { data: { mode: 'fast' } } },
      ),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'manual, likely: Argo CD, user interface or API',
        entry: 'argocd-server Update',
        evidence: ['managedFields: argocd-server (Update) names PATH; entry last written TIME'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'a desktop program: known by the name of its library only',
    object: 'Deployment/node-fetch',
    desired: deployment({ name: 'node-fetch', replicas: 1, spec: 'minReadySeconds: 5' }),
    happens: ({ send }) =>
      send(
        'PATCH',
        deployment({ name: 'node-fetch' }),
        { agent: 'node-fetch/1.0 (+https://github.com/bitinn/node-fetch)' },
        { body: { spec: { minReadySeconds: 30 } } },
      ),
    told: [
      {
        list: 'drift',
        path: '.spec.minReadySeconds',
        change: 'changed',
        writer: 'unknown, possible: node-fetch, a JavaScript client',
        entry: 'node-fetch Update',
        evidence: [
          'managedFields: node-fetch (Update) names PATH; entry last written TIME',
          'the name "node-fetch" can also mean: Lens, OpenLens or another desktop program, or a script',
        ],
        explanation:
          'unexplained, unknown-writer: written by node-fetch, a JavaScript client; managedFields do not tell which program that was',
      },
    ],
  },
  {
    title: 'a Python script: known by the name of its library only',
    object: 'ConfigMap/python',
    desired: settings('python', { mode: 'safe' }),
    happens: ({ send }) =>
      send(
        'PATCH',
        settings('python', {}),
        { agent: 'OpenAPI-Generator/31.0.0/python' },
        { body: { data: { mode: 'fast', debug: 'on' } } },
      ),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'unknown, possible: OpenAPI-Generator, a Python or Java client',
        entry: 'OpenAPI-Generator Update',
        evidence: [
          'managedFields: OpenAPI-Generator (Update) names PATH; entry last written TIME',
          'the name "OpenAPI-Generator" can also mean: Ansible, an operator, or a script',
        ],
        explanation:
          'unexplained, unknown-writer: written by OpenAPI-Generator, a Python or Java client; managedFields do not tell which program that was',
      },
      {
        list: 'undeclared',
        path: '.data.debug',
        change: 'extra',
        writer: 'unknown, possible: OpenAPI-Generator, a Python or Java client',
        entry: 'OpenAPI-Generator Update',
        evidence: [
          'managedFields: OpenAPI-Generator (Update) names PATH; entry last written TIME',
          'the name "OpenAPI-Generator" can also mean: Ansible, an operator, or a script',
        ],
        explanation: LEFT,
      },
    ],
  },
  {
    title: 'a program that gives no name at all',
    object: 'ConfigMap/nameless',
    desired: settings('nameless', { mode: 'safe' }),
    happens: ({ send }) => send('PATCH', settings('nameless', {}), { agent: '' }, { body: { data: { mode: 'fast' } } }),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'unknown, certain: a client that sent no User-Agent',
        entry: 'unknown Update',
        evidence: ['managedFields: unknown (Update) names PATH; entry last written TIME'],
        explanation:
          'unexplained, unknown-writer: written by a client that sent no User-Agent; managedFields do not tell which program that was',
      },
    ],
  },
  {
    title: 'an unknown program: a field that Git declares, and one that it does not',
    object: 'ConfigMap/unknown',
    desired: settings('unknown', { rate: '10' }),
    happens: ({ apply }) =>
      apply(settings('unknown', { rate: '20', burst: '5' }), { manager: 'shop-limits-controller' }),
    told: [
      {
        list: 'drift',
        path: '.data.rate',
        change: 'changed',
        writer: 'unknown, possible: shop-limits-controller',
        entry: 'shop-limits-controller Apply',
        evidence: ['managedFields: shop-limits-controller (Apply) names PATH; entry last written TIME'],
        explanation: UNKNOWN,
      },
      {
        list: 'undeclared',
        path: '.data.burst',
        change: 'extra',
        writer: 'unknown, possible: shop-limits-controller',
        entry: 'shop-limits-controller Apply',
        evidence: ['managedFields: shop-limits-controller (Apply) names PATH; entry last written TIME'],
        explanation: LEFT,
      },
    ],
  },
  {
    title: 'an unknown program: in a Pod template, where Git says nothing',
    object: 'Deployment/injected',
    desired: deployment({ name: 'injected', replicas: 1 }),
    happens: ({ apply }) =>
      apply(deployment({ name: 'injected', container: 'env: [{name: TRACE, value: "on"}]' }), {
        manager: 'mesh-injector',
      }),
    told: [
      {
        list: 'undeclared',
        path: '.spec.template.spec.containers[name="web"].env[name="TRACE"]',
        change: 'extra',
        writer: 'unknown, possible: mesh-injector',
        entry: 'mesh-injector Apply',
        evidence: ['managedFields: mesh-injector (Apply) names PATH; entry last written TIME'],
        explanation:
          'unexplained, undeclared-unknown-writer: a program that gitdrift does not know wrote it in the Pod template: it decides what runs; desired says nothing about it, so a sync leaves it',
      },
    ],
  },
  {
    title: 'an unknown program: a pipeline without force is refused, and changes nothing',
    object: 'ConfigMap/refused',
    desired: settings('refused', { mode: 'safe' }),
    happens: async ({ apply }) => {
      const status = await apply(settings('refused', { mode: 'fast' }), { manager: 'ci-pipeline' }, false);
      if (status !== 409) throw new Error(`no conflict: ${status}`);
    },
    told: [],
  },
  {
    title: 'Crossplane: a composed object, under a name with its hash',
    object: 'ConfigMap/crossplane',
    desired: settings('crossplane', { region: 'eu-1' }),
    happens: ({ apply }) =>
      apply(settings('crossplane', { region: 'eu-2' }), {
        manager: 'apiextensions.crossplane.io/composed-4b1f0c2e9d7a',
      }),
    told: [
      {
        list: 'drift',
        path: '.data.region',
        change: 'changed',
        writer: 'operator, likely: Crossplane, compositions',
        entry: 'apiextensions.crossplane.io/composed-4b1f0c2e9d7a Apply',
        evidence: [
          'managedFields: apiextensions.crossplane.io/composed-4b1f0c2e9d7a (Apply) names PATH; entry last written TIME',
        ],
        explanation: OPERATOR,
      },
    ],
  },
  {
    title: 'kro: its labels, which Git does not declare',
    object: 'ConfigMap/kro',
    desired: settings('kro', { region: 'eu-1' }),
    happens: ({ apply }) =>
      apply(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: kro, labels: {kro.run/owned: "true"}}\n`, {
        manager: 'kro.run/labeller',
      }),
    told: [
      {
        list: 'undeclared',
        path: '.metadata.labels["kro.run/owned"]',
        change: 'extra',
        writer: 'operator, likely: kro',
        entry: 'kro.run/labeller Apply',
        evidence: ['managedFields: kro.run/labeller (Apply) names PATH; entry last written TIME'],
        explanation: LEFT,
      },
    ],
  },
  {
    title: 'External Secrets: a key of a Secret, whose values are masked',
    object: 'Secret/external',
    desired: 'apiVersion: v1\nkind: Secret\nmetadata: {name: external}\nstringData: {password: hunter2-git}\n',
    happens: ({ apply }) =>
      apply(
        `apiVersion: v1\nkind: Secret\nmetadata: {name: external}\ndata: {password: ${Buffer.from('hunter2-rotated').toString('base64')}}\n`,
        { manager: 'external-secrets' },
      ),
    told: [
      {
        list: 'drift',
        path: '.data.password',
        change: 'changed',
        writer: 'operator, likely: External Secrets',
        entry: 'external-secrets Apply',
        evidence: ['managedFields: external-secrets (Apply) names PATH; entry last written TIME'],
        explanation: OPERATOR,
      },
    ],
    findings: [
      'plaintext-secret: whoever reads the file can read the value of password: encrypt it, or let the cluster fetch it',
    ],
  },
  {
    title: 'Helm: an upgrade with a value that Git does not have',
    object: 'ConfigMap/released',
    appliedBy: '',
    desired: `apiVersion: v1
kind: ConfigMap
metadata: {name: released, labels: {app.kubernetes.io/managed-by: Helm}}
data: {mode: safe}
`,
    happens: async ({ folder, helm }) => {
      const chart = folder({
        'Chart.yaml': 'apiVersion: v2\nname: released\nversion: 1.0.0\n',
        'values.yaml': 'mode: safe\n',
        'templates/settings.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: released, labels: {app.kubernetes.io/managed-by: Helm}}\ndata: {mode: {{ .Values.mode }}}\n',
      });
      await helm(['install', 'released', chart]);
      await helm(['upgrade', 'released', chart, '--set=mode=fast']);
    },
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'deployer, likely: Helm',
        entry: 'helm Update',
        evidence: [
          'managedFields: helm (Update) names PATH; entry last written TIME',
          'the name "helm" can also mean: a person, or a pipeline',
        ],
        explanation: DEPLOYER,
      },
    ],
  },
  {
    title: 'Terraform: applies a manifest of its own',
    object: 'Deployment/terraform',
    desired: deployment({ name: 'terraform', replicas: 1, spec: 'revisionHistoryLimit: 3' }),
    happens: ({ apply }) =>
      apply(deployment({ name: 'terraform', replicas: 1, spec: 'revisionHistoryLimit: 5' }), { manager: 'Terraform' }),
    told: [
      {
        list: 'drift',
        path: '.spec.revisionHistoryLimit',
        change: 'changed',
        writer: 'deployer, likely: Terraform',
        entry: 'Terraform Apply',
        evidence: ['managedFields: Terraform (Apply) names PATH; entry last written TIME'],
        explanation: DEPLOYER,
      },
    ],
  },
  {
    title: 'Pulumi: under a name with eight random digits',
    object: 'ConfigMap/pulumi',
    desired: settings('pulumi', { region: 'eu-1' }),
    happens: ({ apply }) => apply(settings('pulumi', { region: 'eu-2' }), { manager: 'pulumi-kubernetes-0f7e5b3c' }),
    told: [
      {
        list: 'drift',
        path: '.data.region',
        change: 'changed',
        writer: 'deployer, likely: Pulumi',
        entry: 'pulumi-kubernetes-0f7e5b3c Apply',
        evidence: ['managedFields: pulumi-kubernetes-0f7e5b3c (Apply) names PATH; entry last written TIME'],
        explanation: DEPLOYER,
      },
    ],
  },
  {
    title: 'KEDA: scales a workload that no ScaledObject targets',
    object: 'Deployment/keda',
    desired: deployment({ name: 'keda', replicas: 2 }),
    happens: ({ send }) =>
      send(
        'PATCH',
        deployment({ name: 'keda' }),
        { agent: 'keda/v2.16.0 (linux/amd64) kubernetes/$Format' },
        { subresource: 'scale', body: { spec: { replicas: 1 } } },
      ),
    told: [
      {
        list: 'drift',
        path: '.spec.replicas',
        change: 'changed',
        writer: 'autoscaler, likely: KEDA',
        entry: 'keda Update scale',
        evidence: ['managedFields: keda (Update, subresource scale) names PATH; the entry has no time'],
        explanation:
          'unexplained, scale-without-hpa: KEDA scaled it, and no ScaledObject or HPA targets this workload now (was it deleted?)',
      },
    ],
  },
  {
    title: 'an operator: whose object it is, by its owner',
    object: 'ConfigMap/owned',
    desired: settings('owned', { mode: 'safe' }),
    happens: ({ send }) =>
      send(
        'PATCH',
        settings('owned', {}),
        { manager: 'manager' },
        {
          body: {
            metadata: {
              ownerReferences: [
                { apiVersion: 'shop.example.com/v1', kind: 'Shop', name: namespace, uid: UID, controller: true },
              ],
            },
            data: { mode: 'fast' },
          },
        },
      ),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'operator, possible: a program called "manager"',
        entry: 'manager Update',
        evidence: [
          'managedFields: manager (Update) names PATH; entry last written TIME',
          'the name "manager" can also mean: any program whose binary has that name',
          `this object belongs to Shop ${namespace} (shop.example.com), whose controller makes it and may write any of its fields`,
        ],
        explanation: OPERATOR,
      },
      {
        list: 'undeclared',
        path: '.metadata.ownerReferences[uid="7f3c2a10-5b1e-4c8e-9a55-2f6f0d8f1c11"]',
        change: 'extra',
        writer: 'operator, possible: a program called "manager"',
        entry: 'manager Update',
        evidence: [
          'managedFields: manager (Update) names PATH; entry last written TIME',
          'the name "manager" can also mean: any program whose binary has that name',
          `this object belongs to Shop ${namespace} (shop.example.com), whose controller makes it and may write any of its fields`,
        ],
        explanation: LEFT,
      },
    ],
  },
  {
    title: 'Terraform: the provider that gives no field manager',
    object: 'Service/hashicorp',
    desired: `apiVersion: v1
kind: Service
metadata: {name: hashicorp}
spec: {selector: {app: shop}, ports: [{port: 80}], sessionAffinity: None}
`,
    happens: ({ send }) =>
      send(
        'PATCH',
        'apiVersion: v1\nkind: Service\nmetadata: {name: hashicorp}\n',
        { agent: 'HashiCorp/1.0 Terraform/1.9.5' },
        { type: 'json-patch', body: [{ op: 'replace', path: '/spec/sessionAffinity', value: 'ClientIP' }] },
      ),
    told: [
      {
        list: 'drift',
        path: '.spec.sessionAffinity',
        change: 'changed',
        writer: 'deployer, possible: Terraform',
        entry: 'HashiCorp Update',
        evidence: [
          'managedFields: HashiCorp (Update) names PATH; entry last written TIME',
          'the name "HashiCorp" can also mean: another program of the same maker',
        ],
        explanation: DEPLOYER,
      },
    ],
  },
  {
    title: 'the Deployment controller: writes its own annotation again, through the status subresource',
    object: 'Deployment/revision',
    desired: deployment({
      name: 'revision',
      replicas: 1,
      metadata: 'annotations: {deployment.kubernetes.io/revision: "7"}',
    }),
    happens: ({ kubectl }) => {
      const path = '--output=jsonpath={.metadata.annotations.deployment\\.kubernetes\\.io/revision}';
      return until(
        async () => (await kubectl(['get', 'deployment/revision', path])) === '1',
        'the controller writes the revision',
      );
    },
    told: [
      {
        list: 'drift',
        path: '.metadata.annotations["deployment.kubernetes.io/revision"]',
        change: 'changed',
        writer: 'control-plane, certain: kube-controller-manager (status)',
        entry: 'kube-controller-manager Update status',
        evidence: [
          'managedFields: kube-controller-manager (Update, subresource status) names PATH; entry last written TIME',
          'the Deployment controller writes this annotation',
          'where nobody chooses a value: the Deployment controller counts revisions',
        ],
        explanation:
          "explained, control-plane-bookkeeping: the Deployment controller counts revisions: it is Kubernetes' own note, and Git declares an old one",
      },
    ],
  },
];
