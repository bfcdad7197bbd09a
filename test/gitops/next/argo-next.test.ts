import { describe, expect, it } from 'vitest';
import { applyMode } from '../../../src/gitops/next/apply-mode.js';
import {
  argoApplicationNext,
  argoExtraneousNext,
  argoFieldNext,
  argoMissingNext,
} from '../../../src/gitops/next/argo-next.js';
import { argoSync } from '../../../src/gitops/next/argo-sync.js';
import type { JsonObject } from '../../../src/model/json.js';
import { argo, deployment, drift, NOW, REVISION, replicas, sidecar } from './worlds.js';

type More = NonNullable<Parameters<typeof argo>[0]>;

const next = (
  more: More,
  entry = drift(),
  list: 'drift' | 'ignored' | 'undeclared' = 'drift',
  marks: JsonObject = {},
): string => {
  const controller = argo(more);
  const { application } = controller;
  const found = argoFieldNext({
    entry,
    list,
    sync: argoSync(controller, NOW),
    mode: applyMode(application, deployment(marks), deployment()),
    now: NOW,
    respectIgnore: application.syncPolicy.syncOptions.includes('RespectIgnoreDifferences=true'),
  });
  return found === undefined ? 'as it was' : `${found.code}: ${found.message}`;
};

const automated = (more: JsonObject, options: readonly string[] = []): More => ({
  syncPolicy: { automated: { ...more }, syncOptions: options },
});
const heals = (count: number, finishedAt: string): More => ({
  operationState: {
    finishedAt,
    operation: { initiatedBy: { automated: true }, sync: { revision: REVISION, autoHealAttemptsCount: count } },
  },
});

