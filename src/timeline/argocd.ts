import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import { type KubernetesObject, refOf, refText } from '../model/resource.js';
import type { TimelineCode, TimelineEntry } from '../model/timeline-report.js';
import type { Writer, WriterUser } from '../model/writer.js';
import { toldByConditions } from './conditions.js';
import { timeOf } from './metadata.js';
import type { Told } from './told.js';

/** What an Argo CD Application tells of its syncs: its history, its last or running operation, its conditions. */
export function toldByApplication(application: KubernetesObject, withUsers: boolean): readonly Told[] {
  const source = { kind: 'gitops', name: refText(refOf(application)) } as const;
  const make = (code: TimelineCode, time: string | undefined, message: string, by: JsonValue | undefined): Told[] => {
    const at = timeOf(time);
    if (at === undefined) return [];
    const writer = initiator(application, by, withUsers);
    const entry: TimelineEntry = { code, time: at, certainty: 'exact', message, writer, sources: [source] };
    return [{ entry, about: 'object' }];
  };
  const operation = dig(application, 'status', 'operationState');
  return [
    ...historyOf(application).flatMap((deployed) =>
      make(
        'sync',
        digString(deployed, 'deployedAt'),
        `synced to ${revisionOf(deployed)}${started(deployed)}`,
        dig(deployed, 'initiatedBy'),
      ),
    ),
    ...(operation === undefined || isInHistory(application, operation) ? [] : operationEntries(operation, make)),
    ...toldByConditions(
      dig(application, 'status', 'conditions'),
      source,
      'object',
      `Application ${refOf(application).name}`,
    ),
  ];
}

type Make = (code: TimelineCode, time: string | undefined, message: string, by: JsonValue | undefined) => Told[];

function operationEntries(operation: JsonValue, make: Make): Told[] {
  const phase = digString(operation, 'phase') ?? 'Unknown';
  const by = dig(operation, 'operation', 'initiatedBy');
  const said = digString(operation, 'message') ?? '';
  const revision = revisionOf(dig(operation, 'syncResult'));
  const heals = dig(operation, 'operation', 'sync', 'autoHealAttemptsCount');
  const healing = typeof heals === 'number' && heals > 0 ? ` (self-heal, attempt ${heals})` : '';
  const partial = isArray(dig(operation, 'operation', 'sync', 'resources')) ? ' of some of its resources' : '';
  const retries = dig(operation, 'retryCount');
  const retried =
    typeof retries === 'number' && retries > 0 ? ` after ${retries} ${retries === 1 ? 'retry' : 'retries'}` : '';
  const message = said === '' ? '' : `: ${said}`;
  const what = `sync${partial} to ${revision}${healing}`;
  const finished = digString(operation, 'finishedAt');
  if (finished === undefined) {
    return make(
      'sync-running',
      digString(operation, 'startedAt'),
      `a ${what} began and has not ended (${phase})${message}`,
      by,
    );
  }
  const code = phase === 'Succeeded' ? 'sync' : 'sync-failed';
  return make(code, finished, `${what} ended${retried}: ${phase}${message}`, by);
}

function historyOf(application: KubernetesObject): readonly JsonValue[] {
  const history = dig(application, 'status', 'history');
  return isArray(history) ? history : [];
}

/** A succeeded full sync is both in the history and the last operation; the history's time is when it was written down. */
function isInHistory(application: KubernetesObject, operation: JsonValue): boolean {
  if (digString(operation, 'phase') !== 'Succeeded') return false;
  const startedAt = digString(operation, 'startedAt');
  return historyOf(application).some((deployed) => digString(deployed, 'deployStartedAt') === startedAt);
}

/** One source has `revision`, several have `revisions`. */
function revisionOf(holder: JsonValue | undefined): string {
  const several = dig(holder, 'revisions');
  const revisions =
    isArray(several) && several.length > 0 ? several.map(String) : [digString(holder, 'revision') ?? ''];
  const said = revisions.filter((revision) => revision !== '').map(shortRevision);
  return said.length === 0 ? 'a revision that is not recorded' : said.join(', ');
}

/** A commit is named by its first twelve digits; charts have versions. */
export function shortRevision(revision: string): string {
  return revision.replace(/\b([0-9a-f]{12})[0-9a-f]{28}\b/g, '$1');
}

function started(deployed: JsonValue): string {
  const [from, to] = [digString(deployed, 'deployStartedAt'), digString(deployed, 'deployedAt')];
  const seconds = Math.round((Date.parse(to ?? '') - Date.parse(from ?? '')) / 1000);
  return Number.isNaN(seconds) || seconds < 1 ? '' : `, in ${seconds}s`;
}

function initiator(application: KubernetesObject, by: JsonValue | undefined, withUsers: boolean): Writer {
  const automated = dig(by, 'automated') === true;
  const name = digString(by, 'username') ?? '';
  const user: WriterUser | undefined =
    automated || name === '' ? undefined : { kind: 'user', ...(withUsers ? { name } : {}) };
  return {
    category: 'gitops',
    name: automated ? 'Argo CD, automated sync' : 'Argo CD, sync',
    ...(user === undefined ? {} : { user }),
    confidence: 'certain',
    evidence: [{ kind: 'object', message: "the Application's status says so", resource: refOf(application) }],
  };
}
