import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../src/engine.js';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport, Report } from '../../src/model/report.js';
import { type Transcript, transcript } from '../cli/fake-io.js';
import { commit, git, repository, scratch } from '../source/repositories.js';

export const SHOP = 'https://git.example.com/team/shop.git';
export const VALUES = 'https://git.example.com/team/values.git';

/** An Application `shop` in `argocd` that deploys `apps/shop` of the shop repository to its own namespace. */
export function application(more: { spec?: JsonObject; status?: JsonObject; name?: string } = {}): JsonObject {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: more.name ?? 'shop', namespace: 'argocd' },
    spec: {
      project: 'default',
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      ...(more.spec?.sources === undefined
        ? { source: { repoURL: SHOP, path: 'apps/shop', targetRevision: 'main' } }
        : {}),
      ...more.spec,
    },
    ...(more.status === undefined ? {} : { status: more.status }),
  };
}

/** A ConfigMap as live holds it, tracked as the application's. */
export function tracked(name: string, data: JsonObject, more: { application?: string } = {}): JsonObject {
  const owner = more.application ?? 'shop';
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'shop',
      annotations: {
        'argocd.argoproj.io/tracking-id': `${owner}:/ConfigMap:shop/${name}`,
        'kubectl.kubernetes.io/last-applied-configuration': JSON.stringify({
          apiVersion: 'v1',
          data,
          kind: 'ConfigMap',
          metadata: {
            annotations: { 'argocd.argoproj.io/tracking-id': `${owner}:/ConfigMap:shop/${name}` },
            name,
            namespace: 'shop',
          },
        }),
      },
      managedFields: [
        {
          manager: 'argocd-controller',
          operation: 'Update',
          apiVersion: 'v1',
          time: '2026-11-30T10:00:00Z',
          fieldsType: 'FieldsV1',
          fieldsV1: { 'f:data': { '.': {}, ...Object.fromEntries(Object.keys(data).map((key) => [`f:${key}`, {}])) } },
        },
      ],
    },
    data,
  };
}

/** The manifest of a ConfigMap as Git holds it. */
export function manifest(name: string, data: JsonObject): string {
  return JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
}

/** What one run is given. */
export interface World {
  readonly applications?: readonly JsonObject[];
  readonly live?: readonly JsonObject[];
  /** Repositories by their addresses: files, or the folder of one. */
  readonly repositories?: Readonly<Record<string, Record<string, string> | string>>;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The terminal's columns; absent: no terminal. */
  readonly columns?: number;
  /** The working directory; absent: a new folder. */
  readonly cwd?: string;
  /** How the program was started. */
  readonly program?: string;
  readonly command?: 'diff' | 'status' | 'record';
  /** Arguments of the command before the flags: an object, a field. */
  readonly about?: readonly ['explain' | 'adopt' | 'timeline', ...string[]];
}

/** Runs the command line over Applications of a file and saved objects. */
export function runWorld(world: World): Promise<Transcript> {
  const { applications = [application()], live = [], repositories = {}, args = [], env = {} } = world;
  const folder = scratch({
    'applications.yaml': applications.map((one) => JSON.stringify(one)).join('\n---\n'),
  });
  writeFileSync(
    join(folder, 'live.json'),
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...live, ...applications] }),
  );
  const maps = Object.entries(repositories).map(([url, files]) => [
    '--repo-map',
    `${url}=${typeof files === 'string' ? files : repository(files)}`,
  ]);
  const which = args.some((arg) => arg === '--all-apps' || arg === '--app') ? [] : ['--app-file', 'applications.yaml'];
  return transcript(
    [
      ...(world.about ?? [world.command ?? 'diff']),
      ...which.map((arg) => (arg === 'applications.yaml' ? join(folder, arg) : arg)),
      '--live',
      join(folder, 'live.json'),
      ...maps.flat(),
      ...args,
    ],
    engine,
    {
      cwd: world.cwd ?? folder,
      ...(world.columns === undefined ? {} : { tty: true, columns: world.columns }),
      ...(world.program === undefined ? {} : { program: world.program }),
      env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, GIT_CONFIG_NOSYSTEM: '1', ...env },
    },
  );
}

/** The applications of the JSON report of a run. */
export async function reportsOf(world: World): Promise<readonly ApplicationReport[]> {
  const { out, err } = await runWorld({ ...world, args: [...(world.args ?? []), '-o', 'json'] });
  if (out === '') throw new Error(err);
  return (JSON.parse(out) as Report).applications;
}

export async function reportOf(world: World): Promise<ApplicationReport> {
  const [report] = await reportsOf(world);
  if (report === undefined) throw new Error('no application');
  return report;
}

export { commit, git, repository };
