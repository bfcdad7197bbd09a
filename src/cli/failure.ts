import { GitdriftError } from '../model/errors.js';
import { withoutLogins } from '../model/url-login.js';
import { printable } from '../report/safe-text.js';

/** 128 and the number of the signal that ended the run, as shells count. */
export const SIGNAL_CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;
export type EndingSignal = keyof typeof SIGNAL_CODES;
type SignalCode = (typeof SIGNAL_CODES)[EndingSignal];

/** The exit code of a failure and the lines for standard error. */
export interface Failure {
  readonly exitCode: 2 | SignalCode;
  readonly text: string;
}

/**
 * What a person is told of anything thrown: one sentence and what to do. `interruptedBy` is the signal that ended the
 * run, if one did; then whatever was thrown is only its consequence. `debug` adds the stack.
 */
export function failureOf(error: unknown, interruptedBy: EndingSignal | undefined, debug: boolean): Failure {
  if (interruptedBy !== undefined || (error instanceof GitdriftError && error.code === 'interrupted')) {
    return { exitCode: SIGNAL_CODES[interruptedBy ?? 'SIGINT'], text: 'interrupted\n' };
  }
  const lines =
    error instanceof GitdriftError
      ? [`error: ${safeLines(error.message)}`, ...(error.hint === undefined ? [] : [`hint: ${safeLines(error.hint)}`])]
      : [
          `error: this is a fault in gitdrift itself: ${safeLines(summaryOf(error))}`,
          `hint: please report it with the command line${debug ? ' and the lines below' : '; GITDRIFT_DEBUG=1 shows where it happened'}`,
        ];
  return { exitCode: 2, text: `${[...lines, ...(debug ? stackOf(error) : [])].join('\n')}\n` };
}

/** Lines stay lines; what a terminal would obey is escaped, and whoever wrote the text, no URL keeps its password. */
function safeLines(text: string): string {
  return withoutLogins(text.trimEnd()).split('\n').map(printable).join('\n  ');
}

function summaryOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

function stackOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [safeLines(String(error))];
  const cause = error.cause === undefined ? [] : ['caused by:', ...stackOf(error.cause)];
  return [safeLines(error.stack ?? String(error)), ...cause];
}
