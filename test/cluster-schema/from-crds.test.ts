import { describe, expect, it } from 'vitest';
import { schemaFromCrds } from '../../src/cluster/schema/from-crds.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';

const string = { kind: 'scalar', type: 'string' };
const identity = { apiVersion: { type: string }, kind: { type: string }, metadata: { type: 'meta/v1.ObjectMeta' } };

function crd(spec: JsonObject, schema: JsonValue = { type: 'object' }): JsonObject {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'routes.gateway.networking.k8s.io' },
    spec: {
      group: 'gateway.networking.k8s.io',
      names: { kind: 'Route', plural: 'routes' },
      scope: 'Namespaced',
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema } }],
      ...spec,
    },
  };
}

const onlyKind = (...crds: JsonValue[]) => Object.values(schemaFromCrds(crds).kinds)[0];

describe('schemaFromCrds', () => {
  it('gives one kind for each served version', () => {
    const versions = [
      { name: 'v1', served: true, subresources: { status: {} }, schema: { openAPIV3Schema: { type: 'object' } } },
      { name: 'v1beta1', served: true, schema: { openAPIV3Schema: { type: 'object' } } },
      { name: 'v1alpha1', served: false, schema: { openAPIV3Schema: { type: 'object' } } },
    ];
    const { kinds, types } = schemaFromCrds([crd({ versions })]);
    const common = { type: { kind: 'struct', fields: identity }, namespaced: true, plural: 'routes', custom: true };
    expect(types).toEqual({});
    expect(kinds).toEqual({
      'gateway.networking.k8s.io/v1/Route': { ...common, statusSubresource: true },
      'gateway.networking.k8s.io/v1beta1/Route': common,
    });
  });

  it('knows cluster-scoped kinds', () => {
    expect(onlyKind(crd({ scope: 'Cluster' }))?.namespaced).toBe(false);
  });

  it('keeps defaults at every depth, also of an object that is a default itself', () => {
    const match = {
      type: 'object',
      default: { type: 'PathPrefix', value: '/' },
      properties: { type: { type: 'string', default: 'PathPrefix' }, value: { type: 'string', default: '/' } },
    };
    const schema = {
      type: 'object',
      properties: { rules: { type: 'array', items: { type: 'object', properties: { path: match } } } },
    };
    expect(onlyKind(crd({}, schema))?.type).toEqual({
      kind: 'struct',
      fields: {
        ...identity,
        rules: {
          type: {
            kind: 'list',
            listType: 'atomic',
            item: {
              kind: 'struct',
              fields: {
                path: {
                  default: { type: 'PathPrefix', value: '/' },
                  type: {
                    kind: 'struct',
                    fields: {
                      type: { type: string, default: 'PathPrefix' },
                      value: { type: string, default: '/' },
                    },
                  },
                },
              },
            },
          },
        },
      },
    });
  });

  it("takes metadata for Kubernetes' own whatever the CRD says of it", () => {
    const schema = {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: { type: 'string' } } } },
    };
    expect(onlyKind(crd({}, schema))?.type).toEqual({ kind: 'struct', fields: identity });
  });

  it('keeps everything where the CRD says so', () => {
    const kept = { kind: 'struct', fields: identity, preserveUnknown: true };
    expect(onlyKind(crd({ preserveUnknownFields: true }))?.type).toEqual(kept);
    expect(onlyKind(crd({}, { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }))?.type).toEqual(kept);
    expect(onlyKind(crd({ versions: [{ name: 'v1', served: true }] }))?.type).toEqual(kept);
  });

  it.each([[null], [{ kind: 'ConfigMap' }], [{ kind: 'CustomResourceDefinition', spec: { group: 'a' } }]])(
    'adds nothing for %j',
    (value) => expect(schemaFromCrds([value])).toEqual({ types: {}, kinds: {} }),
  );
});
