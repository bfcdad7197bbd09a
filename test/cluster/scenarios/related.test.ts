import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, until } from '../../controlplane/kubectl.js';
import { autoscaler, deployment } from './manifests.js';
import { application, resource, told } from './report-contract.js';
import { world } from './world.js';

const { kubeconfig, kubectl: program } = inject('cluster');
const { apply, diff, kubectl, namespace } = world('related');
const as = { kubeconfig, program };
const own = `related-${randomUUID().slice(0, 8)}`;

/** A kind of a program that does not run here: its objects are all that gitdrift reads of it. */
const definition = (group: string, version: string, kind: string): string => {
  const singular = kind.toLowerCase();
  const plural = singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  name: ${plural}.${group}
  annotations: {api-approved.kubernetes.io: "unapproved, for tests of gitdrift"}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: ${kind}, plural: ${plural}, singular: ${singular}, listKind: ${kind}List}
  versions:
  - name: ${version}
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;
};

const KINDS = [
  ['keda.sh', 'v1alpha1', 'ScaledObject'],
  ['autoscaling.k8s.io', 'v1', 'VerticalPodAutoscaler'],
  ['argoproj.io', 'v1alpha1', 'Rollout'],
  ['flagger.app', 'v1beta1', 'Canary'],
] as const;

/** What is said as evidence of the one drift of a workload. */
async function evidence(desired: string, name: string): Promise<string> {
  const { drift } = resource((await diff(desired)).report, 'Deployment', name);
  expect(drift).toHaveLength(1);
  return drift[0]?.writer.evidence.map(({ message }) => message).join('\n') ?? '';
}

const scaledTo = async (name: string, replicas: number): Promise<void> => {
  await kubectl(['scale', `deployment/${name}`, `--replicas=${replicas}`]);
};

describe('kinds of programs beside Kubernetes', () => {
  beforeAll(async () => {
    // For the whole cluster and of fixed names: whoever runs beside us may have made them, and may still need them.
    const flags = ['--server-side', '--force-conflicts', '--field-manager=gitdrift-tests', '--filename=-'];
    await kubectlOk(['apply', ...flags], {
      ...as,
      stdin: KINDS.map(([group, version, kind]) => definition(group, version, kind)).join('---\n'),
    });
    for (const [group, version, kind] of KINDS) {
      await until(
        () =>
          kubectl(['get', `${kind}.${version}.${group}`]).then(
            () => true,
            () => false,
          ),
        `${kind} is served`,
      );
    }
  });

  it('a ScaledObject accounts for 0 replicas, which no entry is recorded for', async () => {
    const desired = deployment({ name: 'queue', replicas: 3 });
    await apply(desired);
    await apply(`apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: queue}
spec:
  scaleTargetRef: {name: queue}
  maxReplicaCount: 20
status: {hpaName: keda-hpa-queue, conditions: [{type: Active, status: "False"}]}
`);
    await scaledTo('queue', 0);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      expect.stringMatching(/^OutOfSync, Healthy: .*; exit 0$/),
      'drift Deployment/queue changed .spec.replicas: 3 → 0',
      '  autoscaler, likely: KEDA ScaledObject queue',
      '  no manager is recorded for this field, as after every scale to 0 (kubectl scale, KEDA, an idler): the scale subresource records none for 0',
      `  ScaledObject ${namespace}/queue targets this workload, bounds 0–20, not active`,
      '  explained: keda-controls-replicas; next: autoscaler-rewrites',
    ]);
    expect(application(report).action.message).toContain('Drop .spec.replicas');
  });

  it('a ScaledObject that is paused does not', async () => {
    const desired = deployment({ name: 'halted', replicas: 3 });
    await apply(desired);
    await apply(`apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: halted, annotations: {autoscaling.keda.sh/paused: "true"}}
spec: {scaleTargetRef: {name: halted}}
`);
    await scaledTo('halted', 0);
    const { report } = await diff(desired);
    expect(resource(report, 'Deployment', 'halted').drift[0]).toMatchObject({
      writer: { category: 'unowned' },
      explanation: { status: 'unexplained', code: 'unowned-value' },
    });
    expect(await evidence(desired, 'halted')).toMatch(/bounds 0–100, paused$/m);
  });

  it('a ScaledObject decides for the HPA that KEDA made of it', async () => {
    const desired = deployment({ name: 'fed', replicas: 1 });
    await apply(desired);
    await apply(`apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata: {name: fed}
spec: {scaleTargetRef: {name: fed}}
`);
    await apply(autoscaler('fed', 4, 8).replace('name: fed', 'name: keda-hpa-fed'), 'keda-operator');
    const replicas = ['get', 'deployment/fed', '--output=jsonpath={.spec.replicas}'];
    await until(async () => (await kubectl(replicas)) === '4', 'the autoscaler scales');
    const { report } = await diff(desired);
    const scaled = resource(report, 'Deployment', 'fed').drift[0];
    expect(scaled).toMatchObject({
      writer: { category: 'autoscaler', name: 'KEDA ScaledObject fed', confidence: 'certain', subresource: 'scale' },
      explanation: { status: 'explained', code: 'keda-controls-replicas' },
    });
    expect(scaled?.writer.evidence.at(-1)?.message).toMatch(/bounds 0–100, its HPA last scaled at /);
  });

  it('a VPA did not write resources of a template', async () => {
    const resources = (cpu: string): string => `resources: {requests: {cpu: "${cpu}"}}`;
    const desired = deployment({ name: 'sized', replicas: 1, container: resources('100m') });
    await apply(desired);
    await apply(`apiVersion: autoscaling.k8s.io/v1
kind: VerticalPodAutoscaler
metadata: {name: sized}
spec:
  targetRef: {apiVersion: apps/v1, kind: Deployment, name: sized}
  updatePolicy: {updateMode: InPlaceOrRecreate}
`);
    await kubectl(['set', 'resources', 'deployment/sized', '--requests=cpu=250m']);
    const text = await evidence(desired, 'sized');
    expect(text).toContain(
      `VerticalPodAutoscaler ${namespace}/sized (mode InPlaceOrRecreate) targets this workload; a VPA changes Pods only, never their template, so it did not write this`,
    );
    const { drift } = resource((await diff(desired)).report, 'Deployment', 'sized');
    expect(drift[0]).toMatchObject({ writer: { category: 'manual' }, explanation: { code: 'manual-change' } });
  });

  it('a Rollout accounts for the Deployment that it has taken over, a Canary for its target', async () => {
    const desired = `${deployment({ name: 'taken', replicas: 2 })}---\n${deployment({ name: 'target', replicas: 2 })}`;
    await apply(desired);
    await apply(`apiVersion: argoproj.io/v1alpha1
kind: Rollout
metadata: {name: taken}
spec:
  workloadRef: {apiVersion: apps/v1, kind: Deployment, name: taken, scaleDown: onsuccess}
---
apiVersion: flagger.app/v1beta1
kind: Canary
metadata: {name: target}
spec:
  targetRef: {apiVersion: apps/v1, kind: Deployment, name: target}
status: {phase: Succeeded}
`);
    await scaledTo('taken', 0);
    await scaledTo('target', 0);
    const { report } = await diff(desired);
    for (const name of ['taken', 'target']) {
      expect(resource(report, 'Deployment', name).drift).toMatchObject([
        { path: '.spec.replicas', explanation: { status: 'explained', code: 'progressive-delivery' } },
      ]);
    }
    expect(report.gate).toMatchObject({ counted: 0, exitCode: 0 });
  });
});

