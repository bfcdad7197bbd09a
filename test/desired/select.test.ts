import { describe, expect, test } from 'vitest';
import { excludedInVain, selectObjects } from '../../src/desired/select.js';
import { GitdriftError } from '../../src/model/errors.js';
import type { Selection } from '../../src/model/request.js';
import { refText } from '../../src/model/resource.js';
import { desiredOf, leftOutOf, objectsOf } from './world.js';

const WORLD = desiredOf(
  [
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, labels: {app: web, tier: front, size: "10"}}',
    'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: cache, namespace: shared, labels: {app: cache}}',
    'apiVersion: v1\nkind: Service\nmetadata: {name: web, labels: {app: web}}\nspec: {a: 1, a: 2}',
    'apiVersion: serving.test/v1\nkind: Service\nmetadata: {name: web, namespace: marketplace}',
    'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: web}',
    'apiVersion: shop.test/v1\nkind: Policy\nmetadata: {name: strict, namespace: marketplace}',
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: reader}',
    'apiVersion: batch/v1\nkind: Job\nmetadata: {name: migrate, labels: {app: web}, annotations: {helm.sh/hook: test}}\nspec: {b: 1, b: 2}',
  ].join('\n---\n'),
);

const NONE: Selection = { kinds: [], excludeKinds: [], resources: [] };
const select = (selection: Partial<Selection>) => selectObjects(WORLD, { ...NONE, ...selection });
const DEPLOYMENTS = ['Deployment marketplace/web', 'Deployment shared/cache'];

test('nothing asked for selects everything, findings included', () => {
  expect(select({})).toEqual(WORLD);
  expect(WORLD.findings).toHaveLength(2);
});

test('a kind that is excluded in vain is known', () => {
  const excludeKinds = ['deploy', 'Deploymnet', 'jobs', 'Secret'];
  expect(excludedInVain(WORLD, { ...NONE, excludeKinds })).toEqual(['Deploymnet', 'Secret']);
});

describe('--selector', () => {
  test.each([
    ['app=web', ['Service marketplace/web', 'Deployment marketplace/web']],
    ['app==web,tier=front', ['Deployment marketplace/web']],
    [' app = web , tier = front ', ['Deployment marketplace/web']],
    ['app in (cache, web),tier', ['Deployment marketplace/web']],
    ['app in(cache)', ['Deployment shared/cache']],
    ['app,!tier', ['Service marketplace/web', 'Deployment shared/cache']],
    ['app,tier!=front', ['Service marketplace/web', 'Deployment shared/cache']],
    ['app,app notin (web)', ['Deployment shared/cache']],
    ['size>9', ['Deployment marketplace/web']],
    ['size<10', []],
    ['app=', []],
    ['app.kubernetes.io/name=web', []],
  ])('%s', (selector, expected) => {
    expect(objectsOf(select({ selector }))).toEqual(expected);
  });

  test('a missing label meets != and notin', () => {
    for (const selector of ['app!=web', 'app notin (web)'])
      expect(objectsOf(select({ selector }))).toContain('ClusterRole reader');
  });

  test('what is left out is selected by its labels too', () => {
    expect(leftOutOf(select({ selector: 'app=web' }))).toEqual(['Job marketplace/migrate: hook']);
    expect(leftOutOf(select({ selector: 'app=cache' }))).toEqual([]);
  });

  test.each(['app=web,', 'app in web', 'a b', '=web', 'app=we b', 'size>many', '!', 'app in (a', ',app'])(
    '%j cannot be read',
    (selector) => {
      expect(() => select({ selector })).toThrow(
        expect.objectContaining({ code: 'usage', message: expect.stringContaining('label selector') }),
      );
    },
  );
});

describe('--kind and --exclude-kind', () => {
  test.each([
    ['Deployment', DEPLOYMENTS],
    ['deployments', DEPLOYMENTS],
    ['deploy', DEPLOYMENTS],
    ['deployment.apps', DEPLOYMENTS],
    ['Deploy.APPS', DEPLOYMENTS],
    ['deployments.extensions', []],
    ['ingresses', ['Ingress marketplace/web']],
    ['policies', ['Policy marketplace/strict']],
    ['svc', ['Service marketplace/web', 'Service marketplace/web']],
    ['service.serving.test', ['Service marketplace/web']],
    ['deploymentss', []],
  ])('%s', (kind, expected) => {
    expect(objectsOf(select({ kinds: [kind] }))).toEqual(expected);
    const others = objectsOf(select({ excludeKinds: [kind] }));
    expect(others).toHaveLength(WORLD.objects.length - expected.length);
  });

  test('several kinds are added up, and exclusion wins', () => {
    expect(objectsOf(select({ kinds: ['deploy', 'ing'], excludeKinds: ['ing'] }))).toEqual(DEPLOYMENTS);
  });
});

describe('--resource', () => {
  test.each([
    ['Deployment/web', ['Deployment marketplace/web']],
    ['deploy/shared/cache', ['Deployment shared/cache']],
    ['ClusterRole/reader', ['ClusterRole reader']],
    ['svc/marketplace/web', ['Service marketplace/web', 'Service marketplace/web']],
    ['service.serving.test/web', ['Service marketplace/web']],
    ['apps:Deployment:shared/cache', ['Deployment shared/cache']],
    ['apps:Deployment:cache', ['Deployment shared/cache']],
    [':Service:marketplace/web', ['Service marketplace/web']],
  ])('%s', (resource, expected) => {
    expect(objectsOf(select({ resources: [resource] }))).toEqual(expected);
  });

  test('a hook can be named: it is shown as not compared', () => {
    const selected = select({ resources: ['job/migrate'] });
    expect(selected.objects).toEqual([]);
    expect(leftOutOf(selected)).toEqual(['Job marketplace/migrate: hook']);
  });

  test.each([
    ['Deployment/wbe', 'the nearest of 8: Deployment/marketplace/web'],
    ['deploy/marketplace/cache', 'Deployment/shared/cache'],
    ['Deployment/Web', 'Deployment/marketplace/web'],
    ['extensions:Deployment:shared/cache', 'Deployment/shared/cache'],
    ['web', 'write it as KIND/NAME'],
    ['a/b/c/d', 'the nearest of 8'],
  ])('%s names nothing', (resource, hint) => {
    const failing = () => select({ resources: ['ClusterRole/reader', resource] });
    expect(failing).toThrow(GitdriftError);
    expect(failing).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: `--resource ${resource} names nothing in the desired state`,
        hint: expect.stringContaining(hint),
      }),
    );
  });
});

test('findings go with their objects', () => {
  const found = (selection: Partial<Selection>) =>
    select(selection).findings.map(({ resource }) => resource && refText(resource));
  expect(found({ kinds: ['Deployment'] })).toEqual([]);
  expect(found({ kinds: ['Job'] })).toEqual(['Job marketplace/migrate']);
  expect(found({ resources: ['service.serving.test/web'] })).toEqual([]);
});
