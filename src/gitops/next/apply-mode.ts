import type { ArgoApplication } from '../../model/argo-application.js';
import { digString } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { options } from '../argocd/options.js';

/** How a sync writes an object: that decides which fields that Git does not declare survive it. */
export type ApplyMode = 'client-side' | 'server-side' | 'replace';

const SYNC_OPTIONS = 'argocd.argoproj.io/sync-options';

/**
 * The mode of one object: its own sync options go before the Application's; Replace and Force are read from live too
 * (gitops-engine pkg/sync/sync_context.go).
 */
export function applyMode(
  application: ArgoApplication,
  desired: KubernetesObject | undefined,
  live: KubernetesObject | undefined,
): ApplyMode {
  const [own, present] = [optionsOf(desired ?? live), optionsOf(live)];
  const all = application.syncPolicy.syncOptions;
  const asks = (name: string): boolean =>
    own.includes(`${name}=true`) || (all.includes(`${name}=true`) && !own.includes(`${name}=false`));
  if (asks('Replace') || present.includes('Replace=true')) return 'replace';
  return asks('ServerSideApply') ? 'server-side' : 'client-side';
}

/** The object's own sync options. */
export function optionsOf(object: KubernetesObject | undefined): readonly string[] {
  const value = digString(object, 'metadata', 'annotations', SYNC_OPTIONS);
  return value === undefined ? [] : options({ [SYNC_OPTIONS]: value }, SYNC_OPTIONS);
}

/** True where the Application leaves ignored fields alone in a sync as well. */
export function respectsIgnore({ syncPolicy }: ArgoApplication): boolean {
  return syncPolicy.syncOptions.includes('RespectIgnoreDifferences=true');
}
