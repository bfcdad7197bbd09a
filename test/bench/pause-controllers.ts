import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Stops the controller manager of a control plane of ours where it stands: otherwise it would make ReplicaSets and Pods
 * for minutes, on the same processors, and write other statuses than those of a settled cluster. Ends with the control
 * plane.
 */
export async function pauseControllers(kubeconfig: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,args='], { maxBuffer: 1 << 26 });
  const mark = `--kubeconfig=${join(dirname(kubeconfig), 'kubeconfig-controller-manager')}`;
  const line = stdout.split('\n').find((candidate) => candidate.includes(mark));
  if (line === undefined) throw new Error(`no controller manager of ${kubeconfig} runs`);
  process.kill(Number.parseInt(line, 10), 'SIGSTOP');
}
