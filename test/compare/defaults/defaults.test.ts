import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { defaultFor, withDefaults } from '../../../src/compare/defaults/defaults.js';
import type { Level } from '../../../src/compare/defaults/level.js';
import { DEFAULT_RULES } from '../../../src/compare/defaults/rules.js';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import { resolveType, type SchemaBundle } from '../../../src/model/schema.js';

const bundle = builtinSchema();
const DEPLOYMENT = { group: 'apps', kind: 'Deployment', name: 'import' };
const POD = { group: '', kind: 'Pod', name: 'import' };
const JOB = { group: 'batch', kind: 'Job', name: 'import' };

/** What the server fills in at one field of a type, where `object` is what stands beside it. */
function filled(type: string, name: string, object: JsonObject, kind = DEPLOYMENT, up?: Level['up']) {
  return defaultFor(up ? { type, object, up } : { type, object }, name, { kind, bundle })?.value;
}

describe('a field', () => {
  it.each<[string, string, JsonObject, JsonValue | undefined]>([
    ['core/v1.PodSpec', 'restartPolicy', {}, 'Always'],
    ['core/v1.PodSpec', 'securityContext', {}, {}],
    ['core/v1.PodSpec', 'hostNetwork', {}, undefined],
    ['core/v1.PodSpec', 'serviceAccount', { serviceAccountName: 'catalog' }, 'catalog'],
    ['core/v1.PodSpec', 'serviceAccountName', { serviceAccount: 'catalog' }, 'catalog'],
    ['core/v1.PodSpec', 'serviceAccountName', {}, undefined],
    ['core/v1.Container', 'terminationMessagePolicy', {}, 'File'],
    ['core/v1.Container', 'resources', {}, {}],
    ['core/v1.Probe', 'periodSeconds', {}, 10],
    ['core/v1.HTTPGetAction', 'scheme', {}, 'HTTP'],
    ['core/v1.SecretVolumeSource', 'defaultMode', {}, 420],
    ['core/v1.ContainerPort', 'protocol', {}, 'TCP'],
    ['core/v1.Volume', 'emptyDir', { name: 'scratch' }, {}],
    ['core/v1.Volume', 'emptyDir', { name: 'scratch', secret: {} }, undefined],
    ['core/v1.ServiceSpec', 'type', {}, 'ClusterIP'],
    ['core/v1.ServiceSpec', 'internalTrafficPolicy', { type: 'NodePort' }, 'Cluster'],
    ['core/v1.ServiceSpec', 'internalTrafficPolicy', { type: 'ExternalName' }, undefined],
    ['core/v1.ServiceSpec', 'externalTrafficPolicy', { type: 'ClusterIP' }, undefined],
    ['core/v1.ServiceSpec', 'externalTrafficPolicy', { type: 'ClusterIP', externalIPs: ['192.0.2.1'] }, 'Cluster'],
    ['core/v1.ServiceSpec', 'externalTrafficPolicy', { type: 'LoadBalancer' }, 'Cluster'],
    ['core/v1.ServiceSpec', 'allocateLoadBalancerNodePorts', { type: 'NodePort' }, undefined],
    ['core/v1.ServiceSpec', 'sessionAffinityConfig', { sessionAffinity: 'None' }, undefined],
    [
      'core/v1.ServiceSpec',
      'sessionAffinityConfig',
      { sessionAffinity: 'ClientIP' },
      { clientIP: { timeoutSeconds: 10800 } },
    ],
    ['core/v1.ServicePort', 'targetPort', { port: 80 }, 80],
    ['apps/v1.DeploymentSpec', 'replicas', {}, 1],
    ['apps/v1.DeploymentStrategy', 'rollingUpdate', { type: 'Recreate' }, undefined],
    [
      'apps/v1.DeploymentStrategy',
      'rollingUpdate',
      { type: 'RollingUpdate' },
      { maxSurge: '25%', maxUnavailable: '25%' },
    ],
    [
      'apps/v1.DeploymentSpec',
      'strategy',
      {},
      { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    ],
    ['networking/v1.NetworkPolicySpec', 'policyTypes', {}, ['Ingress']],
    ['networking/v1.NetworkPolicySpec', 'policyTypes', { egress: [] }, ['Ingress']],
    ['networking/v1.NetworkPolicySpec', 'policyTypes', { egress: [{}] }, ['Ingress', 'Egress']],
    ['apiextensions/v1.CustomResourceDefinitionNames', 'singular', { kind: 'OrderItem' }, 'orderitem'],
    ['apiextensions/v1.CustomResourceDefinitionNames', 'listKind', { kind: 'OrderItem' }, 'OrderItemList'],
    ['rbac/v1.Subject', 'apiGroup', { kind: 'Group' }, 'rbac.authorization.k8s.io'],
    ['rbac/v1.Subject', 'apiGroup', { kind: 'ServiceAccount' }, undefined],
    ['apiregistration/v1.ServiceReference', 'port', {}, 443],
    ['resource/v1.ExactDeviceRequest', 'count', { allocationMode: 'All' }, undefined],
    ['resource/v1.ExactDeviceRequest', 'count', { allocationMode: 'ExactCount' }, 1],
    ['core/v1.ResourceFieldSelector', 'divisor', {}, '0'],
  ])('%s.%s beside %j is %j', (type, name, object, value) => {
    expect(filled(type, name, object)).toEqual(value);
  });

  it.each([
    ['registry.example/catalog', 'Always'],
    ['registry.example:5000/catalog', 'Always'],
    ['registry.example/catalog:latest', 'Always'],
    ['registry.example/catalog:1.4.0', 'IfNotPresent'],
    ['registry.example:5000/catalog:1.4.0', 'IfNotPresent'],
    [`registry.example/catalog@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
    [`registry.example/catalog:latest@sha256:${'0'.repeat(64)}`, 'Always'],
    [`registry.example/catalog:1@sha256:${'0'.repeat(64)}`, 'IfNotPresent'],
  ])('the pull policy of %s is %s', (image, policy) => {
    expect(filled('core/v1.Container', 'imagePullPolicy', { image })).toBe(policy);
    expect(filled('core/v1.ImageVolumeSource', 'pullPolicy', { reference: image })).toBe(policy);
  });

  it('names the rule', () => {
    const level = { type: 'core/v1.ServicePort', object: { port: 80 } };
    const context = { kind: { group: '', kind: 'Service', name: 'catalog' }, bundle };
    expect(defaultFor(level, 'targetPort', context)?.rule).toMatchObject({
      id: 'service-target-port',
      category: 'default',
    });
    expect(defaultFor(level, 'protocol', context)?.rule).toMatchObject({ id: 'schema-default', category: 'default' });
  });
});

describe('rules that depend on where the type stands', () => {
  const specOf = (kind: typeof POD) => filled('core/v1.PodSpec', 'enableServiceLinks', {}, kind);
  it('fills service links in pods, not in templates', () => {
    expect(specOf(POD)).toBe(true);
    expect(specOf(DEPLOYMENT)).toBeUndefined();
  });

  it('fills Jobs, not the job template of a CronJob', () => {
    expect(filled('batch/v1.JobSpec', 'backoffLimit', {}, JOB)).toBe(6);
    expect(filled('batch/v1.JobSpec', 'backoffLimit', { backoffLimitPerIndex: 1 }, JOB)).toBe(2147483647);
    expect(filled('batch/v1.JobSpec', 'completions', { parallelism: 1 }, JOB)).toBe(1);
    expect(filled('batch/v1.JobSpec', 'completions', { parallelism: 3 }, JOB)).toBeUndefined();
    expect(filled('batch/v1.JobSpec', 'podReplacementPolicy', { podFailurePolicy: {} }, JOB)).toBe('Failed');
    expect(
      filled('batch/v1.JobSpec', 'backoffLimit', {}, { group: 'batch', kind: 'CronJob', name: 'catalog' }),
    ).toBeUndefined();
  });

  it('scales up and down by different rules', () => {
    const hpa = { group: 'autoscaling', kind: 'HorizontalPodAutoscaler', name: 'catalog' };
    const type = 'autoscaling/v2.HPAScalingRules';
    const behavior: Level = { type: 'autoscaling/v2.HorizontalPodAutoscalerBehavior', object: {} };
    const under = (field: string) => filled(type, 'stabilizationWindowSeconds', {}, hpa, { level: behavior, field });
    expect(under('scaleUp')).toBe(0);
    expect(under('scaleDown')).toBeUndefined();
    expect(defaultFor(behavior, 'scaleDown', { kind: hpa, bundle })?.value).toEqual({
      selectPolicy: 'Max',
      policies: [{ type: 'Percent', value: 100, periodSeconds: 15 }],
    });
  });

  it('takes host ports from container ports under hostNetwork only', () => {
    const port = (spec: JsonObject) => {
      const pod: Level = { type: 'core/v1.PodSpec', object: spec };
      const container: Level = { type: 'core/v1.Container', object: {}, up: { level: pod, field: 'containers' } };
      return filled('core/v1.ContainerPort', 'hostPort', { containerPort: 8080 }, POD, {
        level: container,
        field: 'ports',
      });
    };
    expect(port({ hostNetwork: true })).toBe(8080);
    expect(port({})).toBeUndefined();
  });
});

describe('entries of a map', () => {
  const container: Level = { type: 'core/v1.Container', object: {} };
  const resources = (object: JsonObject): Level => ({
    type: 'core/v1.ResourceRequirements',
    object,
    up: { level: container, field: 'resources' },
  });
  const request = (object: JsonObject, key: string, kind = POD) => {
    const level = resources(object);
    const requests: Level = { type: 'map[quantity]', object: {}, up: { level, field: 'requests' } };
    return defaultFor(requests, key, { kind, bundle })?.value;
  };

  it("fills a pod's requests from its limits, all or one by one", () => {
    const object = { limits: { cpu: '1', memory: '1Gi' } };
    expect(defaultFor(resources(object), 'requests', { kind: POD, bundle })?.value).toEqual(object.limits);
    expect(request({ ...object, requests: { cpu: '1' } }, 'memory')).toBe('1Gi');
    expect(request(object, 'storage')).toBeUndefined();
    expect(request(object, 'cpu', DEPLOYMENT)).toBeUndefined();
  });

  it('labels a namespace with its name', () => {
    const metadata: Level = { type: 'meta/v1.ObjectMeta', object: {} };
    const labels: Level = { type: 'map[string]', object: {}, up: { level: metadata, field: 'labels' } };
    const context = { kind: { group: '', kind: 'Namespace', name: 'marketplace' }, bundle };
    expect(defaultFor(labels, 'kubernetes.io/metadata.name', context)?.value).toBe('marketplace');
    expect(defaultFor(labels, 'team', context)).toBeUndefined();
    expect(defaultFor(metadata, 'labels', context)?.value).toEqual({ 'kubernetes.io/metadata.name': 'marketplace' });
  });

  it("gives a Job its template's labels, and its name", () => {
    const root: Level = {
      type: 'batch/v1.Job',
      object: { spec: { template: { metadata: { labels: { app: 'import' } } } } },
    };
    const metadata: Level = {
      type: 'meta/v1.ObjectMeta',
      object: {},
      up: { level: root, field: 'metadata' },
    };
    const labels: Level = { type: 'map[string]', object: {}, up: { level: metadata, field: 'labels' } };
    expect(defaultFor(labels, 'app', { kind: JOB, bundle })?.value).toBe('import');
    expect(defaultFor(labels, 'job-name', { kind: JOB, bundle })?.value).toBe('import');
    expect(defaultFor(labels, 'team', { kind: JOB, bundle })).toBeUndefined();
  });
});

describe('withDefaults', () => {
  const complete = (type: string, value: JsonValue, kind = DEPLOYMENT) => withDefaults(value, type, { kind, bundle });

  it.each<[string, JsonValue, JsonValue]>([
    [
      'rbac/v1.RoleRef',
      { kind: 'Role', name: 'reader' },
      { kind: 'Role', name: 'reader', apiGroup: 'rbac.authorization.k8s.io' },
    ],
    [
      'rbac/v1.Subject',
      { kind: 'ServiceAccount', name: 'catalog', namespace: '' },
      { kind: 'ServiceAccount', name: 'catalog' },
    ],
    ['networking/v1.NetworkPolicyPort', { port: 80 }, { port: 80, protocol: 'TCP' }],
    [
      'core/v1.LimitRangeItem',
      { type: 'Container', max: { cpu: '2' }, min: { cpu: '100m', memory: '1Mi' }, default: { memory: '1Gi' } },
      {
        type: 'Container',
        max: { cpu: '2' },
        min: { cpu: '100m', memory: '1Mi' },
        default: { cpu: '2', memory: '1Gi' },
        defaultRequest: { cpu: '2', memory: '1Gi' },
      },
    ],
    ['core/v1.LimitRangeItem', { type: 'Pod', max: { cpu: '2' } }, { type: 'Pod', max: { cpu: '2' } }],
    [
      'apps/v1.StatefulSetUpdateStrategy',
      {},
      { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } },
    ],
    ['apps/v1.DeploymentStrategy', { type: '' }, complete('apps/v1.DeploymentStrategy', {})],
  ])('%s %j', (type, value, expected) => {
    expect(complete(type, value)).toEqual(expected);
  });

  it('goes into lists and maps', () => {
    const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }];
    const type = { kind: 'list', listType: 'atomic', item: 'admissionregistration/v1.RuleWithOperations' } as const;
    expect(withDefaults(rules, type, { kind: DEPLOYMENT, bundle })).toEqual([{ ...rules[0], scope: '*' }]);
  });

  it('applies the nested defaults of a custom resource, also inside a default', () => {
    const path = {
      kind: 'struct',
      fields: {
        type: { type: { kind: 'scalar', type: 'string' }, default: 'PathPrefix' },
        value: { type: { kind: 'scalar', type: 'string' }, default: '/' },
      },
    } as const;
    const match = { kind: 'struct', fields: { path: { type: path, default: {} } } } as const;
    const custom: SchemaBundle = { types: {}, kinds: {} };
    const context = {
      kind: { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'catalog' },
      bundle: custom,
    };
    expect(withDefaults({}, match, context)).toEqual({ path: { type: 'PathPrefix', value: '/' } });
    expect(withDefaults({ path: { value: '/x' } }, match, context)).toEqual({
      path: { type: 'PathPrefix', value: '/x' },
    });
    expect(withDefaults({}, path, context)).toEqual({ type: 'PathPrefix', value: '/' });
  });

  it('never changes what is declared, and is done after one pass', () => {
    const declared = fc.record(
      {
        replicas: fc.nat(),
        strategy: fc.record(
          {
            type: fc.constantFrom('RollingUpdate', 'Recreate'),
            rollingUpdate: fc.record({ maxSurge: fc.nat() }, { requiredKeys: [] }),
          },
          { requiredKeys: [] },
        ),
        template: fc.record({
          spec: fc.record(
            {
              restartPolicy: fc.constantFrom('Always', 'Never'),
              containers: fc.array(
                fc.record({ name: fc.string({ minLength: 1 }), image: fc.string({ minLength: 1 }) }),
                { minLength: 1 },
              ),
            },
            { requiredKeys: [] },
          ),
        }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(declared, (value) => {
        const once = complete('apps/v1.DeploymentSpec', value as JsonValue);
        expect(once).toMatchObject(value);
        expect(complete('apps/v1.DeploymentSpec', once)).toEqual(once);
      }),
    );
  });
});

it('names only types and fields that the schema has', () => {
  const unknown = [...DEFAULT_RULES].flatMap(([typeName, rules]) => {
    const type = resolveType(bundle, typeName);
    if (type.kind !== 'struct') return [typeName];
    return rules.flatMap((rule) =>
      [...rule.makers.keys(), ...Object.keys(rule.when ?? {})]
        .filter((name) => !type.fields[name])
        .map((name) => `${typeName}.${name}`),
    );
  });
  expect(unknown).toEqual([]);
});

it('gives every rule an id of its own, a reason and a source', () => {
  const rules = new Set([...DEFAULT_RULES.values()].flat());
  expect(new Set([...rules].map((rule) => rule.id)).size).toBe(rules.size);
  for (const rule of rules) {
    expect(rule.reason, rule.id).toMatch(/\w+/);
    expect(rule.source, rule.id).toMatch(/^(pkg|staging|plugin)\//);
  }
});
