import type { TimeStyle } from './time-text.js';

/** How a text report is laid out. */
export interface TextOptions {
  /** Columns of the terminal; undefined where the text goes to a file or a pipe: then nothing is wrapped or cut. */
  readonly width: number | undefined;
  readonly color: boolean;
  readonly now: Date;
  readonly time: TimeStyle;
  /** Lists what is otherwise only counted: noted and ignored fields, evidence, notes, what was left out by design. */
  readonly verbose: boolean;
  /** Leaves out where the states come from, warnings, and what is Synced. */
  readonly quiet: boolean;
  /** Lists noted and ignored fields. */
  readonly showExplained: boolean;
  /** Masks values whose names look secret: for CI logs and pull requests. */
  readonly maskNamed: boolean;
}

/** True where noted and ignored fields are listed instead of counted. */
export function listsAll(options: TextOptions): boolean {
  return options.verbose || options.showExplained;
}
