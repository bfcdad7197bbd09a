import type {
  ArgoDeployment,
  ArgoOperation,
  ArgoRecordedResource,
  ArgoRecordedStatus,
} from '../../model/argo-application.js';
import { dig, field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import { HEALTH_ORDER, type HealthStatus } from '../../model/status.js';
import { readNamespaceMetadata } from './namespace-metadata.js';
import { isTrue, objects, optional, text, texts } from './text-fields.js';

/** What the controller recorded in an Application; everything absent of a new one. */
export function readStatus(object: KubernetesObject): ArgoRecordedStatus {
  const status = field(object, 'status');
  const sync = field(status, 'sync');
  const health = field(status, 'health');
  const operation = readOperation(field(status, 'operationState'));
  const types = texts(field(status, 'sourceTypes'));
  const single = text(status, 'sourceType');
  return {
    ...optional('sync', text(sync, 'status')),
    ...(isObject(health) ? { health: { status: text(health, 'status'), message: text(health, 'message') } } : {}),
    revisions: revisionsOf(sync),
    conditions: objects(field(status, 'conditions')).map((condition) => ({
      type: text(condition, 'type'),
      message: text(condition, 'message'),
      ...optional('time', text(condition, 'lastTransitionTime')),
    })),
    ...(operation === undefined ? {} : { operation }),
    history: objects(field(status, 'history')).map(readDeployment),
    ...optional('reconciledAt', text(status, 'reconciledAt')),
    resources: objects(field(status, 'resources')).map(readResource),
    sourceTypes: types.length > 0 || single === '' ? types : [single],
  };
}

/** `revisions`, of an application with several sources, else the one `revision`. */
function revisionsOf(value: JsonValue | undefined): readonly string[] {
  const several = texts(field(value, 'revisions'));
  const single = text(value, 'revision');
  return several.length > 0 || single === '' ? several : [single];
}

function readResource(entry: JsonObject): ArgoRecordedResource {
  const health = field(entry, 'health');
  const status = HEALTH_ORDER.find((known): known is HealthStatus => known === text(health, 'status'));
  return {
    ref: {
      group: text(entry, 'group'),
      version: text(entry, 'version'),
      kind: text(entry, 'kind'),
      namespace: text(entry, 'namespace'),
      name: text(entry, 'name'),
    },
    ...optional('sync', text(entry, 'status')),
    ...(status === undefined ? {} : { health: { status, message: text(health, 'message') } }),
    requiresPruning: isTrue(entry, 'requiresPruning'),
    hook: isTrue(entry, 'hook'),
  };
}

function readOperation(state: JsonValue | undefined): ArgoOperation | undefined {
  if (!isObject(state)) return undefined;
  const result = field(state, 'syncResult');
  const managed = readNamespaceMetadata(field(result, 'managedNamespaceMetadata'));
  const retries = field(state, 'retryCount');
  return {
    phase: text(state, 'phase'),
    message: text(state, 'message'),
    ...optional('startedAt', text(state, 'startedAt')),
    ...optional('finishedAt', text(state, 'finishedAt')),
    ...(typeof retries === 'number' ? { retryCount: retries } : {}),
    ...optional('initiatedBy', text(state, 'operation', 'initiatedBy', 'username')),
    automated: dig(state, 'operation', 'initiatedBy', 'automated') === true,
    revisions: revisionsOf(result),
    ...(managed === undefined ? {} : { managedNamespaceMetadata: managed }),
    raw: state,
  };
}

function readDeployment(entry: JsonObject): ArgoDeployment {
  const id = field(entry, 'id');
  const automated = dig(entry, 'initiatedBy', 'automated') === true;
  return {
    id: typeof id === 'number' ? id : 0,
    revisions: revisionsOf(entry),
    ...optional('deployedAt', text(entry, 'deployedAt')),
    ...optional('initiatedBy', text(entry, 'initiatedBy', 'username') || (automated ? 'automated' : '')),
  };
}
