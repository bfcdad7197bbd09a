import { dig, digString, field, isArray, isObject, type JsonValue } from '../model/json.js';
import { printJson } from '../model/json-text.js';
import type { ManagedFields, ManagedFieldsEntry } from '../model/managed-fields.js';
import type { KubernetesObject } from '../model/resource.js';
import { decodeFieldsV1 } from './fields-v1.js';
import { MalformedElement } from './path-element.js';

/**
 * Decodes `metadata.managedFields`. `absent` where the object has none: no list, an empty one, or one of empty entries
 * (`[{}]`, which a client writes to reset them). Never throws: an entry that cannot be read is kept out and named in
 * `faults`, one sentence each; an entry without a valid operation counts as Update, which proves least.
 * Decoding costs memory, so ask only for objects whose writers matter.
 */
export function decodeManagedFields(object: KubernetesObject): ManagedFields {
  const list = dig(object, 'metadata', 'managedFields');
  if (list === undefined || list === null) return { kind: 'absent' };
  if (!isArray(list)) return { kind: 'entries', entries: [], faults: ['metadata.managedFields is no list'] };
  if (list.every(isEmptyEntry)) return { kind: 'absent' };
  const entries: ManagedFieldsEntry[] = [];
  const faults: string[] = [];
  for (const [index, item] of list.entries()) {
    try {
      entries.push(decodeEntry(item, index, faults));
    } catch (error) {
      // RangeError: a value in `v:` nested beyond the stack.
      if (!(error instanceof MalformedElement || error instanceof RangeError)) throw error;
      faults.push(`${entryName(item, index)} cannot be read and is left out: ${error.message}`);
    }
  }
  return { kind: 'entries', entries, faults };
}

function decodeEntry(item: JsonValue, index: number, faults: string[]): ManagedFieldsEntry {
  if (!isObject(item)) throw new MalformedElement('it is no object');
  const fieldsType = field(item, 'fieldsType');
  if (fieldsType !== undefined && fieldsType !== 'FieldsV1')
    throw new MalformedElement(`its fieldsType is ${printJson(fieldsType)}, not FieldsV1`);
  const manager = field(item, 'manager') ?? '';
  if (typeof manager !== 'string') throw new MalformedElement('its manager is no text');
  const { set, unknown } = decodeFieldsV1(field(item, 'fieldsV1'));
  for (const text of unknown)
    faults.push(`${entryName(item, index)} has an element of an unknown kind, left out: ${JSON.stringify(text)}`);
  const time = digString(item, 'time');
  return {
    manager,
    operation: operationOf(item, index, faults),
    subresource: digString(item, 'subresource') ?? '',
    apiVersion: digString(item, 'apiVersion') ?? '',
    ...(time !== undefined && isTime(time) ? { time } : {}),
    fields: set,
  };
}

/** RFC 3339, as the API server writes it; other text says nothing of when. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
}

function operationOf(item: JsonValue, index: number, faults: string[]): 'Apply' | 'Update' {
  const operation = field(item, 'operation');
  if (operation === 'Apply' || operation === 'Update') return operation;
  faults.push(`${entryName(item, index)} has no valid operation and is read as Update`);
  return 'Update';
}

/** Names an entry in a fault: its position, counted from 1, and its manager where it has one. */
function entryName(item: JsonValue, index: number): string {
  const manager = digString(item, 'manager');
  return `managedFields entry ${index + 1}${manager === undefined ? '' : ` (${manager})`}`;
}

function isEmptyEntry(item: JsonValue): boolean {
  return item === null || (isObject(item) && Object.keys(item).length === 0);
}
