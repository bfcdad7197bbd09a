import { describe, expect, it } from 'vitest';
import { schemaFromOpenApi } from '../../src/cluster/schema/from-openapi.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const wrapped = (name: string, more: JsonObject = {}): JsonObject => ({ allOf: [ref(name)], ...more });
const text: JsonObject = { type: 'string' };
const string = { kind: 'scalar', type: 'string' };

/** A document that serves one kind at one path. */
function serving(
  gvk: { group: string; version: string; kind: string },
  path: string,
  model: string,
  schemas: JsonObject,
  morePaths: JsonObject = {},
): JsonValue {
  const get = {
    'x-kubernetes-group-version-kind': gvk,
    responses: { '200': { content: { 'application/json': { schema: ref(model) } } } },
  };
  return { openapi: '3.0.0', paths: { [path]: { get }, ...morePaths }, components: { schemas } };
}

const WIDGET = { group: 'apps', version: 'v1', kind: 'Deployment' };
const DEPLOYMENT = 'io.k8s.api.apps.v1.Deployment';
const deploymentPath = '/apis/apps/v1/namespaces/{namespace}/deployments/{name}';

function deployment(properties: JsonObject, more: JsonObject = {}) {
  const document = serving(WIDGET, deploymentPath, DEPLOYMENT, {
    [DEPLOYMENT]: { type: 'object', properties },
    ...more,
  });
  const bundle = schemaFromOpenApi(document);
  const type = bundle.types['apps/v1.Deployment'];
  if (type?.kind !== 'struct') throw new Error('no struct');
  return { bundle, fields: type.fields };
}

describe('kinds', () => {
  it('takes plural, scope and the status subresource from the paths', () => {
    const document = serving(
      WIDGET,
      deploymentPath,
      DEPLOYMENT,
      { [DEPLOYMENT]: { type: 'object' } },
      {
        [`${deploymentPath}/status`]: {},
        '/apis/apps/v1/deployments': { get: {} },
      },
    );
    expect(schemaFromOpenApi(document).kinds).toEqual({
      'apps/v1/Deployment': {
        type: 'apps/v1.Deployment',
        namespaced: true,
        plural: 'deployments',
        custom: false,
        statusSubresource: true,
      },
    });
  });

  it('reads the core group and cluster-scoped kinds', () => {
    const gvk = { group: '', version: 'v1', kind: 'Namespace' };
    const model = 'io.k8s.api.core.v1.Namespace';
    const document = serving(gvk, '/api/v1/namespaces/{name}', model, { [model]: { type: 'object' } });
    expect(schemaFromOpenApi(document).kinds['v1/Namespace']).toMatchObject({
      namespaced: false,
      plural: 'namespaces',
    });
  });

  it.each([
    ['gateway.networking.k8s.io', true],
    ['snapshot.storage.k8s.io', true],
    ['cert-manager.io', true],
    ['metrics.k8s.io', true],
    ['networking.k8s.io', false],
    ['storage.k8s.io', false],
  ])('the group %s is custom: %s', (group, custom) => {
    const gvk = { group, version: 'v1', kind: 'Thing' };
    const document = serving(gvk, `/apis/${group}/v1/things/{name}`, 'a.Thing', { 'a.Thing': { type: 'object' } });
    expect(schemaFromOpenApi(document).kinds[`${group}/v1/Thing`]?.custom).toBe(custom);
  });

  it('leaves out subresources, and kinds that cannot be read', () => {
    const gvk = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
    const scale = serving(gvk, `${deploymentPath}/scale`, 'a.Scale', { 'a.Scale': { type: 'object' } });
    expect(schemaFromOpenApi(scale)).toEqual({ types: {}, kinds: {} });
    const created = { paths: { '/api/v1/bindings': { post: {} } }, components: { schemas: {} } };
    expect(schemaFromOpenApi(created)).toEqual({ types: {}, kinds: {} });
  });

  it.each([[null], [{}], [{ openapi: '3.0.0' }], ['text']])('gives an empty bundle for %j', (document) => {
    expect(schemaFromOpenApi(document)).toEqual({ types: {}, kinds: {} });
  });
});

