import { parsePath, parsePattern } from '../../model/parse-path.js';
import { type Checked, invalid, items, text } from './checked-value.js';

/** The text of a field path; `wildcards` allows `[*]` and `.*`. Throws `config` that says what is wrong. */
export function fieldPattern(at: Checked, wildcards: boolean, example: string): string {
  const path = text(at);
  try {
    if (wildcards) parsePattern(path);
    else parsePath(path);
    return path;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid(at, `is no field path: ${why}`, `write it as '${example}'`);
  }
}

/** The items of a list with at least one: an empty one would confine the rule to nothing, and reads as if it did not. */
export function someOf(at: Checked): readonly Checked[] {
  const found = items(at);
  if (found.length > 0) return found;
  throw invalid(at, 'is empty', 'leave it out where the rule is for everything');
}
