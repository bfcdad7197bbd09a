import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutLogins } from '../../src/model/url-login.js';

describe('the logins of URLs', () => {
  test.each([
    ['https://ci:s3cret@git.example.com/team/deploy.git', 'https://git.example.com/team/deploy.git'],
    ['https://s3cret@git.example.com/team/deploy.git', 'https://git.example.com/team/deploy.git'],
    ['https://ci:s3@cret@git.example.com/team/deploy.git', 'https://git.example.com/team/deploy.git'],
    ['https://ci:s3/cr?e#t@git.example.com/team', 'https://git.example.com/team'],
    ['ssh://git:s3cret@git.example.com:22/team', 'ssh://git@git.example.com:22/team'],
    ['git+ssh://git@git.example.com/team', 'git+ssh://git@git.example.com/team'],
    ['HTTPS://ci:s3cret@git.example.com', 'HTTPS://git.example.com'],
    ['see (https://ci:s3cret@git.example.com/a), not it', 'see (https://git.example.com/a), not it'],
    ['-https://ci:s3cret@git.example.com', '-https://git.example.com'],
    ['_https://ci:s3cret@git.example.com', '_https://git.example.com'],
    ["'http://a:b@c.test','http://d:e@f.test'", "'http://c.test','http://f.test'"],
    ['http://a:b@c.test,http://d:e@f.test', 'http://c.test,http://f.test'],
    ['https://charts.example.com/a.tgz?token=s3cret failed', 'https://charts.example.com/a.tgz failed'],
    ['https://git.example.com:8443/a@1.2.tgz', 'https://git.example.com:8443/a@1.2.tgz'],
    ['https://git.example.com/a@1.2.tgz', 'https://git.example.com/a@1.2.tgz'],
    ['git@git.example.com:team/deploy.git is unknown?', 'git@git.example.com:team/deploy.git is unknown?'],
    ['a? b@c', 'a? b@c'],
  ])('%s', (text, expected) => {
    expect(withoutLogins(text)).toBe(expected);
  });

  test('are gone whatever stands around them, and nothing else changes the second time', () => {
    const around = fc.stringMatching(/^[\w .:+-]*$/);
    fc.assert(
      fc.property(around, fc.stringMatching(/^[a-z+.-]{1,8}$/), around, (before, scheme, after) => {
        const shown = withoutLogins(`${before}${scheme}://ci:s3cret@git.example.com/${after}`);
        expect(shown).not.toContain('s3cret');
        expect(withoutLogins(shown)).toBe(shown);
      }),
    );
  });

  // Each of them takes a regular expression that starts anew at every character hours.
  test.each(['a-', 'a://', 'a://b:', 'a://b:c/', 'a://b:1/', '://', 'a.', 'a?', 'a@'])(
    'are looked for in one pass over a million times %j',
    (part) => {
      const text = part.repeat(1_000_000);
      expect(withoutLogins(text).length).toBeLessThanOrEqual(text.length);
      expect(withoutLogins(`${text} https://ci:s3cret@git.example.com`)).toMatch(/ https:\/\/git\.example\.com$/);
    },
  );
});