describe('types of built-in kinds', () => {
  it('names Go types that encode themselves', () => {
    const { fields, bundle } = deployment({
      cpu: ref('io.k8s.apimachinery.pkg.api.resource.Quantity'),
      port: wrapped('io.k8s.apimachinery.pkg.util.intstr.IntOrString'),
      time: wrapped('io.k8s.apimachinery.pkg.apis.meta.v1.Time'),
      renewed: ref('io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime'),
      timeout: ref('io.k8s.apimachinery.pkg.apis.meta.v1.Duration'),
      raw: ref('io.k8s.apimachinery.pkg.runtime.RawExtension'),
      bundle: { type: 'string', format: 'byte' },
    });
    expect(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.type]))).toEqual({
      cpu: { kind: 'scalar', type: 'quantity' },
      port: { kind: 'scalar', type: 'int-or-string' },
      time: { kind: 'scalar', type: 'time' },
      renewed: { kind: 'scalar', type: 'micro-time' },
      timeout: { kind: 'scalar', type: 'duration' },
      raw: { kind: 'any' },
      bundle: { kind: 'scalar', type: 'bytes' },
    });
    expect(Object.keys(bundle.types)).toEqual(['apps/v1.Deployment']);
  });

  it('keeps names of types, so that a recursion ends', () => {
    const props = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps';
    const { fields, bundle } = deployment(
      { schema: wrapped(props) },
      { [props]: { type: 'object', properties: { not: ref(props), title: text } } },
    );
    expect(fields.schema).toEqual({ type: 'apiextensions/v1.JSONSchemaProps' });
    expect(bundle.types['apiextensions/v1.JSONSchemaProps']).toEqual({
      kind: 'struct',
      fields: { not: { type: 'apiextensions/v1.JSONSchemaProps' }, title: { type: string } },
    });
  });

  it('reads list types, map types and defaults', () => {
    const { fields } = deployment({
      ports: {
        type: 'array',
        items: wrapped('io.k8s.api.core.v1.ContainerPort', { default: {} }),
        'x-kubernetes-list-type': 'map',
        'x-kubernetes-list-map-keys': ['containerPort', 'protocol'],
      },
      finalizers: { type: 'array', items: text, 'x-kubernetes-list-type': 'set' },
      args: { type: 'array', items: text },
      selector: { type: 'object', additionalProperties: text, 'x-kubernetes-map-type': 'atomic' },
      protocol: { type: 'string', default: 'TCP' },
      optional: { type: 'boolean', default: false },
    });
    expect(fields).toEqual({
      ports: {
        type: { kind: 'list', item: 'core/v1.ContainerPort', listType: 'map', keys: ['containerPort', 'protocol'] },
      },
      finalizers: { type: { kind: 'list', item: string, listType: 'set' } },
      args: { type: { kind: 'list', item: string, listType: 'atomic' } },
      selector: { type: { kind: 'map', value: string, atomic: true } },
      protocol: { type: string, default: 'TCP' },
      optional: { type: { kind: 'scalar', type: 'boolean' }, default: false },
    });
  });

  it("lets a field override its type's map type", () => {
    const reference = 'io.k8s.api.core.v1.ObjectReference';
    const { fields } = deployment(
      { claimRef: wrapped(reference, { 'x-kubernetes-map-type': 'granular' }), other: wrapped(reference) },
      { [reference]: { type: 'object', properties: { name: text }, 'x-kubernetes-map-type': 'atomic' } },
    );
    expect(fields.claimRef).toEqual({ type: { kind: 'struct', fields: { name: { type: string } } } });
    expect(fields.other).toEqual({ type: 'core/v1.ObjectReference' });
  });
});

describe('types of custom kinds', () => {
  const gvk = { group: 'marketplace.example', version: 'v1', kind: 'Order' };
  const order = (properties: JsonObject, more: JsonObject = {}) => {
    const document = serving(
      gvk,
      '/apis/marketplace.example/v1/namespaces/{namespace}/orders/{name}',
      'example.marketplace.v1.Order',
      {
        'example.marketplace.v1.Order': { type: 'object', properties, ...more },
        [OBJECT_META]: { type: 'object', properties: { uid: text } },
      },
    );
    return schemaFromOpenApi(document);
  };

  it('keeps text as text, whatever its format', () => {
    const bundle = order({
      metadata: wrapped(OBJECT_META),
      photo: { type: 'string', format: 'byte' },
      at: { type: 'string', format: 'date-time' },
      size: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    });
    expect(bundle.types['example.marketplace.v1.Order']).toEqual({
      kind: 'struct',
      fields: {
        metadata: { type: 'meta/v1.ObjectMeta' },
        photo: { type: string },
        at: { type: string },
        size: { type: { kind: 'scalar', type: 'int-or-string' } },
      },
    });
    expect(bundle.types['meta/v1.ObjectMeta']).toBeDefined();
  });

  it('tells what the server prunes from what it keeps', () => {
    const bundle = order(
      {
        pruned: { type: 'object' },
        kept: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        keptBeside: { type: 'object', properties: { name: text }, 'x-kubernetes-preserve-unknown-fields': true },
        free: { 'x-kubernetes-preserve-unknown-fields': true },
        open: { type: 'object', additionalProperties: true },
        embedded: { type: 'object', 'x-kubernetes-embedded-resource': true, properties: { spec: { type: 'object' } } },
      },
      { 'x-kubernetes-preserve-unknown-fields': true },
    );
    expect(bundle.types['example.marketplace.v1.Order']).toEqual({
      kind: 'struct',
      preserveUnknown: true,
      fields: {
        pruned: { type: { kind: 'struct', fields: {} } },
        kept: { type: { kind: 'any' } },
        keptBeside: { type: { kind: 'struct', fields: { name: { type: string } }, preserveUnknown: true } },
        free: { type: { kind: 'any' } },
        open: { type: { kind: 'map', value: { kind: 'any' } } },
        embedded: {
          type: {
            kind: 'struct',
            fields: {
              spec: { type: { kind: 'struct', fields: {} } },
              apiVersion: { type: string },
              kind: { type: string },
              metadata: { type: 'meta/v1.ObjectMeta' },
            },
          },
        },
      },
    });
  });
});
