import { type JsonValue, jsonEqual } from '../model/json.js';
import { printJson } from '../model/json-text.js';
import type { Finding } from '../model/report.js';
import type { ResourceRef } from '../model/resource.js';

/** One field at one look; `value` is masked where it is secret, absent where live has none. */
export interface SeenField {
  readonly value?: JsonValue;
  /** Who wrote the value, for people. */
  readonly writer: string;
}

/** One look at an object: the declared fields that differed from desired, by path. */
export interface Look {
  /** RFC 3339; when the answer came. */
  readonly at: string;
  /** metadata.generation, which counts writes of the spec; absent where the kind has none. */
  readonly generation?: number;
  readonly drifted: ReadonlyMap<string, SeenField>;
}

/**
 * What several looks at one object say, the first and the last included: fields that went back and forth, fields that
 * changed once, and writes that left no difference at any look. Looks are in the order of time.
 */
export function observedFindings(resource: ResourceRef, looks: readonly Look[]): Finding[] {
  const paths = [...new Set(looks.flatMap(({ drifted }) => [...drifted.keys()]))].sort();
  const changed = paths.flatMap((path) => ofField(resource, path, looks));
  return changed.length > 0 ? changed : unseenWrites(resource, looks);
}

/** A run of looks at which a field was the same. */
interface Run {
  readonly at: string;
  readonly seen: SeenField | undefined;
}

function ofField(resource: ResourceRef, path: string, looks: readonly Look[]): Finding[] {
  const runs: Run[] = [];
  for (const { at, drifted } of looks) {
    const seen = drifted.get(path);
    const last = runs.at(-1);
    if (last === undefined || !isSame(last.seen, seen)) runs.push({ at, seen });
  }
  if (runs.length < 2) return [];
  const story = runs.map(({ at, seen }) => `${words(seen)} (${clock(at)})`).join(', then ');
  const returned = runs.some((run, at) =>
    runs.slice(0, Math.max(0, at - 1)).some((other) => isSame(other.seen, run.seen)),
  );
  return [
    returned
      ? {
          code: 'overlapping-writers',
          severity: 'warning',
          resource,
          path,
          message: `went back and forth while it was observed: ${story}`,
        }
      : {
          code: 'changed-while-observed',
          severity: 'note',
          resource,
          path,
          message: `changed while it was observed: ${story}`,
        },
  ];
}

/** So many writes of a spec that looks the same each time are no coincidence. */
const MANY_WRITES = 3;

function unseenWrites(resource: ResourceRef, looks: readonly Look[]): Finding[] {
  const [first, last] = [looks[0]?.generation, looks.at(-1)?.generation];
  if (first === undefined || last === undefined || last - first < MANY_WRITES) return [];
  return [
    {
      code: 'overlapping-writers',
      severity: 'warning',
      resource,
      message: `its spec was written ${last - first} times while it was observed and its declared fields were the same at each look: writers may put one back and forth between two looks; an audit log tells`,
    },
  ];
}

function isSame(a: SeenField | undefined, b: SeenField | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
  return jsonEqual(a.value, b.value);
}

function words(seen: SeenField | undefined): string {
  if (seen === undefined) return 'as Git declares';
  return seen.value === undefined ? 'absent' : `${printJson(seen.value)} by ${seen.writer}`;
}

/** The time of day of an RFC 3339 time. */
const clock = (at: string): string => `${at.slice(11, 19)}Z`;
