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
  /** What was typed, so that a report can name the next command whole; absent where none is to be named. */
  readonly typed?: Typed;
  /** How this program is called where it is typed; absent: `gitdrift`. */
  readonly program?: string;
}

/** A command of ours as it has to be typed here: kubectl runs a plugin under a name of its own. */
export function typedHere(command: string, { program = 'gitdrift' }: Pick<TextOptions, 'program'>): string {
  return command.replace(/^gitdrift (?=[a-z])/, `${program} `);
}

/** The command line that led to a report, as far as the next one has to repeat it; quoted for a shell. */
export interface Typed {
  /** The desired state's path and the flags of both states. */
  readonly rest: string;
  /** False where the desired state is none that `explain` and `adopt` take: standard input. */
  readonly explainable: boolean;
  /**
   * Present where applications are the desired state: the flags that name them, where they name one; absent `asTyped`, a
   * command has to name the one that it is about.
   */
  readonly applications?: { readonly asTyped?: string };
}

/** True where noted and ignored fields are listed instead of counted. */
export function listsAll(options: TextOptions): boolean {
  return options.verbose || options.showExplained;
}
