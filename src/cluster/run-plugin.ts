import { type ChildProcess, spawn } from 'node:child_process';

/** One run of a program: arguments, and all variables that it sees. */
export interface PluginRun {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeLimitMs: number;
  readonly signal?: AbortSignal;
  /** Called with the end of what was said on stderr until now. */
  readonly onSaid?: (stderr: string) => void;
}

/** How it went: `too-slow` and `interrupted` where it was ended, with all that it started. */
export type PluginEnd =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'killed'; readonly signal: string; readonly stderr: string }
  | { readonly kind: 'too-slow' }
  | { readonly kind: 'interrupted' };

/** Only the end of what it says is of use, and a plugin may never stop. */
const SAID_LIMIT = 64 * 1024;

const running = new Set<ChildProcess>();

/** Runs a program without input to its end. Rejects with the system's error where it cannot be started. */
export function runPlugin(run: PluginRun): Promise<PluginEnd> {
  if (run.signal?.aborted === true) return Promise.resolve({ kind: 'interrupted' });
  return new Promise((resolve, reject) => {
    const child = spawn(run.command, run.args, {
      env: run.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A process group of its own, so that what it starts ends with it.
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    remember(child);
    let [stdout, stderr] = ['', ''];
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      run.signal?.removeEventListener('abort', onAbort);
      forget(child);
      end();
    };
    // Not only at `close`: a browser or an agent that it left behind may keep the pipes open for ever.
    const stop = (kind: 'too-slow' | 'interrupted'): void => {
      kill(child);
      child.stdout.destroy();
      child.stderr.destroy();
      settle(() => resolve({ kind }));
    };
    const onAbort = (): void => stop('interrupted');
    const timer = setTimeout(() => stop('too-slow'), run.timeLimitMs);
    run.signal?.addEventListener('abort', onAbort, { once: true });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-SAID_LIMIT);
      run.onSaid?.(stderr);
    });
    child.on('error', (error) => settle(() => reject(error)));
    child.on('close', (code, signal) =>
      settle(() =>
        resolve(
          code === null
            ? { kind: 'killed', signal: signal ?? 'a signal', stderr }
            : { kind: 'exited', code, stdout, stderr },
        ),
      ),
    );
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

/** In a group of its own, a plugin doesn't get the terminal's Ctrl-C: it would outlive us. */
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
