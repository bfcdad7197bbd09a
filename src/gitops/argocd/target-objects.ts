import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoSettings } from '../../model/argo-settings.js';
import type { ArgoCondition } from '../../model/argo-verdict.js';
import { digString, type JsonValue } from '../../model/json.js';
import { type Gvk, type KubernetesObject, refKey, refOf } from '../../model/resource.js';
import { isExcludedKind } from './excluded-kinds.js';
import { withTrackingMarks } from './tracking.js';

/** What preparing the rendered objects needs to know. */
export interface Preparing {
  readonly application: ArgoApplication;
  readonly settings: ArgoSettings;
  /** The server's URL of the destination, as exclusions name it. */
  readonly server: string;
  /** Undefined where the cluster does not know the kind. */
  readonly isNamespaced: (gvk: Gvk) => boolean | undefined;
}

/**
 * Rendered objects as Argo CD compares them: with the application's namespace where they have none, without one where they are
 * cluster-scoped, marked, the last of several with one name, without excluded kinds (argo-cd controller/state.go).
 */
export function targetObjects(
  rendered: readonly KubernetesObject[],
  preparing: Preparing,
): { readonly targets: readonly KubernetesObject[]; readonly conditions: readonly ArgoCondition[] } {
  const { application, settings, server } = preparing;
  const byKey = new Map<string, { count: number; object: KubernetesObject }>();
  for (const [index, object] of rendered.entries()) {
    const placed = withTrackingMarks(inItsNamespace(object, preparing), application, settings);
    const key = keyOf(placed, index);
    byKey.set(key, { count: (byKey.get(key)?.count ?? 0) + 1, object: placed });
  }
  const conditions: ArgoCondition[] = [];
  const targets: KubernetesObject[] = [];
  for (const { count, object } of byKey.values()) {
    const ref = refOf(object);
    if (count > 1) {
      const name = `${ref.group}/${ref.kind}/${ref.namespace}/${ref.name}`;
      conditions.push({
        type: 'RepeatedResourceWarning',
        message: `Resource ${name} appeared ${count} times among application resources.`,
      });
    }
    if (isExcludedKind(ref, server, settings)) {
      conditions.push({
        type: 'ExcludedResourceWarning',
        message: `Resource ${ref.group}/${ref.kind} ${ref.name} is excluded in the settings`,
      });
    } else {
      targets.push(object);
    }
  }
  return { targets, conditions };
}

function inItsNamespace(object: KubernetesObject, { application, isNamespaced }: Preparing): KubernetesObject {
  const { namespace } = refOf(object);
  const namespaced = isNamespaced(refOf(object)) ?? true;
  if (namespaced === (namespace !== '')) return object;
  const { namespace: _, ...rest } = object.metadata;
  const metadata: Readonly<Record<string, JsonValue>> = namespaced
    ? { ...rest, namespace: application.destination.namespace }
    : rest;
  return { ...object, metadata };
}

/** Objects with a generated name never repeat each other. */
function keyOf(object: KubernetesObject, index: number): string {
  const ref = refOf(object);
  const generated = digString(object, 'metadata', 'generateName') ?? '';
  return refKey(ref.name === '' && generated !== '' ? { ...ref, name: `${generated}${index}` } : ref);
}
