import { delimiter } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import type { ApplicationReport } from '../../src/model/report.js';
import { kustomizeOnPath } from './fake-kustomize.js';
import { applied, entry, kustomization, manifest, reportOf, shopOf, type World } from './world.js';

const look = (world: World): Promise<ApplicationReport> =>
  reportOf({ ...world, env: { PATH: [kustomizeOnPath(), process.env.PATH].join(delimiter) } });

const FILES = { 'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }) };
const DRIFTED = [
  applied(
    'settings',
    { mode: 'slow', hot: 'yes' },
    { entries: [entry('kubectl-edit', 'Update', ['mode']), entry('kubectl-patch', 'Update', ['hot'])] },
  ),
];
const READY = { type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded', message: '' };

/** The Kustomization `infra`, whose source is not that of the shop unless it is said. */
const infra = (more: { spec?: JsonObject; status?: JsonObject } = {}): JsonObject =>
  kustomization({
    metadata: { name: 'infra' },
    spec: { path: './infra', sourceRef: { kind: 'GitRepository', name: 'infra' }, ...more.spec },
    status: { conditions: [READY], ...more.status },
  });

describe('a Kustomization that depends on another one', () => {
  /** What happens to a declared and to an undeclared field, and what is said. */
  const next = async (dependency: JsonObject | undefined, dependsOn: JsonObject = {}, spec: JsonObject = {}) => {
    const world = shopOf(FILES, { spec: { dependsOn: [{ name: 'infra', ...dependsOn }], ...spec } });
    const flux = [...world.flux, ...(dependency === undefined ? [] : [dependency])];
    const report = await look({ ...world, flux, live: DRIFTED, args: ['--kustomization', 'shop'] });
    const [resource] = report.resources;
    return {
      codes: [resource?.drift[0]?.next?.code, resource?.undeclared[0]?.next?.code],
      message: resource?.drift[0]?.next?.message ?? '',
      conditions: report.conditions ?? [],
      ifSynced: report.ifSynced.length,
    };
  };
  it.each<[string, JsonObject, string]>([
    ['has not run', infra({ status: { conditions: [] } }), 'Kustomization flux-system/infra has not run yet'],
    [
      'has not looked at its newest specification',
      infra({ status: { observedGeneration: 2 } }),
      'has not run since its specification was changed',
    ],
    [
      'is not ready',
      infra({ status: { conditions: [{ ...READY, status: 'False', reason: 'BuildFailed', message: 'no folder' }] } }),
      'Kustomization flux-system/infra is not ready (BuildFailed: no folder)',
    ],
    [
      'has not applied the same source',
      infra({
        spec: { sourceRef: { kind: 'GitRepository', name: 'shop' } },
        status: { lastAppliedRevision: 'main@sha1:0' },
      }),
      'of the same source yet',
    ],
  ])('that %s changes nothing before it is', async (_, dependency, why) => {
    const found = await next(dependency);
    expect(found.codes).toEqual(['stays-until-sync', 'stays-until-sync']);
    expect(found.message).toContain(why);
    expect(found.conditions).toEqual([{ type: 'DependencyNotReady', message: expect.stringContaining(why) }]);
    // What a sync would do stays what it is.
    expect(found.ifSynced).toBe(2);
  });

  it.each<[string, JsonObject, JsonObject]>([
    ['is ready', infra(), {}],
    [
      'is ready by its expression, whatever its condition says',
      infra({ status: { conditions: [{ ...READY, status: 'False' }], level: 3 } }),
      { readyExpr: 'dep.status.level > 2 && self.metadata.name == "shop"' },
    ],
  ])('that %s reconciles', async (_, dependency, dependsOn) => {
    const found = await next(dependency, dependsOn);
    expect(found).toMatchObject({ codes: ['reverted-at-reconcile', 'reverted-at-reconcile'], conditions: [] });
  });

  it('whose expression is false waits, and one that cannot be told is said', async () => {
    const no = await next(infra(), { readyExpr: 'dep.status.observedGeneration > 9' });
    expect(no.message).toContain('is not ready by readyExpr (dep.status.observedGeneration > 9)');
    const broken = await next(infra(), { readyExpr: 'dep.status.none > 9' });
    expect(broken.codes).toEqual(['reverted-at-reconcile', 'reverted-at-reconcile']);
    expect(broken.conditions).toMatchObject([
      { type: 'DependencyUnknown', message: expect.stringContaining('readyExpr of Kustomization flux-system/infra') },
    ]);
  });

  it('that nobody can read is said, and nothing is claimed', async () => {
    const { codes, conditions } = await next(undefined);
    expect(codes).toEqual(['reverted-at-reconcile', 'reverted-at-reconcile']);
    expect(conditions).toMatchObject([{ type: 'DependencyUnknown' }]);
  });

  it('in another namespace is looked for there', async () => {
    const { conditions } = await next(infra(), { namespace: 'platform' });
    expect(conditions[0]?.message).toContain('Kustomization platform/infra');
  });

  it('is not what holds a suspended one', async () => {
    const { message } = await next(infra({ status: { conditions: [] } }), {}, { suspend: true });
    expect(message).toContain('is suspended');
  });
});

describe('the health of a Kustomization, by what Flux looks at', () => {
  const two = {
    'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }),
    'apps/shop/b.yaml': manifest('broken', { mode: 'slow' }),
  };
  const healthCheckExprs = [
    { apiVersion: 'v1', kind: 'ConfigMap', current: "data.mode == 'fast'", failed: "data.mode == 'slow'" },
  ];
  const live = [
    applied('settings', { mode: 'fast' }),
    applied('broken', { mode: 'slow' }),
    applied('other', { mode: 'slow' }),
  ];
  const check = (name: string): JsonObject => ({ apiVersion: 'v1', kind: 'ConfigMap', namespace: 'shop', name });
  it.each<[string, JsonObject, string, string, number]>([
    ['everything, where it says nothing', {}, 'Degraded', 'ConfigMap shop/broken', 0],
    ['everything, with wait', { wait: true }, 'Degraded', 'ConfigMap shop/broken', 0],
    ['what healthChecks names', { healthChecks: [check('settings')] }, 'Healthy', 'spec.healthChecks', 1],
    ['everything with both', { wait: true, healthChecks: [check('settings')] }, 'Degraded', 'shop/broken', 0],
    ['the checked one that is not well', { healthChecks: [check('broken')] }, 'Degraded', 'shop/broken', 0],
    ['an object of somebody else', { healthChecks: [check('settings'), check('other')] }, 'Degraded', 'shop/other', 1],
    ['an object that is not there', { healthChecks: [check('settings'), check('none')] }, 'Missing', 'shop/none', 1],
  ])('%s', async (_, spec, status, message, uncounted) => {
    const report = await look({ ...shopOf(two, { spec: { healthCheckExprs, ...spec } }), live });
    expect(report.health).toMatchObject({ status, message: expect.stringContaining(message) });
    const found = report.findings.filter(({ code }) => code === 'health-not-counted');
    expect(found.map(({ resource }) => resource?.name)).toEqual(uncounted === 0 ? [] : ['broken']);
  });
});
