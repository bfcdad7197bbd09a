import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report, ResourceReport } from '../../src/model/report.js';
import { transcript } from '../cli/fake-io.js';
import { scratch } from '../source/repositories.js';
import {
  application,
  commit,
  git,
  manifest,
  reportOf,
  repository,
  runWorld,
  SHOP,
  tracked,
  type World,
} from './world.js';

const GIT = { 'apps/shop/a.yaml': manifest('settings', { mode: 'fast' }) };
const slow = { ...tracked('settings', { mode: 'fast' }), data: { mode: 'slow' } };

/** What the controller leaves after a sync of that revision. */
const synced = (revision: string, more: JsonObject = {}): JsonObject => ({
  sync: { status: 'OutOfSync', revision },
  operationState: {
    phase: 'Succeeded',
    finishedAt: '2026-11-30T11:00:05Z',
    operation: { initiatedBy: { automated: true }, sync: { revision } },
    syncResult: { revision },
    ...more,
  },
});

const destination = { server: 'https://kubernetes.default.svc', namespace: 'shop' };
const selfHeal = { destination, syncPolicy: { automated: { prune: true, selfHeal: true } } };

describe('what happens next to an Application', () => {
  /** Judged at the revision that the controller synced last. */
  function world(spec: JsonObject, live: readonly JsonObject[] = [slow], more: JsonObject = {}): World {
    const folder = repository(GIT);
    const status = synced(git(folder, 'rev-parse', 'HEAD'), more);
    return { applications: [application({ spec, status })], repositories: { [SHOP]: folder }, live };
  }

  it('by self-heal, for the field and the whole', async () => {
    const report = await reportOf(world(selfHeal));
    expect(report.next).toEqual({ code: 'self-heal-reverts', message: 'self-heal overwrites it within 0.3s' });
    expect(report.resources[0]?.drift[0]?.next).toEqual(report.next);
  });

  it('is a heal that is late, for the field and the whole', async () => {
    const entry = {
      manager: 'kubectl-patch',
      operation: 'Update',
      apiVersion: 'v1',
      time: '2026-11-30T10:30:00Z',
      fieldsType: 'FieldsV1',
      fieldsV1: { 'f:data': { 'f:mode': {} } },
    };
    const byHand = {
      ...slow,
      metadata: { ...(tracked('settings', { mode: 'fast' }).metadata as JsonObject), managedFields: [entry] },
    };
    const report = await reportOf(world(selfHeal, [byHand]));
    expect(report.next?.message).toContain('has not overwritten it for');
    expect(report.resources[0]?.drift[0]?.next).toEqual(report.next);
  });

  it('is said once in text, where it is the same of every field', async () => {
    const { out } = await runWorld(world(selfHeal));
    expect(out.match(/self-heal overwrites it/g)).toHaveLength(1);
    expect(out).toContain('Next: self-heal overwrites it within 0.3s');
  });

  it('by a commit that was not synced yet', async () => {
    const behind = world(selfHeal);
    commit(behind.repositories?.[SHOP] as string, { 'README.md': 'more' });
    const report = await reportOf(behind);
    expect(report.next?.code).toBe('auto-sync-applies');
  });

  it('by hand, and to an object that is missing or no longer declared', async () => {
    const extra = tracked('old', { mode: 'fast' });
    const report = await reportOf(world({ destination, syncPolicy: {} }, [extra]));
    const next = (name: string): string | undefined => report.resources.find((one) => one.name === name)?.next?.message;
    expect(next('settings')).toContain("somebody's sync creates it");
    expect(next('old')).toContain('it stays until a sync with prune deletes it');
  });

  it('is nothing where nothing differs', async () => {
    const report = await reportOf(world(selfHeal, [tracked('settings', { mode: 'fast' })]));
    expect(report.sync.status).toBe('Synced');
    expect(report.next).toBeUndefined();
  });

  it('waits for a sync window of its project', async () => {
    const project = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'AppProject',
      metadata: { name: 'default', namespace: 'argocd' },
      spec: {
        sourceRepos: ['*'],
        destinations: [{ server: '*', namespace: '*' }],
        syncWindows: [{ kind: 'deny', schedule: '* * * * *', duration: '24h', applications: ['shop'] }],
      },
    };
    const report = await reportOf(world(selfHeal, [slow, project] as (typeof slow)[]));
    expect(report.next?.code).toBe('stays-until-sync');
    expect(report.next?.message).toContain('the sync window (deny "* * * * *" for 24h) is active');
  });
});

describe('what happens next to the objects of a path', () => {
  /** Compares one ConfigMap of a folder with these saved objects. */
  async function next(live: readonly JsonObject[]): Promise<ResourceReport['drift'][number]['next']> {
    const folder = scratch({});
    mkdirSync(join(folder, 'desired'));
    writeFileSync(join(folder, 'desired', 'a.yaml'), manifest('settings', { mode: 'fast' }));
    writeFileSync(join(folder, 'live.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items: live }));
    const args = ['diff', join(folder, 'desired'), '--live', join(folder, 'live.json'), '-n', 'shop', '-o', 'json'];
    const { out, err } = await transcript(args, engine, {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    });
    if (out === '') throw new Error(err);
    const { applications } = JSON.parse(out) as Report;
    expect(err).not.toContain('no Application is saved');
    return applications[0]?.resources[0]?.drift[0]?.next;
  }

  it('is the word of the Application that its tracking id names', async () => {
    const head = 'a'.repeat(40);
    expect(await next([slow, application({ spec: selfHeal, status: synced(head) })])).toEqual({
      code: 'self-heal-reverts',
      message: 'self-heal overwrites it within 0.3s',
    });
  });

  it('is unknown where the Application is not there, and says so', async () => {
    expect(await next([slow])).toMatchObject({
      code: 'unknown',
      message: expect.stringContaining(
        'Application shop applies it, and could not be read (Application shop is not among the saved objects)',
      ),
    });
  });

  const labels = {
    'kustomize.toolkit.fluxcd.io/name': 'apps',
    'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
  };
  const ofFlux = { ...slow, metadata: { name: 'settings', namespace: 'shop', labels } };
  const kustomization = (id: string): JsonObject => ({
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { interval: '10m', suspend: true },
    status: { inventory: { entries: [{ id, v: 'v1' }] } },
  });

  it('is the word of the Kustomization that its labels name', async () => {
    expect(await next([ofFlux, kustomization('shop_settings__ConfigMap')])).toMatchObject({
      code: 'stays-until-sync',
      message: expect.stringContaining('Kustomization flux-system/apps is suspended'),
    });
  });

  it('is not that of a Kustomization which does not list it: the labels are leftovers', async () => {
    expect(await next([ofFlux, kustomization('shop_other__ConfigMap')])).toMatchObject({ code: 'unknown' });
  });

  it('is unknown without marks', async () => {
    expect(await next([{ ...slow, metadata: { name: 'settings', namespace: 'shop' } }])).toMatchObject({
      code: 'unknown',
      message: expect.stringMatching(/is not known$/),
    });
  });
});
