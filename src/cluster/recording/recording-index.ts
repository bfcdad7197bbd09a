import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray, type JsonValue, setField } from '../../model/json.js';
import type { KindInfo } from '../../model/live.js';
import type { Destination } from '../../model/report.js';
import type { Gvk, ResourceRef } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';
import { checkedSchemas } from './recorded-schemas.js';

/** What a recording knows beyond its objects; the key `gitdrift` of the list that `record` writes. */
export interface RecordingIndex {
  readonly format: 1;
  /** The clock of a replay, RFC 3339. */
  readonly recordedAt: string;
  /** Where it was recorded: context, namespace and version; the server's address is left out. */
  readonly destination: Pick<Destination, 'context' | 'namespace' | 'version'>;
  readonly kinds: readonly RecordedKind[];
  readonly listed: readonly RecordedList[];
  /** Objects that were asked for and do not exist. */
  readonly missing: readonly RecordedMissing[];
  readonly unreadable: readonly RecordedUnreadable[];
  readonly secrets: readonly RecordedSecret[];
  readonly apiVersions: readonly string[];
  /** Schemas of the kinds that are not built in. */
  readonly schemas: SchemaBundle;
}

export interface RecordedKind extends Gvk, KindInfo {}

/** A list that was asked for; `namespace` is empty for all namespaces. Without `reason` it is complete. */
export interface RecordedList extends Gvk {
  readonly namespace: string;
  readonly complete: boolean;
  readonly reason?: string;
  /** True where the cluster did not serve the kind at that version. */
  readonly notServed?: boolean;
}

export interface RecordedMissing extends ResourceRef {
  readonly note?: string;
}

export interface RecordedUnreadable extends ResourceRef {
  readonly reason: string;
}

/** What the words in place of a Secret's values were compared with; see desired-check.ts. */
export interface RecordedSecret extends ResourceRef {
  readonly desiredCheck: string;
}

/** Keys of an entry that are asked for later, with their types; a question mark is for one that may be absent. */
type Shape = Readonly<Record<string, 'string' | 'boolean' | 'string?' | 'boolean?'>>;

const KIND: Shape = { group: 'string', version: 'string', kind: 'string' };
const REF: Shape = { ...KIND, namespace: 'string', name: 'string' };

/**
 * Reads the index back; parts that are not there are empty. Throws `recording-invalid` for a format we do not know, and
 * for parts that are not what it says they are.
 */
export function parseIndex(value: JsonValue, file: string): RecordingIndex {
  const format = field(value, 'format');
  if (format !== 1) {
    throw new GitdriftError(
      'recording-invalid',
      `the recording ${file} has format ${String(format)}; 1 is known here`,
      {
        hint: 'it was written by another version of gitdrift: use that one, or record again',
        position: { file },
      },
    );
  }
  const recordedAt = digString(value, 'recordedAt') ?? '';
  if (Number.isNaN(Date.parse(recordedAt))) {
    throw new GitdriftError('recording-invalid', `the recording ${file} does not say when it was recorded`, {
      hint: 'its key gitdrift.recordedAt has to be a time',
      position: { file },
    });
  }
  const schemas = field(value, 'schemas');
  const broken = (place: string): GitdriftError =>
    new GitdriftError('recording-invalid', `the recording ${file} is broken at gitdrift.${place}`, {
      hint: 'it was changed after it was written: record again',
      position: { file },
    });
  const entries = <T>(key: string, shape: Shape): readonly T[] => entriesOf(value, key, shape, broken) as T[];
  return {
    format: 1,
    recordedAt,
    destination: destinationOf(field(value, 'destination')),
    kinds: entries<RecordedKind>('kinds', { ...KIND, plural: 'string', namespaced: 'boolean' }),
    listed: entries<RecordedList>('listed', {
      ...{ ...KIND, namespace: 'string', complete: 'boolean' },
      ...{ reason: 'string?', notServed: 'boolean?' },
    }),
    missing: entries<RecordedMissing>('missing', { ...REF, note: 'string?' }),
    unreadable: entries<RecordedUnreadable>('unreadable', { ...REF, reason: 'string' }),
    secrets: entries<RecordedSecret>('secrets', { ...REF, desiredCheck: 'string' }),
    apiVersions: listOf(value, 'apiVersions', broken).map((text, at) => {
      if (typeof text !== 'string') throw broken(`apiVersions[${at}]`);
      return text;
    }),
    schemas:
      schemas === undefined ? { types: {}, kinds: {} } : checkedSchemas(schemas, (place) => broken(`schemas${place}`)),
  };
}

/** One index for a folder of recordings: everything that any of them knows, at the time of the latest. */
export function mergeIndexes(indexes: readonly RecordingIndex[]): RecordingIndex | undefined {
  const sorted = [...indexes].sort((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt));
  const latest = sorted.at(-1);
  if (latest === undefined || sorted.length === 1) return latest;
  return {
    ...latest,
    kinds: sorted.flatMap((index) => index.kinds),
    listed: sorted.flatMap((index) => index.listed),
    missing: sorted.flatMap((index) => index.missing),
    unreadable: sorted.flatMap((index) => index.unreadable),
    secrets: sorted.flatMap((index) => index.secrets),
    apiVersions: [...new Set(sorted.flatMap((index) => index.apiVersions))].sort(),
    schemas: {
      types: Object.assign({}, ...sorted.map((index) => index.schemas.types)),
      kinds: Object.assign({}, ...sorted.map((index) => index.schemas.kinds)),
    },
  };
}

function destinationOf(value: JsonValue | undefined): RecordingIndex['destination'] {
  const parts = ['context', 'namespace', 'version'].flatMap((key) => {
    const text = digString(value, key);
    return text === undefined ? [] : [[key, text]];
  });
  return Object.fromEntries(parts);
}

type Broken = (place: string) => GitdriftError;

/** The entries of a list, with the keys of their shape and no others. */
function entriesOf(value: JsonValue, key: string, shape: Shape, broken: Broken): JsonValue[] {
  return listOf(value, key, broken).map((entry, at) => {
    const kept: Record<string, JsonValue> = {};
    for (const [name, type] of Object.entries(shape)) {
      const found = field(entry, name);
      if (found === undefined && type.endsWith('?')) continue;
      if (found === undefined || typeof found !== type.replace('?', '')) throw broken(`${key}[${at}].${name}`);
      setField(kept, name, found);
    }
    return kept;
  });
}

function listOf(value: JsonValue, key: string, broken: Broken): readonly JsonValue[] {
  const list = field(value, key);
  if (list === undefined) return [];
  if (!isArray(list)) throw broken(key);
  return list;
}
