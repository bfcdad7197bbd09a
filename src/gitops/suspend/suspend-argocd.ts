import {
  dig,
  digString,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  setField,
} from '../../model/json.js';
import { pointerOf } from '../../model/json-pointer.js';
import { printJson } from '../../model/json-text.js';
import { type KubernetesObject, type ResourceRef, refOf, refText } from '../../model/resource.js';
import type { PlanCheck } from '../../model/suspend-plan.js';
import { type ArgoPlace, argocdAppSet, kubectlPatch, readField, type Typing } from './commands.js';
import type { EnabledField, Suspension } from './suspension.js';

const AUTOMATED = ['spec', 'syncPolicy', 'automated'] as const;

/** An Application: `automated.enabled: false`, which nobody declares and auto-sync reads from the object it processes. */
export function suspendApplication(object: KubernetesObject, enabled: EnabledField, typing: Typing): Suspension {
  const ref = refOf(object);
  const automated = dig(object, ...AUTOMATED);
  const place: ArgoPlace = {
    project: digString(object, 'spec', 'project') ?? 'default',
    controlPlaneNamespace: digString(object, 'status', 'controllerNamespace') ?? ref.namespace,
  };
  const nulls = enabled === 'pruned';
  const before: JsonObject = isObject(automated) ? automated : {};
  const off = asKubectlPrints({ ...before, enabled: false });
  const already = !isObject(automated)
    ? 'it has no automated sync policy, so that it syncs only when somebody asks it to'
    : dig(automated, 'enabled') === false
      ? 'automated.enabled is false already'
      : undefined;
  const restore = { spec: { syncPolicy: { automated: before } } };
  const byHand = ['--sync-policy automated', ...flagsOf(before)].join(' ');
  return {
    path: nulls ? AUTOMATED : [...AUTOMATED, 'enabled'],
    does: nulls
      ? `take the automated sync policy of ${refText(ref)} away`
      : `switch automated sync of ${refText(ref)} off`,
    ...(already === undefined ? {} : { already }),
    commands: (manager) => [
      kubectlPatch(
        ref,
        { type: 'merge', body: { spec: { syncPolicy: { automated: nulls ? null : { enabled: false } } } } },
        manager,
        typing,
      ),
      argocdAppSet(ref, place, '--sync-policy none'),
    ],
    undoes: `let ${refText(ref)} sync again`,
    undo: (manager) => [
      nulls
        ? kubectlPatch(ref, { type: 'merge', body: restore }, manager, typing)
        : kubectlPatch(ref, { type: 'json', body: [undoEnabled(before)] }, manager, typing),
      argocdAppSet(ref, place, byHand),
    ],
    readBack: {
      command: readField(ref, AUTOMATED, typing),
      expect: nulls
        ? 'nothing'
        : `${off}, or nothing where argocd did it; where "enabled" is missing from what is printed the field is not known (Argo CD before 3.1) and sync still runs: patch automated to null instead`,
      prints: nulls ? [''] : [off, ''],
    },
    undone: {
      command: readField(ref, AUTOMATED, typing),
      expect: asKubectlPrints(before),
      prints: [asKubectlPrints(before)],
    },
  };
}

function undoEnabled(before: JsonObject): JsonObject {
  const path = '/spec/syncPolicy/automated/enabled';
  return before.enabled === true ? { op: 'replace', path, value: true } : { op: 'remove', path };
}

function flagsOf(automated: JsonObject): readonly string[] {
  const flags = { prune: '--auto-prune', selfHeal: '--self-heal', allowEmpty: '--allow-empty' } as const;
  return Object.entries(flags).flatMap(([name, flag]) => (automated[name] === true ? [flag] : []));
}

/** As kubectl prints a value through jsonpath: keys sorted at every depth, as Go does. */
function asKubectlPrints(value: JsonValue): string {
  const sorted = (one: JsonValue): JsonValue => {
    if (isArray(one)) return one.map(sorted);
    if (!isObject(one)) return one;
    const fields: Record<string, JsonValue> = {};
    for (const name of Object.keys(one).sort()) setField(fields, name, sorted(field(one, name) ?? null));
    return fields;
  };
  return printJson(sorted(value));
}

const IGNORE = ['spec', 'ignoreApplicationDifferences'] as const;

