import { elementId } from '../../../model/field-path.js';
import { isArray, isObject, type JsonValue } from '../../../model/json.js';
import { resolveType } from '../../../model/schema.js';
import { atomOf, fieldType, itemElement, itemType, StructureFault, type Typed } from './typed.js';

/**
 * Throws a StructureFault where a value does not fit its type: a field that the schema does not have, two items with one key, a
 * text for a number (typed/validate.go).
 */
export function validate(typed: Typed, value: JsonValue, path = ''): void {
  if (value === null) return;
  const atom = atomOf(typed, value);
  if (atom.kind === 'leaf') return checkScalar(typed, value, path);
  if (atom.kind === 'map') {
    if (!isObject(value)) throw new StructureFault(`${path} is to be an object`);
    for (const [name, inner] of Object.entries(value)) {
      const below = fieldType(typed, name, path === '');
      if (below === undefined) throw new StructureFault(`${path}.${name}: field not declared in schema`);
      validate(below, inner, `${path}.${name}`);
    }
    return;
  }
  if (!isArray(value)) throw new StructureFault(`${path} is to be a list`);
  const seen = new Set<string>();
  for (const item of value) {
    if (!atom.atomic) {
      const id = elementId(itemElement(typed, item));
      if (seen.has(id)) throw new StructureFault(`${path}: duplicate entries for key ${id}`);
      seen.add(id);
    }
    validate(itemType(typed), item, `${path}[]`);
  }
}

function checkScalar(typed: Typed, value: JsonValue, path: string): void {
  const type = resolveType(typed.bundle, typed.ref);
  if (type.kind !== 'scalar') return;
  const is = typeof value;
  const isNumber = is === 'number' || is === 'bigint';
  const isText = is === 'string';
  switch (type.type) {
    case 'integer':
    case 'number':
      if (!isNumber) throw new StructureFault(`${path} is to be a number`);
      break;
    case 'boolean':
      if (is !== 'boolean') throw new StructureFault(`${path} is to be true or false`);
      break;
    case 'quantity':
    case 'int-or-string':
      if (!isNumber && !isText) throw new StructureFault(`${path} is to be a text or a number`);
      break;
    default:
      if (!isText) throw new StructureFault(`${path} is to be a text`);
  }
}
