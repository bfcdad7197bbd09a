import { describe, expect, it } from 'vitest';
import { type DeclaredLines, toldByCommits } from '../../src/timeline/commits.js';
import { clock, lines } from './lines.js';

const commit = {
  sha: '3d7fb2ee71e75f3b8c3f6c8f0a7a9f0d1e2c3b4a',
  author: 'Ada Example',
  time: clock('08:00:00'),
  subject: 'raise it',
};
const FIELD: DeclaredLines = {
  origin: { file: 'deploy.yaml', line: 7 },
  what: 'field',
  changes: [],
  uncommitted: false,
};

describe('what commits tell', () => {
  it.each<[string, { before?: string; after?: string }, string]>([
    [
      'a line that became another',
      { before: '  replicas: 2', after: '  replicas: 3' },
      ' ("replicas: 2" became "replicas: 3")',
    ],
    ['a line that was added', { after: '  replicas: 3' }, ' (added "replicas: 3")'],
    ['a line that was taken out', { before: '  replicas: 2' }, ' (took out "replicas: 2")'],
    ['a line that was only indented', { before: ' replicas: 2', after: '  replicas: 2' }, ''],
    ['a line that is not shown', {}, ''],
  ])('of %s', (_, sides, expected) => {
    const told = toldByCommits({ ...FIELD, changes: [{ commit, committed: clock('09:00:00'), ...sides }] });
    expect(lines(told)).toEqual([
      `~09:00:00 commit: commit 3d7fb2ee71e7 changed the declaring line: raise it${expected} | Ada Example [git]`,
    ]);
  });

  it('has no time where the date of a commit is none', () => {
    expect(lines(toldByCommits({ ...FIELD, changes: [{ commit, committed: 'yesterday' }] }))).toEqual([
      '? commit: commit 3d7fb2ee71e7 changed the declaring line: raise it | Ada Example [git]',
    ]);
  });

  it('may be about others where files around the declaring one changed', () => {
    const around: DeclaredLines = {
      what: 'around',
      place: 'the chart and its values',
      changes: [{ commit, committed: clock('09:00:00') }],
      uncommitted: false,
    };
    expect(toldByCommits(around)[0]?.entry).toMatchObject({
      message: 'commit 3d7fb2ee71e7 changed the chart and its values: raise it',
      note: 'it may be about other objects',
    });
  });

  it('says what is not committed, at no time', () => {
    expect(lines(toldByCommits({ ...FIELD, uncommitted: true }))).toEqual([
      '? not-committed: the declaring line was changed in the work tree; not committed [git]',
    ]);
  });
});
