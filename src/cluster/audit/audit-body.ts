import { CORE_SCHEMA, load } from 'js-yaml';
import type { AuditBody, AuditVerb } from '../../model/audit.js';
import { digString, field, isArray, isObject, type JsonValue, setField } from '../../model/json.js';

/** What the address of a request says. */
export interface Address {
  readonly query: URLSearchParams;
  readonly verb: AuditVerb;
}

/**
 * What was sent. The event does not hold the content type (k8s.io/apiserver pkg/audit, LogRequestPatch), so a patch is told by
 * its form: a list is a JSON patch; a whole object under a manager's name is an apply, unless the answer shows that the
 * manager has no Apply entry. Without an answer `force`, which nothing but an apply may have, or the whole object tells.
 */
export function bodyOf(
  sent: JsonValue | undefined,
  address: Address,
  answer: JsonValue | undefined,
): AuditBody | undefined {
  const value = typeof sent === 'string' ? yamlOf(sent) : sent;
  if (value === undefined || value === null) return undefined;
  if (address.verb === 'create' || address.verb === 'update')
    return isObject(value) ? { kind: 'object', value } : undefined;
  if (address.verb !== 'patch') return undefined;
  if (isArray(value)) return { kind: 'json-patch', value };
  if (!isObject(value)) return undefined;
  return { kind: isApply(value, address, answer) ? 'apply' : 'patch', value };
}

/** A server-side apply has to name its manager (apimachinery validation.ValidatePatchOptions) and its kind. */
export function isApply(body: JsonValue | undefined, { query, verb }: Address, answer: JsonValue | undefined): boolean {
  const manager = query.get('fieldManager') ?? '';
  if (verb !== 'patch' || manager === '' || isArray(body)) return false;
  if (query.has('force')) return true;
  if (digString(body, 'apiVersion') === undefined || digString(body, 'kind') === undefined) return false;
  const entries = field(field(answer, 'metadata'), 'managedFields');
  if (!isArray(entries)) return true;
  return entries.some((entry) => field(entry, 'manager') === manager && field(entry, 'operation') === 'Apply');
}

/** The object of an answer without its managedFields, which are most of its size; undefined for a Status. */
export function answerOf(answer: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(answer) || field(answer, 'kind') === 'Status') return undefined;
  const metadata = field(answer, 'metadata');
  if (!isObject(metadata)) return undefined;
  return without(answer, 'metadata', without(metadata, 'managedFields'));
}

function without(object: JsonValue, key: string, instead?: JsonValue): JsonValue {
  if (!isObject(object)) return object;
  const copy: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(object)) {
    if (name !== key) setField(copy, name, value);
    else if (instead !== undefined) setField(copy, name, instead);
  }
  return copy;
}

/**
 * A body that was kept as text: an apply may be written in YAML. With aliases a few lines can stand for more than any memory
 * holds, or for themselves, and whoever may write to the cluster writes bodies: such a one is not read.
 */
function yamlOf(text: string): JsonValue | undefined {
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: 0 }) as JsonValue;
  } catch {
    return undefined;
  }
}
