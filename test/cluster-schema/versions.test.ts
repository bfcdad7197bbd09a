import { describe, expect, it } from 'vitest';
import { builtinSchema, SCHEMA_VERSIONS, schemaVersionFor, withDifference } from '../../src/cluster/schema/builtin.js';
import { withServedTypes } from '../../src/cluster/schema/served-types.js';
import { hasUnknownField } from '../../src/cluster/schema/unknown-fields.js';
import type { JsonValue } from '../../src/model/json.js';
import type { SchemaBundle, TypeSchema } from '../../src/model/schema.js';
import { differenceFrom } from '../schema/difference.js';

const [newest, older] = [builtinSchema('1.36'), builtinSchema('1.34')];
const text: TypeSchema = { kind: 'scalar', type: 'string' };

describe('the shipped version for a server', () => {
  it.each([
    ['v1.36.3', '1.36', true],
    ['v1.34.3-gke.1', '1.34', true],
    ['1.34+', '1.34', true],
    ['v1.35.0', '1.34', false],
    ['v1.40.1', '1.36', false],
    ['v1.9.0', '1.34', false],
    ['', '1.36', false],
    [undefined, '1.36', false],
  ])('%s takes %s, its own: %s', (server, version, exact) => {
    expect(schemaVersionFor(server)).toEqual({ version, exact });
  });
});

describe('the schema of an older version', () => {
  it('has its own kinds and fields, and not those that came later', () => {
    expect(older.kinds).toHaveProperty(['admissionregistration.k8s.io/v1beta1/MutatingAdmissionPolicy']);
    expect(older.kinds).not.toHaveProperty(['admissionregistration.k8s.io/v1/MutatingAdmissionPolicy']);
    expect(older.types['core/v1.PodSpec']).not.toHaveProperty('fields.schedulingGroup');
    expect(newest.types['core/v1.PodSpec']).toHaveProperty('fields.schedulingGroup');
    expect(older.types['apps/v1.DeploymentSpec']).toEqual(newest.types['apps/v1.DeploymentSpec']);
  });

  it.each(SCHEMA_VERSIONS)('refers to nothing that it does not hold: %s', (version) => {
    const bundle = builtinSchema(version);
    const visit = (type: TypeSchema | string): string[] => {
      if (typeof type === 'string') return Object.hasOwn(bundle.types, type) ? [] : [type];
      if (type.kind === 'struct') return Object.values(type.fields).flatMap((field) => visit(field.type));
      if (type.kind === 'map') return visit(type.value);
      return type.kind === 'list' ? visit(type.item) : [];
    };
    expect(Object.values(bundle.types).flatMap(visit)).toEqual([]);
    expect(Object.values(bundle.kinds).flatMap((kind) => visit(kind.type))).toEqual([]);
  });

  it('comes back whole from what differs', () => {
    expect(withDifference(newest, differenceFrom(newest, '1.36', older))).toEqual(older);
  });
});

describe('a field that the schema does not know', () => {
  const deployment = (spec: JsonValue) => ({ kind: 'Deployment', metadata: { name: 'web' }, spec });
  const inPod = (pod: JsonValue) => deployment({ template: { spec: pod } });
  it.each<[string, JsonValue, boolean]>([
    ['none', deployment({ replicas: 3 }), false],
    ['at the root of spec', deployment({ replica: 3 }), true],
    ['in an item of a list', inPod({ containers: [{ name: 'web', imagePullPolcy: 'Always' }] }), true],
    ['a null', deployment({ replica: null }), false],
    ['a key of a map', inPod({ nodeSelector: { anything: 'goes' } }), false],
    ['a value of another type', inPod({ containers: 'none' }), false],
    ['below what may be anything', { kind: 'Deployment', status: { whatever: 1 } }, false],
  ])('%s', (_, value, unknown) => {
    expect(hasUnknownField(value, 'apps/v1.Deployment', newest)).toBe(unknown);
  });

  it('may stand where a custom resource keeps what it does not list', () => {
    const open: TypeSchema = { kind: 'struct', fields: {}, preserveUnknown: true };
    const closed: TypeSchema = { kind: 'struct', fields: {}, rest: text };
    expect(hasUnknownField({ colour: 'red' }, open, newest)).toBe(false);
    expect(hasUnknownField({ colour: 'red' }, closed, newest)).toBe(false);
    expect(hasUnknownField({ colour: 'red' }, { kind: 'struct', fields: {} }, newest)).toBe(true);
  });
});

describe("the server's own types over the shipped ones", () => {
  const shipped: SchemaBundle = {
    types: {
      Spec: { kind: 'struct', fields: { paused: { type: 'boolean', dropsZero: true }, legacy: { type: 'string' } } },
      Status: { kind: 'any' },
    },
    kinds: {},
  };
  const served: SchemaBundle = {
    types: {
      Spec: { kind: 'struct', fields: { paused: { type: 'boolean' }, shards: { type: 'integer' } } },
      Status: { kind: 'struct', fields: {} },
      Shard: { kind: 'struct', fields: { name: { type: 'string' } } },
    },
    kinds: {},
  };

  it('add a new field, take a removed one away, and keep what only the shipped form knows', () => {
    expect(withServedTypes(shipped, served).types).toEqual({
      Spec: { kind: 'struct', fields: { paused: { type: 'boolean', dropsZero: true }, shards: { type: 'integer' } } },
      Status: { kind: 'any' },
      Shard: { kind: 'struct', fields: { name: { type: 'string' } } },
    });
  });
});
