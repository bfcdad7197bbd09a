import { type FieldPath, printPath, startsWith } from '../model/field-path.js';
import { digString } from '../model/json.js';
import { type KubernetesObject, refOf } from '../model/resource.js';
import { CHANGE_CAUSE } from './metadata.js';
import { join, replaced, type Told } from './told.js';

/**
 * The lines of the managers' entries with what `kubernetes.io/change-cause` says: at the entry that owns the annotation,
 * else as a line without a time. It is a command line at times, so of a Secret it is not shown.
 */
export function changeCause(entries: readonly Told[], object: KubernetesObject): readonly Told[] {
  const { group, kind } = refOf(object);
  const text = digString(object, 'metadata', 'annotations', 'kubernetes.io/change-cause');
  if (text === undefined || text === '' || (group === '' && kind === 'Secret')) return entries;
  const message = `the annotation kubernetes.io/change-cause says ${JSON.stringify(text)}`;
  const owner = entries.find(({ about }) => typeof about !== 'string' && about.some(isChangeCause));
  const told: Told = {
    entry: { code: 'written', certainty: 'not-recorded', message, note: message, sources: [SOURCE] },
    about: [CHANGE_CAUSE],
  };
  if (owner !== undefined) return replaced(entries, owner, join(owner, told));
  const { note: _, ...entry } = told.entry;
  return [...entries, { ...told, entry }];
}

const SOURCE = { kind: 'annotation', name: printPath(CHANGE_CAUSE) } as const;

function isChangeCause(path: FieldPath): boolean {
  return startsWith(CHANGE_CAUSE, path);
}
