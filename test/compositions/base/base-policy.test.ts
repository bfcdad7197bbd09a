import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blessedWriters } from '../../../src/compositions/policy/blessed-writers.js';
import { parsePolicy } from '../../../src/config/policy/parse-policy.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { AnalyzeRequest } from '../../../src/model/request.js';
import { entry } from '../../ownership/worlds.js';
import { commit, git, hasGit, scratch, write } from '../../source/repositories.js';
import { type Files, judgeAt, twoRevisions } from '../earlier-worlds.js';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: a}\n';

/** Somebody wrote a key by hand that Git does not declare. */
const LIVE: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'settings',
    namespace: 'marketplace',
    managedFields: [entry('kubectl-edit', 'Update', { 'f:data': { 'f:debug': {} } }, { apiVersion: 'v1' })],
  },
  data: { mode: 'a', debug: 'on' },
};

/** Calls whoever edits by hand a controller. */
const LOOSE = `apiVersion: gitdrift.io/v1
writers:
- manager: kubectl-edit
  category: operator
  name: a controller
  reason: nothing to see here
`;

const FOUND = { ...parsePolicy(LOOSE, 'gitdrift.yaml'), discovered: true };

describe.skipIf(!hasGit)('the policy that judges a change', () => {
  it.each<[string, string | undefined, string]>([
    ['without one, where the request adds it', undefined, 'adds'],
    ['by the base\u2019s, where the request changes it', 'apiVersion: gitdrift.io/v1\n', 'changes'],
  ])('%s', async (_, before, word) => {
    const judged = await judgeAt({
      base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': before },
      head: { 'gitdrift.yaml': LOOSE },
      live: [LIVE],
      request: { base: 'HEAD~1', policy: FOUND },
    });
    expect(judged.said).toEqual([
      'ConfigMap/settings undeclared .data.debug manual undeclared-manual',
      'finding policy-changed',
    ]);
    expect(judged.report.applications[0]?.findings[0]?.message).toContain(
      `the request ${word} the policy file gitdrift.yaml`,
    );
    expect(judged.exit).toBe(1);
    const at = git(judged.folder, 'rev-parse', '--short=7', 'HEAD~1');
    expect(judged.report.policy?.file).toBe(before === undefined ? undefined : `gitdrift.yaml at base ${at}`);
  });

  it('is the base\u2019s where the request removes it', async () => {
    const folder = twoRevisions({
      base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': LOOSE },
      head: { 'gitdrift.yaml': undefined },
    });
    const judged = await judgeAt({ base: {}, head: {}, live: [LIVE], request: { base: 'HEAD~1' } }, folder);
    expect(judged.said).toEqual([
      'ConfigMap/settings undeclared .data.debug operator undeclared',
      'finding policy-changed',
    ]);
  });

  it('is no finding where it says the same in other words', async () => {
    const judged = await judgeAt({
      base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': `# loose\n${LOOSE}` },
      head: { 'gitdrift.yaml': LOOSE },
      live: [LIVE],
      request: { base: 'HEAD~1', policy: FOUND },
    });
    expect(judged.said).toEqual(['ConfigMap/settings undeclared .data.debug operator undeclared']);
    expect(judged.exit).toBe(0);
  });

  describe('where --policy names it', () => {
    const pinned = (text: string, file: string) => ({ ...parsePolicy(text, file), discovered: false });

    it('is the base\u2019s, too, where the file is part of the change', async () => {
      const judged = await judgeAt({
        base: { 'apps/settings.yaml': MANIFEST, 'ci/policy.yaml': 'apiVersion: gitdrift.io/v1\n' },
        head: { 'ci/policy.yaml': LOOSE },
        live: [LIVE],
        request: { base: 'HEAD~1', policy: pinned(LOOSE, 'ci/policy.yaml') },
      });
      expect(judged.said).toEqual([
        'ConfigMap/settings undeclared .data.debug manual undeclared-manual',
        'finding policy-changed',
      ]);
    });

    it('is none where the change brings the file', async () => {
      const judged = await judgeAt({
        base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': LOOSE },
        head: { 'ci/policy.yaml': LOOSE },
        live: [LIVE],
        request: { base: 'HEAD~1', policy: pinned(LOOSE, 'ci/policy.yaml') },
      });
      expect(judged.report.policy).toBeUndefined();
      expect(judged.exit).toBe(1);
    });

    it('stays where it lies outside of the repository, or in no commit', async () => {
      const outside = scratch({ 'policy.yaml': LOOSE });
      const world = { base: { 'apps/settings.yaml': MANIFEST }, head: {}, live: [LIVE] };
      const loose = ['ConfigMap/settings undeclared .data.debug operator undeclared'];
      const far = pinned(LOOSE, join(outside, 'policy.yaml'));
      expect((await judgeAt({ ...world, request: { base: 'HEAD~1', policy: far } })).said).toEqual(loose);
      const folder = twoRevisions(world);
      write(folder, { 'policy.yaml': LOOSE });
      const near = { base: 'HEAD~1', policy: pinned(LOOSE, 'policy.yaml') };
      expect((await judgeAt({ ...world, request: near }, folder)).said).toEqual(loose);
    });

    it('is the base\u2019s where a link from outside leads into the change', async () => {
      const world = { base: { 'apps/settings.yaml': MANIFEST }, head: { 'policy.yaml': LOOSE }, live: [LIVE] };
      const folder = twoRevisions(world);
      const link = join(scratch(), 'policy.yaml');
      symlinkSync(join(folder, 'policy.yaml'), link);
      const judged = await judgeAt({ ...world, request: { base: 'HEAD~1', policy: pinned(LOOSE, link) } }, folder);
      expect(judged.exit).toBe(1);
    });
  });

  describe('as a symbolic link', () => {
    const STRICT = 'apiVersion: gitdrift.io/v1\n';

    /** gitdrift.yaml links to policies/team.yaml at the base. */
    function linked(head: Files, target = 'policies/team.yaml'): string {
      const folder = scratch();
      git(folder, 'init', '--quiet', '--initial-branch=main');
      symlinkSync(target, join(folder, 'gitdrift.yaml'));
      commit(folder, { 'apps/settings.yaml': MANIFEST, 'policies/team.yaml': STRICT });
      for (const [name, text] of Object.entries(head)) write(folder, { [name]: text ?? '' });
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'the request');
      return folder;
    }

    const world = { base: {}, head: {}, live: [LIVE] };

    it('is followed at the base, whatever the change makes of its target', async () => {
      const folder = linked({ 'policies/team.yaml': LOOSE });
      const judged = await judgeAt({ ...world, request: { base: 'HEAD~1', policy: FOUND } }, folder);
      expect(judged.said).toContain('finding policy-changed');
      expect(judged.report.policy?.file).toMatch(/^policies\/team\.yaml at base /);
      expect(judged.exit).toBe(1);
    });

    it('that leads nowhere is an error, not a gate without a policy', async () => {
      for (const target of ['../elsewhere.yaml', '/etc/policy.yaml', 'policies/none.yaml', 'gitdrift.yaml']) {
        const folder = linked({}, target);
        const judging = judgeAt({ ...world, request: { base: 'HEAD~1', policy: FOUND } }, folder);
        await expect(judging, target).rejects.toThrow(/symbolic link that leads to no file/);
      }
    });

    it('that the change puts in place of the file changes nothing of the base\u2019s', async () => {
      const folder = twoRevisions({
        base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': STRICT },
        head: { 'gitdrift.yaml': undefined, 'loose.yaml': LOOSE },
      });
      symlinkSync('loose.yaml', join(folder, 'gitdrift.yaml'));
      git(folder, 'add', '--all');
      git(folder, 'commit', '--quiet', '--amend', '--no-edit');
      const judged = await judgeAt({ ...world, request: { base: 'HEAD~1', policy: FOUND } }, folder);
      expect([judged.exit, judged.said.at(-1)]).toEqual([1, 'finding policy-changed']);
    });
  });

  it.each<[string, string]>([
    [
      'a widened rule',
      'rules:\n- {kinds: [{kind: ConfigMap}], paths: [.data.debug], effect: ignore, reason: it is noise}\n',
    ],
    ['a blessed manager', 'writers:\n- {manager: kubectl-edit, category: gitops, name: our sync, reason: it is}\n'],
    [
      'an override',
      'overrides:\n- {resource: {kind: ConfigMap, namespace: marketplace, name: settings}, path: .data.debug, reason: r, until: 2030-01-01}\n',
    ],
    ['a gate that nothing fails', 'gate: {failOn: [none]}\n'],
  ])('is not %s that the request brings', async (_, text) => {
    const policy = `apiVersion: gitdrift.io/v1\n${text}`;
    const found = { ...parsePolicy(policy, 'gitdrift.yaml'), discovered: true };
    const judged = await judgeAt({
      base: {
        'apps/settings.yaml': MANIFEST,
        'gitdrift.yaml': 'apiVersion: gitdrift.io/v1\ngate: {failOn: [unexplained]}\n',
      },
      head: { 'gitdrift.yaml': policy },
      live: [LIVE],
      request: { base: 'HEAD~1', policy: found, failOn: found.failOn ?? ['unexplained'], failOnByPolicy: true },
    });
    expect(judged.said).toContain('finding policy-changed');
    expect(judged.said).toContain('ConfigMap/settings undeclared .data.debug manual undeclared-manual');
    expect(judged.exit).toBe(1);
    expect(judged.report.gate).toMatchObject({ failOn: ['unexplained'] });
    // Without a base the same file switches the gate off, which the tests of the policy show.
    const merged = await judgeAt({
      base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': policy },
      head: {},
      live: [LIVE],
      request: { base: 'HEAD~1', policy: found, failOn: found.failOn ?? ['unexplained'], failOnByPolicy: true },
    });
    // Who writes by hand is no GitOps tool of this object, whatever it is called: it stays undeclared, and is not counted.
    expect(merged.exit).toBe(0);
  });

  it('moved away or to a nearer folder still is the base\u2019s', async () => {
    for (const to of ['apps/gitdrift.yaml', 'old/gitdrift.yaml']) {
      const judged = await judgeAt({
        base: { 'apps/settings.yaml': MANIFEST, 'gitdrift.yaml': 'apiVersion: gitdrift.io/v1\n' },
        head: { 'gitdrift.yaml': undefined, [to]: LOOSE },
        live: [LIVE],
        request: { base: 'HEAD~1', ...(to.startsWith('apps') ? { policy: FOUND } : {}) },
      });
      expect([judged.exit, judged.said.includes('finding policy-changed')], to).toEqual([1, true]);
    }
  });
});

