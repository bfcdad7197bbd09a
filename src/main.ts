import { readCommandLine } from './cli/command-line.js';
import { argumentsOf, COMMANDS } from './cli/command-table.js';
import type { Engine } from './cli/engine.js';
import { type EndingSignal, failureOf, SIGNAL_CODES } from './cli/failure.js';
import type { Io } from './cli/io.js';
import { processIo } from './cli/process-io.js';
import { readSettings, unknownVariables } from './config/settings.js';
import { engine } from './engine.js';
import { printable } from './report/safe-text.js';

/** Runs one command line (without node and script) to its exit code; never throws. docs/errors.md. */
export async function run(argv: readonly string[], io: Io, tools: Engine = engine): Promise<number> {
  const work = runCommand(argv, io, tools).catch((error: unknown) => fail(error, io));
  return Promise.race([work, interruption(io, work)]);
}

/** Runs the process's own command line. The exit code is set, not forced, so that no output is cut off. */
export function start(): void {
  const controller = new AbortController();
  const io = ioOrFailure(controller.signal);
  if (io === undefined) return;
  for (const signal of Object.keys(SIGNAL_CODES) as EndingSignal[]) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait for the cleaning up.
      if (controller.signal.aborted) endBy(signal);
      else controller.abort(signal);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      void fail(error, io).then((code) => process.exit(code));
    });
  }
  void run(process.argv.slice(2), io, engine).then((code) => {
    process.exitCode = code;
    // What an interrupted run left open (a connection, a read that nobody can end) must not keep the process.
    if (controller.signal.aborted) setTimeout(() => endBy(controller.signal.reason), EXIT_GRACE_MS).unref();
  });
}

/** The process as an Io; undefined where it has no working directory, which is then said. */
function ioOrFailure(signal: AbortSignal): Io | undefined {
  try {
    return processIo(signal);
  } catch (error) {
    const { exitCode, text } = failureOf(error, undefined, process.env.GITDRIFT_DEBUG === '1');
    process.exitCode = exitCode;
    process.stderr.write(text);
    return undefined;
  }
}

/**
 * Ends the process at once, as the signal itself would have: `process.exit` waits for threads that are blocked in a read
 * (libuv joins them). Temporary folders and children go with the exit event.
 */
function endBy(signal: EndingSignal): void {
  process.emit('exit', SIGNAL_CODES[signal]);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** How long an interrupted command may take to close what it opened. */
const ABORT_GRACE_MS = 2000;
const EXIT_GRACE_MS = 500;

async function runCommand(argv: readonly string[], io: Io, tools: Engine): Promise<number> {
  const invocation = readCommandLine(argv, { program: io.program, columns: io.stdout.columns });
  if (invocation.kind === 'text') {
    await io.stdout.write(invocation.text);
    return 0;
  }
  const entry = COMMANDS[invocation.name];
  if (entry === undefined) throw new Error(`no command ${invocation.name} in the table`);
  const settings = readSettings(entry.flags, invocation.given, argumentsOf(entry, invocation.arguments), io.env);
  if (settings.values.quiet !== true) {
    const warnings = [...unknownVariables(io.env), ...settings.warnings];
    for (const warning of warnings) await io.stderr.write(`warning: ${printable(warning)}\n`);
  }
  const command = await entry.load();
  return await command(settings, io, tools);
}

async function fail(error: unknown, io: Io): Promise<number> {
  const interruptedBy = io.signal.aborted ? (io.signal.reason as EndingSignal) : undefined;
  const failure = failureOf(error, interruptedBy, io.env.GITDRIFT_DEBUG === '1');
  await io.stderr.write(failure.text).catch(() => {});
  return failure.exitCode;
}

/** Resolves only after an interruption: at once when the command has closed what it opened, at the latest after a while. */
function interruption(io: Io, work: Promise<number>): Promise<number> {
  return new Promise((resolve) => {
    const interrupted = (): void => {
      const timer = setTimeout(() => void fail(undefined, io).then(resolve), ABORT_GRACE_MS);
      void work.finally(() => clearTimeout(timer));
    };
    if (io.signal.aborted) interrupted();
    else io.signal.addEventListener('abort', interrupted, { once: true });
  });
}
