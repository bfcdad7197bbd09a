import { field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { ScalarType, SchemaBundle } from '../../model/schema.js';

const SCALARS: Readonly<Record<ScalarType, true>> = {
  string: true,
  integer: true,
  number: true,
  boolean: true,
  quantity: true,
  'int-or-string': true,
  duration: true,
  time: true,
  'micro-time': true,
  bytes: true,
};

/**
 * The schemas of a recording, each checked to be one: a comparison follows them without looking. `broken` makes the
 * error for what is none, of its place within the value.
 */
export function checkedSchemas(value: JsonValue, broken: (place: string) => Error): SchemaBundle {
  if (!isObject(value)) throw broken('');
  const part = (name: string, isSound: (entry: JsonValue) => boolean): JsonObject => {
    const entries = field(value, name);
    if (entries === undefined) return {};
    if (!isObject(entries)) throw broken(`.${name}`);
    const unsound = Object.entries(entries).find(([, entry]) => !isSound(entry));
    if (unsound !== undefined) throw broken(`.${name}[${JSON.stringify(unsound[0])}]`);
    return entries;
  };
  return { types: part('types', isType), kinds: part('kinds', isKind) } as unknown as SchemaBundle;
}

function isKind(value: JsonValue): boolean {
  return (
    isTypeRef(field(value, 'type')) &&
    typeof field(value, 'namespaced') === 'boolean' &&
    typeof field(value, 'plural') === 'string' &&
    typeof field(value, 'custom') === 'boolean' &&
    isFlag(field(value, 'statusSubresource')) &&
    ['undefined', 'string'].includes(typeof field(value, 'standIn'))
  );
}

/** A type, or the name of one; a name that nothing has is any type. */
function isTypeRef(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || isType(value);
}

function isType(value: JsonValue | undefined): boolean {
  const [kind, listType, keys, scalar] = ['kind', 'listType', 'keys', 'type'].map((name) => field(value, name));
  switch (kind) {
    case 'struct':
      return isStruct(value);
    case 'map':
      return isTypeRef(field(value, 'value')) && isFlag(field(value, 'atomic'));
    case 'list':
      if (!isTypeRef(field(value, 'item'))) return false;
      if (listType !== 'map') return listType === 'atomic' || listType === 'set';
      return isArray(keys) && keys.every((key) => typeof key === 'string');
    case 'scalar':
      return typeof scalar === 'string' && Object.hasOwn(SCALARS, scalar);
    default:
      return kind === 'any';
  }
}

function isStruct(value: JsonValue | undefined): boolean {
  const [fields, rest] = [field(value, 'fields'), field(value, 'rest')];
  return (
    isObject(fields) &&
    Object.values(fields).every(
      (inner) =>
        isTypeRef(field(inner, 'type')) && isFlag(field(inner, 'dropsZero')) && isFlag(field(inner, 'nullable')),
    ) &&
    (rest === undefined || isTypeRef(rest)) &&
    isFlag(field(value, 'atomic')) &&
    isFlag(field(value, 'preserveUnknown'))
  );
}

/** Flags of schemas are true or absent. */
function isFlag(value: JsonValue | undefined): boolean {
  return value === undefined || value === true;
}
