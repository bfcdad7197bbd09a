import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { documentHistory } from '../../src/source/document-history.js';
import { pathHistory } from '../../src/source/path-history.js';
import { git, hasGit, scratch, sourceIo, write } from './repositories.js';

const LINES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const text = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

function repository(): string {
  const folder = scratch();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  return folder;
}

function commit(folder: string, files: Record<string, string>, subject: string): string {
  write(folder, files);
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', subject);
  return git(folder, 'rev-parse', 'HEAD');
}

const io = (folder: string) => ({ env: sourceIo(folder).env });

describe.skipIf(!hasGit)('the history of a range of lines', () => {
  /** Three commits: all lines; the third (`C`); the last (`H`). */
  function history(): string {
    const folder = repository();
    commit(folder, { 'all.yaml': text(LINES) }, 'first');
    commit(folder, { 'all.yaml': text(LINES.with(2, 'C')) }, 'third line');
    commit(folder, { 'all.yaml': text(LINES.with(2, 'C').with(7, 'H')) }, 'last line');
    return folder;
  }

  const NOW = LINES.with(2, 'C').with(7, 'H');

  it.each<[string, readonly string[], number, number, string[], boolean]>([
    ['what lies in it', NOW, 2, 4, ['third line', 'first'], false],
    ['not what lies beside it', NOW, 4, 6, ['first'], false],
    ['its last line', NOW, 8, 8, ['last line', 'first'], false],
    ['where lines were put above it', ['x', 'y', ...NOW], 5, 6, ['third line', 'first'], false],
    ['where lines above it are gone', NOW.slice(1), 2, 3, ['third line', 'first'], false],
    ['where a line of it is another one', NOW.with(3, 'D'), 3, 5, ['third line', 'first'], true],
    ['where its first line is another one', NOW.with(2, 'CC'), 3, 5, ['third line', 'first'], true],
    [
      'where its last line is two',
      [...NOW.slice(0, 4), 'E', 'E2', ...NOW.slice(5)],
      3,
      6,
      ['third line', 'first'],
      true,
    ],
    ['where a line in it is gone', NOW.toSpliced(3, 1), 3, 4, ['third line', 'first'], true],
    ['where all of it is new', [...NOW.slice(0, 4), 'new', 'new2', ...NOW.slice(4)], 5, 6, [], true],
    ['where only a line below it is another one', NOW.with(6, 'G'), 2, 4, ['third line', 'first'], false],
  ])('tells %s', async (_, lines, first, last, subjects, uncommitted) => {
    const folder = history();
    write(folder, { 'all.yaml': text(lines) });
    const found = await documentHistory(folder, 'all.yaml', { first, last }, { limit: 9 }, io(folder));
    if (found.kind === 'unknown') throw new Error(found.reason);
    expect(found.changes.map(({ commit: { subject } }) => subject)).toEqual(subjects);
    expect(found).toMatchObject({ uncommitted, cut: false });
  });

  it('is cut at a limit, and says so', async () => {
    const folder = history();
    const found = await documentHistory(folder, 'all.yaml', { first: 1, last: 8 }, { limit: 2 }, io(folder));
    expect(found).toMatchObject({ kind: 'known', cut: true, changes: [{}, {}] });
  });

  it('is of a revision where one is named, whatever the work tree holds', async () => {
    const folder = history();
    write(folder, { 'all.yaml': 'other\n' });
    const found = await documentHistory(
      folder,
      'all.yaml',
      { first: 3, last: 3 },
      { revision: 'HEAD~1', limit: 9 },
      io(folder),
    );
    expect(found).toMatchObject({
      uncommitted: false,
      changes: [{ commit: { subject: 'third line' } }, { commit: { subject: 'first' } }],
    });
  });

  it('of a file that no commit has is empty', async () => {
    const folder = history();
    write(folder, { 'new.yaml': 'a\n' });
    const found = await documentHistory(folder, 'new.yaml', { first: 1, last: 1 }, { limit: 9 }, io(folder));
    expect(found).toEqual({ kind: 'known', changes: [], uncommitted: true, cut: false });
  });
});

describe.skipIf(!hasGit)('the history of files', () => {
  it('has the commits that touched one of them, the newest first, none of folders below', async () => {
    const folder = repository();
    commit(folder, { 'base/deploy.yaml': 'a\n', 'prod/kustomization.yaml': 'a\n' }, 'first');
    commit(folder, { 'base/below/deploy.yaml': 'a\n' }, 'below');
    commit(folder, { 'other/x.yaml': 'a\n' }, 'other');
    commit(folder, { 'prod/patch "1" ü.yaml': 'a\n' }, 'a subject\n\nand a body');
    const found = await pathHistory(folder, ['base/*', 'prod/*'], { limit: 9 }, io(folder));
    expect(found).toMatchObject({
      kind: 'known',
      cut: false,
      changes: [{ commit: { subject: 'a subject', author: 'test' } }, { commit: { subject: 'first' } }],
    });
    const cut = await pathHistory(folder, ['base/*', 'prod/*'], { limit: 1 }, io(folder));
    expect(cut).toMatchObject({ cut: true, changes: [{ commit: { subject: 'a subject' } }] });
  });

  it('is unknown outside a repository', async () => {
    const folder = scratch({ 'a/b.yaml': 'a\n' });
    expect(await pathHistory(join(folder, 'a'), ['*'], { limit: 9 }, io(folder))).toMatchObject({ kind: 'unknown' });
  });
});
