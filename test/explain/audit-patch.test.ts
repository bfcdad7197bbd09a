import { describe, expect, it } from 'vitest';
import { askedOf, stateAfter, touches } from '../../src/explain/audit-effect.js';
import { type Effect, jsonPatchEffect, mergePatchEffect } from '../../src/explain/audit-patch.js';
import type { JsonValue } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { CATALOG, objectRef, write } from '../cluster-audit/events.js';

const LIVE: KubernetesObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'catalog', namespace: 'marketplace', labels: { team: 'shop' } },
  spec: {
    replicas: 5,
    template: {
      spec: {
        containers: [
          { name: 'web', image: 'registry.example/catalog:1', args: ['serve'], env: [{ name: 'A', value: '1' }] },
          { name: 'log', image: 'registry.example/log:1' },
        ],
      },
    },
  },
};
const IMAGE = '.spec.template.spec.containers[name="web"].image';
const LOG = '.spec.template.spec.containers[name="log"].image';
const ARGS = '.spec.template.spec.containers[name="web"].args';

/** `=…` a value, `-` absent, `.` left as it was, `?` not known. */
const short = (effect: Effect | undefined): string => {
  if (effect?.kind === 'value') return `=${JSON.stringify(effect.value)}`;
  return { none: '.', absent: '-', unknown: '?' }[effect?.kind ?? 'unknown'] ?? '';
};

describe('a merge patch', () => {
  const containers = (...items: JsonValue[]): JsonValue => ({ spec: { template: { spec: { containers: items } } } });
  const ordered = (...items: JsonValue[]): JsonValue => ({
    spec: { template: { spec: { '$setElementOrder/containers': [{ name: 'web' }], containers: items } } },
  });
  it.each<[string, JsonValue, string, string]>([
    ['a value', { spec: { replicas: 7 } }, '.spec.replicas', '=7'],
    ['null', { spec: { replicas: null } }, '.spec.replicas', '-'],
    ['null above', { spec: null }, '.spec.replicas', '-'],
    ['another field', { spec: { paused: true } }, '.spec.replicas', '.'],
    ['nothing', {}, '.spec.replicas', '.'],
    [
      'an annotation with dots',
      { metadata: { annotations: { 'a.b/c': 'x' } } },
      '.metadata.annotations["a.b/c"]',
      '="x"',
    ],
    ['an item by its key', ordered({ name: 'web', image: 'hot' }), IMAGE, '="hot"'],
    ['another item, in a strategic patch', ordered({ name: 'web', image: 'hot' }), LOG, '.'],
    ['another item, in a patch that may replace the list', containers({ name: 'web', image: 'hot' }), LOG, '?'],
    ['an item that is deleted', containers({ name: 'web', $patch: 'delete' }), IMAGE, '-'],
    ['a list that is replaced', containers({ $patch: 'replace' }, { name: 'web', image: 'hot' }), LOG, '-'],
    [
      'a list that is replaced, with the item',
      containers({ $patch: 'replace' }, { name: 'web', image: 'hot' }),
      IMAGE,
      '="hot"',
    ],
    [
      'a map that is replaced',
      { metadata: { labels: { $patch: 'replace', tier: 'web' } } },
      '.metadata.labels.team',
      '-',
    ],
    ['a map that is deleted', { metadata: { labels: { $patch: 'delete' } } }, '.metadata.labels.team', '-'],
    [
      'retained keys without it',
      { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      '.spec.strategy.rollingUpdate',
      '-',
    ],
    [
      'retained keys with it',
      { spec: { strategy: { $retainKeys: ['type', 'rollingUpdate'] } } },
      '.spec.strategy.rollingUpdate',
      '.',
    ],
    [
      'a part of an atomic map',
      { spec: { template: { spec: { nodeSelector: { zone: 'a' } } } } },
      '.spec.template.spec.nodeSelector',
      '?',
    ],
    ['an atomic list', containers({ name: 'web', args: ['serve', '--fast'] }), ARGS, '=["serve","--fast"]'],
    [
      'a finalizer',
      { metadata: { finalizers: ['a.example/x'] } },
      '.metadata.finalizers[="a.example/x"]',
      '="a.example/x"',
    ],
    [
      'a finalizer taken away',
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['a.example/x'] } },
      '.metadata.finalizers[="a.example/x"]',
      '-',
    ],
    ['another finalizer', { metadata: { finalizers: ['b.example/y'] } }, '.metadata.finalizers[="a.example/x"]', '?'],
    ['text in place of a map', { spec: { template: 'none' } }, IMAGE, '-'],
  ])('with %s', (_, patch, path, expected) => {
    expect(short(mergePatchEffect(patch, parsePath(path)))).toBe(expected);
  });
});

