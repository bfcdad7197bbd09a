import { spawn } from 'node:child_process';

const missing = `The cluster tests build a real Kubernetes control plane and need Go 1.26 or later, which is not on the PATH.
Install it (your package manager's "golang" or https://go.dev/doc/install), or set GITDRIFT_TEST_KUBECONFIG to the
kubeconfig of a throw-away cluster that the tests may fill and change.`;

/**
 * Runs the go command and returns its output. Throws what it printed to standard error when it fails, and how to get Go
 * where there is none.
 */
export function go(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('go', args, {
      cwd: options.cwd,
      // No C compiler is needed, and none can change what is built.
      env: { ...process.env, CGO_ENABLED: '0', ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', (error) => reject('code' in error && error.code === 'ENOENT' ? new Error(missing) : error));
    child.on('close', (code) => {
      if (code === 0) resolve(stdout.trim());
      else reject(new Error(`go ${args.join(' ')} failed (${code}):\n${stderr.slice(-4000)}`));
    });
  });
}