describe('when a change that Git declares otherwise is overwritten', () => {
  it.each<readonly [string, More, string]>([
    ['self-heal is on', {}, 'self-heal-reverts: self-heal overwrites it within 0.3s'],
    [
      'one heal is over for 1 s',
      heals(1, '2026-11-30T11:59:59Z'),
      'self-heal-reverts: self-heal overwrites it in 1s, at 12:00:01Z (heal 2 in a row, back-off 2s',
    ],
    ['two heals', heals(2, '2026-11-30T11:59:58Z'), 'in 4s, at 12:00:04Z (heal 3 in a row, back-off 6s'],
    ['three heals', heals(3, '2026-11-30T11:59:58Z'), 'in 16s, at 12:00:16Z (heal 4 in a row, back-off 18s'],
    ['four heals', heals(4, '2026-11-30T11:59:58Z'), 'in 52s, at 12:00:52Z (heal 5 in a row, back-off 54s'],
    ['five heals', heals(5, '2026-11-30T11:59:58Z'), 'in 2m40s, at 12:02:40Z (heal 6 in a row, back-off 2m42s'],
    ['many heals', heals(40, '2026-11-30T11:59:58Z'), 'in 4m58s, at 12:04:58Z (heal 41 in a row, back-off 5m'],
    ['a back-off that is over', heals(3, '2026-11-30T11:00:00Z'), 'within 0.3s (heal 4 in a row'],
    [
      'the last sync failed at this revision',
      { operationState: { phase: 'Failed' } },
      'reverted-by-next-commit: the last sync of 4f2c1f0a ended Failed, and Argo CD does not try a revision twice',
    ],
    [
      'it failed, with retries used up',
      {
        syncPolicy: { automated: { selfHeal: true }, retry: { limit: 5 } },
        operationState: { phase: 'Error', retryCount: 5 },
      },
      'ended Error (retry 5 of 5)',
    ],
    [
      'it failed at another revision',
      { operationState: { phase: 'Failed', syncResult: { revision: 'a'.repeat(40) } } },
      'auto-sync-applies: 4f2c1f0a was not synced yet: auto-sync applies it with the next comparison',
    ],
    [
      'a new commit waits, and self-heal is off',
      { ...automated({ prune: true }), revisions: ['b'.repeat(40)] },
      'auto-sync-applies: bbbbbbbb was not synced yet',
    ],
    [
      'a new commit waits that may touch nothing of it',
      { annotations: { 'argocd.argoproj.io/manifest-generate-paths': '.' }, revisions: ['b'.repeat(40)] },
      'unless its commits touch nothing of .',
    ],
    [
      'the source changed since the last sync',
      {
        operationState: { syncResult: { revision: REVISION, source: { repoURL: 'https://git.example.com/old.git' } } },
      },
      'auto-sync-applies:',
    ],
    ['it was never synced', { status: { operationState: null } }, 'auto-sync-applies: 4f2c1f0a was not synced yet'],
    [
      'self-heal is off',
      automated({ prune: true }),
      'reverted-by-next-commit: self-heal is off: it stays, OutOfSync, until then; the next commit on main, also one outside of its path, is a full sync and overwrites this',
    ],
    [
      'self-heal is off, and paths are told',
      { ...automated({}), annotations: { 'argocd.argoproj.io/manifest-generate-paths': '/apps/shop' } },
      'the next commit on main that touches /apps/shop is a full sync',
    ],
    ['sync is manual', { syncPolicy: {} }, 'stays-until-sync: sync is manual'],
    [
      'automated is switched off',
      automated({ enabled: false, selfHeal: true }),
      'stays-until-sync: automated.enabled is false',
    ],
    ['automated is switched on in so many words', automated({ enabled: true, selfHeal: true }), 'self-heal-reverts'],
    [
      'a RollingSync switched it off',
      { ...automated({ enabled: false }), applicationSet: { strategy: { type: 'RollingSync' } } },
      'stays-until-sync: automated.enabled is false because the RollingSync of ApplicationSet argocd/shops starts the syncs itself',
    ],
    [
      'an ApplicationSet without RollingSync',
      { ...automated({ enabled: false }), applicationSet: {} },
      'automated.enabled is false: it stays',
    ],
    [
      'it is being deleted',
      { metadata: { deletionTimestamp: '2026-11-30T11:59:00Z' } },
      'stays-until-sync: the Application is being deleted',
    ],
    [
      'the comparison fails',
      { status: { conditions: [{ type: 'ComparisonError', message: 'rpc error' }] } },
      'stays-until-sync: nothing syncs while the Application has ComparisonError: rpc error',
    ],
    [
      'a warning stops nothing',
      { status: { conditions: [{ type: 'OrphanedResourceWarning', message: 'one' }] } },
      'self-heal-reverts',
    ],
    ['a sync is asked for', { top: { operation: { sync: {} } } }, 'auto-sync-applies: a sync is asked for'],
    ['a sync runs', { operationState: { phase: 'Running', finishedAt: null } }, 'auto-sync-applies: a sync is running'],
    [
      'a sync failed and is being retried',
      { syncPolicy: { automated: {}, retry: { limit: 5 } }, operationState: { phase: 'Running', retryCount: 2 } },
      'auto-sync-applies: a sync failed and is being retried (retry 2 of 5)',
    ],
  ])('%s', (_, more, expected) => {
    expect(next(more)).toContain(expected);
  });

  const deny = { kind: 'deny', schedule: '0 11 * * *', duration: '2h', applications: ['shop'] };
  it.each<readonly [string, More, string]>([
    [
      'a deny window',
      { project: [deny] },
      'stays-until-sync: the sync window (deny "0 11 * * *" for 2h) is active: it stays until 13:00:00Z; the next comparison after that syncs it',
    ],
    ['one that lets people sync', { project: [{ ...deny, manualSync: true }] }, "unless somebody's sync overwrites it"],
    [
      'one that ends tomorrow',
      { project: [{ ...deny, schedule: '0 11 30 11 *', duration: '30h' }] },
      'until 2026-12-01T17:00:00Z',
    ],
    [
      'a sync that somebody asked for waits for the window',
      {
        project: [deny],
        operationState: { phase: 'Running', message: 'Sync operation blocked by sync window', finishedAt: null },
        top: { operation: { sync: {} } },
      },
      'auto-sync-applies: a sync that somebody asked for waits for the sync window and runs by itself at 13:00:00Z',
    ],
  ])('%s', (_, more, expected) => {
    expect(next(more)).toContain(expected);
  });

  const skip = { 'argocd.argoproj.io/skip-reconcile': 'true' };
  const written = (time: string): JsonObject => ({
    managedFields: [
      {
        manager: 'kubectl-annotate',
        operation: 'Update',
        time,
        fieldsV1: { 'f:metadata': { 'f:annotations': { 'f:argocd.argoproj.io/skip-reconcile': {} } } },
      },
    ],
  });
  it.each<readonly [string, More, string]>([
    [
      'for an hour',
      { annotations: skip, metadata: { annotations: skip, ...written('2026-11-30T11:00:00Z') } },
      'stays-until-sync: skip-reconcile holds it: it stays until the annotation goes',
    ],
    [
      'for 30 seconds',
      { metadata: { annotations: skip, ...written('2026-11-30T11:59:30Z') } },
      'self-heal-reverts: self-heal overwrites it within 0.3s; skip-reconcile is set, and it was set less than a minute ago: what was queued before still runs',
    ],
    ['since nobody knows when', { annotations: skip }, 'skip-reconcile is set, and when it was set is not recorded'],
    [
      'an operation just ended',
      {
        metadata: { annotations: skip, ...written('2026-11-30T11:00:00Z') },
        operationState: { finishedAt: '2026-11-30T11:59:40Z' },
      },
      'an operation finished less than a minute ago',
    ],
    [
      'an operation waits behind it',
      { metadata: { annotations: skip, ...written('2026-11-30T11:00:00Z') }, top: { operation: {} } },
      'it runs, and overwrites this, the moment the annotation goes',
    ],
  ])('skip-reconcile %s', (_, more, expected) => {
    expect(next(more)).toContain(expected);
  });
});

