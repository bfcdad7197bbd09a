import { describe, expect, it } from 'vitest';
import { admissionOf } from '../../src/explain/admission.js';
import { attribute, type Owners } from '../../src/explain/attribution.js';
import { explain } from '../../src/explain/explain.js';
import type { ObjectEvidence } from '../../src/explain/object-evidence.js';
import { deliveriesOf } from '../../src/explain/progressive.js';
import type { Difference } from '../../src/model/drift.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { ListResult } from '../../src/model/live.js';
import { type KubernetesObject, type ResourceRef, refOf } from '../../src/model/resource.js';
import { CATALOG, difference, NO_HPA, ownedBy, owner, undeclared } from './worlds.js';

const UNOWNED: Owners = { kind: 'unowned' };

function judge(ref: ResourceRef, change: Difference, owners: Owners, evidence: Partial<ObjectEvidence>) {
  const input = { ref, difference: change, evidence: { autoscalers: NO_HPA, ...evidence } };
  const attribution = attribute({ ...input, owners });
  const explanation = explain({ ...input, attribution, rule: undefined });
  return { explanation, said: attribution.writer.evidence.map(({ message }) => message) };
}

const listed = (...objects: readonly KubernetesObject[]): ListResult => ({ kind: 'listed', objects });
const FORBIDDEN: ListResult = { kind: 'unavailable', reason: 'forbidden' };

function object(apiVersion: string, kind: string, spec: JsonObject, metadata: JsonObject = {}): KubernetesObject {
  return { apiVersion, kind, metadata: { name: 'catalog', namespace: 'marketplace', ...metadata }, spec };
}

