import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { type FieldSchema, resolveType, type TypeSchema } from '../../src/model/schema.js';

const bundle = builtinSchema();

/** The field reached by walking struct fields, list items (`[]`) and map values (`{}`) from a kind or a type. */
function fieldAt(start: string, path: string): FieldSchema {
  let found: FieldSchema = { type: bundle.kinds[start]?.type ?? start };
  for (const step of path.split('.')) {
    const type = resolveType(bundle, found.type);
    if (step === '[]' && type.kind === 'list') found = { type: type.item };
    else if (step === '{}' && type.kind === 'map') found = { type: type.value };
    else if (type.kind === 'struct' && type.fields[step]) found = type.fields[step];
    else throw new Error(`no ${step} of ${path} in ${start}: ${JSON.stringify(type)}`);
  }
  return found;
}

const typeAt = (start: string, path: string): TypeSchema => resolveType(bundle, fieldAt(start, path).type);

describe('lists', () => {
  const pod = 'spec.template.spec';
  it.each([
    ['apps/v1/Deployment', `${pod}.containers`, 'map', ['name']],
    ['apps/v1/Deployment', `${pod}.containers.[].ports`, 'map', ['containerPort', 'protocol']],
    ['apps/v1/Deployment', `${pod}.containers.[].env`, 'map', ['name']],
    ['apps/v1/Deployment', `${pod}.containers.[].envFrom`, 'atomic', undefined],
    ['apps/v1/Deployment', `${pod}.containers.[].command`, 'atomic', undefined],
    ['apps/v1/Deployment', `${pod}.containers.[].args`, 'atomic', undefined],
    ['apps/v1/Deployment', `${pod}.containers.[].volumeMounts`, 'map', ['mountPath']],
    ['apps/v1/Deployment', `${pod}.containers.[].volumeDevices`, 'map', ['devicePath']],
    ['apps/v1/Deployment', `${pod}.initContainers`, 'map', ['name']],
    ['apps/v1/Deployment', `${pod}.volumes`, 'map', ['name']],
    ['apps/v1/Deployment', `${pod}.imagePullSecrets`, 'map', ['name']],
    ['apps/v1/Deployment', `${pod}.hostAliases`, 'map', ['ip']],
    ['apps/v1/Deployment', `${pod}.tolerations`, 'atomic', undefined],
    ['apps/v1/Deployment', `${pod}.topologySpreadConstraints`, 'map', ['topologyKey', 'whenUnsatisfiable']],
    ['v1/ServiceAccount', 'imagePullSecrets', 'atomic', undefined],
    ['v1/ServiceAccount', 'secrets', 'map', ['name']],
    ['v1/Service', 'spec.ports', 'map', ['port', 'protocol']],
    ['v1/ConfigMap', 'metadata.finalizers', 'set', undefined],
    ['v1/ConfigMap', 'metadata.ownerReferences', 'map', ['uid']],
    ['rbac.authorization.k8s.io/v1/ClusterRole', 'rules', 'atomic', undefined],
    ['rbac.authorization.k8s.io/v1/RoleBinding', 'subjects', 'atomic', undefined],
    ['networking.k8s.io/v1/Ingress', 'spec.rules', 'atomic', undefined],
    ['autoscaling/v2/HorizontalPodAutoscaler', 'spec.metrics', 'atomic', undefined],
    ['admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration', 'webhooks', 'map', ['name']],
    ['admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy', 'spec.variables', 'map', ['name']],
  ])('%s .%s is a %s list', (kind, path, listType, keys) => {
    expect(typeAt(kind, path)).toMatchObject({ kind: 'list', listType, ...(keys ? { keys } : {}) });
  });
});

describe('maps and structs', () => {
  it.each([
    ['v1/Service', 'spec.selector', 'map', true],
    ['apps/v1/Deployment', 'spec.selector', 'struct', true],
    ['apps/v1/Deployment', 'spec.template.spec.nodeSelector', 'map', true],
    ['rbac.authorization.k8s.io/v1/RoleBinding', 'roleRef', 'struct', true],
    ['v1/ConfigMap', 'data', 'map', undefined],
    ['v1/ConfigMap', 'metadata.labels', 'map', undefined],
    ['v1/Event', 'involvedObject', 'struct', true],
    ['v1/PersistentVolume', 'spec.claimRef', 'struct', undefined],
  ])('%s .%s is a %s, atomic: %s', (kind, path, shape, atomic) => {
    const type = typeAt(kind, path);
    expect(type.kind).toBe(shape);
    expect('atomic' in type ? type.atomic : undefined).toBe(atomic);
  });
});

