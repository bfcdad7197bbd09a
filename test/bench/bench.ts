// Times gitdrift against kubectl and against the floor, on control planes of its own: `npm run bench`.
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dump } from 'js-yaml';
import { buildControlPlane } from '../controlplane/build.js';
import { startControlPlane } from '../controlplane/start.js';
import { readAccess } from './api.js';
import { checkAnswers } from './check.js';
import {
  type Bench,
  contender,
  floor,
  gitdriftDiff,
  gitdriftProgram,
  kubectlDiff,
  kubectlServerSide,
  mustSucceed,
} from './contenders.js';
import { fillCluster } from './fill-cluster.js';
import { type BenchOptions, readOptions, USAGE } from './options.js';
import { pauseControllers } from './pause-controllers.js';
import { growthText, growthVerdicts, NAMES, startVerdicts, table, verdictText, worldVerdicts } from './results.js';
import { type Contender, type Measured, measure, type Program, runTimed } from './timing.js';
import { type Declared, declaredWorld } from './world.js';

type Results = ReadonlyMap<string, Measured>;

/** From this many objects on, kubectl takes so long that it runs with --all only. */
const KUBECTL_LIMIT = 1000;

const root = fileURLToPath(new URL('../../', import.meta.url));

async function main(options: BenchOptions): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'gitdrift-bench-'));
  try {
    const gitdrift = await copyProgram(root, join(folder, 'program'));
    const beside = options.beside === undefined ? undefined : await copyProgram(options.beside, join(folder, 'beside'));
    const { kubectl } = await buildControlPlane();
    const worlds: { count: number; results: Results }[] = [];
    let start: Results | undefined;
    for (const count of options.objects) {
      const world = join(folder, String(count));
      await mkdir(world);
      const results = await withWorld(world, { gitdrift, beside, kubectl }, declaredWorld(count), async (bench) => {
        start ??= await measureStart(bench, options.rounds);
        return measureWorld(bench, options);
      });
      worlds.push({ count, results });
      print(table(`${count} objects`, results, NAMES.gitdrift));
    }
    if (start === undefined) return;
    print(table('starting', start, NAMES.node));
    const nodeStart = start.get(NAMES.node)?.median ?? 0;
    const sizes = worlds.map(({ count, results }) => ({ count, ms: results.get(NAMES.gitdrift)?.median ?? 0 }));
    print(growthText(sizes, nodeStart));
    const ofWorlds = worlds.flatMap(({ count, results }) => worldVerdicts(count, results, nodeStart));
    print(verdictText([...startVerdicts(start), ...ofWorlds, ...growthVerdicts(sizes, nodeStart)]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies what runs, so that a build meanwhile changes nothing; gives the script. */
async function copyProgram(from: string, to: string): Promise<string> {
  for (const part of ['bin', 'dist', 'package.json']) {
    await cp(join(from, part), join(to, part), { recursive: true, filter: (path) => !path.endsWith('.map') });
  }
  return join(to, 'bin', 'gitdrift.js');
}

/** Runs `work` on a cluster that holds exactly what is declared, and only after gitdrift gave the right answers. */
async function withWorld(
  folder: string,
  programs: Pick<Bench, 'gitdrift' | 'beside' | 'kubectl'>,
  declared: readonly Declared[],
  work: (bench: Bench) => Promise<Results>,
): Promise<Results> {
  progress(`${declared.length} objects: starting a control plane`);
  const cluster = await startControlPlane();
  try {
    await pauseControllers(cluster.kubeconfig);
    const access = await readAccess(cluster.kubeconfig);
    const desired = join(folder, 'desired.yaml');
    await writeFile(desired, asYaml(declared));
    progress(`${declared.length} objects: applying them to Kubernetes ${cluster.version}`);
    await fillCluster(access, declared);
    const bench: Bench = { folder, ...programs, kubeconfig: cluster.kubeconfig, access, desired, declared };
    await checkAnswers(bench);
    return await work(bench);
  } finally {
    await cluster.stop();
  }
}

/** How long it takes to start, and to compare one object with a recording. */
async function measureStart(bench: Bench, rounds: number): Promise<Results> {
  const one = join(bench.folder, 'one.yaml');
  const recording = join(bench.folder, 'one.json');
  await writeFile(one, asYaml(bench.declared.filter(({ kind }) => kind === 'Deployment').slice(0, 1)));
  const record = gitdriftProgram(bench, 'record', one, `--kubeconfig=${bench.kubeconfig}`, `--to=${recording}`);
  mustSucceed('gitdrift record', await runTimed(record));
  return measure(
    [
      contender(NAMES.node, rounds * 3, { program: process.execPath, args: ['-e', '0'] }),
      contender(NAMES.help, rounds * 3, gitdriftProgram(bench, '--help')),
      contender(NAMES.recorded, rounds * 3, gitdriftProgram(bench, 'diff', one, `--live=${recording}`)),
      ...besideIt(bench, NAMES.recordedBeside, rounds * 3, (other) =>
        gitdriftProgram(other, 'diff', one, `--live=${recording}`),
      ),
    ],
    progress,
  );
}

/** How long it takes to compare the world. */
async function measureWorld(bench: Bench, { rounds, all }: BenchOptions): Promise<Results> {
  const { length: count } = bench.declared;
  const slow = count <= 100 ? 3 : count <= KUBECTL_LIMIT || all ? 1 : 0;
  return measure(
    [
      contender(NAMES.gitdrift, rounds, gitdriftDiff(bench)),
      ...besideIt(bench, NAMES.beside, rounds, gitdriftDiff),
      await floor(bench, rounds),
      contender(NAMES.serverSide, slow, kubectlServerSide(bench)),
      contender(NAMES.serverSideParallel, slow, kubectlServerSide(bench, '--concurrency=8')),
      contender(NAMES.clientSide, slow, kubectlDiff(bench)),
    ],
    progress,
  );
}

/** The gitdrift to compare with, as a contender, if there is one. */
function besideIt(
  bench: Bench,
  name: string,
  rounds: number,
  program: (other: Bench) => Program,
): readonly Contender[] {
  return bench.beside === undefined ? [] : [contender(name, rounds, program({ ...bench, gitdrift: bench.beside }))];
}

function asYaml(declared: readonly Declared[]): string {
  return declared.map((object) => dump(object, { lineWidth: -1, noRefs: true })).join('---\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function progress(doing: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${doing}`);
  else process.stderr.write(`${doing}\n`);
}

try {
  const options = readOptions(process.argv.slice(2));
  print(`Node ${process.version}, ${process.platform} ${process.arch}, ${cpus().length} processors\n`);
  await main(options);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n\n${USAGE}`);
  process.exitCode = 1;
}
