import { fieldElement } from '../../src/model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../src/model/json.js';
import { resolveType, type SchemaBundle, type TypeRef } from '../../src/model/schema.js';
import { replaceAt } from './paths.js';
import type { Random } from './random.js';
import { sitesOf } from './sites.js';

/** What a manifest is written again with. */
export interface Writing {
  readonly random: Random;
  readonly bundle: SchemaBundle;
  readonly type: TypeRef;
  /** What the server made of the manifest: its values are taken as explicit defaults. */
  readonly stored?: JsonObject | undefined;
}

/** The same manifest as another person would have written it. */
export function rewrite(object: JsonObject, writing: Writing): JsonObject {
  const { random } = writing;
  let written = object;
  for (const site of sitesOf(writing.bundle, writing.type, object)) {
    const { value, type } = site;
    if (type.kind !== 'scalar' || !random.chance(0.5)) continue;
    const other = otherText(value, type.type, random);
    if (other !== undefined) written = replaceAt(written, site.path, () => other) as JsonObject;
  }
  if (random.chance(0.5)) written = addNothing(written, writing);
  if (random.chance(0.4)) written = addStored(written, writing);
  if (random.chance(0.3)) written = addNothing(written, writing);
  if (random.chance(0.2)) written = omitProtocol(written, writing);
  if (object.kind === 'Secret' && random.chance(0.4)) written = otherSecret(written, random);
  return random.chance(0.5) ? otherOrder(written, random) : written;
}

const QUANTITIES: readonly (readonly string[])[] = [
  ['500m', '0.5', '0.50', '5e-1'],
  ['250m', '0.25'],
  ['750m', '0.75'],
  ['1500m', '1.5'],
  ['1', '1000m', '1.0'],
  ['2', '2000m', '2e0'],
  ['1k', '1000', '1e3'],
  ['1Gi', '1024Mi', '1073741824'],
  ['0.5Gi', '512Mi'],
  ['0.5Ti', '512Gi'],
  ['128Mi', '0.125Gi', '131072Ki'],
  ['10Gi', '10240Mi'],
  ['64Mi', '65536Ki'],
];

function otherText(value: JsonValue, type: string, random: Random): JsonValue | undefined {
  if (type === 'quantity') {
    const same = QUANTITIES.find((texts) => texts.includes(String(value)));
    if (same === undefined) return undefined;
    const text = random.pick(same);
    return /^\d+$/.test(text) && random.chance(0.5) ? Number(text) : text;
  }
  if (type === 'duration') return value === '1h' ? '60m' : value === '2m' ? '120s' : undefined;
  if (type === 'time') return typeof value === 'string' ? value.replace(/Z$/, '+00:00') : undefined;
  return undefined;
}

/** A field that is not there declared as nothing: null, or empty. */
function addNothing(object: JsonObject, { random, bundle, type }: Writing): JsonObject {
  const places = [
    { path: [] as const, value: object as JsonValue, type: resolveType(bundle, type) },
    ...sitesOf(bundle, type, object),
  ];
  const structs = places.filter(
    (place) => place.type.kind === 'struct' && isObject(place.value) && !isMetadata(place.path[0]),
  );
  const place = random.pick(structs);
  if (place?.type.kind !== 'struct') return object;
  const absent = Object.entries(place.type.fields).filter(
    ([name]) =>
      !Object.hasOwn(place.value as JsonObject, name) && !['status', 'metadata', 'kind', 'apiVersion'].includes(name),
  );
  if (absent.length === 0) return object;
  const [name, schema] = random.pick(absent);
  const inner = resolveType(bundle, schema.type);
  const nothing: JsonValue =
    random.chance(0.5) || inner.kind === 'struct'
      ? null
      : inner.kind === 'list'
        ? []
        : inner.kind === 'map'
          ? {}
          : inner.kind === 'scalar' && inner.type === 'string'
            ? ''
            : inner.kind === 'scalar' && inner.type === 'boolean'
              ? false
              : null;
  return replaceAt(object, [...place.path, fieldElement(name)], () => nothing) as JsonObject;
}

const isMetadata = (element: { readonly kind: string; readonly name?: string } | undefined): boolean =>
  element?.name === 'metadata';

/** One value that the server filled in, declared. */
function addStored(object: JsonObject, { random, bundle, type, stored }: Writing): JsonObject {
  if (stored === undefined) return object;
  const sites = sitesOf(bundle, type, stored).filter(
    ({ path }) => path.every((element) => element.kind === 'field') && !isMetadata(path[0]) && !has(object, path),
  );
  if (sites.length === 0) return object;
  const { path, value } = random.pick(sites);
  return replaceAt(object, path, () => value) as JsonObject;
}

function has(object: JsonObject, path: readonly { readonly kind: string; readonly name?: string }[]): boolean {
  let here: JsonValue | undefined = object;
  for (const { name = '' } of path) here = isObject(here) && Object.hasOwn(here, name) ? here[name] : undefined;
  return here !== undefined;
}

/** `protocol: TCP` is the one key that a server fills in. */
function omitProtocol(object: JsonObject, { bundle, type }: Writing): JsonObject {
  return sitesOf(bundle, type, object)
    .filter(({ path, value }) => value === 'TCP' && path.at(-1)?.kind === 'field')
    .reduce((written, { path }) => replaceAt(written, path, () => undefined) as JsonObject, object);
}

function otherSecret(object: JsonObject, random: Random): JsonObject {
  const data = isObject(object.data) ? object.data : {};
  const moved = Object.entries(data).filter(([, value]) => typeof value === 'string' && random.chance(0.5));
  const texts = Object.fromEntries(
    moved.map(([key, value]) => [key, Buffer.from(String(value), 'base64').toString('utf8')]),
  );
  const kept = Object.fromEntries(Object.entries(data).filter(([key]) => !Object.hasOwn(texts, key)));
  const stringData = { ...texts, ...(isObject(object.stringData) ? object.stringData : {}) };
  return { ...object, data: kept, ...(Object.keys(stringData).length === 0 ? {} : { stringData }) };
}

/** Keys of objects in another order, at every depth. */
function otherOrder<T extends JsonValue>(value: T, random: Random): T {
  if (isArray(value)) return value.map((item) => otherOrder(item, random)) as unknown as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    random.shuffle(Object.entries(value)).map(([name, inner]) => [name, otherOrder(inner, random)]),
  ) as T;
}
