import type { AuditLevel, AuditLog, AuditWrite, WantedObject } from '../../model/audit.js';
import { digString, field, isArray } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';

/** Gathers writes of wanted objects while a log is read. */
export interface WriteCollection {
  add(write: AuditWrite): void;
  end(): Pick<AuditLog, 'levels' | 'warnings' | 'writesOf'>;
}

/** Characters of bodies and answers that are kept; as values they take a few times that. */
const MOST_KEPT = 64 * 1024 * 1024;

/**
 * Keeps the writes of wanted objects. Of bodies and answers it keeps `mostKept` characters, the newest; older writes
 * then are known without them, and a warning says so.
 */
export function collectWrites(wanted: readonly WantedObject[], mostKept = MOST_KEPT): WriteCollection {
  const keys = new Set(wanted.map(keyOf));
  const collections = new Set(wanted.map(collectionOf));
  const kept = new Map<string, AuditWrite>();
  let size = 0;
  let stripped = 0;

  const strip = (): void => {
    for (const write of [...kept.values()].sort(byTime)) {
      if (size <= mostKept / 2) return;
      if (write.body === undefined && write.result === undefined) continue;
      size -= sizeOf(write);
      stripped += 1;
      const { body: _, result: __, ...bare } = write;
      kept.set(idOf(write), bare);
    }
  };

  return {
    add(write) {
      const { object, verb } = write;
      const isWanted = verb === 'deletecollection' ? collections.has(collectionOf(object)) : keys.has(keyOf(object));
      if (!isWanted) return;
      // A log that was copied may hold an event twice.
      if (kept.has(idOf(write))) return;
      kept.set(idOf(write), write);
      size += sizeOf(write);
      if (size > mostKept) strip();
    },
    end() {
      const sorted = [...kept.values()].sort(byTime);
      return {
        levels: LEVELS.filter((level) => sorted.some((write) => write.level === level)),
        warnings: stripped === 0 ? [] : [tooMuch(stripped)],
        writesOf: ({ group, namespace, name }, resource) => {
          const own = { group, resource, namespace, name };
          return sorted.filter(({ object, verb, result }) =>
            verb === 'deletecollection'
              ? collectionOf(own) === collectionOf(object) && holds(result, name)
              : keyOf(object) === keyOf(own),
          );
        },
      };
    },
  };
}

const LEVELS: readonly AuditLevel[] = ['Metadata', 'Request', 'RequestResponse'];

const keyOf = ({ group, resource, namespace, name }: WantedObject): string =>
  [group, resource, isNamespace(group, resource) ? '' : namespace, name].join('\n');

/** A Namespace's address makes it its own namespace (apiserver pkg/endpoints/request/requestinfo.go). */
const isNamespace = (group: string, resource: string): boolean => group === '' && resource === 'namespaces';

const collectionOf = ({ group, resource, namespace }: Omit<WantedObject, 'name'>): string =>
  [group, resource, namespace].join('\n');

const idOf = ({ auditID, time, object }: AuditWrite): string => `${auditID}\n${time}\n${object.name}`;

/** What was deleted, where the answer lists it; else it may have been among it. */
function holds(result: AuditWrite['result'], name: string): boolean {
  const items = field(result, 'items');
  return !isArray(items) || items.some((item) => digString(item, 'metadata', 'name') === name);
}

function sizeOf({ body, result }: AuditWrite): number {
  return (
    (body === undefined ? 0 : printJson(body.value).length) + (result === undefined ? 0 : printJson(result).length)
  );
}

/** By time; writes of one moment by their IDs, so that the order is always the same. */
function byTime(a: AuditWrite, b: AuditWrite): number {
  const [left, right] = [Date.parse(a.time), Date.parse(b.time)];
  if (left !== right) return left - right;
  if (a.time !== b.time) return a.time < b.time ? -1 : 1;
  return a.auditID < b.auditID ? -1 : 1;
}

function tooMuch(writes: number): string {
  return `the audit log holds more than is kept: of the ${writes} oldest writes only the user and time are known, not what was sent`;
}
