import { fieldElement } from '../model/field-path.js';
import { field, type JsonObject } from '../model/json.js';
import { ANY_TYPE } from '../model/schema.js';
import { isReplacedByPatch, isUnion } from './semantics.js';
import { compareValue } from './value.js';
import { fieldSchema, type Place, placeBelow, probe, type Walk } from './walk.js';

/**
 * True where a client-side apply writes the value anew as soon as a part of it differs, whatever others have in it:
 * lists of custom kinds, for a JSON merge patch knows no list keys (kubectl pkg/cmd/apply/patcher.go; RFC 7396), and
 * what semantics.yaml names of the built-in kinds.
 */
export function replacesValue(walk: Walk, { type, path }: Place): boolean {
  if (walk.formerly.kind !== 'last-applied') return false;
  if (walk.kind?.custom) return type.kind === 'list';
  return isReplacedByPatch(walk.ref, path);
}

/**
 * True where a client-side apply that changes anything in the struct drops the fields beside what is declared: the
 * struct is one of several things at a time, such as a strategy or a volume (`$retainKeys` of a strategic merge patch).
 */
export function retainsKeys(walk: Walk, place: Place, desired: JsonObject, live: JsonObject): boolean {
  if (walk.formerly.kind !== 'last-applied' || !isUnion(walk.ref, place.path)) return false;
  return Object.entries(desired).some(([name, value]) => {
    const other = field(live, name);
    if (value === null || other === undefined) return value !== null;
    const trial = probe(walk);
    const type = fieldSchema(place.type, name)?.type ?? ANY_TYPE;
    compareValue(trial, placeBelow(walk, [...place.path, fieldElement(name)], type, {}), value, other);
    return trial.found.differences.some(({ kind }) => kind === 'drift');
  });
}