describe('fields that Git says nothing about', () => {
  const by = (manager: string, operation: 'Apply' | 'Update' = 'Update') => sidecar({ manager, operation });
  it.each<readonly [string, readonly string[], ReturnType<typeof by>, string]>([
    ['kubectl edit, client-side', [], by('kubectl-edit'), 'stays: Argo CD calls it Synced'],
    ['kubectl patch, server-side', ['ServerSideApply=true'], by('kubectl-patch'), 'stays: '],
    [
      'kubectl patch, Replace',
      ['Replace=true'],
      by('kubectl-patch'),
      'removed-at-sync: the Application is Synced, so nothing is triggered',
    ],
    [
      'kubectl apply, client-side',
      [],
      by('kubectl-client-side-apply'),
      'self-heal-reverts: kubectl apply put it into last-applied',
    ],
    ['kubectl apply --server-side, client-side', [], by('kubectl', 'Apply'), 'self-heal-reverts: kubectl apply put it'],
    [
      'kubectl apply, server-side',
      ['ServerSideApply=true'],
      by('kubectl-client-side-apply'),
      'removed-at-sync: Argo CD calls it Synced, and yet the next sync removes it',
    ],
    ['kubectl apply --server-side, server-side', ['ServerSideApply=true'], by('kubectl', 'Apply'), 'stays: '],
  ])('%s', (_, options, entry, expected) => {
    expect(next(automated({ selfHeal: true }, options), entry, 'undeclared')).toContain(expected);
  });

  it('by kubectl apply where sync is manual go with the next sync', () => {
    expect(next({ syncPolicy: {} }, by('kubectl-client-side-apply'), 'undeclared')).toContain('removed-at-sync: ');
  });

  it("by the object's own options, which go before the Application's", () => {
    const own = { 'argocd.argoproj.io/sync-options': 'ServerSideApply=false' };
    const all = automated({ selfHeal: true }, ['ServerSideApply=true']);
    expect(next(all, by('kubectl-client-side-apply'), 'undeclared', own)).toContain('self-heal-reverts');
    expect(next(all, by('k9s'), 'undeclared', { 'argocd.argoproj.io/sync-options': 'Replace=true' })).toContain(
      'removed-at-sync',
    );
  });
});

