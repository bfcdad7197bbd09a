import { type ChildProcess, spawn } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import { type Environment, toolEnvironment } from './tool-environment.js';

/** How every tool is run: what it may see, how long it may take, and what ends it early. */
export interface ToolIo {
  readonly env: Environment;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** The most that a tool may print, in bytes. */
  readonly outputLimit?: number;
}

/** One run: `program` is an absolute path, `name` is for people. */
export interface ToolRun {
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** Variables beside the named ones of the user's. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** A tool that ended with another code than 0; `stderr` is what it said. */
export class ToolFailure extends Error {
  readonly stderr: string;

  constructor(name: string, code: string, stderr: string) {
    super(`${name} ended with ${code}`);
    this.name = 'ToolFailure';
    this.stderr = stderr;
  }
}

const DEFAULT_TIMEOUT_MS = 60_000;
const DEFAULT_OUTPUT_LIMIT = 256 * 1024 * 1024;

const running = new Set<ChildProcess>();

/** The absolute path of a program on PATH, or undefined. Relative entries of PATH are not looked at. */
export async function findProgram(name: string, env: Environment): Promise<string | undefined> {
  const suffixes = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    for (const suffix of suffixes) {
      const file = join(folder, `${name}${suffix}`);
      const usable = await access(file, constants.X_OK).then(
        async () => (await stat(file)).isFile(),
        () => false,
      );
      if (usable) return file;
    }
  }
  return undefined;
}

/**
 * Runs a program with an argument vector, no shell and no input, to its end. Throws ToolFailure, or GitdriftError
 * `renderer-failed` (time or output limit) or `interrupted`; then the program and all that it started are gone.
 */
export function runTool(run: ToolRun, io: ToolIo): Promise<ToolOutput> {
  const timeoutMs = io.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const outputLimit = io.outputLimit ?? DEFAULT_OUTPUT_LIMIT;
  const interrupted = (): GitdriftError =>
    new GitdriftError('interrupted', `interrupted while ${run.name} was running`);
  if (io.signal?.aborted) return Promise.reject(interrupted());
  return new Promise((resolve, reject) => {
    const child = spawn(run.program, run.args, {
      cwd: run.cwd,
      env: { ...toolEnvironment(io.env), ...run.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that what it starts ends with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      io.signal?.removeEventListener('abort', onAbort);
      forget(child);
      end();
    };
    // Not only at `close`: a program that left the group may keep the pipes open for ever.
    const stop = (error: GitdriftError): void => {
      kill(child);
      child.stdout.destroy();
      child.stderr.destroy();
      settle(() => reject(error));
    };
    const onAbort = (): void => stop(interrupted());
    const timer = setTimeout(() => stop(tooSlow(run.name, timeoutMs)), timeoutMs);
    io.signal?.addEventListener('abort', onAbort, { once: true });
    remember(child);
    const collect = (into: Buffer[]) => (chunk: Buffer) => {
      size += chunk.length;
      if (size > outputLimit) stop(tooMuch(run.name, outputLimit));
      else into.push(chunk);
    };
    child.stdout.on('data', collect(stdout));
    child.stderr.on('data', collect(stderr));
    child.on('error', (error) => settle(() => reject(cannotStart(run, error))));
    child.on('close', (code, signal) => {
      const said = Buffer.concat(stderr).toString('utf8');
      settle(() => {
        if (code === 0) resolve({ stdout: Buffer.concat(stdout).toString('utf8'), stderr: said });
        else reject(new ToolFailure(run.name, signal === null ? `exit code ${code}` : `signal ${signal}`, said));
      });
    });
  });
}

function tooSlow(name: string, timeoutMs: number): GitdriftError {
  return new GitdriftError('renderer-failed', `${name} did not finish within ${timeoutMs / 1000} s and was stopped`, {
    hint: `run ${name} by hand to see what it waits for`,
  });
}

function tooMuch(name: string, limit: number): GitdriftError {
  return new GitdriftError(
    'renderer-failed',
    `${name} printed more than ${Math.floor(limit / 1024 / 1024)} MiB and was stopped`,
    {
      hint: 'split what is rendered into smaller applications',
    },
  );
}

function cannotStart(run: ToolRun, error: Error): GitdriftError {
  return new GitdriftError('renderer-failed', `${run.program} cannot be run: ${error.message}`, {
    hint: `check the ${run.name} that comes first on PATH`,
    cause: error,
  });
}

function remember(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', killAll);
  running.add(child);
}

function forget(child: ChildProcess): void {
  running.delete(child);
  if (running.size === 0) process.off('exit', killAll);
}

/** In a group of its own, a tool doesn't get the terminal's Ctrl-C: it would outlive us. */
function killAll(): void {
  for (const child of running) kill(child);
}

function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
