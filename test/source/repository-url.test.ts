import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GitdriftError } from '../../src/model/errors.js';
import { repositoryName, repositoryURL, withoutCredentials, withoutSecrets } from '../../src/source/repository-url.js';
import { scratch } from './repositories.js';

describe('repositoryURL', () => {
  it.each([
    'https://git.example.com/team/deploy.git',
    'ssh://git@git.example.com:2222/team/deploy.git',
    'git@git.example.com:team/deploy.git',
    'git.example.com:team/deploy.git',
    'git://git.example.com/deploy.git',
    'file:///srv/git/deploy.git',
    'HTTPS://git.example.com/deploy',
  ])('takes %s as it is', (url) => {
    expect(repositoryURL(url, '/')).toBe(url);
  });

  it.each([
    ['--upload-pack=touch /tmp/x', /is not the URL/],
    ['-oProxyCommand=x', /is not the URL/],
    ['', /is not the URL/],
    ['https://git.example.com/a\nb', /is not the URL/],
    ['ext::sh -c whoami', /transport/],
    ['EXT::sh -c whoami', /transport/],
    ['fd::17', /transport/],
    ['persistent-https::https://git.example.com/x', /transport/],
    ['ftp://git.example.com/x', /transport/],
    ['sftp://git.example.com/x', /transport/],
  ])('refuses %j', (url, message) => {
    expect(() => repositoryURL(url, '/')).toThrow(GitdriftError);
    expect(() => repositoryURL(url, '/')).toThrow(message);
  });

  it('makes the path of a local folder absolute, and says where there is none', () => {
    const folder = scratch();
    mkdirSync(join(folder, 'deploy'));
    mkdirSync(join(folder, 'a:b'));
    expect(repositoryURL('deploy', folder)).toBe(join(folder, 'deploy'));
    expect(repositoryURL('./a:b', folder)).toBe(join(folder, 'a:b'));
    expect(() => repositoryURL('./depoly', folder)).toThrow('there is no Git repository at ./depoly');
  });
});

describe('credentials', () => {
  it.each([
    ['https://ci:s3cret@git.example.com/x.git', 'https://git.example.com/x.git'],
    ['https://s3cret@git.example.com/x.git', 'https://git.example.com/x.git'],
    ['https://ci:p@ss:w0rd@git.example.com:8443/x', 'https://git.example.com:8443/x'],
    ['https://git.example.com/x?private_token=s3cret', 'https://git.example.com/x'],
    ['ssh://git:s3cret@git.example.com/x', 'ssh://git@git.example.com/x'],
    ['git@git.example.com:team/x.git', 'git@git.example.com:team/x.git'],
    ['https://git.example.com/team/a@b', 'https://git.example.com/team/a@b'],
    ['/srv/git/x', '/srv/git/x'],
  ])('%s is shown as %s', (url, shown) => {
    expect(withoutCredentials(url)).toBe(shown);
  });

  it.each([
    [
      "fatal: Authentication failed for 'https://ci:s3cret@git.example.com/x/'",
      "fatal: Authentication failed for 'https://git.example.com/x/'",
    ],
    ['unable to access https://git.example.com/x?token=s3cret: 403', 'unable to access https://git.example.com/x 403'],
    ['bad token ghp_0123456789abcdefghij', 'bad token ***'],
    [
      'two https://a:b@one.example/x and https://c@two.example/y',
      'two https://one.example/x and https://two.example/y',
    ],
  ])('%s', (said, shown) => {
    expect(withoutSecrets(said)).toBe(shown);
  });
});

it.each([
  ['https://git.example.com/team/deploy.git', 'deploy'],
  ['git@git.example.com:deploy.git', 'deploy'],
  ['/srv/git/deploy/', 'deploy'],
  ['https://git.example.com/', 'git.example.com'],
])('the name of %s is %s', (url, name) => {
  expect(repositoryName(url)).toBe(name);
});
