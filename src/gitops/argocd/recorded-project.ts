import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoProject } from '../../model/argo-project.js';
import type { ArgoCondition } from '../../model/argo-verdict.js';
import { DEFAULT_PROJECT } from './read-project.js';

/**
 * Why the controller itself refused the specification, for where what it went by could not be read. What it only finds while it
 * compares (an object without a namespace) is no refusal.
 */
export function recordedFaults({ status }: ArgoApplication): readonly ArgoCondition[] {
  return status.conditions.flatMap(({ type, message }): ArgoCondition[] => {
    if (type === 'InvalidSpecError' && !/^Namespace for .* is missing\.$/s.test(message)) return [{ type, message }];
    return type === 'UnknownError' && /not allowed to use project/.test(message) ? [{ type, message }] : [];
  });
}

/**
 * Of a project that could not be read: one that permits everything but the kinds that the controller found denied. It records an
 * object as Unknown for no other reason, unless its whole comparison failed.
 */
export function recordedProject({ status }: ArgoApplication): ArgoProject {
  const failed = status.sync === 'Unknown' || status.conditions.some(({ type }) => type === 'ComparisonError');
  const denied = failed ? [] : status.resources.filter(({ sync }) => sync === 'Unknown').map(({ ref }) => ref);
  const kinds = (namespaced: boolean) =>
    denied.filter(({ namespace }) => (namespace !== '') === namespaced).map(({ group, kind }) => ({ group, kind }));
  return { ...DEFAULT_PROJECT, clusterResourceBlacklist: kinds(false), namespaceResourceBlacklist: kinds(true) };
}
