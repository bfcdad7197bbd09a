import { field } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { options } from './options.js';
import { textMap } from './text-fields.js';

const HOOK = 'argocd.argoproj.io/hook';
const HELM_HOOK = 'helm.sh/hook';

/** The phases of a sync that a hook can run in; `Skip` is none. */
const PHASES: ReadonlySet<string> = new Set(['PreSync', 'Sync', 'PostSync', 'SyncFail']);

/** Helm's hooks that Argo CD runs in a sync (gitops-engine pkg/sync/hook/helm/type.go). */
const HELM_PHASES: ReadonlyMap<string, string> = new Map([
  ['pre-install', 'PreSync'],
  ['pre-upgrade', 'PreSync'],
  ['post-install', 'PostSync'],
  ['post-upgrade', 'PostSync'],
]);

/** Hooks that run when the application is deleted, by either annotation's word (argo-cd controller/hook.go). */
const DELETION: Readonly<Record<typeof HOOK | typeof HELM_HOOK, readonly string[]>> = {
  [HOOK]: ['PreDelete', 'PostDelete'],
  [HELM_HOOK]: ['pre-delete', 'post-delete'],
};

/** True for a hook of any kind, also one that Argo CD does not run; an object that is merely skipped is none. */
export function isHook(object: KubernetesObject): boolean {
  return isSyncHook(object) || isDeletionHook(object);
}

/** True for an object with `hook: Skip` alone: it is applied by nobody and not judged. */
export function isSkipped(object: KubernetesObject): boolean {
  const types = hookTypes(object);
  return types.length === 1 && types[0] === 'Skip';
}

/** True for a hook with a phase that Argo CD does not know (helm test, rollback hooks): it is left out altogether. */
export function isUnknownHook(object: KubernetesObject): boolean {
  return isSyncHook(object) && hookTypes(object).length === 0;
}

/** True for a hook that runs only when the application is deleted. */
export function isOnlyDeletionHook(object: KubernetesObject): boolean {
  return isDeletionHook(object) && !hookTypes(object).some((type) => PHASES.has(type));
}

/** True for what carries a hook's annotation and is not skipped. */
export function isSyncHook(object: KubernetesObject): boolean {
  const annotations = annotationsOf(object);
  if (annotations[HOOK] !== undefined) return !isSkipped(object);
  // Helm 2 marked CustomResourceDefinitions so.
  return annotations[HELM_HOOK] !== undefined && annotations[HELM_HOOK] !== 'crd-install';
}

function isDeletionHook(object: KubernetesObject): boolean {
  const annotations = annotationsOf(object);
  return ([HOOK, HELM_HOOK] as const).some((key) =>
    options(annotations, key).some((word) => DELETION[key].includes(word)),
  );
}

/** Argo CD's own words; Helm's where there is none of those. */
function hookTypes(object: KubernetesObject): readonly string[] {
  const annotations = annotationsOf(object);
  const own = options(annotations, HOOK).filter((word) => PHASES.has(word) || word === 'Skip');
  return own.length > 0 ? own : options(annotations, HELM_HOOK).flatMap((word) => HELM_PHASES.get(word) ?? []);
}

function annotationsOf(object: KubernetesObject): Readonly<Record<string, string>> {
  return textMap(field(object.metadata, 'annotations'));
}
