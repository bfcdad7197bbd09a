import { pointerSteps } from '../../model/json-pointer.js';
import { parsePattern } from '../../model/parse-path.js';
import { pathBreadth, stepsBreadth } from '../../model/path-breadth.js';
import type { DriftRule, KindSelector } from '../../model/policy.js';
import { type Checked, choice, invalid, mapping, required, text } from './checked-value.js';
import { fieldPattern, someOf } from './field-pattern.js';
import { kindSelector } from './kind-selector.js';
import { glob, namePattern } from './name-pattern.js';

/** What says which fields a rule is about; any of them does. */
const FIELDS = ['paths', 'jsonPointers', 'jqPathExpressions', 'managedFieldsManagers'] as const;

const KEYS = [
  ...(['id', 'kinds', 'group', 'kind', 'name', 'namespace'] as const),
  ...FIELDS,
  ...(['managers', 'on', 'only', 'effect', 'reason', 'source'] as const),
] as const;

type Found = { readonly [Key in (typeof KEYS)[number]]?: Checked };

/** A rule of `rules:`. Throws `config` with place and line for whatever cannot be used, and for a whole object or spec. */
export function driftRule(at: Checked): DriftRule {
  const found = mapping(at, KEYS);
  const { name, namespace, managers, on, only, source } = found;
  if (FIELDS.every((key) => found[key] === undefined)) {
    throw invalid(at, 'names no field', `add one of ${FIELDS.join(', ')}: a rule is never for a whole object`);
  }
  return {
    id: found.id === undefined ? at.place : text(found.id),
    kinds: kindsOf(at, found),
    ...(name === undefined ? {} : { name: glob(name) }),
    ...(namespace === undefined ? {} : { namespace: glob(namespace) }),
    ...(found.paths === undefined ? {} : { paths: someOf(found.paths).map(path) }),
    ...(found.jsonPointers === undefined ? {} : { jsonPointers: someOf(found.jsonPointers).map(pointer) }),
    ...(found.jqPathExpressions === undefined
      ? {}
      : { jqPathExpressions: someOf(found.jqPathExpressions).map(expression) }),
    ...(found.managedFieldsManagers === undefined
      ? {}
      : { managedFieldsManagers: someOf(found.managedFieldsManagers).map(text) }),
    ...(managers === undefined ? {} : { managers: someOf(managers).map(namePattern) }),
    ...(on === undefined ? {} : { on: choice(on, ['drift', 'undeclared'] as const) }),
    ...(only === undefined ? {} : { only: choice(only, ['live'] as const) }),
    effect: choice(required(at, found.effect, 'effect', HOW_TO_ACT), ['ignore', 'explain'] as const),
    reason: text(required(at, found.reason, 'reason', 'why the field may differ')),
    ...(source === undefined ? {} : { source: text(source) }),
  };
}

const HOW_TO_ACT = 'explain (it counts for sync and is explained) or ignore (it does not count)';

/** `kinds: [{group, kind}]`, or as in Argo CD `group` and `kind` of the rule itself, where no group is the core group. */
function kindsOf(at: Checked, { kinds, group, kind }: Found): readonly KindSelector[] {
  if (kinds !== undefined && (group !== undefined || kind !== undefined)) {
    throw invalid(
      kinds,
      'stands beside group or kind',
      'write either kinds: [{group: apps, kind: Deployment}], or group and kind',
    );
  }
  if (kinds !== undefined) return someOf(kinds).map((one) => kindSelector(one, glob));
  if (kind === undefined) {
    throw invalid(at, 'has no kinds', 'add kinds: [{group: apps, kind: Deployment}], or group and kind as in Argo CD');
  }
  return [{ group: group === undefined ? '' : glob(group), kind: glob(kind) }];
}

function path(at: Checked): string {
  const found = fieldPattern(at, true, '.spec.template.spec.containers[*].image');
  if (pathBreadth(parsePattern(found)) === 'whole') throw wholeObject(at);
  return found;
}

function pointer(at: Checked): string {
  const found = at.value === '' ? '' : text(at);
  if (found === '' || found === '/') throw wholeObject(at);
  if (!found.startsWith('/')) {
    throw invalid(at, 'is no JSON pointer', `write it as /spec/replicas; a field path stands under paths`);
  }
  if (stepsBreadth(pointerSteps(found)) === 'whole') throw wholeObject(at);
  return found;
}

/** Expressions for all there is; what others come to is found out where they are run. */
const EVERYTHING = /^(?:\.|\.\.|\.\[\]\??|\.(?:spec|metadata)(?:\[\]\??)?|\.\["(?:spec|metadata)"\](?:\[\]\??)?)$/;

function expression(at: Checked): string {
  const found = text(at);
  if (EVERYTHING.test(found.replaceAll(/\s/g, ''))) throw wholeObject(at);
  return found;
}

function wholeObject(at: Checked): ReturnType<typeof invalid> {
  return invalid(
    at,
    'takes the whole object, or the whole of its spec or metadata',
    'name the fields that may differ: whatever else changes has to be seen',
  );
}
