import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parsePolicy } from '../../../src/config/policy/parse-policy.js';
import type { JsonObject } from '../../../src/model/json.js';
import { tellApplication } from '../../docs/argo-world.js';
import { entry } from '../../ownership/worlds.js';
import { hasGit, scratch } from '../../source/repositories.js';
import { judgeAt } from '../earlier-worlds.js';

const settings = (mode: string, level: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {mode: ${mode}, level: ${level}}\n`;

/** Somebody set the level by hand; the mode is what Git had before. */
const LIVE: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: 'settings',
    namespace: 'marketplace',
    managedFields: [
      entry('kubectl-edit', 'Update', { 'f:data': { 'f:level': {}, 'f:mode': {} } }, { apiVersion: 'v1' }),
    ],
  },
  data: { mode: 'a', level: 'debug' },
};

const policy = (rule: string) => ({
  ...parsePolicy(
    `apiVersion: gitdrift.io/v1\nrules:\n- {kinds: [{kind: ConfigMap}], paths: [.data.mode, .data.level], effect: ignore, reason: r${rule}}\n`,
    'policy.yaml',
  ),
  discovered: false,
});

describe.skipIf(!hasGit)('a rule that ignores what a request changes', () => {
  const judged = (rule: string, base: boolean) =>
    judgeAt({
      base: { 'apps/settings.yaml': settings('a', 'info') },
      head: { 'apps/settings.yaml': settings('b', 'info') },
      live: [LIVE],
      request: { policy: policy(rule), ...(base ? { base: 'HEAD~1' } : {}) },
    });

  it('is a finding, and the object is Synced', async () => {
    const { said, resource } = await judged('', true);
    expect(said).toEqual(['finding rule-hides-git-change settings']);
    expect(resource('ConfigMap', 'settings').sync).toBe('Synced');
    expect(
      resource('ConfigMap', 'settings').ignored.map(({ path, explanation }) => [path, explanation.gitChanged]),
    ).toEqual([
      ['.data.level', undefined],
      ['.data.mode', true],
    ]);
  });

  it('ignores with only: live what live alone changed, and nothing where that is not known', async () => {
    const known = await judged(', only: live', true);
    expect(known.said).toEqual(['ConfigMap/settings changed .data.mode manual git-ahead']);
    expect(known.resource('ConfigMap', 'settings').ignored.map(({ path }) => path)).toEqual(['.data.level']);
    const unknown = await judged(', only: live', false);
    expect(unknown.said).toEqual([
      'ConfigMap/settings changed .data.level manual manual-change',
      'ConfigMap/settings changed .data.mode manual manual-change',
      'finding rule-matched-nothing',
    ]);
  });
});

describe.skipIf(!hasGit)('the policy for an Application of Argo CD', () => {
  const told = async (text: string, ...flags: readonly string[]) => {
    const file = join(scratch(), 'policy.yaml');
    writeFileSync(file, `apiVersion: gitdrift.io/v1\n${text}`);
    const { report } = await tellApplication('v-04-set-image', ['--policy', file, ...flags]);
    const [application] = report.applications;
    return {
      sync: application?.sync.status,
      drift: application?.resources.flatMap(({ drift }) =>
        drift.map(({ path, explanation }) => `${path} ${explanation.code}`),
      ),
      exit: report.gate.exitCode,
    };
  };
  const RULE =
    'rules:\n- {kinds: [{kind: Deployment}], jsonPointers: [/spec/template/spec/containers/0/image], effect: ignore, reason: r}\n';

  it('only explains: what counts is for Argo CD to say', async () => {
    expect(await told(RULE)).toEqual({
      sync: 'OutOfSync',
      drift: ['.spec.template.spec.containers[name="app"].image explained-by-rule'],
      exit: 0,
    });
    expect((await told(RULE, '--no-ignore-rules')).exit).toBe(1);
  });
});
