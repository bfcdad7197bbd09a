import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blameLines } from '../../src/source/line-blame.js';
import { lineHistory } from '../../src/source/line-history.js';
import { git, hasGit, scratch, sourceIo, write } from './repositories.js';

const FILE = 'apps/catalog/deploy.yaml';
const text = (replicas: string, image = '1.0'): string =>
  `kind: Deployment\nspec:\n  replicas: ${replicas}\n  image: ${image}\n`;

/** Commits everything as somebody at a time; returns the commit's number. */
function commitAs(
  folder: string,
  files: Record<string, string>,
  subject: string,
  author: string,
  time: string,
): string {
  write(folder, files);
  git(folder, 'add', '--all');
  execFileSync('git', ['commit', '--quiet', '--message', subject], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: author,
      GIT_AUTHOR_EMAIL: 'somebody@example.com',
      GIT_AUTHOR_DATE: time,
      GIT_COMMITTER_NAME: 'merge queue',
      GIT_COMMITTER_EMAIL: 'queue@example.com',
      GIT_COMMITTER_DATE: '2026-11-29T12:00:00Z',
    },
  });
  return git(folder, 'rev-parse', 'HEAD');
}

function history(): { folder: string; first: string; second: string; third: string } {
  const folder = scratch();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  const first = commitAs(folder, { [FILE]: text('2') }, 'add the catalog', 'Ada Example', '2026-11-01T09:00:00+01:00');
  const second = commitAs(folder, { [FILE]: text('3') }, 'raise replicas', 'Zoë Exämple', '2026-11-02T09:00:00Z');
  const third = commitAs(folder, { [FILE]: text('3', '2.0') }, 'new image', 'Ada Example', '2026-11-03T09:00:00Z');
  return { folder, first, second, third };
}

const io = (folder: string) => ({ env: sourceIo(folder).env });

describe.skipIf(!hasGit)('blame of lines', () => {
  it('names the commit that last touched each asked line, without the address of its author', async () => {
    const { folder, first, second, third } = history();
    const blame = await blameLines(folder, FILE, [1, 3, 4], {}, io(folder));
    expect(blame).toEqual({
      kind: 'known',
      lines: new Map([
        [
          1,
          {
            kind: 'committed',
            commit: { sha: first, author: 'Ada Example', time: '2026-11-01T08:00:00Z', subject: 'add the catalog' },
          },
        ],
        [
          3,
          {
            kind: 'committed',
            commit: { sha: second, author: 'Zoë Exämple', time: '2026-11-02T09:00:00Z', subject: 'raise replicas' },
          },
        ],
        [
          4,
          {
            kind: 'committed',
            commit: { sha: third, author: 'Ada Example', time: '2026-11-03T09:00:00Z', subject: 'new image' },
          },
        ],
      ]),
    });
    expect(JSON.stringify([...(blame.kind === 'known' ? blame.lines.values() : [])])).not.toContain('@');
  });

  it('passes over no commit, whatever the repository is configured to pass over', async () => {
    const { folder, second } = history();
    write(folder, { '.git-blame-ignore-revs': `${second}\n` });
    for (const file of ['.git-blame-ignore-revs', 'not-there']) {
      git(folder, 'config', 'blame.ignoreRevsFile', file);
      const blame = await blameLines(folder, FILE, [3], {}, io(folder));
      expect(blame.kind === 'known' && blame.lines.get(3)).toMatchObject({ commit: { sha: second } });
    }
  });

  it('says of a line of the work tree, and of a file that Git does not have, that no commit has it', async () => {
    const { folder, second } = history();
    write(folder, { [FILE]: text('3', '3.0-rc'), 'apps/new.yaml': 'kind: ConfigMap\n' });
    const changed = await blameLines(folder, FILE, [3, 4], {}, io(folder));
    expect(changed.kind === 'known' && changed.lines.get(4)).toEqual({ kind: 'uncommitted' });
    expect(changed.kind === 'known' && changed.lines.get(3)).toMatchObject({ commit: { sha: second } });
    const added = await blameLines(folder, 'apps/new.yaml', [1], {}, io(folder));
    expect(added).toEqual({ kind: 'known', lines: new Map([[1, { kind: 'uncommitted' }]]) });
  });

  it('takes the lines of a revision where one is given', async () => {
    const { folder, second } = history();
    write(folder, { [FILE]: `# a comment\n${text('9')}` });
    const blame = await blameLines(folder, FILE, [3], { revision: 'HEAD' }, io(folder));
    expect(blame.kind === 'known' && blame.lines.get(3)).toMatchObject({ commit: { sha: second } });
  });

  it('says where a shallow clone begins', async () => {
    const { folder, third } = history();
    const clone = scratch();
    git(clone, 'clone', '--quiet', '--depth=1', `file://${folder}`, 'shallow');
    const blame = await blameLines(join(clone, 'shallow'), FILE, [3], {}, io(clone));
    expect(blame.kind === 'known' && blame.lines.get(3)).toMatchObject({ commit: { sha: third }, shallow: true });
  });

  it('follows a symbolic link in the repository, and says why it follows none out of it', async () => {
    const { folder, second } = history();
    symlinkSync('catalog', join(folder, 'apps/current'));
    const inside = await blameLines(folder, 'apps/current/deploy.yaml', [3], {}, io(folder));
    expect(inside.kind === 'known' && inside.lines.get(3)).toMatchObject({ commit: { sha: second } });
    const elsewhere = scratch({ 'other.yaml': 'kind: ConfigMap\n' });
    symlinkSync(join(elsewhere, 'other.yaml'), join(folder, 'apps/other.yaml'));
    expect(await blameLines(folder, 'apps/other.yaml', [1], {}, io(folder))).toEqual({
      kind: 'unknown',
      reason: 'apps/other.yaml is outside the repository',
    });
  });

  it('runs no filter and no text conversion that the repository configures', async () => {
    const { folder, second } = history();
    const mark = join(folder, 'RAN');
    write(folder, { '.gitattributes': '*.yaml filter=spy diff=spy\n' });
    git(folder, 'config', 'filter.spy.clean', `touch ${mark}; cat`);
    git(folder, 'config', 'diff.spy.textconv', `touch ${mark}; cat`);
    const clean = await blameLines(folder, FILE, [3], {}, io(folder));
    expect(clean.kind === 'known' && clean.lines.get(3)).toMatchObject({ commit: { sha: second } });
    expect(await lineHistory(folder, FILE, 3, { limit: 5 }, io(folder))).toMatchObject({ kind: 'known' });
    write(folder, { [FILE]: text('5') });
    expect(await blameLines(folder, FILE, [3], {}, io(folder))).toMatchObject({ kind: 'unknown' });
    expect(existsSync(mark)).toBe(false);
  });

  it('says why nothing is known outside Git', async () => {
    const folder = scratch({ 'a.yaml': 'kind: ConfigMap\n' });
    expect(await blameLines(folder, 'a.yaml', [1], {}, io(folder))).toMatchObject({ kind: 'unknown' });
  });
});

