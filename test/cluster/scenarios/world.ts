import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, inject } from 'vitest';
import type { Report } from '../../../src/model/report.js';
import { kubectlOk, until } from '../../controlplane/kubectl.js';
import { assertReport } from './report-contract.js';

const GITDRIFT = fileURLToPath(new URL('../../../bin/gitdrift.js', import.meta.url));
const cluster = inject('cluster');

/** A process that has ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Compared extends Ended {
  readonly report: Report;
}

interface RunOptions {
  readonly stdin?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: of the user who may do everything. */
  readonly kubeconfig?: string;
}

/** A namespace on the shared cluster, real writers in it, and gitdrift as people run it: in a process. */
export interface World {
  readonly namespace: string;
  /** kubectl in the namespace; throws what it said where it fails. */
  kubectl(args: readonly string[], stdin?: string): Promise<string>;
  /** Applies like a GitOps controller, or any other manager: server-side, forced. */
  apply(manifest: string, manager?: string): Promise<void>;
  /** Runs gitdrift; nothing is added to the arguments but the kubeconfig. */
  gitdrift(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** `gitdrift diff -o json` of one manifest in this namespace, its report checked against the published schema. */
  diff(manifest: string, flags?: readonly string[]): Promise<Compared>;
  /** A folder of files that goes with the world. */
  folder(files: Readonly<Record<string, string>>): string;
}

/** Makes a world for the tests of a file (or a describe block), and removes it after them. */
export function world(subject: string): World {
  const namespace = `${subject}-${randomUUID().slice(0, 8)}`;
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'gitdrift-world-')));
  const as = { kubeconfig: cluster.kubeconfig, program: cluster.kubectl };

  const made: World = {
    namespace,
    kubectl: (args, stdin = '') => kubectlOk([...args, `--namespace=${namespace}`], { ...as, stdin }),
    async apply(manifest, manager = 'argocd-controller') {
      const flags = ['--server-side', '--force-conflicts', `--field-manager=${manager}`, '--filename=-'];
      await made.kubectl(['apply', ...flags], manifest);
    },
    gitdrift: (args, options) => runGitdrift(args, root, options),
    async diff(manifest, flags = []) {
      const path = made.folder({ 'manifest.yaml': manifest });
      return compared(await made.gitdrift(['diff', path, `--namespace=${namespace}`, '-o', 'json', ...flags]));
    },
    folder(files) {
      const folder = join(root, randomUUID().slice(0, 8));
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      return folder;
    },
  };

  beforeAll(async () => {
    await kubectlOk(['create', 'namespace', namespace], as);
  });
  afterAll(async () => {
    rmSync(root, { recursive: true, force: true });
    await kubectlOk(['delete', 'namespace', namespace, '--wait=false'], as);
  });
  return made;
}

/** The report that a run printed, checked against the published schema and against the process's own exit code. */
export function compared(ended: Ended): Compared {
  if (ended.out === '') throw new Error(`gitdrift printed nothing and ended with ${ended.code}: ${ended.err}`);
  return { ...ended, report: assertReport(ended.out, ended.code) };
}

/** Runs gitdrift in a process with nothing of this machine's settings but the programs it needs. */
export function runGitdrift(
  args: readonly string[],
  home: string,
  { stdin = '', cwd = home, env = {}, kubeconfig = cluster.kubeconfig }: RunOptions = {},
): Promise<Ended> {
  const programs = [cluster.helm, cluster.kustomize, cluster.kubectl].map((program) => dirname(program));
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [GITDRIFT, ...args], {
      cwd,
      env: {
        PATH: [...programs, process.env.PATH].join(delimiter),
        HOME: home,
        TMPDIR: tmpdir(),
        KUBECONFIG: kubeconfig,
        ...env,
      },
    });
    const text = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text.out += chunk;
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      text.err += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...text }));
    child.stdin.on('error', () => {}); // it may end before it has read everything
    child.stdin.end(stdin);
  });
}

/** No kubelet runs here: gives every Pod of the world this status until the condition holds. */
export async function whilePodsAre(
  { kubectl }: World,
  status: object,
  condition: () => Promise<boolean>,
  description: string,
): Promise<void> {
  const patch = `--patch=${JSON.stringify({ status })}`;
  await until(async () => {
    const pods = (await kubectl(['get', 'pods', '--output=name'])).split('\n').filter((name) => name !== '');
    if (pods.length > 0) await kubectl(['patch', ...pods, '--subresource=status', '--type=merge', patch]);
    return condition();
  }, description);
}
