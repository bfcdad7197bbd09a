import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/report.js';
import {
  applied,
  entry,
  SHOP as FLUX_SHOP,
  manifest as fluxManifest,
  gitRepository,
  kustomization,
  runWorld as runFlux,
} from '../flux/world.js';
import { application, commit, git, manifest, reportOf, repository, runWorld, SHOP, tracked, VALUES } from './world.js';

/** A repository whose second commit changes the mode. */
function twoCommits(): { folder: string; before: string } {
  const folder = repository({ 'apps/shop/settings.yaml': manifest('settings', { mode: 'slow' }) });
  const before = git(folder, 'rev-parse', 'HEAD');
  commit(folder, { 'apps/shop/settings.yaml': manifest('settings', { mode: 'fast' }) });
  return { folder, before };
}

/** Somebody wrote the mode by hand, and nothing tells what was applied. */
const byHand = (data: JsonObject): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'settings',
    namespace: 'shop',
    annotations: { 'argocd.argoproj.io/tracking-id': 'shop:/ConfigMap:shop/settings' },
    managedFields: [entry('kubectl-edit', 'Update', Object.keys(data))],
  },
  data,
});

const statuses = (report: Report['applications'][number]) =>
  report.resources.flatMap(({ drift }) => drift.map(({ path, explanation }) => `${path} ${explanation.code}`));

describe('--base of an Application', () => {
  it.each(['HEAD~1', 'main~1'])('tells a change of Git from one of live (%s), and leaves the verdict', async (base) => {
    const { folder, before } = twoCommits();
    const world = { live: [byHand({ mode: 'slow' })], repositories: { [SHOP]: folder } };
    const without = await reportOf(world);
    const report = await reportOf({ ...world, args: ['--base', base] });
    expect(statuses(without)).toEqual(['.data.mode manual-change']);
    expect(statuses(report)).toEqual(['.data.mode git-ahead']);
    expect(report.sync).toEqual(without.sync);
    expect(report.sync.status).toBe('OutOfSync');
    expect(report.sources.map((source) => source.base)).toEqual([before]);
  });

  it('leaves to live what Git did not change', async () => {
    const { folder } = twoCommits();
    const base = git(folder, 'rev-parse', 'HEAD');
    const report = await reportOf({
      ...{ live: [byHand({ mode: 'slow' })], repositories: { [SHOP]: folder } },
      args: ['--base', base],
    });
    expect(statuses(report)).toEqual(['.data.mode manual-change']);
  });

  it('says which of several sources has no such revision', async () => {
    const { folder, before } = twoCommits();
    const other = repository({ 'more/other.yaml': manifest('other', { level: '1' }) });
    const spec = {
      sources: [
        { repoURL: SHOP, path: 'apps/shop', targetRevision: 'main' },
        { repoURL: VALUES, path: 'more', targetRevision: 'main' },
      ],
    };
    const report = await reportOf({
      applications: [application({ spec })],
      live: [byHand({ mode: 'slow' }), tracked('other', { level: '1' })],
      repositories: { [SHOP]: folder, [VALUES]: other },
      args: ['--base', before],
    });
    expect(statuses(report)).toEqual(['.data.mode git-ahead']);
    expect(report.sources.map((source) => source.base)).toEqual([before, undefined]);
    const said = report.findings.filter(({ code }) => code === 'base-not-compared');
    expect(said.map(({ severity }) => severity)).toEqual(['note']);
    expect(said[0]?.message).toContain(VALUES);
  });

  it('ends the run where no repository has the revision', async () => {
    const { folder } = twoCommits();
    const { code, err } = await runWorld({ repositories: { [SHOP]: folder }, args: ['--base', 'mian'] });
    expect([code, err]).toEqual([2, expect.stringContaining('has no revision mian')]);
  });
});

describe('the policy that judges a change of applications', () => {
  const LOOSE = `apiVersion: gitdrift.io/v1
writers:
- manager: kubectl-edit
  category: operator
  name: a controller
  reason: nothing to see here
`;

  it('is the base\u2019s, in a clone of their repository, and the change of it is said once', async () => {
    const { folder, before } = twoCommits();
    commit(folder, { 'gitdrift.yaml': LOOSE });
    const world = {
      live: [byHand({ mode: 'quick' })],
      repositories: { [SHOP]: folder },
      cwd: folder,
    };
    const loose = await reportOf(world);
    const report = await reportOf({ ...world, args: ['--base', before] });
    expect(loose.resources[0]?.drift[0]?.writer?.category).toBe('operator');
    expect(report.resources[0]?.drift[0]?.writer?.category).toBe('manual');
    expect(report.findings.map(({ code }) => code)).toContain('policy-changed');
  });

  it('stays where the working directory is no clone of theirs', async () => {
    const { folder } = twoCommits();
    const elsewhere = repository({ 'gitdrift.yaml': LOOSE });
    const world = { live: [byHand({ mode: 'quick' })], repositories: { [SHOP]: folder }, cwd: elsewhere };
    const report = await reportOf({ ...world, args: ['--base', 'HEAD~1'] });
    expect(report.resources[0]?.drift[0]?.writer?.category).toBe('operator');
    expect(report.findings.map(({ code }) => code)).not.toContain('policy-changed');
  });
});

describe('--base of a Kustomization', () => {
  it('tells a change of Git from one of live', async () => {
    const folder = repository({ 'apps/shop/settings.yaml': fluxManifest('settings', { mode: 'slow' }) });
    const before = git(folder, 'rev-parse', 'HEAD');
    commit(folder, { 'apps/shop/settings.yaml': fluxManifest('settings', { mode: 'fast' }) });
    const { out, err } = await runFlux({
      flux: [kustomization(), gitRepository(git(folder, 'rev-parse', 'HEAD'))],
      live: [applied('settings', { mode: 'slow' }, { entries: [entry('kubectl-edit', 'Update', ['mode'])] })],
      args: ['--repo-map', `${FLUX_SHOP}=${folder}`, '--base', 'HEAD~1', '-o', 'json'],
    });
    if (out === '') throw new Error(err);
    const [report] = (JSON.parse(out) as Report).applications;
    if (report === undefined) throw new Error('no application');
    expect(statuses(report)).toEqual(['.data.mode git-ahead']);
    expect(report.sources.map((source) => source.base)).toEqual([before]);
  });
});
