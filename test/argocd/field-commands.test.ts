import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/report.js';
import { application, commit, git, manifest, repository, runWorld, SHOP, tracked } from './world.js';

const files = { 'apps/shop/a.yaml': `${manifest('settings', { mode: 'fast', level: '1' })}\n` };
const settings = tracked('settings', { mode: 'fast', level: '1' }) as { metadata: { managedFields: unknown[] } };
const byHand = {
  manager: 'kubectl-edit',
  operation: 'Update',
  apiVersion: 'v1',
  time: '2026-11-30T11:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { 'f:mode': {} } },
};
const [byArgo] = (tracked('settings', { level: '1' }) as typeof settings).metadata.managedFields;
const changed = {
  ...settings,
  metadata: { ...settings.metadata, managedFields: [byArgo, byHand] },
  data: { mode: 'slow', level: '1' },
} as unknown as JsonObject;
const world = { repositories: { [SHOP]: files }, live: [changed] };
const app = ['--app', 'shop'];

describe('explain with --app', () => {
  it('tells what the Application makes of the field, and what happens next', async () => {
    const { code, out } = await runWorld({
      ...world,
      about: ['explain', 'configmap/settings', '.data.mode'],
      args: [...app, '-n', 'shop'],
    });
    expect(code).toBe(0);
    expect(out).toContain('DRIFT');
    expect(out).toContain('apps/shop/a.yaml');
    expect(out).toContain('What happens next');
    expect(out).toMatch(/gitdrift adopt configmap\/settings '?\.data\.mode'? .*--app shop/);
  });

  it('says that a rule of the Application ignores it', async () => {
    const spec = { ignoreDifferences: [{ kind: 'ConfigMap', jsonPointers: ['/data/mode'] }] };
    const { out } = await runWorld({
      ...world,
      applications: [application({ spec })],
      about: ['explain', 'configmap/settings', '.data.mode'],
      args: [...app, '-n', 'shop'],
    });
    expect(out).toContain('not counted as drift, ignored by a rule');
  });

  it('is incomplete where the Application cannot be rendered, and says why', async () => {
    const { code, out } = await runWorld({
      ...world,
      applications: [application({ spec: { source: { repoURL: SHOP, path: 'apps/none', targetRevision: 'main' } } })],
      about: ['explain', 'configmap/settings', '.data.mode'],
      args: [...app, '-n', 'shop'],
    });
    expect(code).toBe(3);
    expect(out).toContain('What shop asks for could not be had: apps/none: app path does not exist');
  });

  it('asks which where two Applications declare the object', async () => {
    const { code, err } = await runWorld({
      ...world,
      applications: [application(), application({ name: 'shop-copy' })],
      about: ['explain', 'configmap/settings', '.data.mode'],
      args: [...app, '--app', 'shop-copy', '-n', 'shop'],
    });
    expect([code, err]).toEqual([2, expect.stringContaining('ConfigMap settings is declared by shop and shop-copy')]);
  });
});

describe('adopt with --app', () => {
  it('patches the file of the mapped repository', async () => {
    const folder = repository(files);
    const { code, out, err } = await runWorld({
      ...world,
      repositories: { [SHOP]: folder },
      about: ['adopt', 'configmap/settings', '.data.mode'],
      args: [...app, '-n', 'shop'],
    });
    expect([code, err]).toEqual([0, expect.stringContaining(`git -C ${folder} apply`)]);
    expect(out).toContain('--- a/apps/shop/a.yaml');
    expect(out).toMatch(/^\+.*"mode": ?"?slow/m);
  });
});

describe('timeline with --app', () => {
  it('has the commits of the repository', async () => {
    const folder = repository(files);
    commit(folder, { 'apps/shop/a.yaml': `${manifest('settings', { mode: 'faster', level: '1' })}\n` });
    const { code, out } = await runWorld({
      ...world,
      repositories: { [SHOP]: folder },
      about: ['timeline', 'configmap/settings'],
      args: [...app, '-n', 'shop'],
    });
    expect(code).toBe(0);
    for (const revision of ['HEAD', 'HEAD~1']) {
      expect(out).toContain(git(folder, 'rev-parse', revision).slice(0, 7));
    }
  });
});

describe('the next commands of diff', () => {
  it('name the Application as the user did', async () => {
    const { out } = await runWorld({ ...world, args: ['--app', 'argocd/shop'] });
    expect(out).toMatch(/gitdrift explain configmap\/settings .data.mode --app argocd\/shop --repo-map \S+ --live/);
  });

  it('name the one that it is about where all were asked for', async () => {
    const { out } = await runWorld({ ...world, args: ['--all-apps'] });
    expect(out).toMatch(/gitdrift timeline configmap\/settings --app shop --repo-map/);
  });
});

describe('diff --git-blame', () => {
  it('names the commit of the declaring line in the repository of the Application', async () => {
    const folder = repository(files);
    commit(folder, { 'apps/shop/b.yaml': `${manifest('others', {})}\n` });
    const { out } = await runWorld({
      ...world,
      repositories: { [SHOP]: folder },
      args: [...app, '--git-blame', '-o', 'json'],
    });
    const { applications } = JSON.parse(out) as Report;
    const [drift] = applications[0]?.resources.flatMap((resource) => resource.drift) ?? [];
    expect(drift?.origin?.commit?.sha).toBe(git(folder, 'rev-parse', 'HEAD~1'));
  });
});
