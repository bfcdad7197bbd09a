import { describe, expect, it } from 'vitest';
import { argoRevision } from '../../../src/source/argocd/argo-revision.js';

const REFS = [
  'HEAD',
  'refs/heads/main',
  'refs/heads/v2.0.0',
  'refs/remotes/origin/staging',
  'refs/tags/catalog/1.4.0',
  'refs/tags/catalog/1.5.0',
  'refs/tags/v1.0.0',
  'refs/tags/v1.2.0',
  'refs/tags/v1.10.0',
  'refs/tags/v2.0.0',
  'refs/tags/v2.1.0-rc.1',
];

const resolve = (revision: string, more: { tagPrefix?: string; clone?: boolean } = {}) =>
  argoRevision(REFS, { revision, clone: false, url: 'https://git.example.com/shop.git', ...more });

describe('a targetRevision', () => {
  it.each([
    ['', 'HEAD'],
    ['HEAD', 'HEAD'],
    ['main', 'refs/heads/main'],
    ['refs/tags/v1.0.0', 'refs/tags/v1.0.0'],
    // An exact version is a name, and the first ref of that name counts.
    ['v1.0.0', 'refs/tags/v1.0.0'],
    ['v2.0.0', 'refs/heads/v2.0.0'],
    ['1.*', 'refs/tags/v1.10.0'],
    ['~1.2', 'refs/tags/v1.2.0'],
    ['>=1.0.0 <2.0.0', 'refs/tags/v1.10.0'],
    // Of a range the highest tag; a pre-release only where it is asked for.
    ['*', 'refs/heads/v2.0.0'],
    ['>=2.1.0-0', 'refs/tags/v2.1.0-rc.1'],
  ])('%s is %s', (revision, ref) => {
    expect(resolve(revision)).toEqual({ kind: 'ref', ref });
  });

  it('may be a commit, whole or shortened', () => {
    const whole = '0123456789ABCDEF0123456789abcdef01234567';
    expect(resolve(whole)).toEqual({ kind: 'commit', hash: whole.toLowerCase() });
    expect(resolve('0123abc')).toEqual({ kind: 'commit', hash: '0123abc' });
  });

  it('is looked for among tags with a prefix, which must be a version or a range', () => {
    expect(resolve('1.*', { tagPrefix: 'catalog/' })).toEqual({ kind: 'ref', ref: 'refs/tags/catalog/1.5.0' });
    expect(resolve('1.4.0', { tagPrefix: 'catalog/' })).toEqual({ kind: 'ref', ref: 'refs/tags/catalog/1.4.0' });
    expect(() => resolve('main', { tagPrefix: 'catalog/' })).toThrow('tagPrefix catalog/ needs a version or a range');
    expect(() => resolve('3.*', { tagPrefix: 'catalog/' })).toThrow('has no tag catalog/… that 3.* admits');
  });

  it("finds the remote's branches in a local clone only", () => {
    expect(resolve('staging', { clone: true })).toEqual({ kind: 'ref', ref: 'refs/remotes/origin/staging' });
    expect(() => resolve('staging')).toThrow('has no revision staging');
  });

  it('that nobody has is an error with the nearest name', () => {
    expect(() => resolve('mian')).toThrow(
      expect.objectContaining({ code: 'source-not-found', hint: 'did you mean main?' }),
    );
  });
});
