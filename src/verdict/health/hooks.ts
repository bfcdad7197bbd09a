import type { KubernetesObject } from '../../model/resource.js';
import { annotationOf } from './status-fields.js';

const HOOK = 'argocd.argoproj.io/hook';
const HELM_HOOK = 'helm.sh/hook';

/**
 * True for an object that a sync runs as a hook: Argo CD's annotation, unless Skip is all it says, else Helm's
 * (gitops-engine pkg/sync/hook/hook.go; crd-install of Helm 2 is no hook: pkg/sync/hook/helm).
 */
export function isHook(object: KubernetesObject): boolean {
  const own = annotationOf(object, HOOK);
  if (own !== undefined) return own.trim() !== 'Skip';
  const helm = annotationOf(object, HELM_HOOK);
  return helm !== undefined && helm.trim() !== 'crd-install';
}
