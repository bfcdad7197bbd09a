import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/json.js';
import { toldByApplication } from '../../src/timeline/argocd.js';
import { toldByFlux } from '../../src/timeline/flux.js';
import { world } from '../ownership/worlds.js';
import { clock, lines } from './lines.js';

const SHA = '3d7fb2ee71e75f3b8c3f6c8f0a7a9f0d1e2c3b4a';

function application(status: JsonObject): ReturnType<typeof world> {
  return world({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' }, undefined, {
    metadata: { name: 'shop' },
    status,
  });
}

const DEPLOYED = {
  deployedAt: clock('10:00:12'),
  deployStartedAt: clock('10:00:00'),
  revision: SHA,
  initiatedBy: { automated: true },
};

describe('what an Argo CD Application tells', () => {
  it.each<[string, JsonObject, string[]]>([
    [
      'its history',
      { history: [DEPLOYED] },
      ['10:00:12 sync: synced to 3d7fb2ee71e7, in 12s | Argo CD, automated sync [gitops]'],
    ],
    [
      'a sync of several sources that somebody asked for',
      { history: [{ deployedAt: clock('10:00:00'), revisions: [SHA, '1.2.3'], initiatedBy: { username: 'ann' } }] },
      ['10:00:00 sync: synced to 3d7fb2ee71e7, 1.2.3 | Argo CD, sync (ann) [gitops]'],
    ],
    [
      'the last operation once, where the history has it',
      {
        history: [DEPLOYED],
        operationState: {
          phase: 'Succeeded',
          startedAt: clock('10:00:00'),
          finishedAt: clock('10:00:11'),
          syncResult: { revision: SHA },
        },
      },
      ['10:00:12 sync: synced to 3d7fb2ee71e7, in 12s | Argo CD, automated sync [gitops]'],
    ],
    [
      'a failure with its message and retries',
      {
        operationState: {
          phase: 'Failed',
          message: 'one or more objects failed to apply',
          startedAt: clock('10:01:00'),
          finishedAt: clock('10:02:00'),
          retryCount: 2,
          syncResult: { revision: SHA },
          operation: { initiatedBy: { automated: true } },
        },
      },
      [
        '10:02:00 sync-failed: sync to 3d7fb2ee71e7 ended after 2 retries: Failed: one or more objects failed to apply | Argo CD, automated sync [gitops]',
      ],
    ],
    [
      'self-heal, which no history keeps',
      {
        operationState: {
          phase: 'Succeeded',
          startedAt: clock('10:01:00'),
          finishedAt: clock('10:01:01'),
          syncResult: { revision: SHA },
          operation: {
            initiatedBy: { automated: true },
            sync: { autoHealAttemptsCount: 3, resources: [{ name: 'catalog' }] },
          },
        },
      },
      [
        '10:01:01 sync: sync of some of its resources to 3d7fb2ee71e7 (self-heal, attempt 3) ended: Succeeded | Argo CD, automated sync [gitops]',
      ],
    ],
    [
      'one that has not ended',
      { operationState: { phase: 'Running', startedAt: clock('10:01:00'), message: 'waiting for hooks' } },
      [
        '10:01:00 sync-running: a sync to a revision that is not recorded began and has not ended (Running): waiting for hooks | Argo CD, sync [gitops]',
      ],
    ],
    [
      'its conditions',
      { conditions: [{ type: 'ComparisonError', message: 'no such path', lastTransitionTime: clock('10:03:00') }] },
      ['10:03:00 condition: Application shop: ComparisonError: no such path [gitops]'],
    ],
  ])('%s', (_, status, expected) => {
    expect(lines(toldByApplication(application(status), true))).toEqual(expected);
  });

  it('is without the name of a user where names are not wanted', () => {
    const status = { history: [{ deployedAt: clock('10:00:00'), revision: SHA, initiatedBy: { username: 'ann' } }] };
    const [told] = toldByApplication(application(status), false);
    expect(told?.entry.writer?.user).toEqual({ kind: 'user' });
    expect(JSON.stringify(told)).not.toContain('ann');
  });
});

describe('what Flux tells', () => {
  it('of a Kustomization: each content that it reconciled, what was asked for, its conditions', () => {
    const object = world({ apiVersion: 'kustomize.toolkit.fluxcd.io/v1', kind: 'Kustomization' }, undefined, {
      metadata: {
        name: 'apps',
        namespace: 'flux-system',
        annotations: { 'reconcile.fluxcd.io/requestedAt': '2026-11-30T10:05:00.5Z' },
      },
      status: {
        lastHandledReconcileAt: '2026-11-30T10:04:00Z',
        history: [
          {
            firstReconciled: clock('10:00:00'),
            lastReconciled: clock('10:02:00'),
            totalReconciliations: 3,
            lastReconciledStatus: 'ReconciliationSucceeded',
            metadata: { revision: `main@sha1:${SHA}` },
          },
          { lastReconciled: clock('09:00:00'), totalReconciliations: 1, lastReconciledStatus: 'HealthCheckFailed' },
        ],
        conditions: [
          { type: 'Ready', status: 'True', reason: 'ReconciliationSucceeded', lastTransitionTime: clock('10:00:00') },
        ],
      },
    });
    expect(lines(toldByFlux(object))).toEqual([
      '10:02:00 reconciled ×3 since 10:00:00: reconciled main@sha1:3d7fb2ee71e7: ReconciliationSucceeded | Flux, Kustomization apps [gitops]',
      '09:00:00 sync-failed: reconciled a content whose revision is not recorded: HealthCheckFailed | Flux, Kustomization apps [gitops]',
      '~10:05:00 reconcile-requested: a reconciliation of Kustomization apps was asked for and is not handled yet [gitops]',
      '~10:04:00 reconcile-requested: a reconciliation of Kustomization apps was asked for [gitops]',
      '10:00:00 condition: Kustomization apps: Ready became True (ReconciliationSucceeded) [gitops]',
    ]);
  });

  it('of a HelmRelease: its releases', () => {
    const object = world({ apiVersion: 'helm.toolkit.fluxcd.io/v2', kind: 'HelmRelease' }, undefined, {
      metadata: { name: 'shop', namespace: 'apps' },
      status: {
        history: [
          {
            version: 4,
            chartName: 'shop',
            chartVersion: '1.4.0',
            status: 'deployed',
            firstDeployed: clock('10:00:00'),
            lastDeployed: clock('10:00:05'),
          },
          {
            version: 3,
            chartName: 'shop',
            chartVersion: '1.3.0',
            status: 'superseded',
            firstDeployed: clock('09:00:00'),
          },
        ],
      },
    });
    expect(lines(toldByFlux(object))).toEqual([
      '10:00:05 release: deployed release 4 of shop 1.4.0, which is deployed now | Flux, HelmRelease shop [gitops]',
      '09:00:00 release: deployed release 3 of shop 1.3.0, which is superseded now | Flux, HelmRelease shop [gitops]',
    ]);
  });
});
