import { describe, expect, it } from 'vitest';
import { refKey } from '../../src/model/resource.js';
import { HEALTH_ORDER } from '../../src/model/status.js';
import { applicationHealth, ignoresHealthcheck, resourceHealth } from '../../src/verdict/application-health.js';
import { liveObject } from './health/live-object.js';
import { configMap, health, resource } from './worlds.js';

const ALL = new Set<string>();
const named = (name: string, status: (typeof HEALTH_ORDER)[number], message?: string) =>
  resource({ name, health: health(status, message) });

describe('application', () => {
  it('takes the worst, by the order of the codes', () => {
    for (const [at, worse] of HEALTH_ORDER.entries()) {
      for (const better of HEALTH_ORDER.slice(0, at)) {
        const found = applicationHealth([named('a', worse), named('b', better), named('c', worse)], ALL);
        expect(found.status).toBe(worse);
      }
    }
  });

  it('names what caused it, with its message', () => {
    const resources = [
      named('catalog', 'Degraded', 'is past its deadline'),
      named('checkout', 'Progressing'),
      configMap('a'),
    ];
    expect(applicationHealth(resources, ALL)).toEqual({
      status: 'Degraded',
      message: 'Caused by Deployment shop/catalog: is past its deadline',
    });
  });

  it('names three causes and counts the rest', () => {
    const resources = ['a', 'b', 'c', 'd', 'e'].map((name) => named(name, 'Progressing', '0 of 1'));
    expect(applicationHealth(resources, ALL).message).toBe(
      'Caused by Deployment shop/a: 0 of 1; Deployment shop/b: 0 of 1; Deployment shop/c: 0 of 1 and 2 more',
    );
  });

  it.each([
    ['nothing has a health', [configMap('a')], 'Healthy', 'none of its kinds has a health rule'],
    ['no resources at all', [], 'Healthy', 'there is no resource to judge'],
    [
      'nothing has a health, and one is missing',
      [configMap('a'), configMap('b', { outcome: 'missing', health: health('Missing') })],
      'Healthy',
      'none of its kinds has a health rule; 1 missing',
    ],
    [
      'one of them could not be read',
      [configMap('a'), configMap('b', { outcome: 'unreadable' })],
      'Healthy',
      'none of its kinds has a health rule; 1 resource could not be read',
    ],
    [
      'nothing could be read',
      [configMap('a', { outcome: 'unreadable' }), configMap('b', { outcome: 'unreadable' })],
      'Unknown',
      '2 resources could not be read',
    ],
    ['all healthy', [named('a', 'Healthy'), configMap('b')], 'Healthy', '1 resource with a health, all Healthy'],
    [
      'one missing is for the sync status to say',
      [named('a', 'Healthy'), configMap('b', { outcome: 'missing', health: health('Missing') })],
      'Healthy',
      '1 resource with a health, all Healthy; 1 missing',
    ],
    [
      'all missing',
      [
        resource({ outcome: 'missing', health: health('Missing') }),
        configMap('b', { outcome: 'missing', health: health('Missing') }),
      ],
      'Missing',
      'none of 2 resources is in the cluster',
    ],
    [
      'all missing but hooks',
      [resource({ outcome: 'missing', health: health('Missing') }), configMap('hook', { outcome: 'not-compared' })],
      'Missing',
      'none of 1 resource is in the cluster',
    ],
    [
      'a hook does not count',
      [named('a', 'Healthy'), resource({ outcome: 'not-compared', health: health('Degraded') })],
      'Healthy',
      '1 resource with a health, all Healthy',
    ],
    [
      'an extraneous object does',
      [named('a', 'Healthy'), resource({ name: 'old', outcome: 'extraneous', health: health('Degraded', 'broken') })],
      'Degraded',
      'Caused by Deployment shop/old: broken',
    ],
    [
      'what could not be read is Unknown, and worse than anything',
      [named('a', 'Degraded'), resource({ outcome: 'unreadable', health: health('Unknown', 'forbidden') })],
      'Unknown',
      'Caused by Deployment shop/checkout: forbidden',
    ],
    [
      'a child application that is Unknown does not count',
      [
        named('a', 'Healthy'),
        resource({ group: 'argoproj.io', kind: 'Application', name: 'child', health: health('Unknown') }),
      ],
      'Healthy',
      '1 resource with a health, all Healthy',
    ],
    [
      'a child application that is Degraded does',
      [resource({ group: 'argoproj.io', kind: 'Application', name: 'child', health: health('Degraded', 'x') })],
      'Degraded',
      'Caused by Application shop/child: x',
    ],
  ] as const)('%s', (_what, resources, status, message) => {
    expect(applicationHealth(resources, ALL)).toEqual({ status, message });
  });

  it('leaves aside what is marked, which still is live', () => {
    const marked = named('batch', 'Degraded');
    const aside = new Set([refKey(marked)]);
    expect(applicationHealth([marked, named('a', 'Healthy')], aside).status).toBe('Healthy');
    const missing = configMap('b', { outcome: 'missing', health: health('Missing') });
    expect(applicationHealth([marked, missing], aside).status).toBe('Healthy');
  });
});

describe('resource', () => {
  const pod = { group: '', version: 'v1', kind: 'Pod', namespace: 'shop', name: 'web-0' };
  it('is judged by its live object', () => {
    const object = liveObject('v1', 'Pod', { status: { phase: 'Succeeded' } });
    expect(resourceHealth(pod, { kind: 'found', object })?.status).toBe('Healthy');
  });

  it('is Missing where it is not there, also where its kind has no health (E04)', () => {
    expect(resourceHealth({ ...pod, kind: 'ConfigMap' }, { kind: 'missing' })).toEqual(
      health('Missing', 'not in the cluster'),
    );
  });

  it('is Unknown where it could not be read, if its kind has a health', () => {
    const live = { kind: 'unreadable', reason: 'forbidden' } as const;
    expect(resourceHealth(pod, live)).toEqual(health('Unknown', 'could not be read: forbidden'));
    expect(resourceHealth({ ...pod, kind: 'Secret' }, live)).toBeNull();
  });
});

describe('the mark that leaves an object aside', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['True', false],
  ])('%s', (value, expected) => {
    const metadata = { annotations: { 'argocd.argoproj.io/ignore-healthcheck': value } };
    expect(ignoresHealthcheck(liveObject('apps/v1', 'Deployment', { metadata }))).toBe(expected);
  });

  it('absent', () => {
    expect(ignoresHealthcheck(liveObject('apps/v1', 'Deployment'))).toBe(false);
  });
});
