import { describe, expect, test } from 'vitest';
import { originAt } from '../../src/model/manifest.js';
import { desiredOf, FILE, leftOutOf, objectsOf } from './world.js';

describe('lists', () => {
  test('that gitdrift recorded are live state, and refused', () => {
    const recording = '{"apiVersion":"v1","kind":"List","gitdrift":{"format":1},"items":[]}';
    expect(() => desiredOf(recording)).toThrow(`${FILE} is a recording of gitdrift`);
  });

  test.each([
    [
      'v1 List',
      'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: keys}}\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: settings}}',
      ['ConfigMap marketplace/settings', 'Secret marketplace/keys'],
    ],
    [
      'a typed list, whose items carry no type of their own',
      'apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- {metadata: {name: web, namespace: shop}}',
      ['Deployment shop/web'],
    ],
    [
      'a list in a list',
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMapList\n  items:\n  - {metadata: {name: settings}}',
      ['ConfigMap marketplace/settings'],
    ],
    ['an empty list', 'apiVersion: v1\nkind: List\nitems: []', []],
    ['null items', 'apiVersion: v1\nkind: List\nitems: [null]', []],
    [
      'a kind that only ends in List',
      'apiVersion: shop.test/v1\nkind: AllowList\nmetadata: {name: partners, namespace: shop}\nspec: {items: [a]}',
      ['AllowList shop/partners'],
    ],
  ])('%s', (_, yaml, expected) => {
    expect(objectsOf(desiredOf(yaml))).toEqual(expected);
  });

  test('the type of a typed list goes to its items', () => {
    const [web] = desiredOf('apiVersion: apps/v1\nkind: DeploymentList\nitems:\n- {metadata: {name: web}}').objects;
    expect(web?.ref).toMatchObject({ group: 'apps', version: 'v1', kind: 'Deployment' });
    expect(web?.object).toMatchObject({ apiVersion: 'apps/v1', kind: 'Deployment' });
  });

  test('lines count from the item', () => {
    const [first, second] = desiredOf(
      [
        'apiVersion: v1',
        'kind: List',
        'items:',
        '- apiVersion: v1',
        '  kind: ConfigMap',
        '  metadata: {name: a}',
        '- apiVersion: v1',
        '  kind: ConfigMap',
        '  metadata:',
        '    name: b',
        '  data:',
        '    color: blue',
      ].join('\n'),
    ).objects;
    expect(originAt(first?.origins ?? { file: '', lines: new Map() }, '')).toEqual({ file: FILE, line: 4 });
    expect(Object.fromEntries(second?.origins.lines ?? [])).toEqual({
      '': 7,
      '/apiVersion': 7,
      '/kind': 8,
      '/metadata': 9,
      '/metadata/name': 10,
      '/data': 11,
      '/data/color': 12,
    });
  });
});

describe('namespaces', () => {
  test.each([
    ['an empty one is filled in', 'kind: Service', '', 'Service marketplace/web', 'marketplace'],
    ['a null one is filled in', 'kind: Service', 'namespace: null', 'Service marketplace/web', 'marketplace'],
    ['one that is written stays', 'kind: Service', 'namespace: shop', 'Service shop/web', 'shop'],
    ['one on a cluster-scoped kind is dropped', 'kind: ClusterRole', 'namespace: shop', 'ClusterRole web', undefined],
    ['an empty text on a cluster-scoped kind too', 'kind: ClusterRole', 'namespace: ""', 'ClusterRole web', undefined],
    ['an unknown kind stays as written', 'kind: Widget', 'namespace: shop', 'Widget shop/web', 'shop'],
    ['an unknown kind without one too', 'kind: Widget', '', 'Widget web', undefined],
  ])('%s', (_, kind, namespace, ref, written) => {
    const desired = desiredOf(`apiVersion: v1\n${kind}\nmetadata:\n  name: web\n  ${namespace}\n`);
    expect(objectsOf(desired)).toEqual([ref]);
    expect(desired.objects[0]?.object.metadata).toEqual({
      name: 'web',
      ...(written === undefined ? {} : { namespace: written }),
    });
    expect(desired.findings).toEqual([]);
  });
});

describe('order', () => {
  test('is by group, kind, namespace and name, whatever the files say', () => {
    const named = (apiVersion: string, kind: string, name: string) =>
      `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}}\n`;
    const yaml = [
      named('apps/v1', 'Deployment', 'web'),
      named('v1', 'Service', 'web'),
      named('v1', 'ConfigMap', 'z'),
      named('v1', 'ConfigMap', 'a'),
    ].join('---\n');
    expect(objectsOf(desiredOf(yaml))).toEqual([
      'ConfigMap marketplace/a',
      'ConfigMap marketplace/z',
      'Service marketplace/web',
      'Deployment marketplace/web',
    ]);
  });
});

