import { digString, field, isObject } from '../model/json.js';
import type { DesiredObject, NotCompared } from '../model/resource.js';

/**
 * Why an object of desired is not compared, or undefined where it is. Hooks and `generateName` objects have no live
 * counterpart that should stay equal; an encrypted one holds no values that could be compared.
 */
export function leftOut({ ref, object }: DesiredObject): NotCompared | undefined {
  const annotation = (name: string): string | undefined => digString(object.metadata, 'annotations', name);
  const argoHook = annotation('argocd.argoproj.io/hook');
  if (argoHook !== undefined) {
    return { ref, reason: 'hook', message: `a hook of Argo CD (${argoHook}): run at a sync, not kept equal to Git` };
  }
  const helmHook = annotation('helm.sh/hook');
  if (helmHook !== undefined) {
    return {
      ref,
      reason: 'hook',
      message: `a hook of Helm (${helmHook}): run at an install or upgrade, not kept equal to Git`,
    };
  }
  if (field(object.metadata, 'name') === undefined) {
    return {
      ref,
      reason: 'generate-name',
      message: 'it has generateName and no name, so no live object answers to it',
    };
  }
  if (annotation('config.kubernetes.io/local-config') === 'true' || isKustomization(ref.group)) {
    return { ref, reason: 'local-config', message: 'it configures local tools and is never applied' };
  }
  if (isObject(field(object, 'sops')) && digString(object, 'sops', 'mac') !== undefined) {
    return { ref, reason: 'encrypted', message: 'it is encrypted with SOPS; gitdrift decrypts nothing' };
  }
  return undefined;
}

const isKustomization = (group: string): boolean => group === 'kustomize.config.k8s.io';
