import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { analyze, analyzeOn } from '../../src/analyze.js';
import type { Engine } from '../../src/cli/engine.js';
import type { DryRunResult } from '../../src/cluster/dry-run.js';
import { refusalOf } from '../../src/cluster/dry-run-refusal.js';
import { openCluster } from '../../src/compositions/live/open-cluster.js';
import { engine } from '../../src/engine.js';
import type { Cluster } from '../../src/model/live.js';
import type { Report } from '../../src/model/report.js';
import { type KubernetesObject, refKey, refOf } from '../../src/model/resource.js';
import { transcript } from '../cli/fake-io.js';
import { fakeTools } from '../render/fake-tools.js';
import { SERVERS } from './as-server.js';

const WORLDS = fileURLToPath(new URL('../../fixtures/reasons/', import.meta.url));

/** `world.yaml` of a folder in fixtures/reasons; its README says what the keys mean. */
interface World {
  readonly about: string;
  readonly desired?: string;
  /** An Argo CD Application's file; its repository is the world. */
  readonly application?: string;
  /** live.json stands for a server, not for saved objects. */
  readonly server?: true;
  /** Objects of Flux that are asked for, as flags. */
  readonly asks?: readonly string[];
  readonly flags?: readonly string[];
  readonly commits?: readonly { readonly folder: string; readonly at: string; readonly only?: string }[];
  readonly submodules?: readonly string[];
  readonly pipes?: readonly string[];
  readonly tools?: readonly string[];
  readonly readOnlyTemporary?: boolean;
  readonly answers?: string;
  readonly looks?: readonly string[];
}

/** What the tool prints of a world, on a terminal of 100 columns without colours, and the report behind it. */
export interface Told {
  readonly text: string;
  readonly report: Report;
}

export const WORLD_NAMES = readdirSync(WORLDS)
  .filter((name) => !name.includes('.'))
  .sort();