describe.skipIf(!hasGit)('history of a line', () => {
  it('is every commit that changed it, the newest first, with the text before and after', async () => {
    const { folder, first, second } = history();
    expect(await lineHistory(folder, FILE, 3, { limit: 10 }, io(folder))).toEqual({
      kind: 'known',
      uncommitted: false,
      cut: false,
      changes: [
        {
          commit: { sha: second, author: 'Zoë Exämple', time: '2026-11-02T09:00:00Z', subject: 'raise replicas' },
          committed: '2026-11-29T12:00:00Z',
          before: '  replicas: 2',
          after: '  replicas: 3',
        },
        {
          commit: { sha: first, author: 'Ada Example', time: '2026-11-01T08:00:00Z', subject: 'add the catalog' },
          committed: '2026-11-29T12:00:00Z',
          after: '  replicas: 2',
        },
      ],
    });
  });

  it('begins at the line that an uncommitted one replaces, and says so', async () => {
    const { folder, second } = history();
    write(folder, { [FILE]: `# two more\n# lines\n${text('7', '2.0')}` });
    const found = await lineHistory(folder, FILE, 5, { limit: 10 }, io(folder));
    expect(found).toMatchObject({ kind: 'known', uncommitted: true, changes: [{ commit: { sha: second } }, {}] });
  });

  it('follows the file through a rename', async () => {
    const { folder } = history();
    git(folder, 'mv', 'apps/catalog', 'apps/shop');
    git(folder, 'commit', '--quiet', '--message', 'move');
    const found = await lineHistory(folder, 'apps/shop/deploy.yaml', 3, { limit: 10 }, io(folder));
    expect(found.kind === 'known' && found.changes.map(({ commit }) => commit.subject)).toEqual([
      'raise replicas',
      'add the catalog',
    ]);
  });

  it('says that it was cut: by the limit, or where a shallow clone begins', async () => {
    const { folder } = history();
    const limited = await lineHistory(folder, FILE, 3, { limit: 1 }, io(folder));
    expect(limited).toMatchObject({ cut: true, changes: [{ commit: { subject: 'raise replicas' } }] });
    const clone = scratch();
    git(clone, 'clone', '--quiet', '--depth=1', `file://${folder}`, 'shallow');
    expect(await lineHistory(join(clone, 'shallow'), FILE, 3, { limit: 9 }, io(clone))).toMatchObject({ cut: true });
  });

  it('copes with names that git quotes', async () => {
    const { folder } = history();
    const odd = 'apps/grün "neu"\t.yaml';
    commitAs(folder, { [odd]: text('1') }, 'odd name', 'Ada Example', '2026-11-04T09:00:00Z');
    const found = await lineHistory(folder, odd, 3, { limit: 5 }, io(folder));
    expect(found).toMatchObject({ kind: 'known', changes: [{ commit: { subject: 'odd name' } }] });
  });
});