describe('a mark on the object', () => {
  const BUNDLE = '.webhooks[name="check.example.com"].clientConfig.caBundle';
  const webhooks = (metadata: JsonObject): KubernetesObject => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name: 'checks', ...metadata },
  });
  const asks = { annotations: { 'cert-manager.io/inject-ca-from': 'marketplace/checks' } };
  const bundle = (live = 'Q0E='): Difference => undeclared(BUNDLE, live);

  it.each<[string, JsonObject, Owners, string, string]>([
    ['asks cert-manager, nobody recorded', asks, UNOWNED, 'explained', 'ca-bundle-injected'],
    [
      'asks cert-manager, a manager of another name',
      asks,
      ownedBy(owner('unknown', 'ca-filler')),
      'explained',
      'ca-bundle-injected',
    ],
    [
      'asks cert-manager, a person wrote it',
      asks,
      ownedBy(owner('manual', 'kubectl-edit')),
      'unexplained',
      'undeclared-manual',
    ],
    ['asks cert-manager, a deployer wrote it', asks, ownedBy(owner('deployer', 'helm')), 'noted', 'undeclared'],
    ['asks nobody', {}, UNOWNED, 'noted', 'undeclared-unowned'],
    [
      'asks with an empty text',
      { annotations: { 'cert-manager.io/inject-ca-from': '' } },
      UNOWNED,
      'noted',
      'undeclared-unowned',
    ],
    [
      'asks OpenShift',
      { annotations: { 'service.beta.openshift.io/inject-cabundle': 'true' } },
      UNOWNED,
      'explained',
      'ca-bundle-injected',
    ],
    [
      'asks OpenShift not to',
      { annotations: { 'service.beta.openshift.io/inject-cabundle': 'false' } },
      UNOWNED,
      'noted',
      'undeclared-unowned',
    ],
    ['is Istio’s', { labels: { 'istio.io/rev': 'default' } }, UNOWNED, 'explained', 'ca-bundle-injected'],
    [
      'is Kyverno’s',
      { labels: { 'webhook.kyverno.io/managed-by': 'kyverno' } },
      UNOWNED,
      'explained',
      'explained-by-rule',
    ],
  ])('%s', (_, metadata, owners, status, code) => {
    const live = webhooks(metadata);
    expect(judge(refOf(live), bundle(), owners, { live }).explanation).toMatchObject({ status, code });
  });

  it('is quoted as evidence, also where Git declares another value', () => {
    const live = webhooks(asks);
    const { explanation, said } = judge(refOf(live), difference(BUNDLE, { desired: 'QQ==', live: 'Q0E=' }), UNOWNED, {
      live,
    });
    expect(explanation).toMatchObject({ status: 'explained', rule: 'cert-manager-ca' });
    expect(said).toContain(
      "the annotation cert-manager.io/inject-ca-from: marketplace/checks asks cert-manager's CA injector to fill this in",
    );
  });

  it('explains neither what is not there nor another field', () => {
    const live = webhooks(asks);
    const gone: Difference = { path: bundle().path, kind: 'drift', change: 'missing', desired: 'QQ==', notes: [] };
    expect(judge(refOf(live), gone, UNOWNED, { live }).explanation.status).toBe('unexplained');
    const policy = undeclared('.webhooks[name="check.example.com"].timeoutSeconds', 5);
    expect(judge(refOf(live), policy, UNOWNED, { live }).explanation.code).toBe('undeclared-unowned');
  });

  it.each<[string, string, string, JsonObject, string, JsonValue, JsonValue | undefined, boolean]>([
    [
      'a CRD’s conversion',
      'apiextensions.k8s.io/v1',
      'CustomResourceDefinition',
      asks,
      '.spec.conversion.webhook.clientConfig.caBundle',
      'Q0E=',
      undefined,
      true,
    ],
    ['an aggregated API', 'apiregistration.k8s.io/v1', 'APIService', asks, '.spec.caBundle', 'Q0E=', undefined, true],
    [
      'a ConfigMap of OpenShift’s CA',
      'v1',
      'ConfigMap',
      { annotations: { 'service.beta.openshift.io/inject-cabundle': 'true' } },
      '.data["service-ca.crt"]',
      'PEM',
      undefined,
      true,
    ],
    [
      'another key of it',
      'v1',
      'ConfigMap',
      { annotations: { 'service.beta.openshift.io/inject-cabundle': 'true' } },
      '.data.other',
      'PEM',
      undefined,
      false,
    ],
    [
      'a Service of a Rollout',
      'v1',
      'Service',
      { annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'catalog' } },
      '.spec.selector["rollouts-pod-template-hash"]',
      '7f9c',
      undefined,
      true,
    ],
    [
      'its other labels',
      'v1',
      'Service',
      { annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'catalog' } },
      '.spec.selector.app',
      'other',
      'catalog',
      false,
    ],
    [
      'subsets of a DestinationRule that differ in the hash only',
      'networking.istio.io/v1',
      'DestinationRule',
      { annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'catalog' } },
      '.spec.subsets',
      [{ name: 'stable', labels: { 'rollouts-pod-template-hash': '7f9c' } }],
      [{ name: 'stable' }],
      true,
    ],
    [
      'subsets that differ in more',
      'networking.istio.io/v1',
      'DestinationRule',
      { annotations: { 'argo-rollouts.argoproj.io/managed-by-rollouts': 'catalog' } },
      '.spec.subsets',
      [{ name: 'other', labels: { 'rollouts-pod-template-hash': '7f9c' } }],
      [{ name: 'stable' }],
      false,
    ],
  ])('%s', (_, apiVersion, kind, metadata, path, live, desired, explained) => {
    const world = object(apiVersion, kind, {}, metadata);
    const change = difference(path, {
      live,
      ...(desired === undefined ? { kind: 'undeclared', change: 'extra' } : { desired }),
    });
    const { explanation } = judge(refOf(world), change, UNOWNED, { live: world });
    expect(explanation.status === 'explained').toBe(explained);
  });
});