describe('ignored fields', () => {
  const ignored = drift({ explanation: { status: 'explained', code: 'ignored-by-rule', message: '' } });
  const unseen = drift({ explanation: { status: 'noted', code: 'not-counted-by-argocd', message: '' } });
  it('are set back by any other sync, unless they are respected', () => {
    expect(next({}, ignored, 'ignored')).toContain('stays-until-sync: no heal of its own');
    expect(next(automated({ selfHeal: true }, ['RespectIgnoreDifferences=true']), ignored, 'ignored')).toContain(
      'stays: no sync touches it',
    );
    expect(next({}, unseen, 'ignored')).toContain('stays-until-sync: Argo CD does not count it');
  });
});

describe('an autoscaler', () => {
  it.each<readonly [string, More, string]>([
    [
      'and self-heal fight',
      {},
      'writers-fight: self-heal overwrites it within 0.3s; Git sets 2 and HPA catalog scales again',
    ],
    ['scales again after a sync', { syncPolicy: {} }, 'autoscaler-rewrites: sync is manual'],
    ['scales again after the next commit', automated({}), 'autoscaler-rewrites: self-heal is off'],
  ])('%s', (_, more, expected) => {
    expect(next(more, replicas)).toContain(expected);
  });

  it('keeps replicas that Git says nothing about', () => {
    expect(next({}, replicas, 'undeclared')).toContain('stays: a sync leaves it to HPA catalog');
  });
});

describe('self-heal', () => {
  const at = (time: string) => drift({}, { time });
  it('that is long due is told so', () => {
    expect(next({}, at('2026-11-30T11:58:00Z'))).toContain('self-heal overwrites it within 0.3s');
    const late = next({}, at('2026-11-30T10:00:00Z'));
    // The last operation ended at 11:00:05, and a heal may come from then on.
    expect(late).toContain('self-heal-reverts: self-heal is on and has not overwritten it for 59m55s at least');
    expect(next(heals(40, '2026-11-30T11:55:30Z'), at('2026-11-30T10:00:00Z'))).toContain('in 30s, at 12:00:30Z');
  });

  it('and a program that writes again and again fight', () => {
    const operator = drift({}, { category: 'operator', name: 'flagger' });
    expect(next(heals(3, '2026-11-30T11:59:58Z'), operator)).toContain(
      'self-heal has put it back 3 times in a row, and flagger may write again',
    );
    expect(next(heals(1, '2026-11-30T11:59:58Z'), operator)).toContain('self-heal-reverts: ');
    expect(next(heals(3, '2026-11-30T11:59:58Z'))).toContain('self-heal-reverts: ');
  });
});

describe('what no controller changes', () => {
  it.each(['unknown-field', 'immutable-field', 'counted-by-argocd'])('%s', (code) => {
    expect(next({}, drift({ explanation: { status: 'explained', code, message: '' } }))).toBe('as it was');
  });
});

describe('whole objects', () => {
  const sync = argoSync(argo(), NOW);
  const off = argoSync(argo({ syncPolicy: {} }), NOW);
  it('that are missing are created', () => {
    expect(argoMissingNext(sync)).toEqual({ code: 'self-heal-reverts', message: 'self-heal creates it within 0.3s' });
    expect(argoMissingNext(off).code).toBe('stays-until-sync');
  });

  it.each<readonly [string, Partial<Parameters<typeof argoExtraneousNext>[0]>, string]>([
    ['prune is on', {}, 'self-heal-reverts: self-heal prunes it within 0.3s'],
    [
      'prune is off',
      { prune: false },
      'removed-at-sync: it stays until a sync with prune deletes it: automated prune is off',
    ],
    [
      'sync is manual',
      { sync: off },
      "removed-at-sync: it stays until a sync with prune deletes it: sync is manual: no automated sync policy; somebody's sync deletes it only with prune",
    ],
    ['it keeps itself', { options: ['Prune=false'] }, 'stays: '],
    ['it wants to be confirmed', { options: ['Prune=confirm'] }, 'waits until somebody confirms'],
    ['everything would go', { wipesOut: true }, 'stays: auto-sync refuses'],
  ])('that Git no longer declares: %s', (_, more, expected) => {
    const found = argoExtraneousNext({ sync, prune: true, options: [], wipesOut: false, ...more });
    expect(`${found.code}: ${found.message}`).toContain(expected);
  });

  it('and the application', () => {
    expect(argoApplicationNext(off)).toMatchObject({ code: 'stays-until-sync' });
  });
});
