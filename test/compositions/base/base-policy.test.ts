import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/config/policy/parse-policy.js';
import type { JsonObject } from '../../../src/model/json.js';
import { entry } from '../../ownership/worlds.js';
import { git, hasGit } from '../../source/repositories.js';
import { judgeAt, twoRevisions } from '../earlier-worlds.js';

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

  it('is the pinned one, whatever the request does', async () => {
    const judged = await judgeAt({
      base: { 'apps/settings.yaml': MANIFEST },
      head: { 'gitdrift.yaml': LOOSE },
      live: [LIVE],
      request: { base: 'HEAD~1', policy: { ...FOUND, discovered: false } },
    });
    expect(judged.said).toEqual(['ConfigMap/settings undeclared .data.debug operator undeclared']);
  });
});