/** Runs `gitdrift diff` in a world, with these flags beside its own. */
export async function tellWorld(name: string, flags: readonly string[]): Promise<Told> {
  const source = `${WORLDS}${name}/`;
  const world = load(readFileSync(`${source}world.yaml`, 'utf8')) as World;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gitdrift-test-')));
  try {
    build(world, source, folder);
    if (world.server === true) SERVERS.add(`${source}live.json`);
    const env = surroundings(world, source, folder);
    // A server that answers dry runs, or changes between two looks, is no recording.
    const isServer = world.answers !== undefined || world.looks !== undefined;
    const live = isServer ? [] : ['--live', `${source}live.json`];
    const given = ['diff', ...wanted(world, folder), ...live, ...(world.flags ?? [])];
    const further = flags.map((flag) => (existsSync(join(source, flag)) ? join(source, flag) : flag));
    const print = (more: readonly string[]) =>
      transcript([...given, ...further, ...more], engineOf(world, source), {
        ...{ cwd: folder, tty: true, columns: 100, env },
      });
    const [text, json] = [await print([]), await print(['-o', 'json'])];
    if (text.code === 2) throw new Error(`${name} cannot be compared: ${text.err}`);
    return { text: text.out, report: JSON.parse(json.out) as Report };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What is compared: a path, or what an Application names. */
function wanted({ desired = 'desired', application, asks }: World, folder: string): readonly string[] {
  if (asks !== undefined) return [...asks, '-n', 'marketplace'];
  if (application === undefined) return [desired, '-n', 'marketplace'];
  const repository = 'https://git.example/shop/deployment-config.git';
  return ['--app-file', join(folder, application), '--repo-map', `${repository}=${folder}`];
}

/** The world's files in a folder of their own, in a Git repository where it has commits. */
function build(world: World, source: string, folder: string): void {
  for (const { folder: from, at, only = '--all' } of world.commits ?? [{ folder: '.', at: undefined }]) {
    for (const old of readdirSync(folder)) if (old !== '.git') rmSync(join(folder, old), { recursive: true });
    cpSync(join(source, from), folder, { recursive: true });
    if (at === undefined) continue;
    const git = (...args: string[]): void => void execFileSync('git', args, { cwd: folder, env: author(folder, at) });
    if (!existsSync(join(folder, '.git'))) git('init', '--quiet', '--initial-branch=main');
    git('add', only);
    for (const path of world.submodules ?? []) {
      mkdirSync(join(folder, path), { recursive: true });
      git('update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},${path}`);
    }
    git('commit', '--quiet', '--message', 'change');
  }
  for (const path of world.pipes ?? []) execFileSync('mkfifo', [join(folder, path)]);
}

/** Nobody in particular, at a given time: a commit of the same files always has the same number. */
function author(folder: string, at: string): NodeJS.ProcessEnv {
  const name = 'release';
  const email = 'release@shop.example';
  return {
    ...{ PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: at },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: at },
  };
}

function surroundings(world: World, source: string, folder: string): Record<string, string | undefined> {
  const { tools = [], readOnlyTemporary } = world;
  const bodies = Object.fromEntries(tools.map((tool) => [tool, readFileSync(`${source}tools/${tool}.js`, 'utf8')]));
  const bin = tools.length === 0 ? undefined : fakeTools(bodies).bin;
  // Of the machine's programs a world with tools needs git alone, where it is a repository.
  const path = bin === undefined ? process.env.PATH : world.commits === undefined ? bin : `${bin}:${process.env.PATH}`;
  // A folder that is none: no temporary file can be made in it.
  const temporary = readOnlyTemporary === true ? '/dev/null' : tmpdir();
  return { PATH: path, HOME: folder, TMPDIR: temporary, NO_COLOR: '1', GIT_CONFIG_NOSYSTEM: '1' };
}

/** The real pipeline, on the recording: with a world's dry runs, and its later looks, where it has them. */
function engineOf(world: World, source: string): Partial<Engine> {
  if (world.answers === undefined && world.looks === undefined) return engine;
  return {
    async analyze(request, live, tools) {
      // What controllers' objects ask for has a pipeline of its own.
      if (world.asks !== undefined) return analyze(request, live, tools);
      const saved = { kind: 'recording', path: `${source}live.json`, schemaFiles: live.schemaFiles } as const;
      const looks = (world.looks ?? []).map((file) => objectsOf(`${source}${file}`));
      const open = await openCluster(saved, tools, (cluster) => looking(cluster, looks));
      const { answers } = world;
      const dryRun = answers === undefined ? undefined : dryRuns(`${source}${answers}`);
      return analyzeOn(
        { ...open, ...(dryRun === undefined ? {} : { dryRun: async () => dryRun }) },
        request,
        tools,
        ({ report }) => report,
      );
    },
  };
}

/** A cluster whose second look, and those after it, find other objects. */
function looking(cluster: Cluster, looks: readonly ReadonlyMap<string, KubernetesObject>[]): Cluster {
  if (looks.length === 0) return cluster;
  let look = -1;
  return {
    ...cluster,
    warnings: cluster.warnings,
    async fetch(refs) {
      const found = new Map(await cluster.fetch(refs));
      const objects = looks[Math.min(look++, looks.length - 1)];
      for (const [key, object] of objects ?? []) found.set(key, { kind: 'found', object });
      return found;
    },
  };
}

function objectsOf(file: string): ReadonlyMap<string, KubernetesObject> {
  const { items } = JSON.parse(readFileSync(file, 'utf8')) as { items: readonly KubernetesObject[] };
  return new Map(items.map((object) => [refKey(refOf(object)), object]));
}

/** What the server answered to each object's dry run: the object as it would be stored, or kubectl's word of a refusal. */
function dryRuns(
  file: string,
): (desired: { readonly ref: { readonly kind: string; readonly name: string } }) => Promise<DryRunResult> {
  const answers = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    KubernetesObject | { readonly refused: string }
  >;
  return async ({ ref }) => {
    const answer = answers[`${ref.kind}/${ref.name}`];
    if (answer === undefined) throw new Error(`${file} has no answer for ${ref.kind}/${ref.name}`);
    if ('metadata' in answer) return { kind: 'applied', object: answer };
    const [, reason = '', message = ''] = /^Error from server \((\w+)\): (.*)$/s.exec(answer.refused) ?? [];
    return refusalOf(reason === 'Forbidden' ? 403 : 422, message);
  };
}
