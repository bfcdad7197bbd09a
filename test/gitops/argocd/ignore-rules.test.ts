import { afterAll, describe, expect, it } from 'vitest';
import type { Comparing } from '../../../src/gitops/argocd/comparing.js';
import { withoutIgnored } from '../../../src/gitops/argocd/ignore-rules.js';
import type { ArgoIgnoreRule } from '../../../src/model/argo-application.js';
import type { JsonObject } from '../../../src/model/json.js';
import { openJq } from '../../../src/render/jq/jq-paths.js';
import { SCHEMA, settingsOf, TOOLS, web } from './tiny-world.js';

const jq = openJq();
afterAll(jq.close);

const RULE: ArgoIgnoreRule = {
  group: 'apps',
  kind: 'Deployment',
  name: '',
  namespace: '',
  jsonPointers: [],
  jqPathExpressions: [],
  managedFieldsManagers: [],
  origin: 'spec.ignoreDifferences[0]',
};

function ignoring(rule: Partial<ArgoIgnoreRule>, settings = {}): Comparing {
  return {
    settings: settingsOf(settings),
    ignoreDifferences: [{ ...RULE, ...rule }],
    schema: SCHEMA,
    tools: { ...TOOLS, jqPaths: jq.paths },
    ignored: [],
  };
}

const left = (object: JsonObject, rule: Partial<ArgoIgnoreRule>): JsonObject => withoutIgnored(object, ignoring(rule));
const shape = (list: readonly unknown[], more: JsonObject = {}) =>
  ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', namespace: 'shop' },
    list,
    ...more,
  }) as JsonObject;

describe('json pointers', () => {
  it.each([
    ['/list/0', ['b', 'c']],
    ['/list/2', ['a', 'b']],
    ['/list/-1', ['a', 'b']],
    ['/list/3', ['a', 'b', 'c']],
    ['/list/+1', ['a', 'c']],
    ['/list/-', ['a', 'b', 'c']],
    ['/list/x', ['a', 'b', 'c']],
    ['list/0', ['a', 'b', 'c']],
    ['', ['a', 'b', 'c']],
  ])('%j leaves %j', (pointer, says) => {
    expect(left(shape(['a', 'b', 'c']), { jsonPointers: [pointer] }).list).toEqual(says);
  });

  it('unescape slashes and tildes, and remove one after the other', () => {
    const object = shape(['a', 'b'], { map: { 'a/b~c': 1, d: 2 } });
    const rule = { jsonPointers: ['/map/a~1b~0c', '/list/0', '/list/0'] };
    expect(left(object, rule)).toMatchObject({ map: { d: 2 }, list: [] });
  });
});

describe('jq expressions', () => {
  it.each([
    ['.list[0], .list[2]', ['b']],
    ['.list[]', []],
    ['.list[] | select(. == "b")', ['a', 'c']],
    ['.list[1:]', ['a']],
    ['.list[-1]', ['a', 'b']],
    ['.list[5]', ['a', 'b', 'c']],
    ['.list[1:][0]', ['a', 'c']],
    ['.list[:-1]', ['c']],
    ['.', ['a', 'b', 'c']],
    ['.[]', ['a', 'b', 'c']],
    ['.list[0]) , (.kind == "x"', ['a', 'b', 'c']],
    ['.nothing.at.all', ['a', 'b', 'c']],
    ['.list.name', ['a', 'b', 'c']],
  ])('%s leaves %j', (expression, says) => {
    expect(left(shape(['a', 'b', 'c']), { jqPathExpressions: [expression] }).list).toEqual(says);
  });

  it('remove inside items, deepest paths first', () => {
    const object = shape([
      { name: 'a', image: '1' },
      { name: 'b', image: '2' },
    ]);
    expect(left(object, { jqPathExpressions: ['.list[].image, .list[0].name'] }).list).toEqual([{}, { name: 'b' }]);
  });
});

describe('which objects a rule is for', () => {
  const pointer = { jsonPointers: ['/list'] };

  it.each([
    [{ group: '', kind: 'Deployment' }, false],
    [{ group: '*', kind: '*' }, true],
    [{ group: 'ap*', kind: 'Deploy*' }, true],
    [{ group: 'apps', kind: '{Deployment,StatefulSet}' }, true],
    [{ group: 'apps', kind: 'deployment' }, false],
    [{ name: 'web' }, true],
    [{ name: 'we*' }, false],
    [{ namespace: 'shop' }, true],
    [{ namespace: 'other' }, false],
  ])('%j: %s', (rule, says) => {
    expect(left(shape(['a']), { ...pointer, ...rule }).list === undefined).toBe(says);
  });
});

it('hides status of everything, of definitions, or of nothing', () => {
  const object = { ...web(), status: { replicas: 2 } };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'x' },
    status: {},
  };
  const hides = (written: string) => {
    const comparing = ignoring({}, { 'resource.compareoptions': `ignoreResourceStatusField: ${written}` });
    return [object, crd].map((one) => withoutIgnored(one, comparing).status === undefined);
  };
  expect([hides('all'), hides('crd'), hides('none')]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ]);
});

it('says what was taken out, by which rule, once', () => {
  const comparing = ignoring({ jsonPointers: ['/list/0'], jqPathExpressions: ['.map | .a, .b'] });
  for (const list of [['a'], ['b']]) withoutIgnored(shape(list, { map: { a: 1 } }), comparing);
  expect(comparing.ignored).toEqual([
    { pointer: '/list/0', origin: 'spec.ignoreDifferences[0]', rule: '/list/0' },
    { pointer: '/map/a', origin: 'spec.ignoreDifferences[0]', rule: '.map | .a, .b' },
  ]);
});
