import type { Commit } from './commit.js';
import type { JsonValue } from './json.js';

/** Where a value is declared. `line` counts from 1; absent where only the file is known. */
export interface Origin {
  readonly file: string;
  readonly line?: number;
  /** With `--git-blame`: the commit that last touched the line. */
  readonly commit?: Commit;
  /** History begins at that commit in a shallow clone, so an earlier one may have touched the line. */
  readonly shallow?: true;
  /** With `--git-blame`: no commit has the line as it stands. */
  readonly uncommitted?: true;
}

/**
 * Lines of every field of one document, by RFC 6901 pointer into it (`''` is the document itself). `file` is relative
 * to the source's root, with forward slashes; `-` is standard input.
 */
export interface Origins {
  readonly file: string;
  readonly lines: ReadonlyMap<string, number>;
}

/** A mapping key that stands twice in one mapping; Kubernetes keeps the last. `pointer` names the mapping. */
export interface DuplicateKey {
  readonly pointer: string;
  readonly key: string;
  readonly line: number;
}

/** One YAML or JSON document of a rendered source; never an empty or null one. `index` counts from 0 in its file. */
export interface ManifestDocument {
  readonly value: JsonValue;
  readonly index: number;
  readonly origins: Origins;
  readonly duplicateKeys: readonly DuplicateKey[];
  /** Pointers to values that the renderer gives anew each time (random texts, the time), sorted; absent where none. */
  readonly volatile?: readonly string[];
  /** Pointers to values that were made of a Secret's, sorted; absent where none. */
  readonly secret?: readonly string[];
}

/** The origin of the value at `pointer`, or of its nearest declared ancestor. */
export function originAt(origins: Origins, pointer: string): Origin {
  for (let here = pointer; ; here = here.slice(0, here.lastIndexOf('/'))) {
    const line = origins.lines.get(here);
    if (line !== undefined) return { file: origins.file, line };
    if (here === '') return { file: origins.file };
  }
}
