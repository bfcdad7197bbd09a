import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/report.js';
import { transcript } from '../cli/fake-io.js';
import { applied, SHOP as FLUX_SHOP, manifest as fluxManifest, shopOf } from '../flux/world.js';
import { scratch } from '../source/repositories.js';
import { application, git, manifest, repository, SHOP, tracked } from './world.js';

const PASSWORD = Buffer.from('correct horse').toString('base64');

/** Records from saved objects as from a cluster, and replays: both reports, and the recording. */
async function recordedAndReplayed(
  objects: readonly JsonObject[],
  flags: readonly string[],
): Promise<{ first: Report; again: Report; recording: string; names: readonly string[] }> {
  const folder = scratch();
  const run = (args: readonly string[]) =>
    transcript(args, engine, {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, GIT_CONFIG_NOSYSTEM: '1' },
    });
  writeFileSync(join(folder, 'cluster.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
  const recorded = await run(['record', ...flags, '--live', join(folder, 'cluster.json'), '--to', 'saved.json']);
  expect([recorded.code, recorded.err]).toEqual([0, expect.stringContaining('recorded ')]);
  const report = async (live: string): Promise<Report> => {
    const { out, err } = await run(['diff', ...flags, '--live', join(folder, live), '-o', 'json']);
    if (out === '') throw new Error(err);
    return JSON.parse(out.replaceAll(live, 'live.json')) as Report;
  };
  const recording = readFileSync(join(folder, 'saved.json'), 'utf8');
  const { items } = JSON.parse(recording) as { items: { kind: string; metadata: { name: string } }[] };
  return {
    first: await report('cluster.json'),
    again: await report('saved.json'),
    recording,
    names: items.map(({ kind, metadata }) => `${kind}/${metadata.name}`),
  };
}

describe('a recording of an Application', () => {
  const files = {
    'apps/shop/a.yaml': `${manifest('settings', { mode: 'fast' })}\n`,
    'apps/shop/b.yaml': JSON.stringify({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'login' },
      data: { password: PASSWORD },
    }),
  };
  const secret: JsonObject = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'login',
      namespace: 'shop',
      annotations: { 'argocd.argoproj.io/tracking-id': 'shop:/Secret:shop/login' },
    },
    type: 'Opaque',
    data: { password: PASSWORD },
  };
  const settings = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'argocd-cm', namespace: 'argocd' },
    data: { 'resource.customizations.ignoreDifferences._ConfigMap': 'jsonPointers:\n- /data/level\n' },
  };
  const project = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'default', namespace: 'argocd' },
    spec: { sourceRepos: ['*'], destinations: [{ server: '*', namespace: '*' }] },
  };
  const live = [{ ...tracked('settings', { mode: 'fast' }), data: { mode: 'slow' } }, secret];

  it('replays to the same report, and shows no value of a Secret', async () => {
    const objects = [application(), application({ name: 'other' }), settings, project, ...live];
    const flags = ['--app', 'shop', '--repo-map', `${SHOP}=${repository(files)}`];
    const { first, again, recording, names } = await recordedAndReplayed(objects, flags);
    expect(again.applications).toEqual(first.applications);
    expect(first.applications[0]?.resources.map(({ kind, sync }) => `${kind} ${sync}`)).toEqual([
      'ConfigMap OutOfSync',
      'Secret Synced',
    ]);
    expect(recording).not.toContain(PASSWORD);
    expect([...names].sort()).toEqual([
      'AppProject/default',
      'Application/shop',
      'ConfigMap/argocd-cm',
      'ConfigMap/settings',
      'Secret/login',
    ]);
  });
});

describe('a recording of a Kustomization', () => {
  it('replays to the same report', async () => {
    const { flux, files } = shopOf({ 'apps/shop/a.yaml': fluxManifest('settings', { mode: 'fast' }) });
    const flags = ['--kustomization', 'shop', '--repo-map', `${FLUX_SHOP}=${files}`];
    const objects = [...flux, { ...applied('settings', { mode: 'fast' }), data: { mode: 'slow' } }];
    const { first, again, names } = await recordedAndReplayed(objects, flags);
    expect(again.applications).toEqual(first.applications);
    expect([...names].sort()).toEqual(expect.arrayContaining(['GitRepository/shop', 'Kustomization/shop']));
    expect(git(files, 'rev-parse', 'HEAD')).toHaveLength(40);
  });
});
