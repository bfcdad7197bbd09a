import { type FieldPath, printPath } from '../model/field-path.js';
import { dig, digString, isArray, type JsonObject, type JsonValue } from '../model/json.js';
import { coversPath } from '../model/match.js';
import { parsePattern } from '../model/parse-path.js';
import data from './marks.yaml';

interface Mark {
  readonly id: string;
  readonly paths: readonly string[];
  /** The mark holds only for this value. */
  readonly value?: string;
  /** The mark holds only on objects that one of these managers has an entry on. */
  readonly managers?: readonly string[];
  readonly reason: string;
  readonly source: string;
}

const { marks } = data as { readonly marks: readonly Mark[] };
const compiled = marks.map((mark) => ({ mark, patterns: mark.paths.map(parsePattern) }));

/** The mark that a live-only value at `path` is, or undefined. `root` is the live object. */
export function markAt(
  path: FieldPath,
  live: JsonValue,
  root: JsonObject,
): { id: string; category: 'mark'; reason: string } | undefined {
  if (path[0] === undefined || !printPath([path[0]]).startsWith('.metadata')) return undefined;
  const found = compiled.find(
    ({ mark, patterns }) =>
      patterns.some((pattern) => coversPath(pattern, path)) &&
      (mark.value === undefined || mark.value === live) &&
      (mark.managers === undefined || hasManager(root, mark.managers)),
  );
  return found === undefined ? undefined : { id: found.mark.id, category: 'mark', reason: found.mark.reason };
}

function hasManager(root: JsonObject, managers: readonly string[]): boolean {
  const entries = dig(root, 'metadata', 'managedFields');
  return isArray(entries) && entries.some((entry) => managers.includes(digString(entry, 'manager') ?? ''));
}
