import { type FieldPath, fieldElement, indexElement } from '../../src/model/field-path.js';
import { isArray, isObject, type JsonObject, type JsonValue } from '../../src/model/json.js';
import { resolveType, type SchemaBundle, type TypeRef, type TypeSchema } from '../../src/model/schema.js';

/** A value of an object with its type; items of lists stand at their index. */
export interface Site {
  readonly path: FieldPath;
  readonly value: JsonValue;
  readonly type: TypeSchema;
  /** The field may be left out where the value is the type's zero. */
  readonly dropsZero: boolean;
  /** The type of what it stands in. */
  readonly parent: TypeSchema;
}

const ANY: TypeSchema = { kind: 'any' };

/** Parts of metadata and the object's identity, which no case touches. */
const METADATA = new Set(['labels', 'annotations', 'finalizers']);
const IDENTITY = new Set(['apiVersion', 'kind', 'status']);

/** All values that a case may change, from the top; never identity, status, or the server's own notes. */
export function sitesOf(bundle: SchemaBundle, type: TypeRef, object: JsonObject): Site[] {
  const found: Site[] = [];
  const root = resolveType(bundle, type);
  visit(bundle, root, object, [], found);
  return found.filter(({ path }) => path.length > 0 && mayTouch(path));
}

function mayTouch(path: FieldPath): boolean {
  const [first, second, third] = path.map((element) => (element.kind === 'field' ? element.name : ''));
  if (first === undefined || IDENTITY.has(first)) return false;
  if (first !== 'metadata') return true;
  if (second === undefined || !METADATA.has(second)) return false;
  return third !== 'kubectl.kubernetes.io/last-applied-configuration';
}

function visit(bundle: SchemaBundle, type: TypeSchema, value: JsonValue, path: FieldPath, found: Site[]): void {
  if (isArray(value)) {
    const item = type.kind === 'list' ? resolveType(bundle, type.item) : ANY;
    for (const [index, inner] of value.entries())
      add(bundle, found, {
        path: [...path, indexElement(index)],
        value: inner,
        type: item,
        parent: type,
        dropsZero: false,
      });
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      const known = fieldOf(type, name);
      const inside = known === undefined ? ANY : resolveType(bundle, known.type);
      add(bundle, found, {
        path: [...path, fieldElement(name)],
        value: inner,
        type: inside,
        parent: type,
        dropsZero: known?.dropsZero === true,
      });
    }
  }
}

function add(bundle: SchemaBundle, found: Site[], site: Site): void {
  found.push(site);
  visit(bundle, site.type, site.value, site.path, found);
}

/** The type of a field, and whether it drops its zero value. */
export function fieldOf(type: TypeSchema, name: string): { type: TypeRef; dropsZero?: true } | undefined {
  if (type.kind === 'map') return { type: type.value };
  if (type.kind !== 'struct') return undefined;
  if (Object.hasOwn(type.fields, name)) return type.fields[name];
  return type.rest === undefined ? undefined : { type: type.rest };
}
