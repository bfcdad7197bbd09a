import { Buffer } from 'node:buffer';
import { field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { refOf } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import type { Comparing } from './comparing.js';
import { withoutIgnored } from './ignore-rules.js';
import { withKnownTypes } from './known-types.js';
import { decoded, typedKind } from './remarshal.js';

/**
 * The object as Argo CD compares it (gitops-engine pkg/diff/diff.go, Normalize). `full` also takes out what the ignore rules name and
 * puts known types into canonical form.
 */
export function normalizeObject(object: JsonObject, comparing: Comparing, full: boolean): JsonObject {
  const ref = refOf(object);
  let normal = withoutCreation(object);
  if (ref.group === '' && ref.kind === 'Secret') normal = normalSecret(normal);
  if (ref.group === 'rbac.authorization.k8s.io' && (ref.kind === 'Role' || ref.kind === 'ClusterRole')) {
    normal = normalRole(normal, comparing.settings.ignoreAggregatedRoles);
  }
  if (ref.group === '' && ref.kind === 'Endpoints') normal = normalEndpoints(normal, comparing.schema);
  return full ? withKnownTypes(withoutIgnored(normal, comparing), comparing) : normal;
}

function withoutCreation(object: JsonObject): JsonObject {
  const metadata = field(object, 'metadata');
  if (!isObject(metadata) || !Object.hasOwn(metadata, 'creationTimestamp')) return object;
  const { creationTimestamp: _, ...kept } = metadata;
  return { ...object, metadata: kept };
}

/** stringData goes into data as base64; a null value is an empty one. */
function normalSecret(object: JsonObject): JsonObject {
  const { stringData, ...rest } = object;
  const data: Record<string, JsonValue> = {};
  const own = field(object, 'data');
  if (isObject(own)) for (const [key, value] of Object.entries(own)) setField(data, key, value ?? '');
  if (isObject(stringData)) {
    for (const [key, value] of Object.entries(stringData)) {
      setField(data, key, typeof value === 'string' ? Buffer.from(value, 'utf8').toString('base64') : value);
    }
    return { ...rest, data };
  }
  return isObject(own) ? { ...object, data } : object;
}

/** No rules and an empty list of them are the same; rules that aggregation writes are nobody's desired state. */
function normalRole(object: JsonObject, ignoreAggregated: boolean): JsonObject {
  const rules = field(object, 'rules');
  const isAggregated = ignoreAggregated && isObject(field(object, 'aggregationRule'));
  return isAggregated || (isArray(rules) && rules.length === 0) ? { ...object, rules: null } : object;
}

/** What the Go type takes of it: subsets, addresses and ports in one order, and a port without a protocol speaks TCP. */
function normalEndpoints(endpoints: JsonObject, schema: SchemaBundle): JsonObject {
  const kind = typedKind(refOf(endpoints), schema);
  const object = kind === undefined ? endpoints : (decoded(endpoints, kind, schema) ?? endpoints);
  const subsets = field(object, 'subsets');
  if (!isArray(subsets)) return object;
  const normal = subsets.map((subset): JsonValue => {
    if (!isObject(subset)) return subset;
    const ports = field(subset, 'ports');
    const lists = ['addresses', 'notReadyAddresses'].flatMap((name): [string, JsonValue][] => {
      const list = field(subset, name);
      return isArray(list) ? [[name, sorted(list)]] : [];
    });
    const withProtocol = isArray(ports)
      ? { ports: sorted(ports.map((port) => (isObject(port) ? { protocol: 'TCP', ...port } : port))) }
      : {};
    return { ...subset, ...Object.fromEntries(lists), ...withProtocol };
  });
  return { ...object, subsets: sorted(normal) };
}

function sorted(list: readonly JsonValue[]): JsonValue[] {
  const textOf = (value: JsonValue): string =>
    JSON.stringify(value, (_, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    );
  return [...list].sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
}