describe('progressive delivery', () => {
  const rollout = (scaleDown: string | undefined): KubernetesObject =>
    object('argoproj.io/v1alpha1', 'Rollout', {
      workloadRef: {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: 'catalog',
        ...(scaleDown === undefined ? {} : { scaleDown }),
      },
    });
  const canary = (phase?: string): KubernetesObject => ({
    ...object('flagger.app/v1beta1', 'Canary', {
      targetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog' },
    }),
    ...(phase === undefined ? {} : { status: { phase } }),
  });
  const ROLLOUTS = ownedBy(owner('operator', 'rollouts-controller'));

  it.each<[string, KubernetesObject | undefined, KubernetesObject | undefined, Owners, number, string]>([
    ['a Rollout that takes over on success, at 0', rollout('onsuccess'), undefined, UNOWNED, 0, 'progressive-delivery'],
    ['and not at 0', rollout('onsuccess'), undefined, UNOWNED, 2, 'unowned-value'],
    [
      'a Rollout that takes over step by step',
      rollout('progressively'),
      undefined,
      ROLLOUTS,
      2,
      'progressive-delivery',
    ],
    ['a Rollout that leaves the replicas', rollout('never'), undefined, UNOWNED, 0, 'unowned-value'],
    ['which is what it does unasked', rollout(undefined), undefined, UNOWNED, 0, 'unowned-value'],
    ['a Canary between two runs', undefined, canary('Succeeded'), UNOWNED, 0, 'progressive-delivery'],
    ['a Canary that says nothing, at 0', undefined, canary(), UNOWNED, 0, 'progressive-delivery'],
    ['a Canary that is resting, not at 0', undefined, canary('Initialized'), UNOWNED, 2, 'unowned-value'],
    [
      'a Canary that tries a version',
      undefined,
      canary('Progressing'),
      ownedBy(owner('operator', 'flagger')),
      1,
      'progressive-delivery',
    ],
    [
      'a person’s scale stays theirs',
      rollout('onsuccess'),
      undefined,
      ownedBy(owner('manual', 'kubectl')),
      0,
      'manual-change',
    ],
    [
      'of another workload',
      {
        ...rollout('onsuccess'),
        spec: { workloadRef: { kind: 'Deployment', name: 'orders', scaleDown: 'onsuccess' } },
      },
      undefined,
      UNOWNED,
      0,
      'unowned-value',
    ],
    [
      'in another namespace',
      { ...rollout('onsuccess'), metadata: { name: 'catalog', namespace: 'staging' } },
      undefined,
      UNOWNED,
      0,
      'unowned-value',
    ],
  ])('%s', (_, rollouts, canaries, owners, live, code) => {
    const list = (one: KubernetesObject | undefined) => listed(...(one === undefined ? [] : [one]));
    const deliveries = deliveriesOf(list(rollouts), list(canaries), CATALOG);
    const change = difference('.spec.replicas', { desired: 3, live });
    expect(judge(CATALOG, change, owners, { deliveries }).explanation.code).toBe(code);
  });

  const service: ResourceRef = { ...CATALOG, group: 'networking.istio.io', version: 'v1', kind: 'VirtualService' };
  const route = (...weights: readonly number[]): JsonValue => [
    { route: weights.map((weight, index) => ({ destination: { host: index === 0 ? 'stable' : 'canary' }, weight })) },
  ];
  const traffic = object('argoproj.io/v1alpha1', 'Rollout', {
    strategy: { canary: { trafficRouting: { istio: { virtualService: { name: 'catalog' } } } } },
  });
  it.each<[string, ListResult, JsonValue, string]>([
    ['weights that a Rollout shifts', listed(traffic), route(80, 20), 'progressive-delivery'],
    ['routes that differ in more', listed(traffic), route(100), 'operator-change'],
    ['weights that nothing shifts', listed(), route(80, 20), 'operator-change'],
  ])('%s', (_, rollouts, live, code) => {
    const change = difference('.spec.http', { desired: route(100, 0), live });
    const deliveries = deliveriesOf(rollouts, listed(), service);
    expect(judge(service, change, ROLLOUTS, { deliveries }).explanation.code).toBe(code);
  });

  it('says what it could not read', () => {
    const deliveries = deliveriesOf(FORBIDDEN, { ...FORBIDDEN, notServed: true }, CATALOG);
    const change = difference('.spec.replicas', { desired: 3, live: 0 });
    const { said } = judge(CATALOG, change, UNOWNED, { deliveries });
    expect(said).toContain('Rollouts could not be read: forbidden');
    expect(said.join('\n')).not.toContain('Canaries');
  });
});

