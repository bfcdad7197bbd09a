import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { KindInfo } from '../../model/live.js';
import type { Destination } from '../../model/report.js';
import type { Gvk, ResourceRef } from '../../model/resource.js';
import type { SchemaBundle } from '../../model/schema.js';

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

/** Reads the index back; parts that are not there are empty. Throws `recording-invalid` for a format we do not know. */
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
  return {
    format: 1,
    recordedAt,
    destination: destinationOf(field(value, 'destination')),
    kinds: objects(field(value, 'kinds')) as unknown as readonly RecordedKind[],
    listed: objects(field(value, 'listed')) as unknown as readonly RecordedList[],
    missing: objects(field(value, 'missing')) as unknown as readonly RecordedMissing[],
    unreadable: objects(field(value, 'unreadable')) as unknown as readonly RecordedUnreadable[],
    secrets: secretsOf(field(value, 'secrets')),
    apiVersions: strings(field(value, 'apiVersions')),
    schemas: isObject(schemas) ? (schemas as unknown as SchemaBundle) : { types: {}, kinds: {} },
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

function secretsOf(value: JsonValue | undefined): readonly RecordedSecret[] {
  return objects(value).flatMap((entry) => {
    const desiredCheck = digString(entry, 'desiredCheck');
    return desiredCheck === undefined ? [] : [{ ...(entry as unknown as ResourceRef), desiredCheck }];
  });
}

function objects(value: JsonValue | undefined): readonly JsonObject[] {
  return isArray(value) ? value.filter(isObject) : [];
}

function strings(value: JsonValue | undefined): readonly string[] {
  return isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
