import { dig, digString, isArray, type JsonObject } from '../model/json.js';
import type { Finding } from '../model/report.js';
import { type ResourceRef, refOf, refText } from '../model/resource.js';

/** One attempt mends a slip; from the second on somebody writes against Git. */
const LEAST_ATTEMPTS = 2;

/**
 * Objects that an Argo CD Application has put back again and again: its last operation counts the self-heal attempts
 * since the last other sync, and names the objects (argo-cd controller/appcontroller.go, autoHealAttemptsCount).
 */
export function selfHealFights(application: JsonObject, managed: readonly ResourceRef[]): Finding[] {
  const operation = dig(application, 'status', 'operationState');
  const sync = dig(operation, 'operation', 'sync');
  const attempts = dig(sync, 'autoHealAttemptsCount');
  const named = dig(sync, 'resources');
  if (typeof attempts !== 'number' || attempts < LEAST_ATTEMPTS || !isArray(named)) return [];
  const finished = digString(operation, 'finishedAt');
  const last = finished === undefined ? '' : `, the last time at ${finished}`;
  return managed
    .filter((ref) =>
      named.some(
        (one) =>
          (digString(one, 'group') ?? '') === ref.group &&
          digString(one, 'kind') === ref.kind &&
          digString(one, 'name') === ref.name &&
          // A partial sync names the namespace only in newer versions.
          [ref.namespace, undefined].includes(digString(one, 'namespace')),
      ),
    )
    .map((resource) => ({
      code: 'overlapping-writers',
      severity: 'warning',
      resource,
      message: `${refText(refOf(application))} has put it back ${attempts} times in a row by self-heal${last}: somebody writes against Git; gitdrift timeline ${resource.kind}/${resource.name} tells who`,
    }));
}
