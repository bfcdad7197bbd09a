import { readCommandLine } from './cli/command-line.js';
import { COMMANDS } from './cli/command-table.js';
import type { Engine } from './cli/engine.js';
import { failureOf } from './cli/failure.js';
import type { Io } from './cli/io.js';
import { processIo } from './cli/process-io.js';
import { readSettings, unknownVariables } from './config/settings.js';
import { engine } from './engine.js';

/** Runs one command line (without node and script) to its exit code; never throws. DESIGN §6. */
export async function run(argv: readonly string[], io: Io, tools: Engine = engine): Promise<number> {
  const work = runCommand(argv, io, tools).catch((error: unknown) => fail(error, io));
  return Promise.race([work, interruption(io, work)]);
}

/** Runs the process's own command line. The exit code is set, not forced, so that no output is cut off. */
export function start(): void {
  const controller = new AbortController();
  const io = processIo(controller.signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      // Whoever asks twice does not want to wait for the cleaning up; temporary folders go with the exit event.
      if (controller.signal.aborted) process.exit(signal === 'SIGTERM' ? 143 : 130);
      controller.abort(signal);
    });
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      void fail(error, io).then((code) => process.exit(code));
    });
  }
  void run(process.argv.slice(2), io, engine).then((code) => {
    process.exitCode = code;
    // What an interrupted run left open (a connection, a child process) must not keep the process.
    if (controller.signal.aborted) setTimeout(() => process.exit(code), EXIT_GRACE_MS).unref();
  });
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
  const settings = readSettings(entry.flags, invocation.given, invocation.argument, io.env);
  if (settings.values.quiet !== true) {
    for (const warning of unknownVariables(io.env)) await io.stderr.write(`warning: ${warning}\n`);
  }
  const command = await entry.load();
  return await command(settings, io, tools);
}

async function fail(error: unknown, io: Io): Promise<number> {
  const interruptedBy = io.signal.aborted ? String(io.signal.reason) : undefined;
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
