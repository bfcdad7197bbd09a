import { GitdriftError } from '../../model/errors.js';
import type { FieldPath } from '../../model/field-path.js';
import { parsePath } from '../../model/parse-path.js';
import { ownersOf } from '../../ownership/owners.js';
import type { FieldWorld } from '../explain/field-world.js';
import { findField } from '../explain/find-field.js';

/** The field that is asked for; `fault` says why neither side of the object has it. */
export interface AskedField {
  readonly path: FieldPath;
  /** The list or map at or above it that is owned as a whole. */
  readonly whole?: FieldPath;
  readonly fault?: GitdriftError;
}

/** Reads the field as `explain` does. Throws `usage` where it is no path at all. */
export function askedField(field: string, world: FieldWorld): AskedField {
  const { ref, judging } = world;
  const { kind, name } = ref;
  const request = { kind, name, field, rest: '', toolVersion: '', showSecrets: judging.request.showSecrets };
  try {
    const { path, whole } = findField(request, world).place;
    return { path, ...(whole === undefined ? {} : { whole }) };
  } catch (fault) {
    if (!(fault instanceof GitdriftError)) throw fault;
    try {
      return { path: parsePath(/^[.[]/.test(field) ? field : `.${field}`), fault };
    } catch {
      throw fault;
    }
  }
}

/** Managers of the field: which entry names it, also as part of a whole, is a question for the owners' rules. */
export function ownsField(
  { ref, object }: FieldWorld,
  { path, whole }: AskedField,
): (manager: string, operation: string, subresource: string) => boolean {
  const managed = object?.managed;
  const owners = managed === undefined ? undefined : ownersOf(managed, ref, path, whole);
  const entries = owners?.kind === 'owned' ? owners.entries : [];
  return (manager, operation, subresource) =>
    entries.some((one) => one.manager === manager && one.operation === operation && one.subresource === subresource);
}