/** An ApplicationSet, made to leave one field of one child alone; the others go on. */
export function exemptChild(
  set: KubernetesObject,
  child: ResourceRef,
  path: readonly string[],
  typing: Typing,
): Suspension {
  const ref = refOf(set);
  const rule = { name: child.name, jsonPointers: [`/${path.join('/')}`] };
  const rules = dig(set, ...IGNORE);
  const count = isArray(rules) ? rules.length : 0;
  const at = `/${IGNORE.join('/')}`;
  const after = [...(isArray(rules) ? rules : []), rule];
  return {
    path: IGNORE,
    does: `tell ${refText(ref)} to leave ${rule.jsonPointers[0]} of ${child.name} alone`,
    commands: (manager) => [
      // A merge patch would replace the list.
      count === 0
        ? kubectlPatch(
            ref,
            { type: 'merge', body: { spec: { ignoreApplicationDifferences: [rule] } } },
            manager,
            typing,
          )
        : kubectlPatch(ref, { type: 'json', body: [{ op: 'add', path: `${at}/-`, value: rule }] }, manager, typing),
    ],
    undoes: `let ${refText(ref)} set ${child.name} again`,
    // Somebody may have changed the list since: the test refuses to remove another rule.
    undo: (manager) => [
      kubectlPatch(
        ref,
        {
          type: 'json',
          body:
            count === 0
              ? [{ op: 'test', path: at, value: [rule] }, withoutRules(rules, at)]
              : [
                  { op: 'test', path: `${at}/${count}/name`, value: child.name },
                  { op: 'remove', path: `${at}/${count}` },
                ],
        },
        manager,
        typing,
      ),
    ],
    readBack: {
      command: readField(ref, IGNORE, typing),
      expect: asKubectlPrints(after),
      prints: [asKubectlPrints(after)],
    },
    undone: {
      command: readField(ref, IGNORE, typing),
      expect: `${rules === undefined ? 'nothing' : asKubectlPrints(rules)}; where the patch is refused somebody has changed the rules since: take the one of ${child.name} out by hand`,
      prints: [rules === undefined ? '' : asKubectlPrints(rules)],
    },
  };
}

/** An empty list that was there before stays. */
function withoutRules(rules: JsonValue | undefined, path: string): JsonObject {
  return rules === undefined ? { op: 'remove', path } : { op: 'replace', path, value: [] };
}

const POLICY = ['spec', 'template', 'spec', 'syncPolicy', 'automated'] as const;

/** An ApplicationSet as a whole: all of its children, by its template. */
export function suspendSet(set: KubernetesObject, enabled: EnabledField, typing: Typing): Suspension {
  const ref = refOf(set);
  const automated = dig(set, ...POLICY);
  const nulls = enabled === 'pruned';
  const path = nulls ? POLICY : [...POLICY, 'enabled'];
  const patch = nulls ? null : { enabled: false };
  const body = { spec: { template: { spec: { syncPolicy: { automated: patch } } } } };
  const patches = digString(set, 'spec', 'templatePatch') !== undefined;
  const already =
    dig(automated, 'enabled') === false
      ? 'its template has automated.enabled false already'
      : !isObject(automated) && !patches
        ? 'its template has no automated sync policy, so that its Applications sync only when somebody asks them to'
        : undefined;
  const check = (value: JsonValue | undefined): PlanCheck => {
    const printed = value === undefined ? '' : typeof value === 'string' ? value : asKubectlPrints(value);
    return { command: readField(ref, path, typing), expect: printed === '' ? 'nothing' : printed, prints: [printed] };
  };
  return {
    path,
    does: nulls
      ? `take the automated sync policy out of the template of ${refText(ref)}, and so of all of its Applications`
      : `switch automated sync off in the template of ${refText(ref)}, and so in all of its Applications`,
    ...(already === undefined ? {} : { already }),
    commands: (manager) => [kubectlPatch(ref, { type: 'merge', body }, manager, typing)],
    undoes: `let the Applications of ${refText(ref)} sync again`,
    undo: (manager) => [kubectlPatch(ref, { type: 'json', body: [asBefore(set, path)] }, manager, typing)],
    readBack: check(nulls ? undefined : false),
    undone: check(dig(set, ...path)),
  };
}

/**
 * The operation that gives a field back what it had. Where it was not there all that writing it made goes with it: an
 * empty `automated` that is left behind would switch automation on.
 */
function asBefore(object: KubernetesObject, path: readonly string[]): JsonObject {
  const before = dig(object, ...path);
  if (before !== undefined) return { op: 'add', path: pointerOf(path), value: before };
  const made = path.findIndex((_, at) => dig(object, ...path.slice(0, at + 1)) === undefined);
  return { op: 'remove', path: pointerOf(path.slice(0, made + 1)) };
}
