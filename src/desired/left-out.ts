import { digString } from '../model/json.js';
import type { DesiredObject, KubernetesObject, NotCompared } from '../model/resource.js';
import { encryptedIdentity } from './sops.js';

/** An object that is not compared, with itself, so that it can be selected like the others. */
export interface LeftOut extends NotCompared {
  readonly object: KubernetesObject;
}

type Reason = Pick<NotCompared, 'reason' | 'message'>;

/**
 * Why an object of desired is not compared, or undefined where it is. Hooks and `generateName` objects have no live
 * counterpart that should stay equal; where kind or name are encrypted, nobody can say which live object it is.
 */
export function leftOut({ ref, object, volatile }: DesiredObject): LeftOut | undefined {
  const reason =
    hook(object) ??
    generatedName(object) ??
    randomName(volatile) ??
    localConfig(object, ref.group) ??
    encrypted({ ref, object });
  return reason === undefined ? undefined : { ref, object, ...reason };
}

function hook(object: KubernetesObject): Reason | undefined {
  const argo = annotation(object, 'argocd.argoproj.io/hook');
  if (argo?.trim() === 'Skip')
    return { reason: 'hook', message: 'marked for Argo CD to skip (hook: Skip): never applied by a sync' };
  if (argo !== undefined)
    return { reason: 'hook', message: `a hook of Argo CD (${argo}): run at a sync, not kept equal to Git` };
  const helm = annotation(object, 'helm.sh/hook');
  // Helm 2 marked CRDs so; Argo CD applies them like any other object (gitops-engine pkg/sync/hook/helm/hook.go).
  if (helm === undefined || helm === 'crd-install') return undefined;
  return { reason: 'hook', message: `a hook of Helm (${helm}): run at an install or upgrade, not kept equal to Git` };
}

function generatedName(object: KubernetesObject): Reason | undefined {
  if (digString(object.metadata, 'name')) return undefined;
  return { reason: 'generate-name', message: 'it has generateName and no name, so no live object answers to it' };
}

/** Parts of the identity; the rest of an object is compared without the values that change. */
const IDENTITY: readonly string[] = ['', '/metadata', '/metadata/name', '/metadata/namespace', '/kind', '/apiVersion'];

function randomName(volatile: readonly string[] = []): Reason | undefined {
  if (!volatile.some((pointer) => IDENTITY.includes(pointer))) return undefined;
  return {
    reason: 'random-name',
    message:
      'it is rendered under another name each time, so no live object answers to it, and every sync makes a new one',
  };
}

/** Objects that kustomize reads and never emits (kyaml filters/local.go), and its own files. */
function localConfig(object: KubernetesObject, group: string): Reason | undefined {
  const isLocal =
    annotation(object, 'config.kubernetes.io/local-config') === 'true' || group === 'kustomize.config.k8s.io';
  return isLocal ? { reason: 'local-config', message: 'it configures local tools and is never applied' } : undefined;
}

function encrypted(declared: Pick<DesiredObject, 'ref' | 'object'>): Reason | undefined {
  if (encryptedIdentity(declared) === undefined) return undefined;
  const message = 'SOPS encrypted its kind or name as well, so no live object can be found; gitdrift decrypts nothing';
  return { reason: 'encrypted', message };
}

function annotation(object: KubernetesObject, name: string): string | undefined {
  return digString(object.metadata, 'annotations', name);
}
