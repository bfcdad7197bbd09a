import type { AuditLevel, AuditObject, AuditUser, AuditVerb, AuditWrite } from '../../model/audit.js';
import { dig, digString, field, isArray, type JsonValue } from '../../model/json.js';
import { apiVersionOf } from '../../model/resource.js';
import { answerOf, bodyOf, isApply } from './audit-body.js';

/** The events of a JSON text's value: an event, an EventList, or a list of events. */
export function eventsOf(value: JsonValue): readonly JsonValue[] {
  if (isArray(value)) return value;
  if (digString(value, 'kind') !== 'EventList') return [value];
  const items = field(value, 'items');
  return isArray(items) ? items : [];
}

/** True for an event of the audit API, at whatever version; the items of an EventList carry none. */
export function isAuditEvent(value: JsonValue): boolean {
  const apiVersion = digString(value, 'apiVersion');
  if (apiVersion !== undefined) return apiVersion.startsWith('audit.k8s.io/');
  return digString(value, 'auditID') !== undefined && digString(value, 'stage') !== undefined;
}

/** When an event happened, RFC 3339; undefined where it does not say. */
export function eventTime(event: JsonValue): string | undefined {
  return timeAt(event, 'stageTimestamp') ?? timeAt(event, 'requestReceivedTimestamp');
}

/**
 * The write that an event tells of; undefined for everything else: reads, other stages, requests that failed, dry runs,
 * subresources that do not write the object.
 */
export function writeOf(event: JsonValue): AuditWrite | undefined {
  const verb = digString(event, 'verb');
  if (!isWriteVerb(verb) || digString(event, 'stage') !== 'ResponseComplete') return undefined;
  const status = dig(event, 'responseStatus', 'code');
  if (typeof status !== 'number' || status < 200 || status >= 300) return undefined;
  const subresource = digString(event, 'objectRef', 'subresource') ?? '';
  if (!WRITING.has(subresource)) return undefined;
  const query = queryOf(digString(event, 'requestURI') ?? '');
  const sent = field(event, 'requestObject');
  if (isDryRun(query, verb, sent)) return undefined;
  const answer = field(event, 'responseObject');
  const time = eventTime(event);
  const object = objectOf(event, answer);
  if (time === undefined || object === undefined) return undefined;
  const userAgent = digString(event, 'userAgent') ?? '';
  const impersonated = userOf(field(event, 'impersonatedUser'));
  // What a status write holds is the controller's whole object, thousands of times a day, and proves nothing.
  const keeps = subresource !== 'status';
  const body = keeps ? bodyOf(sent, { query, verb }, answer) : undefined;
  const result = keeps ? answerOf(answer) : undefined;
  return {
    time,
    received: timeAt(event, 'requestReceivedTimestamp') ?? time,
    verb,
    user: userOf(field(event, 'user')),
    ...(impersonated.username === '' ? {} : { impersonated }),
    userAgent,
    object,
    subresource,
    manager: query.get('fieldManager') || managerOf(userAgent),
    operation: isApply(sent, { query, verb }, answer) ? 'Apply' : 'Update',
    status,
    auditID: digString(event, 'auditID') ?? '',
    level: levelOf(event),
    ...(body === undefined ? {} : { body }),
    ...(result === undefined ? {} : { result }),
  };
}

const WRITE_VERBS: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

const isWriteVerb = (verb: string | undefined): verb is AuditVerb => verb !== undefined && WRITE_VERBS.has(verb);

/**
 * Subresources whose writes change the object that they belong to (k8s.io/kubernetes pkg/registry); the others make
 * something else of it (token, exec, log, proxy).
 */
const WRITING: ReadonlySet<string> = new Set([
  ...['', 'scale', 'status', 'ephemeralcontainers', 'resize', 'finalize', 'approval', 'binding', 'eviction'],
]);

/** Dry runs are asked for in the address, a delete's also in its options (metav1.DeleteOptions). */
function isDryRun(query: URLSearchParams, verb: AuditVerb, sent: JsonValue | undefined): boolean {
  if (query.has('dryRun')) return true;
  if (verb !== 'delete' && verb !== 'deletecollection') return false;
  const asked = field(sent, 'dryRun');
  return isArray(asked) && asked.length > 0;
}

function queryOf(uri: string): URLSearchParams {
  const at = uri.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : uri.slice(at + 1));
}

const LONGEST_MANAGER = 128;

/** As the server makes a manager of a User-Agent: k8s.io/apiserver pkg/endpoints/handlers/create.go (prefixFromUserAgent). */
function managerOf(userAgent: string): string {
  let manager = '';
  for (const character of userAgent.split('/')[0] ?? '') {
    if (/[\p{C}\p{Zl}\p{Zp}]/u.test(character) || (/\p{Zs}/u.test(character) && character !== ' ')) continue;
    if (Buffer.byteLength(manager + character) > LONGEST_MANAGER) break;
    manager += character;
  }
  return manager;
}

function objectOf(event: JsonValue, answer: JsonValue | undefined): AuditObject | undefined {
  const ref = field(event, 'objectRef');
  const resource = digString(ref, 'resource');
  if (resource === undefined) return undefined;
  const group = digString(ref, 'apiGroup') ?? '';
  return {
    group,
    resource,
    namespace: digString(ref, 'namespace') ?? '',
    name: digString(ref, 'name') ?? digString(answer, 'metadata', 'name') ?? '',
    apiVersion: apiVersionOf({ group, version: digString(ref, 'apiVersion') ?? '' }),
  };
}

function userOf(user: JsonValue | undefined): AuditUser {
  const groups = field(user, 'groups');
  return {
    username: digString(user, 'username') ?? '',
    groups: isArray(groups) ? groups.filter((group) => typeof group === 'string') : [],
  };
}

function levelOf(event: JsonValue): AuditLevel {
  const level = digString(event, 'level');
  return level === 'Request' || level === 'RequestResponse' ? level : 'Metadata';
}

function timeAt(event: JsonValue, key: string): string | undefined {
  const time = digString(event, key);
  return time === undefined || Number.isNaN(Date.parse(time)) ? undefined : time;
}
