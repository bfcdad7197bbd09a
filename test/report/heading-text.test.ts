import { expect, test } from 'vitest';
import { sourceText } from '../../src/report/heading-text.js';

test.each([
  ['https://ci:s3@cret@git.example.com/team/deploy.git', 'https://git.example.com/team/deploy.git'],
  ['https://ci:s3cret@git.example.com/team/deploy.git', 'https://git.example.com/team/deploy.git'],
  ['ssh://git@git.example.com/team/deploy.git', 'ssh://git@git.example.com/team/deploy.git'],
  ['git@git.example.com:team/deploy.git', 'git@git.example.com:team/deploy.git'],
])('a source shows %s without its password', (repoURL, shown) => {
  const source = { repoURL, path: 'apps', renderer: { name: 'yaml', version: '' } } as const;
  expect(sourceText(source, true)).toBe(`${shown} apps (yaml)`);
  expect(sourceText(source, false)).toBe('deploy apps (yaml)');
});
