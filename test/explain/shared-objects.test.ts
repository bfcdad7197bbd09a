import { describe, expect, it } from 'vitest';
import { sharedObjects } from '../../src/explain/shared-objects.js';
import type { ApplicationReport, Outcome } from '../../src/model/report.js';
import { resource } from '../verdict/worlds.js';

/** An application of one cluster that declares the Deployments named, or has them with another outcome. */
function application(
  name: string,
  objects: Readonly<Record<string, Outcome>>,
  destination: ApplicationReport['destination'] = { server: 'https://prod.example' },
): ApplicationReport {
  const resources = Object.entries(objects).map(([object, outcome]) => ({
    ...resource(),
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'shop',
    name: object,
    outcome,
  }));
  return { name, kind: 'argocd', destination, resources, findings: [] } as unknown as ApplicationReport;
}

const told = (...applications: ApplicationReport[]): string[][] =>
  sharedObjects(applications).map((findings) =>
    findings.map(({ resource: ref, message }) => `${ref?.name}: ${message.split(':')[0]}`),
  );

describe('objects that several applications declare', () => {
  it('are told to each of them', () => {
    const one = application('catalog', { web: 'compared', cache: 'compared' });
    const two = application('catalog-next', { web: 'missing' });
    expect(told(one, two)).toEqual([
      ['web: argocd catalog-next declares it, too'],
      ['web: argocd catalog declares it, too'],
    ]);
    expect(told(one, two, application('third', { web: 'unreadable' }))[2]).toEqual([
      'web: argocd catalog and argocd catalog-next declare it, too',
    ]);
  });

  it.each<[string, ApplicationReport[]]>([
    ['one application', [application('catalog', { web: 'compared' })]],
    ['what one only finds in live', [application('a', { web: 'compared' }), application('b', { web: 'extraneous' })]],
    ['a hook', [application('a', { web: 'compared' }), application('b', { web: 'not-compared' })]],
    [
      'another cluster',
      [
        application('a', { web: 'compared' }),
        application('b', { web: 'compared' }, { server: 'https://staging.example' }),
      ],
    ],
  ])('not %s', (_, applications) => {
    expect(told(...applications).flat()).toEqual([]);
  });
});
