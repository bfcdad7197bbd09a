import { describe, expect, it } from 'vitest';
import type { FlagName } from '../../src/config/flags.js';
import { FLAGS } from '../../src/config/flags.js';
import { analyzeRequest } from '../../src/config/options.js';
import { readSettings } from '../../src/config/settings.js';
import { shardOption } from '../../src/config/shard-options.js';
import { GitdriftError } from '../../src/model/errors.js';

type Env = Readonly<Record<string, string>>;
const ALL = { 'all-apps': [''] };

function shard(given: Partial<Record<FlagName, readonly string[]>>, env: Env = {}) {
  const flags = new Map(Object.entries(given) as [FlagName, readonly string[]][]);
  const settings = readSettings(Object.keys(FLAGS) as FlagName[], flags, { all: [], path: undefined }, env);
  return shardOption(settings, analyzeRequest(settings, '1.0.0'), env);
}

function fault(given: Partial<Record<FlagName, readonly string[]>>, env: Env = {}): string {
  try {
    shard(given, env);
  } catch (error) {
    if (error instanceof GitdriftError && error.code === 'usage') return `${error.message} | ${error.hint ?? ''}`;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('--shard', () => {
  it.each<[string, Env, object]>([
    ['1/1', {}, { index: 1, of: 1 }],
    ['2/4', {}, { index: 2, of: 4 }],
    ['4/4', {}, { index: 4, of: 4 }],
    ['auto/4', { JOB_COMPLETION_INDEX: '0' }, { index: 1, of: 4 }],
    ['auto/4', { JOB_COMPLETION_INDEX: '3' }, { index: 4, of: 4 }],
    // The Job's index counts only where it is asked for.
    ['2/4', { JOB_COMPLETION_INDEX: '3' }, { index: 2, of: 4 }],
  ])('reads %s with %j', (text, env, expected) => {
    expect(shard({ ...ALL, shard: [text] }, env)).toEqual({ shard: expected });
  });

  it('is read from the environment, as every flag, and is none by default', () => {
    expect(shard(ALL, { GITDRIFT_SHARD: 'auto/3', JOB_COMPLETION_INDEX: '1' })).toEqual({ shard: { index: 2, of: 3 } });
    expect(shard(ALL, { JOB_COMPLETION_INDEX: '1' })).toEqual({});
  });

  it('takes objects of Flux and named Applications, too', () => {
    expect(shard({ kustomization: ['flux-system/apps'], shard: ['1/2'] })).toEqual({ shard: { index: 1, of: 2 } });
    expect(shard({ 'app-file': ['apps.yaml'], shard: ['1/2'] })).toEqual({ shard: { index: 1, of: 2 } });
  });

  it.each<[string, Env, string]>([
    [
      '0/4',
      {},
      '--shard 0/4: there is no part 0 of 4 | parts are counted from 1; the index of an Indexed Job, from 0, is read with auto/4',
    ],
    ['5/4', {}, '--shard 5/4: there is no part 5 of 4 | parts are counted from 1 to 4'],
    ['1/0', {}, '--shard 1/0 divides into 0 parts | 1 to 10000 parts are possible'],
    ['1/10001', {}, '--shard 1/10001 divides into 10001 parts | 1 to 10000 parts are possible'],
    ['2', {}, '--shard cannot read "2" | write 2/4 for the second of four parts'],
    ['-1/4', {}, '--shard cannot read "-1/4" | '],
    ['1/4/2', {}, '--shard cannot read "1/4/2" | '],
    ['1.5/4', {}, '--shard cannot read "1.5/4" | '],
    [
      'auto/4',
      {},
      '--shard auto/4 takes the part from JOB_COMPLETION_INDEX, which is not set | it is in the pods of a Job with completionMode: Indexed',
    ],
    [
      'auto/4',
      { JOB_COMPLETION_INDEX: '4' },
      'JOB_COMPLETION_INDEX is "4", and --shard auto/4 has 4 parts | set the N of auto/N to the completions of the Job',
    ],
    ['auto/4', { JOB_COMPLETION_INDEX: 'x' }, 'JOB_COMPLETION_INDEX is "x", and --shard auto/4 has 4 parts'],
  ])('refuses %s with %j', (text, env, expected) => {
    expect(fault({ ...ALL, shard: [text] }, env)).toContain(expected);
  });

  it.each<Partial<Record<FlagName, readonly string[]>>>([{}, { repo: ['https://git.example.com/team/shop.git'] }])(
    'refuses to divide one desired state: %j',
    (given) => {
      expect(fault({ ...given, shard: ['1/4'] })).toBe(
        '--shard divides applications, and a path or repository is one desired state | add --all-apps, or run gitdrift once for each path and put the reports together: gitdrift report FILE…',
      );
      expect(fault(given, { GITDRIFT_SHARD: '1/4' })).toContain('GITDRIFT_SHARD divides applications');
    },
  );
});