describe('repeated objects', () => {
  const settings = (color: string, more = '') =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings${more}}\ndata: {color: ${color}}\n`;

  test('the last counts, and both places are named', () => {
    const desired = desiredOf(`${settings('red')}---\n${settings('blue', ', namespace: marketplace')}`);
    expect(desired.objects.map(({ object }) => object.data)).toEqual([{ color: 'blue' }]);
    expect(desired.findings).toEqual([
      {
        code: 'duplicate-object',
        severity: 'warning',
        resource: { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'marketplace', name: 'settings' },
        message: `declared twice, at ${FILE}:1 and at ${FILE}:6: the last one counts`,
        origin: { file: FILE, line: 6 },
      },
    ]);
  });

  test('each repetition is a finding of its own', () => {
    expect(desiredOf([settings('a'), settings('b'), settings('c')].join('---\n')).findings).toHaveLength(2);
  });

  test('another version of the same kind is the same object', () => {
    const ingress = (version: string) =>
      `apiVersion: networking.k8s.io/${version}\nkind: Ingress\nmetadata: {name: web}\n`;
    const desired = desiredOf(`${ingress('v1beta1')}---\n${ingress('v1')}`);
    expect(desired.objects.map(({ ref }) => ref.version)).toEqual(['v1']);
    expect(desired.findings).toHaveLength(1);
  });

  test('another namespace or group is another object', () => {
    const web = (apiVersion: string, namespace: string) =>
      `apiVersion: ${apiVersion}\nkind: Service\nmetadata: {name: web, namespace: ${namespace}}\n`;
    const desired = desiredOf([web('v1', 'a'), web('v1', 'b'), web('serving.test/v1', 'a')].join('---\n'));
    expect(desired.objects).toHaveLength(3);
    expect(desired.findings).toEqual([]);
  });
});

describe('repeated YAML keys', () => {
  const summary = (yaml: string) =>
    desiredOf(yaml).findings.map(({ code, path, resource, origin }) => ({
      code,
      path,
      resource: resource && `${resource.kind}/${resource.namespace}/${resource.name}`,
      line: origin?.line,
    }));

  test.each([
    [
      'in a map',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata:\n  color: red\n  color: blue\n',
      { path: '.data', resource: 'ConfigMap/marketplace/twice', line: 6 },
    ],
    [
      'at the top',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: twice}\ndata: {a: b}\ndata: {c: d}\n',
      { path: '.', resource: 'ConfigMap/marketplace/twice', line: 5 },
    ],
    [
      'below an item, under a name that is no plain word',
      'apiVersion: v1\nkind: Secret\nmetadata: {name: twice}\nstringData:\n- {a/b~c.d: {x: 1, x: 2}}\n',
      { path: '.stringData[0]["a/b~c.d"]', resource: 'Secret/marketplace/twice', line: 5 },
    ],
    [
      'in an item of a list',
      'apiVersion: v1\nkind: ConfigMapList\nitems:\n- metadata: {name: twice}\n  data:\n    a: x\n    a: y\n',
      { path: '.data', resource: 'ConfigMap/marketplace/twice', line: 7 },
    ],
    ['in the list itself', 'apiVersion: v1\nkind: List\nkind: List\nitems: []\n', { path: '.', line: 3 }],
    [
      'in a hook',
      'apiVersion: v1\nkind: Job\nmetadata: {name: once, annotations: {argocd.argoproj.io/hook: Sync}}\nspec: {a: 1, a: 2}\n',
      { path: '.spec', resource: 'Job/marketplace/once', line: 4 },
    ],
  ])('%s', (_, yaml, expected) => {
    expect(summary(yaml)).toEqual([{ code: 'duplicate-yaml-key', resource: undefined, ...expected }]);
  });

  test('the message names the key', () => {
    const [finding] = desiredOf('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, name: b}\n').findings;
    expect(finding?.message).toBe('the key "name" stands here a second time; the last one counts');
    expect(finding?.severity).toBe('warning');
  });
});

test('a long list is read in one pass', () => {
  const items = Array.from({ length: 3000 }, (_, n) => `- {metadata: {name: c${n}}, data: {a: "1", b: "2"}}`);
  const desired = desiredOf(`apiVersion: v1\nkind: ConfigMapList\nitems:\n${items.join('\n')}\n`);
  expect(desired.objects).toHaveLength(3000);
  const last = desired.objects.find(({ ref }) => ref.name === 'c2999');
  expect(last?.origins.lines.get('/data/b')).toBe(3003);
});

test('nothing is left out without a reason', () => {
  expect(leftOutOf(desiredOf('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: plain}\n'))).toEqual([]);
});
