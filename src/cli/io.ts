/** One of the two streams a command writes to. */
export interface Stream {
  /** Resolves when the text is handed on; a pipe that nobody reads any more is no error. */
  write(text: string): Promise<void>;
  readonly isTty: boolean;
  /** Columns of the terminal; undefined where it does not say, or is none. */
  readonly columns?: number;
}

/** The process around a run, so that a test can be one. */
export interface Io {
  readonly stdout: Stream;
  readonly stderr: Stream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute; relative paths on the command line count from it. */
  readonly cwd: string;
  readonly now: () => Date;
  readonly readStdin: () => Promise<string>;
  /** Resolves after so many milliseconds, or at once where the run is interrupted. */
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Aborted by Ctrl-C, a request to end or a closed terminal; the reason is the signal's name. */
  readonly signal: AbortSignal;
  /** `gitdrift`, or `kubectl gitdrift` where kubectl runs it as a plugin. */
  readonly program: string;
}
