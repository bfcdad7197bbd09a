import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Access } from './api.js';
import { GITOPS_MANAGER, listPathOf, pathOf } from './fill-cluster.js';
import { type Contender, type Program, type Ran, runTimed } from './timing.js';
import type { Declared } from './world.js';

/** What the contenders of one world have at hand. */
export interface Bench {
  /** A folder for files of the bench. */
  readonly folder: string;
  /** The script that starts gitdrift. */
  readonly gitdrift: string;
  /** That of another gitdrift to measure in the same turns. */
  readonly beside?: string | undefined;
  readonly kubectl: string;
  readonly kubeconfig: string;
  readonly access: Access;
  /** The file with the desired state. */
  readonly desired: string;
  readonly declared: readonly Declared[];
}

/** Runs gitdrift with these arguments. */
export function gitdriftProgram(bench: Pick<Bench, 'gitdrift'>, ...args: readonly string[]): Program {
  return { program: process.execPath, args: [bench.gitdrift, ...args] };
}

/** `gitdrift diff` of the world. */
export function gitdriftDiff(bench: Bench, ...args: readonly string[]): Program {
  return gitdriftProgram(bench, 'diff', bench.desired, `--kubeconfig=${bench.kubeconfig}`, ...args);
}

/** A program that has to succeed: with nothing to report, as nothing differs. */
export function contender(name: string, rounds: number, program: Program): Contender {
  return { name, rounds, once: async () => mustSucceed(name, await runTimed(program)).ms };
}

/** `kubectl diff` of the world. */
export function kubectlDiff(bench: Bench, ...args: readonly string[]): Program {
  return {
    program: bench.kubectl,
    args: ['diff', '-f', bench.desired, ...args],
    env: { KUBECONFIG: bench.kubeconfig, KUBECACHEDIR: join(bench.folder, 'kubectl-cache') },
  };
}

/** `kubectl diff --server-side` as the manager that applied the world. */
export function kubectlServerSide(bench: Bench, ...args: readonly string[]): Program {
  return kubectlDiff(bench, '--server-side', '--force-conflicts', `--field-manager=${GITOPS_MANAGER}`, ...args);
}

/**
 * What nothing that reads the same objects can be faster than: curl fetches the lists (Secrets one by one, as nobody
 * should need the right to list them) at once over the same number of connections, and JSON.parse reads them.
 */
export async function floor(bench: Bench, rounds: number): Promise<Contender> {
  const paths = [
    ...new Set(bench.declared.map((object) => (object.kind === 'Secret' ? pathOf(object) : listPathOf(object)))),
  ];
  const files = paths.map((_, at) => join(bench.folder, `answer-${at}.json`));
  const [config, ca] = [join(bench.folder, 'curl.conf'), join(bench.folder, 'ca.crt')];
  await writeFile(ca, bench.access.ca);
  // In a file, so that the token stands on no command line.
  const common = `cacert = "${ca}"\nheader = "Authorization: Bearer ${bench.access.token}"\nfail\nsilent\nshow-error\n`;
  const requests = paths.map((path, at) => `url = "${bench.access.server}${path}"\noutput = "${files[at]}"\n`);
  await writeFile(config, `parallel\nparallel-max = 8\n${common}${requests.join('')}`, { mode: 0o600 });
  return {
    name: FLOOR,
    rounds,
    once: async () => {
      const fetched = mustSucceed(FLOOR, await runTimed({ program: 'curl', args: ['-q', '-K', config] }));
      const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
      const start = performance.now();
      for (const text of texts) JSON.parse(text);
      return fetched.ms + performance.now() - start;
    },
  };
}

export const FLOOR = 'curl the same objects + JSON.parse';

/** The run, if it ended with exit code 0; throws what it said otherwise. */
export function mustSucceed(name: string, ran: Ran): Ran {
  if (ran.code === 0) return ran;
  throw new Error(`${name} ended with exit code ${ran.code}:\n${ran.stderr}${ran.stdout.slice(0, 2000)}`);
}