describe('a JSON patch', () => {
  const web = '/spec/template/spec/containers/0';
  it.each<[string, JsonValue, string, string]>([
    ['replaces it', [{ op: 'replace', path: '/spec/replicas', value: 7 }], '.spec.replicas', '=7'],
    ['removes it', [{ op: 'remove', path: '/metadata/labels/team' }], '.metadata.labels.team', '-'],
    ['removes what holds it', [{ op: 'remove', path: '/metadata/labels' }], '.metadata.labels.team', '-'],
    [
      'replaces what holds it',
      [{ op: 'replace', path: '/metadata/labels', value: { team: 'search' } }],
      '.metadata.labels.team',
      '="search"',
    ],
    ['replaces what held it', [{ op: 'replace', path: '/metadata/labels', value: {} }], '.metadata.labels.team', '-'],
    [
      'replaces the whole object',
      [{ op: 'replace', path: '', value: { spec: { replicas: 2 } } }],
      '.spec.replicas',
      '=2',
    ],
    ['changes a field of an item', [{ op: 'replace', path: `${web}/image`, value: 'hot' }], IMAGE, '="hot"'],
    [
      'changes a field of another item',
      [{ op: 'replace', path: '/spec/template/spec/containers/1/image', value: 'hot' }],
      IMAGE,
      '.',
    ],
    [
      'appends the item',
      [{ op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'log', image: 'hot' } }],
      LOG,
      '="hot"',
    ],
    ['appends another item', [{ op: 'add', path: '/spec/template/spec/containers/-', value: { name: 'x' } }], LOG, '.'],
    ['changes one value of an atomic list', [{ op: 'add', path: `${web}/args/-`, value: '--fast' }], ARGS, '?'],
    [
      'moves it away',
      [{ op: 'move', from: '/metadata/labels/team', path: '/metadata/labels/owner' }],
      '.metadata.labels.team',
      '-',
    ],
    [
      'copies to it',
      [{ op: 'copy', from: '/metadata/name', path: '/metadata/labels/team' }],
      '.metadata.labels.team',
      '?',
    ],
    ['only tests it', [{ op: 'test', path: '/spec/replicas', value: 3 }], '.spec.replicas', '.'],
    [
      'does two things, the last of which counts',
      [
        { op: 'remove', path: '/spec/replicas' },
        { op: 'add', path: '/spec/replicas', value: 1 },
      ],
      '.spec.replicas',
      '=1',
    ],
    [
      'has a slash in the name',
      [{ op: 'add', path: '/metadata/annotations/a.b~1c', value: 'x' }],
      '.metadata.annotations["a.b/c"]',
      '="x"',
    ],
    ['is broken', [7, { op: 'remove' }], '.spec.replicas', '.'],
  ])('that %s', (_, patch, path, expected) => {
    expect(short(jsonPatchEffect(patch, parsePath(path), LIVE))).toBe(expected);
  });
});

