import { describe, expect, it } from 'vitest';
import { compileGlob } from '../../src/model/glob.js';

describe('a glob of Argo CD', () => {
  it.each([
    // Without separators a star crosses slashes.
    ['*.yaml', 'deep/down/web.yaml', '', true],
    ['*skip*', 'deep/skip-c.yaml', '', true],
    ['{a,b}.yaml', 'b.yaml', '', true],
    ['{a,b}.yaml', 'c.yaml', '', false],
    ['{env/{dev,prod}/*,base.yaml}', 'env/prod/web.yaml', '', true],
    ['web?.yaml', 'web1.yaml', '', true],
    ['[a-c]*.yaml', 'beta.yaml', '', true],
    ['[!a-c]*.yaml', 'beta.yaml', '', false],
    ['[xyz].json', 'y.json', '', true],
    ['a\\*b', 'a*b', '', true],
    ['a\\*b', 'axb', '', false],
    ['a.c', 'abc', '', false],
    ['', '', '', true],
    // With a separator it stops there, and two stars do not.
    ['https://git/*/shop', 'https://git/team/shop', '/', true],
    ['https://git/*', 'https://git/team/shop', '/', false],
    ['https://git/**', 'https://git/team/shop', '/', true],
  ] as const)('%s on %s (separators %j): %s', (pattern, text, separators, answer) => {
    expect(compileGlob(pattern, separators)?.(text)).toBe(answer);
  });

  it.each(['[a-', '[z-a]', '[]', '[abc'])('%s is none', (pattern) => {
    expect(compileGlob(pattern)).toBeUndefined();
  });
});
