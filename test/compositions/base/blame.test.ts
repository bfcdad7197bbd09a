import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { textReport } from '../../../src/report/text.js';
import type { TextOptions } from '../../../src/report/text-options.js';
import { commit, git, hasGit, scratch } from '../../source/repositories.js';
import { judgeAt, twoRevisions } from '../earlier-worlds.js';

const MANIFEST = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata:\n  mode: b\n  log: b\n';
const LIVE: JsonObject = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'marketplace' },
  data: { mode: 'a', log: 'a' },
};

const PLAIN: TextOptions = {
  width: undefined,
  maskNamed: false,
  now: new Date('2026-11-30T12:00:00Z'),
  time: 'relative',
  verbose: false,
  showExplained: true,
  quiet: false,
  color: false,
};

describe.skipIf(!hasGit)('--git-blame', () => {
  it('names the commit of each declaring line, in JSON and in a line of text', async () => {
    const judged = await judgeAt({
      base: { 'apps/settings.yaml': MANIFEST.replace('mode: b', 'mode: a') },
      head: { 'apps/settings.yaml': MANIFEST },
      live: [LIVE],
      request: { gitBlame: true },
    });
    const [log, mode] = judged.resource('ConfigMap', 'settings').drift;
    const sha = git(judged.folder, 'rev-parse', 'HEAD');
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(mode?.origin).toEqual({
      file: 'apps/settings.yaml',
      line: 5,
      commit: { sha, author: 'test', time, subject: 'the request' },
    });
    expect(log?.origin?.commit?.sha).toBe(git(judged.folder, 'rev-parse', 'HEAD~1'));
  });

  it('is a line of its own in text, and what Git says does what no terminal obeys', async () => {
    const folder = twoRevisions({ base: { 'apps/settings.yaml': MANIFEST }, head: {} });
    git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'nothing');
    commit(folder, { 'apps/settings.yaml': MANIFEST.replace('mode: b', 'mode: c') });
    git(
      folder,
      'commit',
      '--quiet',
      '--amend',
      '--author=E\u001b[31mve <eve@example.com>',
      '--date=2026-11-28T09:00:00Z',
      '--message=raise\u001b]8;;x replicas',
    );
    const judged = await judgeAt({ base: {}, head: {}, live: [LIVE], request: { gitBlame: true } }, folder);
    const text = textReport(judged.report, PLAIN);
    const sha = git(folder, 'rev-parse', '--short=7', 'HEAD');
    expect(text).toContain(
      `declared in apps/settings.yaml:5, last changed by ${sha} (2026-11-28, E\\u001b[31mve): raise\\u001b]8;;x replicas`,
    );
    expect(text).not.toContain('\u001b');
    expect(`${text}${JSON.stringify(judged.report)}`).not.toContain('example.com');
  });

  it('says that a line is not committed yet, and where a shallow clone ends', async () => {
    const world = {
      base: { 'apps/settings.yaml': MANIFEST.replace('mode: b', 'mode: a') },
      head: { 'apps/settings.yaml': MANIFEST },
      live: [LIVE],
      request: { gitBlame: true as const },
    };
    const dirty = await judgeAt({ ...world, dirty: true });
    const [, mode] = dirty.resource('ConfigMap', 'settings').drift;
    expect(mode?.origin).toEqual({ file: 'apps/settings.yaml', line: 5, uncommitted: true });
    expect(textReport(dirty.report, PLAIN)).toContain('declared in apps/settings.yaml:5, not committed yet');

    const clone = scratch();
    git(clone, 'clone', '--quiet', '--depth=1', `file://${twoRevisions(world)}`, '.');
    const shallow = await judgeAt(world, clone);
    expect(shallow.resource('ConfigMap', 'settings').drift[0]?.origin).toMatchObject({ shallow: true });
    expect(textReport(shallow.report, PLAIN)).toContain('or an earlier commit, which this shallow clone lacks');
  });

  it('fetches the history of a repository that is cloned', async () => {
    const world = {
      base: { 'apps/settings.yaml': MANIFEST.replace('mode: b', 'mode: a') },
      head: { 'apps/settings.yaml': MANIFEST },
      live: [LIVE],
    };
    const folder = twoRevisions(world);
    git(folder, 'config', 'uploadpack.allowFilter', 'true');
    const source = { kind: 'git', repoURL: `file://${folder}`, path: 'apps', recursive: false, history: true } as const;
    const judged = await judgeAt({ ...world, request: { source, gitBlame: true } }, folder);
    const commits = judged.resource('ConfigMap', 'settings').drift.map(({ origin }) => origin?.commit?.sha);
    expect(commits).toEqual(['HEAD~1', 'HEAD'].map((revision) => git(folder, 'rev-parse', revision)));
  });

  it('is said to name nothing outside Git', async () => {
    const warnings: string[] = [];
    const outside = scratch({ 'apps/settings.yaml': MANIFEST });
    const world = { base: {}, head: {}, live: [LIVE], request: { gitBlame: true as const } };
    const judged = await judgeAt({ ...world, warn: (warning) => warnings.push(warning) }, outside);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^--git-blame names no commit: .*apps: it is in no Git repository/),
    );
    expect(judged.resource('ConfigMap', 'settings').drift[0]?.origin).toEqual({ file: 'apps/settings.yaml', line: 6 });
  });
});