describe('a VPA', () => {
  const vpa = (mode: string | undefined, targetRef: JsonObject): KubernetesObject =>
    object('autoscaling.k8s.io/v1', 'VerticalPodAutoscaler', {
      targetRef,
      ...(mode === undefined ? {} : { updatePolicy: { updateMode: mode } }),
    });
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog' };
  const TEMPLATE = '.spec.template.spec.containers[name="web"].resources.requests.cpu';
  const pod: ResourceRef = { ...CATALOG, group: '', kind: 'Pod', name: 'catalog-7f9c-x2x' };
  const ofReplicaSet = object(
    'v1',
    'Pod',
    {},
    {
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'catalog-7f9c', controller: true }],
    },
  );

  it('is said not to have written a template', () => {
    const { said, explanation } = judge(CATALOG, difference(TEMPLATE), UNOWNED, {
      verticalAutoscalers: listed(vpa(undefined, deployment), vpa('Off', { ...deployment, name: 'orders' })),
    });
    expect(said.at(-1)).toBe(
      'VerticalPodAutoscaler marketplace/catalog (mode Recreate) targets this workload; a VPA changes Pods only, never their template, so it did not write this',
    );
    expect(said.join('\n')).not.toContain('orders');
    expect(explanation.code).toBe('unowned-value');
  });

  it.each<[string, string, RegExp]>([
    ['may have written a Pod', 'Recreate', /it may have set this when the Pod was made/],
    ['only recommends where it is off', 'Off', /in that mode it only recommends/],
  ])('%s', (_, mode, text) => {
    const { said } = judge(pod, difference('.spec.containers[name="web"].resources.limits.cpu'), UNOWNED, {
      live: ofReplicaSet,
      verticalAutoscalers: listed(vpa(mode, deployment)),
    });
    expect(said.join('\n')).toMatch(text);
  });

  it.each<[string, string, ListResult, boolean]>([
    [
      'of other fields nothing',
      '.spec.template.spec.containers[name="web"].image',
      listed(vpa('Auto', deployment)),
      false,
    ],
    ['of a list that could not be read', TEMPLATE, FORBIDDEN, true],
    ['of a kind that is not served nothing', TEMPLATE, { ...FORBIDDEN, notServed: true } as ListResult, false],
  ])('says %s', (_, path, verticalAutoscalers, says) => {
    const { said } = judge(CATALOG, difference(path), UNOWNED, { verticalAutoscalers });
    expect(said.some((text) => text.includes('VerticalPodAutoscaler'))).toBe(says);
  });
});

describe('an owner of the object', () => {
  const owned = (controller: boolean): KubernetesObject =>
    object(
      'batch/v1',
      'Job',
      {},
      {
        ownerReferences: [{ apiVersion: 'batch/v1', kind: 'CronJob', name: 'nightly', uid: 'a', controller }],
      },
    );
  const change = difference('.spec.suspend', { desired: false, live: true });
  const TEXT =
    'this object belongs to CronJob nightly (batch), whose controller makes it and may write any of its fields';
  it('that controls it is named', () => {
    expect(judge(CATALOG, change, ownedBy(owner('unknown', 'manager')), { live: owned(true) }).said).toContain(TEXT);
  });
  it('that only outlives it is not, nor is it where Git wrote the value', () => {
    expect(judge(CATALOG, change, UNOWNED, { live: owned(false) }).said).not.toContain(TEXT);
    const git = ownedBy(owner('gitops', 'argocd-controller', { operation: 'Apply' }));
    expect(judge(CATALOG, change, git, { live: owned(true) }).said).not.toContain(TEXT);
  });
});