describe.concurrent('kinds of Kubernetes', () => {
  it('an autoscaler that means another kind is said not to scale the workload', async () => {
    const desired = deployment({ name: 'missed', replicas: 1 });
    await apply(desired);
    await apply(autoscaler('missed', 4, 8).replace('kind: Deployment', 'kind: StatefulSet'));
    await scaledTo('missed', 2);
    expect(await evidence(desired, 'missed')).toContain(
      `HorizontalPodAutoscaler ${namespace}/missed does not scale this workload: its target is apps/v1 StatefulSet missed`,
    );
  });

  it('an autoscaler leaves a workload at 0 alone, and says so', async () => {
    const desired = deployment({ name: 'asleep', replicas: 1 });
    await apply(desired);
    await scaledTo('asleep', 0);
    await apply(autoscaler('asleep', 4, 8));
    const reason = ['get', 'hpa/asleep', '--output=jsonpath={.status.conditions[?(@.type=="ScalingActive")].reason}'];
    await until(async () => (await kubectl(reason)) === 'ScalingDisabled', 'the autoscaler is off');
    const text = await evidence(desired, 'asleep');
    expect(text).toMatch(/ScalingActive is False \(ScalingDisabled\): it does nothing while there are 0 replicas/);
    expect(resource((await diff(desired)).report, 'Deployment', 'asleep').drift[0]).toMatchObject({
      writer: { category: 'unowned' },
      explanation: { status: 'unexplained', code: 'unowned-value' },
    });
  });

  it('a Job of a CronJob is said to be the CronJob’s', async () => {
    await apply(`apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 3 * * *"
  suspend: true
  jobTemplate:
    spec:
      template:
        spec:
          restartPolicy: Never
          containers: [{name: report, image: "registry.example/report:1"}]
`);
    await kubectl(['create', 'job', 'nightly-by-hand', '--from=cronjob/nightly']);
    const { report } = await diff(`apiVersion: batch/v1
kind: Job
metadata: {name: nightly-by-hand}
spec: {backoffLimit: 2}
`);
    const [backoff] = resource(report, 'Job', 'nightly-by-hand').drift;
    expect(backoff).toMatchObject({ path: '.spec.backoffLimit', live: 6 });
    expect(backoff?.writer.evidence.map(({ message }) => message)).toContain(
      'this object belongs to CronJob nightly (batch), whose controller makes it and may write any of its fields',
    );
  });
});

