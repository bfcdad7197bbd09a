import { describe, expect, it } from 'vitest';
import { compareVersions, parseVersion } from '../../../src/source/argocd/semver.js';
import { parseConstraint } from '../../../src/source/argocd/semver-constraint.js';

const check = (constraint: string, version: string): boolean | undefined => {
  const parsed = parseVersion(version);
  return parsed === undefined ? undefined : parseConstraint(constraint)?.(parsed);
};

/** As Masterminds/semver v3 answers. */
const ANSWERS: readonly (readonly [string, string, boolean])[] = [
  ['>=1.1', '0.0.9', false],
  ['>=1.1', '4.1.0-beta', false],
  ['>=0-0', '0.0.1-alpha', true],
  ['<0-z', '0.0.0-alpha', true],
  ['*', '4.5.6', true],
  ['*', '1.2.3-alpha.1', false],
  ['*-0', '1.2.3-alpha.1', true],
  ['2.*', '2.1.1', true],
  ['2.*', '3.4.5', false],
  ['2.1', '2.1.1', true],
  ['2.1', '2.2.1', false],
  ['~1.2.3', '1.2.4', true],
  ['~1.2.3', '1.3.4', false],
  ['~1', '1.2.4', true],
  ['~1', '2.3.4', false],
  ['~0.0.0', '1.2.3', true],
  ['~1.2.3-beta.2', '1.2.3-beta.4', true],
  ['^1.2.3', '1.8.9', true],
  ['^1.2.3', '2.8.9', false],
  ['^1.2.3', '1.2.1', false],
  ['^1.2.0', '1.2.1-alpha.1', false],
  ['^0.2.3', '0.2.5', true],
  ['^0.2.3', '0.5.6', false],
  ['^0.0.3', '0.0.4', false],
  ['^0.0', '0.0.3', true],
  ['^0.0', '0.1.4', false],
  ['^0', '0.2.3', true],
  ['^0', '1.1.4', false],
  ['0.x.x', '1.2.3', false],
  ['= 2.0', '2.0.0', true],
  ['!=4.1', '4.1.0', false],
  ['!=4.x', '4.1.0', false],
  ['!=4.x', '5.1.0', true],
  ['!=4.1.x', '4.2.0', true],
  ['>1.1', '1.1.0', false],
  ['>1.1', '1.1.1', false],
  ['>1.1', '4.1.0', true],
  ['<1.1.x', '1.1.500', false],
  ['<=1.x', '1.1.0', true],
  ['<=1.1', '1.1.1', true],
  ['<=1.1.x', '1.2.500', false],
  ['<=4.5', '4.6.3', false],
  ['>=1.1, <2, !=1.2.3', '1.2.3', false],
  ['>1.1    <3', '2.3.2', true],
  ['>=1.1, <2, !=1.2.3 || > 3', '4.1.2', true],
  ['>=1.1, <2, !=1.2.3 || > 3', '3.1.2', false],
  ['>= 1.0.0  <= 2.0.0-beta', '1.0.1-beta', true],
  ['1.2 - 1.4', '1.3.7', true],
  ['1.2 - 1.4', '1.5.0', false],
];

describe('a version range', () => {
  it.each(ANSWERS)('%s and %s: %s', (constraint, version, answer) => {
    expect(check(constraint, version)).toBe(answer);
  });

  it.each(['main', 'release/1.2', 'BAR >= 1.2.3', '>= bar', '12.3.4.1234', ''])('%s is none', (text) => {
    expect(parseConstraint(text)).toBeUndefined();
  });

  it.each([
    ['v1', '1.0.0'],
    ['1.2', '1.2.0'],
    ['1.2.3+build.7', '1.2.3'],
  ])('%s is read loosely, as %s', (loose, strict) => {
    const [a, b] = [parseVersion(loose), parseVersion(strict)];
    expect(a !== undefined && b !== undefined && compareVersions(a, b)).toBe(0);
  });

  it.each(['1.2.3-beta.01', 'latest', '1.2.3.4', ''])('%s is no version', (text) => {
    expect(parseVersion(text)).toBeUndefined();
  });

  it('orders pre-releases before their release, numbers before words', () => {
    const order = [
      '1.0.0-1',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-rc.2',
      '1.0.0-rc.11',
      '1.0.0',
      '1.0.1',
    ];
    const sorted = [...order].reverse().sort((a, b) => {
      const [left, right] = [parseVersion(a), parseVersion(b)];
      return left === undefined || right === undefined ? 0 : compareVersions(left, right);
    });
    expect(sorted).toEqual(order);
  });
});
