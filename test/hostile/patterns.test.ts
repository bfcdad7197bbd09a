import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { permitsApplicationsOf } from '../../src/gitops/argocd/project-rules.js';
import { DEFAULT_PROJECT } from '../../src/gitops/argocd/read-project.js';
import { compileFluxRules } from '../../src/gitops/flux/ignore-rules.js';
import { compileGlob } from '../../src/model/glob.js';
import { compileGoExpression } from '../../src/model/go-expression.js';
import { compileName } from '../../src/model/name-pattern.js';
import { compileDoublestar } from '../../src/render/argocd/doublestar.js';
import { envsubst } from '../../src/render/flux/envsubst.js';
import { parseConstraint } from '../../src/source/argocd/semver-constraint.js';
import { ignoresPath, readIgnorePatterns } from '../../src/source/flux/source-ignore.js';

// Each of these would take a regular expression that tries one way after the other longer than anybody waits: the time limit
// of the test is what fails it.
const STARS = '*a'.repeat(30);
const TEXT = 'a'.repeat(2000);

describe('patterns that a repository may hold end in time', () => {
  it.each(['', '/'])('globs (separators %j)', (separators) => {
    expect(compileGlob(`${STARS}*b`, separators)?.(TEXT)).toBe(false);
    expect(compileGlob(`${'{*a,a*}'.repeat(30)}b`, separators)?.(TEXT)).toBe(false);
    expect(compileGlob(`${STARS}*`, separators)?.(TEXT)).toBe(true);
  });

  it('globs nested without end are none', () => {
    expect(compileGlob('{'.repeat(100_000))).toBeUndefined();
    expect(compileDoublestar('{'.repeat(100_000))).toBeUndefined();
  });

  it('value files of charts', () => {
    expect(compileDoublestar(`${'**/*a'.repeat(30)}b`)?.(TEXT)).toBe(false);
    expect(compileDoublestar(`${'**/'.repeat(30)}b`)?.('a/'.repeat(500))).toBe(false);
    expect(compileDoublestar(`${'**/'.repeat(30)}b`)?.(`${'a/'.repeat(500)}b`)).toBe(true);
  });

  it('substitutions of Flux, in values of any length', () => {
    const variables = new Map([['name', TEXT]]);
    expect(envsubst(`\${name##${STARS}*b}`, variables, true)).toBe(TEXT);
    expect(envsubst(`\${name%%${STARS}}`, variables, true)).toBe('');
  });

  it('ranges of versions', () => {
    for (const text of [
      `1${' '.repeat(20_000)}!`,
      '1 '.repeat(10_000),
      `${'1 '.repeat(120)}!`,
      `1.x-${'a-'.repeat(120)}!`,
      ' '.repeat(250),
    ]) {
      expect(parseConstraint(text)).toBeUndefined();
    }
  });

  it('.sourceignore', () => {
    const ignores = ignoresPath(readIgnorePatterns(`${STARS}*b\n`));
    expect(ignores([TEXT.slice(0, 255)], false)).toBe(false);
  });

  it('regular expressions of Argo CD and Flux', () => {
    const sourceNamespaces = ['/^(a+)+$/'];
    expect(permitsApplicationsOf({ ...DEFAULT_PROJECT, sourceNamespaces }, `${TEXT}!`)).toBe(false);
    expect(permitsApplicationsOf({ ...DEFAULT_PROJECT, sourceNamespaces }, TEXT)).toBe(true);
    const target = {
      ...{ group: '', version: '', kind: '', namespace: '' },
      labelSelector: '',
      annotationSelector: '',
    };
    const { rules } = compileFluxRules([
      { origin: 'spec.ignore[0]', paths: ['/spec'], target: { ...target, name: '(a|a)*' } },
    ]);
    expect(rules[0]?.matches({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${TEXT}!` } })).toBe(false);
    expect(rules[0]?.matches({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: TEXT } })).toBe(true);
  });

  it('names in a policy have no groups to repeat', () => {
    expect(() => compileName({ pattern: '(a+)+$' })).toThrow(SyntaxError);
    expect(compileName({ pattern: 'a*a*a*b$' })(`${'a'.repeat(127)}!`)).toBe(false);
  });
});

describe('a regular expression is read as Go reads it', () => {
  it.each([
    ['(?i)^web', 'WEB-1', true],
    ['^\\d{2}$', '12', true],
    ['[[:alpha:]]+', '1a2', true],
    ['^a$', 'a\n', false],
    ['x*', '', true],
  ])('%s on %j: %s', (expression, text, found) => {
    expect(compileGoExpression(expression).finds(text)).toBe(found);
  });

  it.each(['(?=a)', '(a)\\1', '(', '(a{1000}){1000}'])('%s is none', (expression) => {
    expect(() => compileGoExpression(expression)).toThrow(SyntaxError);
  });
});

describe('a pattern of doublestar', () => {
  it.each([
    ['envs/*.yaml', 'envs/prod.yaml', true],
    ['envs/*.yaml', 'envs/eu/prod.yaml', false],
    ['envs/**/*.yaml', 'envs/prod.yaml', true],
    ['envs/**/*.yaml', 'envs/eu/west/prod.yaml', true],
    ['**/values.yaml', 'values.yaml', true],
    ['**/values.yaml', 'a/b/values.yaml', true],
    ['**/values.yaml', 'a/xvalues.yaml', false],
    ['envs/{dev,pro?}.yaml', 'envs/prod.yaml', true],
    ['envs/{dev,eu/*}.yaml', 'envs/eu/x.yaml', true],
    ['envs/[a-d]*.yaml', 'envs/dev.yaml', true],
    ['envs/[!a-d]*.yaml', 'envs/dev.yaml', false],
    ['envs/[^a-d]*.yaml', 'envs/prod.yaml', true],
    ['a.c', 'abc', false],
  ])('%s on %s: %s', (pattern, path, matches) => {
    expect(compileDoublestar(pattern)?.(path)).toBe(matches);
  });

  it.each(['{a', '[z-a]', 'envs/{a,{b}'])('%s is none', (pattern) => {
    expect(compileDoublestar(pattern)).toBeUndefined();
  });
});

it('a glob without sets and alternatives matches what its regular expression does', () => {
  const part = fc.constantFrom('a', 'b', '*', '?', '**', '.', '/');
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 6 }),
      fc.string({ unit: fc.constantFrom('a', 'b', '.', '/'), maxLength: 8 }),
      (parts, text) => {
        const pattern = parts.join('');
        const source = pattern.replace(
          /\*\*|[*?.]/g,
          (sign) => ({ '**': '.*', '*': '[^/]*', '?': '[^/]' })[sign] ?? '\\.',
        );
        expect(compileGlob(pattern, '/')?.(text)).toBe(new RegExp(`^${source}$`).test(text));
      },
    ),
  );
});
