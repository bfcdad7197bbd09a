import { pointerSteps } from '../model/json-pointer.js';
import { matchesName } from '../model/match.js';
import { parsePattern } from '../model/parse-path.js';
import { pathBreadth, stepsBreadth } from '../model/path-breadth.js';
import type { DriftRule, NamePattern, WriterRule } from '../model/policy.js';

/** What a rule takes in that no rule should, one phrase each: a large part of an object, every kind, a person's manager. */
export function tooBroad(rule: DriftRule, catalogue: readonly WriterRule[]): readonly string[] {
  const { paths = [], jsonPointers = [], managedFieldsManagers = [], managers = [] } = rule;
  const broad = [
    ...paths.filter((path) => pathBreadth(parsePattern(path)) === 'broad'),
    ...jsonPointers.filter((pointer) => stepsBreadth(pointerSteps(pointer)) === 'broad'),
  ].map((path) => `${path} holds many fields`);
  const people = [...managedFieldsManagers, ...managers].flatMap((name) => {
    const one = catalogue.find((writer) => writer.category === 'manual' && sharesName(name, writer.manager));
    return one === undefined ? [] : [`a person writes under the manager ${nameOf(name)} (${one.name})`];
  });
  // What Git's own tool holds changes where Git does.
  const ofGit = managedFieldsManagers.flatMap((name) => {
    const one = catalogue.find((writer) => writer.category === 'gitops' && sharesName(name, writer.manager));
    return one === undefined ? [] : [`${name} applies what Git says (${one.name})`];
  });
  return [...broad, ...(isEveryKind(rule) ? ['it is for every kind'] : []), ...people, ...ofGit];
}

/** Marks in the metadata of any kind are a rule's to name, other fields of every kind are not. */
function isEveryKind({ kinds, paths, jsonPointers, jqPathExpressions, managedFieldsManagers }: DriftRule): boolean {
  const every = kinds.some(({ group, kind }) => isAny(kind) && isAny(group));
  const onlyMarks =
    jqPathExpressions === undefined &&
    managedFieldsManagers === undefined &&
    (paths ?? []).every((path) => path.startsWith('.metadata')) &&
    (jsonPointers ?? []).every((pointer) => pointer.startsWith('/metadata/'));
  return every && !onlyMarks;
}

const isAny = (glob: string | undefined): boolean => glob === undefined || /^\*+$/.test(glob);

/** True where one name can mean both. */
function sharesName(one: NamePattern, other: NamePattern): boolean {
  if (typeof other === 'string') return matchesName(one, other);
  if (typeof one === 'string') return matchesName(other, one);
  if ('prefix' in other)
    return 'prefix' in one
      ? one.prefix.startsWith(other.prefix) || other.prefix.startsWith(one.prefix)
      : matchesName(one, other.prefix);
  return 'prefix' in one && matchesName(other, one.prefix);
}

function nameOf(name: NamePattern): string {
  if (typeof name === 'string') return name;
  return 'prefix' in name ? `${name.prefix}*` : `/${name.pattern}/`;
}
