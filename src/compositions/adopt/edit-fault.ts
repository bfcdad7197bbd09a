import { valueAt } from '../../model/field-path.js';
import { isArray, isObject, type JsonValue, setField } from '../../model/json.js';
import { pointerBelow } from '../../model/json-pointer.js';
import { type DesiredObject, refKey, refText } from '../../model/resource.js';
import type { FieldEdit } from '../../render/edit/edit-document.js';
import type { FieldWorld } from '../explain/field-world.js';
import { isSettled, sameObject, withEdit } from './adopt-target.js';

/** So many objects are named that a patch would change beside the one it is for. */
const NAMED = 4;

/** What a patch is for: one object as live has it, or, with `drop`, without the field that Git leaves to an autoscaler. */
interface Meant {
  readonly world: FieldWorld;
  readonly drop: boolean;
}

/** Why a rendering is not what the edit is meant to give; undefined where it is: the field as live has it, all else as before. */
export function faultOf(
  { world, drop }: Meant,
  edit: FieldEdit,
  before: readonly DesiredObject[],
  after: readonly DesiredObject[],
): string | undefined {
  const others = before.filter((one) => {
    const same = after.find(({ ref }) => refKey(ref) === refKey(one.ref));
    return refKey(one.ref) !== refKey(world.ref) && (same === undefined || !sameObject(stable(one), stable(same)));
  });
  if (others.length > 0) {
    const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
    return `it would also change ${others
      .slice(0, NAMED)
      .map(({ ref }) => refText(ref))
      .join(', ')}${more}`;
  }
  if (after.length !== before.length) return 'it would add objects';
  const isIt = ({ ref }: DesiredObject): boolean => refKey(ref) === refKey(world.ref);
  const [old, made] = [before.find(isIt), after.find(isIt)];
  if (old === undefined || made === undefined) return `it would rename ${refText(world.ref)}`;
  if (edit.kind === 'remove' && valueAt(made.object, edit.path) !== undefined) return 'something else declares it too';
  if (!sameObject(stable(made), stable({ ...old, object: withEdit(old.object, edit) })))
    return 'the rendering is not what was meant';
  const { object } = world;
  if (drop || object === undefined) return undefined;
  if (!isSettled(made, object.object, edit.path, world.judging, object.comparison.differences))
    return 'it would still differ from live';
  return undefined;
}

/** The object without what each rendering gives anew. */
function stable({ object, volatile = [] }: DesiredObject): DesiredObject['object'] {
  return volatile.length === 0 ? object : (withoutAt(object, new Set(volatile), '') as DesiredObject['object']);
}

function withoutAt(value: JsonValue, pointers: ReadonlySet<string>, here: string): JsonValue {
  if (pointers.has(here)) return null;
  if (isArray(value)) return value.map((item, at) => withoutAt(item, pointers, `${here}/${at}`));
  if (!isObject(value)) return value;
  const fields: Record<string, JsonValue> = {};
  for (const [name, inner] of Object.entries(value)) {
    setField(fields, name, withoutAt(inner, pointers, pointerBelow(here, name)));
  }
  return fields;
}
