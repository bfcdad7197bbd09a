import { describe, expect, it } from 'vitest';
import { wantsColor } from '../../src/cli/color.js';

describe('colours', () => {
  it.each<[string, boolean | undefined, Record<string, string>, boolean, boolean]>([
    ['a terminal has them', undefined, {}, true, true],
    ['a pipe has none', undefined, {}, false, false],
    ['NO_COLOR takes them away', undefined, { NO_COLOR: '1' }, true, false],
    ['an empty NO_COLOR says nothing', undefined, { NO_COLOR: '' }, true, true],
    ['FORCE_COLOR gives them to a pipe', undefined, { FORCE_COLOR: '1' }, false, true],
    ['FORCE_COLOR=0 takes them away', undefined, { FORCE_COLOR: '0' }, true, false],
    ['an empty FORCE_COLOR says nothing', undefined, { FORCE_COLOR: '' }, false, false],
    ['NO_COLOR beats FORCE_COLOR', undefined, { NO_COLOR: '1', FORCE_COLOR: '1' }, true, false],
    ['a dumb terminal has none', undefined, { TERM: 'dumb' }, true, false],
    ['--color beats NO_COLOR', true, { NO_COLOR: '1' }, false, true],
    ['--no-color beats FORCE_COLOR', false, { FORCE_COLOR: '1' }, true, false],
  ])('%s', (_, flag, env, isTty, expected) => {
    expect(wantsColor(flag, env, isTty)).toBe(expected);
  });
});
