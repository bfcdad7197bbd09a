import { dig, digString, isArray, isObject, type JsonObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import { type KubernetesObject, type ResourceRef, refOf, refText } from '../../model/resource.js';
import type { PlanCheck, PlanCommand } from '../../model/suspend-plan.js';
import { argocdAppSet, fluxCommand, kubectlPatch, readField, type Typing } from './commands.js';

/** How an owner is suspended: the field that is written, and how it is done and undone. */
export interface Suspension {
  readonly path: readonly string[];
  readonly does: string;
  /** Nothing has to be written: it is suspended already, and why that is so. */
  readonly already?: string;
  commands(manager: string): readonly PlanCommand[];
  undo(manager: string): readonly PlanCommand[];
  readonly undoes: string;
  readonly readBack: PlanCheck;
  readonly undone: PlanCheck;
}

/** Whether the cluster's Applications know `automated.enabled`; older ones drop it without a word. */
export type EnabledField = 'known' | 'pruned' | 'unknown';

const AUTOMATED = ['spec', 'syncPolicy', 'automated'] as const;

/** An Application: `automated.enabled: false`, which nobody declares and auto-sync reads from the object it processes. */
export function suspendApplication(object: KubernetesObject, enabled: EnabledField, typing: Typing): Suspension {
  const ref = refOf(object);
  const automated = dig(object, ...AUTOMATED);
  const project = digString(object, 'spec', 'project') ?? 'default';
  const nulls = enabled === 'pruned';
  const before: JsonObject = isObject(automated) ? automated : {};
  const off = sortedJson({ ...before, enabled: false });
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
      argocdAppSet(ref, project, '--sync-policy none'),
    ],
    undoes: `let ${refText(ref)} sync again`,
    undo: (manager) => [
      nulls
        ? kubectlPatch(ref, { type: 'merge', body: restore }, manager, typing)
        : kubectlPatch(ref, { type: 'json', body: [undoEnabled(before)] }, manager, typing),
      argocdAppSet(ref, project, byHand),
    ],
    readBack: {
      command: readField(ref, AUTOMATED, typing),
      expect: nulls
        ? 'nothing'
        : `${off}; where "enabled" is missing the field is not known (Argo CD before 3.1) and sync still runs: patch automated to null instead`,
    },
    undone: { command: readField(ref, AUTOMATED, typing), expect: sortedJson(before) },
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

/** As kubectl prints a map through jsonpath. */
function sortedJson(value: JsonObject): string {
  return printJson(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
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
          body: [
            { op: 'test', path: `${at}/${count}/name`, value: child.name },
            { op: 'remove', path: `${at}/${count}` },
          ],
        },
        manager,
        typing,
      ),
    ],
    readBack: { command: readField(ref, IGNORE, typing), expect: printJson(after) },
    undone: { command: readField(ref, IGNORE, typing), expect: count === 0 ? '[]' : printJson(rules) },
  };
}

const TEMPLATE = ['spec', 'template', 'spec', 'syncPolicy', 'automated', 'enabled'] as const;

/** An ApplicationSet as a whole: all of its children, by its template. */
export function suspendSet(set: KubernetesObject, typing: Typing): Suspension {
  const ref = refOf(set);
  const body = { spec: { template: { spec: { syncPolicy: { automated: { enabled: false } } } } } };
  const before = dig(set, ...TEMPLATE);
  return {
    path: TEMPLATE,
    does: `switch automated sync off in the template of ${refText(ref)}, and so in all of its Applications`,
    ...(before === false ? { already: 'its template has automated.enabled false already' } : {}),
    commands: (manager) => [kubectlPatch(ref, { type: 'merge', body }, manager, typing)],
    undoes: `let the Applications of ${refText(ref)} sync again`,
    undo: (manager) => [
      kubectlPatch(ref, { type: 'json', body: [{ op: 'remove', path: `/${TEMPLATE.join('/')}` }] }, manager, typing),
    ],
    readBack: { command: readField(ref, TEMPLATE, typing), expect: 'false' },
    undone: { command: readField(ref, TEMPLATE, typing), expect: 'nothing' },
  };
}

const SUSPEND = ['spec', 'suspend'] as const;

/** A Kustomization or HelmRelease of Flux. */
export function suspendFlux(object: KubernetesObject, typing: Typing): Suspension {
  const ref = refOf(object);
  const isSuspended = dig(object, ...SUSPEND) === true;
  return {
    path: SUSPEND,
    does: `suspend ${refText(ref)}`,
    ...(isSuspended ? { already: 'it is suspended already' } : {}),
    commands: (manager) => [
      fluxCommand('suspend', ref, typing),
      kubectlPatch(ref, { type: 'merge', body: { spec: { suspend: true } } }, manager, typing),
    ],
    undoes: `resume ${refText(ref)}, which reconciles at once`,
    undo: (manager) => [
      fluxCommand('resume', ref, typing),
      kubectlPatch(ref, { type: 'merge', body: { spec: { suspend: false } } }, manager, typing),
    ],
    readBack: {
      command: readField(ref, SUSPEND, typing),
      expect: 'true, also after the interval of whatever applies it',
    },
    undone: { command: readField(ref, SUSPEND, typing), expect: 'nothing or false' },
  };
}

const PAUSE = ['metadata', 'annotations', 'fluxcd.controlplane.io/reconcile'] as const;

/** A FluxInstance or ResourceSet of flux-operator, paused by an annotation. */
export function pauseOperator(object: KubernetesObject, typing: Typing): Suspension {
  const ref = refOf(object);
  const body = (value: string | null): JsonObject => ({ metadata: { annotations: { [PAUSE[2]]: value } } });
  const before = digString(object, ...PAUSE);
  return {
    path: PAUSE,
    does: `pause ${refText(ref)}`,
    ...(before === 'disabled' ? { already: 'it is paused already' } : {}),
    commands: (manager) => [kubectlPatch(ref, { type: 'merge', body: body('disabled') }, manager, typing)],
    undoes: `let ${refText(ref)} reconcile again`,
    undo: (manager) => [kubectlPatch(ref, { type: 'merge', body: body(before ?? null) }, manager, typing)],
    readBack: { command: readField(ref, PAUSE, typing), expect: 'disabled' },
    undone: { command: readField(ref, PAUSE, typing), expect: before ?? 'nothing' },
  };
}
