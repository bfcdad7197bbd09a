import { describe, expect, it } from 'vitest';
import { ignoresPath, readIgnorePatterns } from '../../../src/source/flux/source-ignore.js';

/** Whether a file is left out of the artifact of a source with these patterns. */
function leavesOut(patterns: string, file: string): boolean {
  return ignoresPath(readIgnorePatterns(patterns))(file.split('/'), false);
}

describe('what the artifact of a source leaves out', () => {
  it.each([
    ['', 'apps/a.yaml', false],
    ['', '.github/workflows/a.yaml', true],
    ['', '.gitignore', true],
    ['', 'docs/picture.png', true],
    ['', 'apps/.sops.yaml', true],
    // Patterns of one's own take the place of the defaults, but not of what belongs to git.
    ['docs/', 'docs/picture.png', true],
    ['docs/', 'other/picture.png', false],
    ['docs/', '.gitmodules', true],
    ['# a comment\n\n/*\n!/deploy', 'apps/a.yaml', true],
    ['/*\n!/deploy', 'deploy/a.yaml', false],
    ['/*\n!/deploy/prod', 'deploy/test/a.yaml', true],
    ['/*\n!/deploy/prod', 'deploy/prod/a.yaml', false],
    ['*.md', 'a/b/readme.md', true],
    ['test', 'a/test/b.yaml', true],
    ['test/', 'a/test', false],
    ['**/values.yaml', 'a/b/values.yaml', true],
    ['a/**/values.yaml', 'a/b/values.yaml', true],
    ['a/**', 'a/b/values.yaml', true],
    ['a/*.yaml', 'a/b/values.yaml', false],
    ['a/b', 'a/b/values.yaml', true],
    ['[ab].yaml', 'b.yaml', true],
    ['[ab].yaml', 'c.yaml', false],
    ['a?.yaml', 'ab.yaml', true],
    ['a  ', 'a', true],
  ])('%j: %s %s', (patterns, file, left) => {
    expect(leavesOut(patterns, file)).toBe(left);
  });

  it('counts patterns of a folder in that folder alone', () => {
    const ignored = ignoresPath(readIgnorePatterns('/a.yaml', ['apps']));
    expect([ignored(['apps', 'a.yaml'], false), ignored(['a.yaml'], false)]).toEqual([true, false]);
  });
});
