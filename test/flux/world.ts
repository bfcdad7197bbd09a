import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from '../../src/engine.js';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport, Report } from '../../src/model/report.js';
import { type Transcript, transcript } from '../cli/fake-io.js';
import { git, repository, scratch } from '../source/repositories.js';

export const SHOP = 'https://git.example.com/team/shop.git';

/** A Kustomization `shop` in `flux-system`, as its controller keeps it five minutes after a run that went well. */
export function kustomization(
  more: { spec?: JsonObject; status?: JsonObject; metadata?: JsonObject } = {},
): JsonObject {
  return {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'shop', namespace: 'flux-system', generation: 3, ...more.metadata },
    spec: {
      interval: '10m0s',
      path: './apps/shop',
      prune: true,
      sourceRef: { kind: 'GitRepository', name: 'shop' },
      targetNamespace: 'shop',
      ...more.spec,
    },
    status: {
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'ReconciliationSucceeded',
          message: 'Applied revision: main',
          lastTransitionTime: '2026-11-30T11:55:00Z',
        },
      ],
      observedGeneration: 3,
      history: [{ lastReconciled: '2026-11-30T11:55:00Z', lastReconciledStatus: 'ReconciliationSucceeded' }],
      ...more.status,
    },
  };
}

/** The GitRepository `shop`, with an artifact of a commit. */
export function gitRepository(commit: string, more: JsonObject = {}): JsonObject {
  return {
    apiVersion: 'source.toolkit.fluxcd.io/v1',
    kind: 'GitRepository',
    metadata: { name: 'shop', namespace: 'flux-system' },
    spec: { url: SHOP, interval: '1m', ref: { branch: 'main' }, ...more },
    status: { artifact: { revision: `main@sha1:${commit}` } },
  };
}

/** The manifest of a ConfigMap as Git holds it. */
export function manifest(name: string, data: JsonObject, metadata: JsonObject = {}): string {
  return `${JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data })}\n`;
}

/** An entry of managedFields that names the keys of `data`. */
export function entry(manager: string, operation: 'Apply' | 'Update', keys: readonly string[]): JsonObject {
  return {
    manager,
    operation,
    apiVersion: 'v1',
    time: '2026-11-30T11:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) },
  };
}

/** A ConfigMap as kustomize-controller applied it. */
export function applied(
  name: string,
  data: JsonObject,
  more: { entries?: readonly JsonObject[]; metadata?: JsonObject } = {},
): JsonObject {
  const { labels = {}, ...metadata } = more.metadata ?? {};
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'shop',
      uid: `uid-${name}`,
      labels: {
        'kustomize.toolkit.fluxcd.io/name': 'shop',
        'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
        ...(labels as JsonObject),
      },
      managedFields: more.entries ?? [entry('kustomize-controller', 'Apply', Object.keys(data))],
      ...metadata,
    },
    data,
  };
}

/** What one run is given. */
export interface World {
  /** Objects of Flux in the recording. */
  readonly flux: readonly JsonObject[];
  readonly live?: readonly JsonObject[];
  /** The files of the repository `shop`, or its folder; mapped by --repo-map. */
  readonly files?: Readonly<Record<string, string>> | string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `diff` over saved objects; without arguments of the kind for the Kustomization `shop`. */
export function runWorld(world: World): Promise<Transcript> {
  const { flux, live = [], args = [], env = {} } = world;
  const folder = scratch();
  const items = [...live, ...flux];
  writeFileSync(join(folder, 'live.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  const asks = args.some((arg) =>
    ['--kustomization', '--helm-release', '--kustomization-file', '--all-apps'].includes(arg),
  );
  const clone =
    world.files === undefined ? undefined : typeof world.files === 'string' ? world.files : repository(world.files);
  return transcript(
    [
      'diff',
      ...(asks ? [] : ['--kustomization', 'shop']),
      ...(clone === undefined ? [] : ['--repo-map', `${SHOP}=${clone}`]),
      ...['--live', join(folder, 'live.json')],
      ...args,
    ],
    engine,
    {
      cwd: folder,
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

/** A repository of these files, and the objects that stand for it: a Kustomization and its source. */
export function shopOf(
  files: Record<string, string>,
  more: Parameters<typeof kustomization>[0] = {},
  source: JsonObject = {},
): { readonly flux: readonly JsonObject[]; readonly files: string; readonly commit: string } {
  const folder = repository(files);
  const commit = git(folder, 'rev-parse', 'HEAD');
  return { flux: [kustomization(more), gitRepository(commit, source)], files: folder, commit };
}
