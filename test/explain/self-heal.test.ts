import { describe, expect, it } from 'vitest';
import { selfHealFights } from '../../src/explain/self-heal.js';
import type { JsonObject } from '../../src/model/json.js';
import { CATALOG } from './worlds.js';

const CATALOG_NAMED = { group: 'apps', kind: 'Deployment', name: 'catalog' };

/** An Application whose last operation was a self-heal. */
const application = (attempts: number | undefined, resources: JsonObject[] | undefined): JsonObject => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: { name: 'catalog-prod', namespace: 'argocd' },
  status: {
    operationState: {
      finishedAt: '2026-11-30T11:58:00Z',
      operation: {
        sync: {
          ...(attempts === undefined ? {} : { autoHealAttemptsCount: attempts }),
          ...(resources === undefined ? {} : { resources }),
        },
      },
    },
  },
});

describe('self-heals that do not hold', () => {
  it('name the objects that were put back again and again', () => {
    expect(selfHealFights(application(5, [CATALOG_NAMED]), [CATALOG, { ...CATALOG, name: 'checkout' }])).toEqual([
      {
        code: 'overlapping-writers',
        severity: 'warning',
        resource: CATALOG,
        message:
          'Application argocd/catalog-prod has put it back 5 times in a row by self-heal, the last time at 2026-11-30T11:58:00Z: somebody writes against Git; gitdrift timeline Deployment/catalog tells who',
      },
    ]);
  });

  it.each<[string, JsonObject]>([
    ['one attempt', application(1, [CATALOG_NAMED])],
    ['no count', application(undefined, [CATALOG_NAMED])],
    ['a full sync, which names no objects', application(4, undefined)],
    ['another object', application(4, [{ ...CATALOG_NAMED, kind: 'StatefulSet' }])],
    ['the same name elsewhere', application(4, [{ ...CATALOG_NAMED, namespace: 'staging' }])],
    ['no status', { kind: 'Application', metadata: { name: 'catalog-prod' } }],
  ])('say nothing with %s', (_, object) => {
    expect(selfHealFights(object, [CATALOG])).toEqual([]);
  });
});