describe.skipIf(!hasGit)('what controllers are told to ignore', () => {
  const APPLICATION = (rules: string): string =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: shop, namespace: argocd}\nspec: {project: default${rules}}\n`;
  const LOOSER = ', ignoreDifferences: [{group: apps, kind: Deployment, jsonPointers: [/spec/replicas]}]';

  const findings = async (before: string | undefined, after: string) => {
    const judged = await judgeAt({
      base: { 'apps/app.yaml': before, 'apps/settings.yaml': MANIFEST },
      head: { 'apps/app.yaml': after },
      live: [],
      request: { base: 'HEAD~1' },
    });
    return judged.said.filter((line) => line.includes('policy-changed'));
  };

  it('is a finding where the request changes it', async () => {
    expect(await findings(APPLICATION(''), APPLICATION(LOOSER))).toEqual(['finding policy-changed shop']);
    expect(await findings(undefined, APPLICATION(LOOSER))).toEqual(['finding policy-changed shop']);
    expect(await findings(APPLICATION(LOOSER), APPLICATION(''))).toEqual(['finding policy-changed shop']);
    expect(await findings(APPLICATION(LOOSER), APPLICATION(`, source: {path: a}${LOOSER}`))).toEqual([]);
  });

  it('is a finding in the settings of Argo CD and in objects of Flux', async () => {
    const settings = (data: string): string =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: argocd-cm, namespace: argocd}\ndata: {${data}}\n`;
    expect(await findings(settings('url: a'), settings('resource.customizations.ignoreDifferences.all: "x"'))).toEqual([
      'finding policy-changed argocd-cm',
    ]);
    expect(await findings(settings('url: a'), settings('url: b'))).toEqual([]);
    const release = (spec: string): string =>
      `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: shop, namespace: shop}\nspec: {interval: 5m${spec}}\n`;
    expect(await findings(release(''), release(', driftDetection: {mode: warn}'))).toEqual([
      'finding policy-changed shop',
    ]);
  });
});

describe('a policy that calls a manager gitops', () => {
  const policy = parsePolicy(
    'apiVersion: gitdrift.io/v1\nwriters:\n- {manager: {prefix: sync-}, category: gitops, name: our sync, reason: it is}\n',
    'gitdrift.yaml',
  );

  it('is warned of where the file may come with the change that it judges', () => {
    const warned = (request: object) => blessedWriters(request as AnalyzeRequest);
    expect(warned({ policy: { ...policy, discovered: true } })).toContain('gitdrift.yaml calls sync- gitops');
    expect(warned({ policy: { ...policy, discovered: true }, base: 'main' })).toBeUndefined();
    expect(warned({ policy: { ...policy, discovered: false } })).toBeUndefined();
    expect(warned({ policy: { ...FOUND } })).toBeUndefined();
    expect(warned({})).toBeUndefined();
  });
});