describe('what may have written an unowned field at admission', () => {
  const deployments = {
    apiGroups: ['apps'],
    apiVersions: ['v1'],
    operations: ['CREATE', 'UPDATE'],
    resources: ['deployments'],
  };
  const webhook = (more: JsonObject, name = 'label.example.com', configuration = 'labels'): KubernetesObject => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingWebhookConfiguration',
    metadata: { name: configuration },
    webhooks: [{ name, rules: [deployments], ...more }],
  });
  const policy = (constraints: JsonObject, spec: JsonObject = {}, name = 'defaults'): KubernetesObject => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name },
    spec: { matchConstraints: { resourceRules: [deployments], ...constraints }, ...spec },
  });
  const binding = (matchResources?: JsonObject, policyName = 'defaults'): KubernetesObject => ({
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicyBinding',
    metadata: { name: `${policyName}-everywhere` },
    spec: { policyName, ...(matchResources === undefined ? {} : { matchResources }) },
  });
  const rule = (more: JsonObject): JsonObject => ({ rules: [{ ...deployments, ...more }] });

  interface Lists {
    readonly webhooks?: ListResult;
    readonly policies?: ListResult;
    readonly bindings?: ListResult;
  }

  function candidates(lists: Lists, more: { ref?: ResourceRef; namespaceLabels?: JsonObject; plural?: string } = {}) {
    const { ref = CATALOG, plural = 'deployments', namespaceLabels } = more;
    const nothing = listed();
    const found = { webhooks: nothing, policies: nothing, bindings: nothing, ...lists };
    return admissionOf(found, { ref, plural, labels: { app: 'catalog' }, namespaceLabels });
  }

  it.each<[string, JsonObject, boolean]>([
    ['its rules name the kind', {}, true],
    ['any resource', rule({ resources: ['*'] }), true],
    ['any resource and subresource', rule({ resources: ['*/*'] }), true],
    ['only a subresource', rule({ resources: ['deployments/scale'] }), false],
    ['another resource', rule({ resources: ['statefulsets'] }), false],
    ['another group', rule({ apiGroups: [''] }), false],
    ['any group', rule({ apiGroups: ['*'] }), true],
    ['another version, which is converted', rule({ apiVersions: ['v1beta1'] }), true],
    ['another version, exactly', { ...rule({ apiVersions: ['v1beta1'] }), matchPolicy: 'Exact' }, false],
    ['only deletion', rule({ operations: ['DELETE'] }), false],
    ['any operation', rule({ operations: ['*'] }), true],
    ['cluster-scoped objects', rule({ scope: 'Cluster' }), false],
    ['namespaced objects', rule({ scope: 'Namespaced' }), true],
    ['objects of a label it has', { objectSelector: { matchLabels: { app: 'catalog' } } }, true],
    ['objects of a label it lacks', { objectSelector: { matchLabels: { inject: 'yes' } } }, false],
    [
      'objects without a label',
      { objectSelector: { matchExpressions: [{ key: 'inject', operator: 'DoesNotExist' }] } },
      true,
    ],
    [
      'objects with other values',
      { objectSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['catalog'] }] } },
      false,
    ],
    [
      'objects with one of some values',
      { objectSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['catalog', 'orders'] }] } },
      true,
    ],
    [
      'objects with the label',
      { objectSelector: { matchExpressions: [{ key: 'inject', operator: 'Exists' }] } },
      false,
    ],
    [
      'its namespace by name',
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'marketplace' } } },
      true,
    ],
    [
      'another namespace by name',
      { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'staging' } } },
      false,
    ],
    ['namespaces of a label', { namespaceSelector: { matchLabels: { team: 'shop' } } }, true],
    ['namespaces of another label', { namespaceSelector: { matchLabels: { team: 'billing' } } }, false],
  ])('a webhook of %s', (_, more, matches) => {
    const found = candidates({ webhooks: listed(webhook(more)) }, { namespaceLabels: { team: 'shop' } });
    expect(found.candidates.length).toBe(matches ? 1 : 0);
  });

  it.each<[string, KubernetesObject, KubernetesObject[], boolean]>([
    ['bound without limits', policy({}), [binding()], true],
    ['not bound', policy({}), [binding(undefined, 'other')], false],
    ['bound for other objects', policy({}), [binding({ objectSelector: { matchLabels: { app: 'orders' } } })], false],
    [
      'bound twice, once for it',
      policy({}),
      [binding({ objectSelector: { matchLabels: { app: 'orders' } } }), binding()],
      true,
    ],
    [
      'bound for other kinds',
      policy({}),
      [binding({ resourceRules: [{ ...deployments, resources: ['pods'] }] })],
      false,
    ],
    [
      'that leaves it out',
      policy({ excludeResourceRules: [{ ...deployments, resourceNames: ['catalog'] }] }),
      [binding()],
      false,
    ],
    [
      'that leaves another out',
      policy({ excludeResourceRules: [{ ...deployments, resourceNames: ['orders'] }] }),
      [binding()],
      true,
    ],
    [
      'for another namespace',
      policy({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'staging' } } }),
      [binding()],
      false,
    ],
  ])('a policy %s', (_, one, bindings, matches) => {
    const found = candidates({ policies: listed(one), bindings: listed(...bindings) });
    expect(found.candidates.length).toBe(matches ? 1 : 0);
  });

  it('is nothing for what webhooks are never asked about', () => {
    const ref = {
      ...CATALOG,
      group: 'admissionregistration.k8s.io',
      kind: 'ValidatingWebhookConfiguration',
      namespace: '',
    };
    const any = listed(webhook(rule({ apiGroups: ['*'], resources: ['*'] })));
    expect(candidates({ webhooks: any }, { ref, plural: 'validatingwebhookconfigurations' }).candidates).toEqual([]);
  });

  const LABEL = undeclared('.metadata.labels.cost-center', '42');
  const FIELD = undeclared('.spec.minReadySeconds', 7);

  it('is named as possible, never as certain', () => {
    const admission = candidates({ webhooks: listed(webhook({}, 'inject.istio.io', 'istio-sidecar-injector')) });
    const { said, explanation } = judge(CATALOG, LABEL, UNOWNED, { admission });
    expect(said.at(-1)).toBe(
      "possible: webhook inject.istio.io of MutatingWebhookConfiguration istio-sidecar-injector (Istio's sidecar injector) may have written it at admission: it matches this object",
    );
    expect(explanation).toMatchObject({ status: 'noted', code: 'undeclared-unowned' });
  });

  it('says what could not be decided', () => {
    const unsure = webhook({ matchConditions: [{ name: 'a' }], namespaceSelector: { matchLabels: { team: 'shop' } } });
    const { said } = judge(CATALOG, LABEL, UNOWNED, { admission: candidates({ webhooks: listed(unsure) }) });
    expect(said.at(-1)).toMatch(
      /; the labels of the namespace could not be read; its matchConditions cannot be evaluated here$/,
    );
  });

  it('begins with the policy whose mutations name the field', () => {
    const names = policy(
      {},
      { mutations: [{ applyConfiguration: { expression: 'Object{spec: Object.spec{minReadySeconds: 7}}' } }] },
      'ready',
    );
    const lists = {
      webhooks: listed(webhook({})),
      policies: listed(names, policy({})),
      bindings: listed(binding(), binding(undefined, 'ready')),
    };
    const { said } = judge(CATALOG, FIELD, UNOWNED, { admission: candidates(lists) });
    expect(said.slice(1)).toEqual([
      'possible: MutatingAdmissionPolicy ready (bound by ready-everywhere) may have written it at admission: it matches this object, and its mutations name the field',
      'possible: MutatingAdmissionPolicy defaults (bound by defaults-everywhere) may have written it at admission: it matches this object',
      'possible: webhook label.example.com of MutatingWebhookConfiguration labels may have written it at admission: it matches this object',
    ]);
  });

  it.each<[string, string, boolean]>([
    ['a variable', '.spec.template.spec.containers[name="web"].env[name="TRACE"]', true],
    ['a finalizer', '.metadata.finalizers[="TRACE"]', true],
    ['a variable of another name', '.spec.template.spec.containers[name="web"].env[name="LOG"]', false],
  ])('knows the name of %s', (_, path, named) => {
    const traced = policy({}, { mutations: [{ jsonPatch: { expression: '[{name: "TRACE"}]' } }] });
    const admission = candidates({ policies: listed(traced), bindings: listed(binding()) });
    const { said } = judge(CATALOG, undeclared(path), UNOWNED, { admission });
    expect(said.at(-1)?.endsWith('and its mutations name the field')).toBe(named);
  });

  it('names a handful and counts the rest', () => {
    const many = Array.from({ length: 8 }, (_, index) => webhook({}, `w${index}.example.com`));
    const { said } = judge(CATALOG, LABEL, UNOWNED, { admission: candidates({ webhooks: listed(...many) }) });
    expect(said.filter((text) => text.startsWith('possible:'))).toHaveLength(5);
    expect(said.at(-1)).toBe('3 more webhooks and policies match this object');
  });

  it('says which lists could not be read', () => {
    const admission = candidates({ webhooks: FORBIDDEN, policies: { ...FORBIDDEN, notServed: true } });
    expect(judge(CATALOG, LABEL, UNOWNED, { admission }).said.slice(1)).toEqual([
      'MutatingWebhookConfigurations could not be read: forbidden',
    ]);
  });

  it.each<[string, Difference, Owners]>([
    ['a field that somebody is recorded for', LABEL, ownedBy(owner('operator', 'flagger'))],
    ['a field that is gone', { ...LABEL, kind: 'drift', change: 'missing' }, UNOWNED],
  ])('is not told of %s', (_, change, owners) => {
    const admission = candidates({ webhooks: listed(webhook({})) });
    expect(judge(CATALOG, change, owners, { admission }).said.join('\n')).not.toContain('webhook');
  });
});