describe('a certificate authority that the object asks for', () => {
  const name = `${own}-checks`;
  const webhooks = (bundle: string): string => `apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata:
  name: ${name}
  annotations: {cert-manager.io/inject-ca-from: ${namespace}/checks}
webhooks:
- name: checks.example.com
  clientConfig: {url: "https://checks.example.com/"${bundle}}
  rules: [{apiGroups: [shop.example.com], apiVersions: [v1], operations: [CREATE], resources: [carts]}]
  failurePolicy: Ignore
  sideEffects: None
  admissionReviewVersions: [v1]
`;
  afterAll(() => kubectlOk(['delete', 'validatingwebhookconfiguration', name, '--ignore-not-found'], as));

  it('is explained, whatever its controller calls itself; one that a person wrote is not', async () => {
    await apply(webhooks(''));
    const injected = async (manager: string): Promise<object | undefined> => {
      const path = '/webhooks/0/clientConfig/caBundle';
      const patch = JSON.stringify([{ op: 'add', path, value: Buffer.from(`CA of ${manager}`).toString('base64') }]);
      await kubectl([
        'patch',
        'validatingwebhookconfiguration',
        name,
        '--type=json',
        `--patch=${patch}`,
        `--field-manager=${manager}`,
      ]);
      const { undeclared } = resource((await diff(webhooks(''))).report, 'ValidatingWebhookConfiguration', name);
      return undeclared.find(({ path: where }) => where.endsWith('.caBundle'));
    };
    const byProgram = await injected('our-ca-filler');
    expect(byProgram).toMatchObject({
      writer: { category: 'unknown' },
      explanation: { status: 'explained', code: 'ca-bundle-injected', rule: 'cert-manager-ca' },
    });
    expect(JSON.stringify(byProgram)).toContain("asks cert-manager's CA injector to fill this in");
    expect(await injected('kubectl-edit')).toMatchObject({
      writer: { category: 'manual' },
      explanation: { status: 'unexplained', code: 'undeclared-manual' },
    });
  });
});

describe('what admission writes', () => {
  const policy = `apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: ${own}}
spec:
  matchConstraints:
    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${namespace}}}
    objectSelector: {matchLabels: {mutate: "yes"}}
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments]}
  failurePolicy: Fail
  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: 'Object{metadata: Object.metadata{labels: {"cost-center": "42"}}}'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: ${own}}
spec: {policyName: ${own}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: ${own}}
webhooks:
- name: elsewhere.example.com
  clientConfig: {url: "https://127.0.0.1:1/"}
  rules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${namespace}-not}}
  failurePolicy: Ignore
  timeoutSeconds: 1
  sideEffects: None
  admissionReviewVersions: [v1]
- name: here.example.com
  clientConfig: {url: "https://127.0.0.1:1/"}
  rules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments]}]
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${namespace}}}
  objectSelector: {matchLabels: {mutate: "yes"}}
  matchConditions: [{name: never, expression: "false"}]
  failurePolicy: Ignore
  timeoutSeconds: 1
  sideEffects: None
  admissionReviewVersions: [v1]
`;
  const labelled = (name: string, metadata: string): string => deployment({ name, replicas: 1, metadata });

  beforeAll(async () => {
    await kubectlOk(['create', '--filename=-'], { ...as, stdin: policy });
    await until(async () => {
      const label = '--output=jsonpath={.metadata.labels.cost-center}';
      const dry = ['create', '--dry-run=server', '--filename=-', label];
      return (await kubectl(dry, labelled('probe', 'labels: {mutate: "yes"}'))) === '42';
    }, 'the policy is in force');
  });
  afterAll(() => {
    const kinds = 'mutatingadmissionpolicy,mutatingadmissionpolicybinding,mutatingwebhookconfiguration';
    return kubectlOk(['delete', kinds, own, '--ignore-not-found'], as);
  });

  it('is said to be possible, the policy that names the label first', async () => {
    const desired = labelled('mutated', 'labels: {mutate: "yes"}');
    await apply(desired);
    const { undeclared } = resource((await diff(desired)).report, 'Deployment', 'mutated');
    expect(undeclared).toMatchObject([
      { path: '.metadata.labels.cost-center', writer: { category: 'unowned' }, explanation: { status: 'noted' } },
    ]);
    const said = undeclared[0]?.writer.evidence.map(({ message }) => message) ?? [];
    expect(said.slice(1, 3)).toEqual([
      `possible: MutatingAdmissionPolicy ${own} (bound by ${own}) may have written it at admission: it matches this object, and its mutations name the field`,
      `possible: webhook here.example.com of MutatingWebhookConfiguration ${own} may have written it at admission: it matches this object; its matchConditions cannot be evaluated here`,
    ]);
    expect(said.join('\n')).not.toContain('elsewhere.example.com');
  });
});
