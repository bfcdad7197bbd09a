import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

interface KubectlOptions {
  readonly kubeconfig: string;
  readonly context?: string;
  readonly stdin?: string;
  /** The program, where it is not the kubectl on the PATH. */
  readonly program?: string;
}

interface KubectlResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** Runs kubectl to its end. A failure is a result like another: callers look at `code`. */
export function kubectl(args: readonly string[], options: KubectlOptions): Promise<KubectlResult> {
  const { kubeconfig, context, stdin = '', program = 'kubectl' } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...(context === undefined ? [] : ['--context', context]), ...args], {
      env: {
        ...process.env,
        KUBECONFIG: kubeconfig,
        // kubectl remembers for hours what a server at an address serves, and ports are used again by other servers.
        KUBECACHEDIR: `${kubeconfig}-cache`,
      },
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ stdout, stderr, code: code ?? 1 }));
    child.stdin.on('error', () => {}); // it may end before it has read everything
    child.stdin.end(stdin);
  });
}

/** Runs kubectl and returns its standard output; throws what it said where it fails. */
export async function kubectlOk(args: readonly string[], options: KubectlOptions): Promise<string> {
  const { stdout, stderr, code } = await kubectl(args, options);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')} failed (${code}): ${stderr}`);
  return stdout;
}

/** Waits until the condition gives a value other than false or undefined, and returns it. */
export async function until<T>(
  condition: () => T | Promise<T>,
  description: string,
  timeoutMs = 20_000,
): Promise<Exclude<T, false | undefined>> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const value = await condition();
    if (isGiven(value)) return value;
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${description}`);
    await delay(50);
  }
}

function isGiven<T>(value: T): value is Exclude<T, false | undefined> {
  return value !== false && value !== undefined;
}