describe('a write', () => {
  const audited = (path: string, object = LIVE) => ({ ref: CATALOG, path: parsePath(path), object });
  const whole = (replicas: number): JsonValue => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'catalog' },
    spec: { replicas },
  });
  const scaled = { objectRef: objectRef('scale') };

  it('of a scale sets replicas, and says nothing of anything else', () => {
    const sent = write({ ...scaled, requestObject: { spec: { replicas: 9 } } });
    expect(short(askedOf(sent, audited('.spec.replicas'), undefined))).toBe('=9');
    expect(short(askedOf(sent, audited(IMAGE), undefined))).toBe('.');
  });

  it('of a scale to 0 holds no number, neither in what is sent nor in the answer', () => {
    const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'catalog' }, spec: {} };
    const sent = write({ ...scaled, verb: 'update', requestObject: scale, responseObject: scale });
    expect(short(askedOf(sent, audited('.spec.replicas'), undefined))).toBe('=0');
    expect(short(stateAfter(sent, audited('.spec.replicas')))).toBe('=0');
  });

  it('without a body may have done anything', () => {
    expect(short(askedOf(write(), audited('.spec.replicas'), undefined))).toBe('?');
  });

  it('at another version may name the field otherwise, but not metadata', () => {
    const sent = write({
      objectRef: objectRef('', 'v1beta1'),
      requestObject: { spec: { replicas: 9 }, metadata: { labels: { team: 'x' } } },
    });
    expect(short(askedOf(sent, audited('.spec.replicas'), undefined))).toBe('?');
    expect(short(askedOf(sent, audited('.metadata.labels.team'), undefined))).toBe('="x"');
  });

  it('of an apply removes what the manager applied before, and leaves what it never did', () => {
    const applied = (requestObject: JsonValue) =>
      write({ requestURI: '/x?fieldManager=argocd-controller&force=true', requestObject });
    const bare = applied({ apiVersion: 'apps/v1', kind: 'Deployment', spec: {} });
    expect(short(askedOf(bare, audited('.spec.replicas'), applied(whole(3))))).toBe('-');
    expect(short(askedOf(bare, audited('.spec.replicas'), undefined))).toBe('.');
    expect(short(askedOf(applied(whole(3)), audited('.spec.replicas'), undefined))).toBe('=3');
  });

  it('of a whole object sets what it holds and removes what it does not', () => {
    const sent = write({ verb: 'update', requestObject: whole(3) });
    expect(short(askedOf(sent, audited('.spec.replicas'), undefined))).toBe('=3');
    expect(short(askedOf(sent, audited('.metadata.labels.team'), undefined))).toBe('-');
  });

  it('of a Secret may send text for what the server keeps encoded', () => {
    const ref = { group: '', version: 'v1', kind: 'Secret', namespace: 'marketplace', name: 'login' };
    const object = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' } };
    const secret = { resource: 'secrets', namespace: 'marketplace', name: 'login', apiVersion: 'v1' };
    const sent = write({ objectRef: secret, requestObject: { stringData: { password: 'swordfish' } } });
    expect(short(askedOf(sent, { ref, path: parsePath('.data.password'), object }, undefined))).toBe('="c3dvcmRmaXNo"');
  });

  it.each([
    ['status', '.status.replicas', true],
    ['status', '.spec.replicas', false],
    ['scale', '.spec.replicas', true],
    ['scale', IMAGE, false],
    ['ephemeralcontainers', '.spec.ephemeralContainers[name="debugger"].image', true],
    ['ephemeralcontainers', '.spec.containers[name="web"].image', false],
    ['resize', '.spec.containers[name="web"].resources.limits.cpu', true],
    ['resize', '.metadata.labels.team', false],
    ['finalize', '.spec.finalizers', true],
    ['approval', '.status.conditions', true],
    ['binding', '.spec.nodeName', true],
    ['eviction', '.spec.replicas', false],
    ['', '.metadata.labels.team', true],
  ])('of subresource %j and the field %s: %s', (subresource, path, expected) => {
    expect(touches(write({ objectRef: objectRef(subresource) }), audited(path))).toBe(expected);
  });

  it('that deletes the object changes no field', () => {
    expect(touches(write({ verb: 'delete' }), audited('.spec.replicas'))).toBe(false);
  });
});
