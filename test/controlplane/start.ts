import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildControlPlane, type KubernetesVersion } from './build.js';

/** A running control plane of our own. It ends with `stop`, and with the process that started it. */
export interface ControlPlane {
  /** Of a user who may do everything. */
  readonly kubeconfig: string;
  /** Of a user who may only discover what the server serves. */
  readonly restrictedKubeconfig: string;
  readonly server: string;
  /** As /version says it, such as v1.36.3. */
  readonly version: string;
  /** All writes with their bodies, one JSON event a line. */
  readonly auditLog?: string;
  /** Ends it and removes its files; may be called more than once. */
  stop(): Promise<void>;
}

/** Starts etcd, kube-apiserver and kube-controller-manager on free loopback ports; resolves when they are ready. */
export async function startControlPlane(
  options: { readonly audit?: boolean; readonly version?: KubernetesVersion } = {},
): Promise<ControlPlane> {
  const { controlplane } = await buildControlPlane(options.version);
  const dir = await mkdtemp(join(tmpdir(), 'gitdrift-controlplane-'));
  const child = spawn(controlplane, ['up', '--dir', dir, ...(options.audit ? ['--audit'] : [])], {
    // The open pipe is what keeps it running: it closes when this process ends, in whatever way.
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });

  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopped ??= (async () => {
      child.stdin.end();
      await closed;
      await rm(dir, { recursive: true, force: true });
    })();
    return stopped;
  };

  const lines = createInterface({ input: child.stdout });
  const [line] = await Promise.race([once(lines, 'line'), closed.then(() => [])]);
  if (typeof line !== 'string') {
    await rm(dir, { recursive: true, force: true });
    throw new Error(`the control plane did not start:\n${errors}`);
  }
  return { ...JSON.parse(line), stop };
}