describe('scalars', () => {
  const container = 'spec.template.spec.containers.[]';
  it.each([
    ['apps/v1/Deployment', `${container}.resources.limits.{}`, 'quantity'],
    ['apps/v1/Deployment', `${container}.livenessProbe.httpGet.port`, 'int-or-string'],
    ['apps/v1/Deployment', `${container}.env.[].value`, 'string'],
    ['apps/v1/Deployment', 'spec.strategy.rollingUpdate.maxSurge', 'int-or-string'],
    ['v1/Service', 'spec.ports.[].targetPort', 'int-or-string'],
    ['v1/Secret', 'data.{}', 'bytes'],
    ['v1/Secret', 'stringData.{}', 'string'],
    ['v1/ConfigMap', 'binaryData.{}', 'bytes'],
    ['v1/ConfigMap', 'metadata.creationTimestamp', 'time'],
    ['coordination.k8s.io/v1/Lease', 'spec.renewTime', 'micro-time'],
    ['v1/ResourceQuota', 'spec.hard.{}', 'quantity'],
    ['v1/PersistentVolumeClaim', 'spec.resources.requests.{}', 'quantity'],
    ['policy/v1/PodDisruptionBudget', 'spec.minAvailable', 'int-or-string'],
    ['autoscaling/v2/HorizontalPodAutoscaler', 'spec.minReplicas', 'integer'],
    ['autoscaling/v1/HorizontalPodAutoscaler', 'spec.targetCPUUtilizationPercentage', 'integer'],
    ['admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration', 'webhooks.[].clientConfig.caBundle', 'bytes'],
    ['storage.k8s.io/v1/StorageClass', 'allowVolumeExpansion', 'boolean'],
  ])('%s .%s is %s', (kind, path, type) => {
    expect(typeAt(kind, path)).toEqual({ kind: 'scalar', type });
  });

  it('lets anything stand where Go keeps raw JSON', () => {
    expect(typeAt('apps/v1/ControllerRevision', 'data')).toEqual({ kind: 'any' });
    expect(typeAt('apps/v1/Deployment', 'status')).toEqual({ kind: 'any' });
  });

  it('follows the recursion of JSONSchemaProps', () => {
    const schema = 'spec.versions.[].schema.openAPIV3Schema';
    const deep = `${schema}.properties.{}.properties.{}.properties.{}.maxLength`;
    expect(typeAt('apiextensions.k8s.io/v1/CustomResourceDefinition', deep)).toEqual({
      kind: 'scalar',
      type: 'integer',
    });
  });
});

describe('zero values', () => {
  it.each([
    ['core/v1.PodSpec', 'hostNetwork', true],
    ['core/v1.PodSpec', 'imagePullSecrets', true],
    ['core/v1.PodSpec', 'nodeSelector', true],
    ['core/v1.EnvVar', 'value', true],
    ['core/v1.ServiceSpec', 'publishNotReadyAddresses', true],
    ['meta/v1.ObjectMeta', 'labels', true],
    // Pointers keep what they point to.
    ['core/v1.PodSpec', 'automountServiceAccountToken', undefined],
    ['core/v1.PodSpec', 'securityContext', undefined],
    ['apps/v1.DeploymentSpec', 'replicas', undefined],
    // A struct is always there.
    ['core/v1.Container', 'resources', undefined],
    ['core/v1.Container', 'name', undefined],
  ])('%s.%s: dropped is %s', (type, field, dropped) => {
    expect(fieldAt(type, field).dropsZero).toBe(dropped);
  });
});

it('knows the defaults that OpenAPI tells', () => {
  expect(fieldAt('core/v1.ContainerPort', 'protocol').default).toBe('TCP');
  expect(fieldAt('core/v1.ServicePort', 'protocol').default).toBe('TCP');
  expect(fieldAt('core/v1.ISCSIVolumeSource', 'iscsiInterface').default).toBe('default');
  expect(fieldAt('core/v1.Container', 'resources').default).toEqual({});
});

describe('kinds', () => {
  it('has what can be read, not what can only be created, nor lists', () => {
    expect(bundle.kinds['v1/Pod']).toEqual({
      type: 'core/v1.Pod',
      namespaced: true,
      plural: 'pods',
      custom: false,
      statusSubresource: true,
    });
    expect(bundle.kinds['v1/Namespace']).toMatchObject({ namespaced: false, plural: 'namespaces' });
    expect(bundle.kinds['v1/ConfigMap']).not.toHaveProperty('statusSubresource');
    for (const absent of ['v1/Binding', 'v1/PodList', 'authentication.k8s.io/v1/TokenReview', 'autoscaling/v1/Scale'])
      expect(bundle.kinds).not.toHaveProperty(absent);
  });

  it('resolves every reference', () => {
    const named = new Set(Object.keys(bundle.types));
    const visit = (type: TypeSchema | string): string[] => {
      if (typeof type === 'string') return named.has(type) ? [] : [type];
      if (type.kind === 'struct') return Object.values(type.fields).flatMap((field) => visit(field.type));
      if (type.kind === 'map') return visit(type.value);
      return type.kind === 'list' ? visit(type.item) : [];
    };
    expect(Object.values(bundle.types).flatMap(visit)).toEqual([]);
    expect(Object.values(bundle.kinds).flatMap((kind) => visit(kind.type))).toEqual([]);
  });
});
