import { afterAll, describe, expect, it } from 'vitest';
import { openJq } from '../../../src/render/jq/jq-paths.js';

const jq = openJq();
afterAll(jq.close);

const object = {
  spec: { replicas: 2, list: [{ name: 'a' }, { name: 'b', x: 1 }], 'a.b': true, big: 9007199254740993n },
};

describe('paths that an expression names', () => {
  it.each([
    ['.spec.replicas', [['spec', 'replicas']]],
    [
      '.spec.list[].name',
      [
        ['spec', 'list', 0, 'name'],
        ['spec', 'list', 1, 'name'],
      ],
    ],
    ['.spec.list[] | select(.name == "b")', [['spec', 'list', 1]]],
    ['.spec.absent.below', [['spec', 'absent', 'below']]],
    [
      '.spec."a.b", .spec.replicas',
      [
        ['spec', 'a.b'],
        ['spec', 'replicas'],
      ],
    ],
    ['.spec.list[0:1]', [['spec', 'list', { start: 0, end: 1 }]]],
    ['empty', []],
    ['.spec.replicas # a comment', [['spec', 'replicas']]],
  ])('%s', (expression, paths) => {
    expect(jq.paths(expression, object)).toEqual({ kind: 'paths', paths });
  });
});

it('tells an expression that fails on the object from one that is no jq', () => {
  expect(jq.paths('.spec.replicas.below', object)).toMatchObject({ kind: 'failed' });
  expect(jq.paths('1 + 1', object)).toMatchObject({ kind: 'failed' });
  expect(jq.paths('.spec[', object)).toMatchObject({ kind: 'invalid' });
  expect(jq.paths('nowhere(.spec)', object)).toMatchObject({ kind: 'invalid' });
});

it('takes an expression that closes the parenthesis around it, or ends jq, for one that fails', () => {
  expect(jq.paths('.spec)], [path(.spec', object)).toEqual({ kind: 'failed', message: 'it gives more than paths' });
  expect(jq.paths('halt', object)).toMatchObject({ kind: 'failed' });
  expect(jq.paths('.spec.replicas', object)).toMatchObject({ kind: 'paths' });
});

it('gives up on an expression that never ends, and answers the next one', () => {
  const endless = { kind: 'failed', message: 'it took longer than 5 s', timedOut: true };
  expect(jq.paths('.spec | last(repeat(.))', object)).toEqual(endless);
  // Of another object it is told without another try: a hundred objects must not take a hundred times as long.
  expect(jq.paths('.spec | last(repeat(.))', { ...object, kind: 'Other' })).toEqual(endless);
  expect(jq.paths('.spec.replicas', { spec: {} })).toEqual({ kind: 'paths', paths: [['spec', 'replicas']] });
});

it('sees nothing of the environment', () => {
  expect(jq.paths('if env.PATH == $ENV.PATH and (env | length) < 20 then .yes else .no end', {})).toMatchObject({
    kind: 'paths',
  });
  expect(jq.paths(`.[env.HOME // "none"]`, {})).not.toEqual({ kind: 'paths', paths: [[process.env.HOME]] });
});
