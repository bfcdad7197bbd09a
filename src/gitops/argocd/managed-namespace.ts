import type { ArgoApplication } from '../../model/argo-application.js';
import { dig, isObject, jsonEqual } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';

/** True for the Namespace whose labels and annotations the application manages (managedNamespaceMetadata). */
export function isManagedNamespace(object: KubernetesObject, application: ArgoApplication): boolean {
  return (
    object.kind === 'Namespace' &&
    object.metadata.name === application.destination.namespace &&
    application.syncPolicy.managedNamespaceMetadata !== undefined
  );
}

/** The Namespace as the application wants it; Argo CD applies it on the server side. */
export function managedNamespace(name: string, application: ArgoApplication): KubernetesObject {
  const wanted = application.syncPolicy.managedNamespaceMetadata;
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      ...(Object.keys(wanted?.labels ?? {}).length === 0 ? {} : { labels: { ...wanted?.labels } }),
      annotations: { ...wanted?.annotations, 'argocd.argoproj.io/sync-options': 'ServerSideApply=true' },
    },
  };
}

/** True where the application asks for other labels or annotations than its last sync set. */
export function wantsOtherNamespaceMetadata({ object }: ArgoApplication): boolean {
  const wanted = dig(object, 'spec', 'syncPolicy', 'managedNamespaceMetadata');
  const result = dig(object, 'status', 'operationState', 'syncResult');
  return isObject(wanted) && isObject(result) && !jsonEqual(wanted, dig(result, 'managedNamespaceMetadata'));
}
