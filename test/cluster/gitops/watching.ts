import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { until } from '../../controlplane/kubectl.js';

const GITDRIFT = fileURLToPath(new URL('../../../bin/gitdrift.js', import.meta.url));

/** A gitdrift that runs until it is interrupted. */
export interface Watching {
  /** Waits until it has printed a text that matches. */
  prints(pattern: RegExp): Promise<string>;
  /** Ctrl-C: its exit code. */
  interrupt(): Promise<number | null>;
}

/** Starts gitdrift, to be looked at while it runs. */
export function watching(args: readonly string[], kubeconfig: string): Watching {
  const child = spawn(process.execPath, [GITDRIFT, ...args], {
    env: { PATH: process.env.PATH, HOME: tmpdir(), TMPDIR: tmpdir(), KUBECONFIG: kubeconfig, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text.out += part;
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text.err += part;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return {
    prints: (pattern) =>
      until(() => pattern.exec(text.out)?.[0], `${pattern} in what it prints`, 30_000).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${text.out}${text.err}`);
      }),
    interrupt: () => {
      child.kill('SIGINT');
      return ended;
    },
  };
}
