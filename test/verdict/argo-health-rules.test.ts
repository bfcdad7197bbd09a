import { describe, expect, it } from 'vitest';
import type { ArgoHealthScript } from '../../src/model/argo-settings.js';
import type { ArgoResourceVerdict } from '../../src/model/argo-verdict.js';
import type { JsonValue } from '../../src/model/json.js';
import { type KubernetesObject, refKey, refOf } from '../../src/model/resource.js';
import { argoHealth } from '../../src/verdict/argo-health.js';
import { healthScripts } from '../../src/verdict/health/lua/health-scripts.js';
import { liveObject } from './health/live-object.js';

const application = { namespace: 'argocd', name: 'shop' };

/** A pod that is in the cluster; `phase` decides its health. */
const pod = (phase: string, annotations: Record<string, string> = {}) =>
  liveObject('v1', 'Pod', { metadata: { name: phase.toLowerCase(), annotations }, status: { phase } });

function pair(live: KubernetesObject | undefined, parts: Partial<ArgoResourceVerdict> = {}): ArgoResourceVerdict {
  const ref = refOf(live ?? parts.desired ?? liveObject('v1', 'ConfigMap'));
  return {
    ref,
    sync: 'Synced',
    hook: false,
    requiresPruning: false,
    presence: live === undefined ? 'only-desired' : 'both',
    counts: true,
    differences: [],
    ignored: [],
    ...(live === undefined ? {} : { live }),
    ...parts,
  };
}

const child = (name: string, health?: string, namespace = 'argocd') =>
  liveObject('argoproj.io/v1alpha1', 'Application', {
    metadata: { name, namespace },
    status: health === undefined ? {} : { health: { status: health } },
  });

const scripts: readonly ArgoHealthScript[] = [
  {
    group: 'argoproj.io',
    kind: 'Application',
    script: 'return {status = (obj.status.health or {}).status or "Unknown", message = ""}',
    useOpenLibs: false,
  },
  { group: 'example.test', kind: 'Crash', script: 'return {status = obj.spec.none.deep}', useOpenLibs: false },
  { group: 'example.test', kind: 'Silent', script: 'return nil', useOpenLibs: false },
];
const rules = { kinds: 'argocd' as const, scripts: healthScripts({ settings: scripts, shipped: [] }) };

const judge = (verdicts: readonly ArgoResourceVerdict[], unreadable: ReadonlyMap<string, string> = new Map()) =>
  argoHealth({ application, verdicts, unreadable, rules });

const custom = (kind: string, parts: Record<string, JsonValue> = {}) =>
  liveObject('example.test/v1', kind, { spec: {}, ...parts });
const missing = pair(undefined);

describe('health of an Application', () => {
  it.each<[what: string, verdicts: readonly ArgoResourceVerdict[], status: string]>([
    ['the worst counts', [pair(pod('Succeeded')), pair(pod('Pending')), pair(pod('Failed'))], 'Degraded'],
    ['an object that Git no longer has counts', [pair(pod('Failed'), { presence: 'only-live' })], 'Degraded'],
    ['its own sync does not matter', [pair(pod('Pending'), { sync: 'Unknown' })], 'Progressing'],
    ['a hook does not count', [pair(pod('Failed'), { hook: true }), pair(pod('Succeeded'))], 'Healthy'],
    ['a skipped object does not', [pair(pod('Failed'), { skipped: true })], 'Healthy'],
    ['a marked one does not', [pair(pod('Failed', { 'argocd.argoproj.io/ignore-healthcheck': 'true' }))], 'Healthy'],
    ['a missing one does not', [missing, pair(pod('Succeeded'))], 'Healthy'],
    ['all missing', [missing, missing], 'Missing'],
    ['all missing but a hook', [missing, pair(pod('Failed'), { hook: true })], 'Missing'],
    [
      'all missing but a marked one',
      [missing, pair(pod('Failed', { 'argocd.argoproj.io/ignore-healthcheck': 'true' }))],
      'Healthy',
    ],
    ['nothing at all', [], 'Healthy'],
    ['the Application itself does not count', [pair(child('shop', 'Degraded'))], 'Healthy'],
    ['one of the same name elsewhere does', [pair(child('shop', 'Degraded', 'team-a'))], 'Degraded'],
    ['a child that is Missing does not', [pair(child('catalog', 'Missing'))], 'Healthy'],
    ['a child that is Unknown does not', [pair(child('catalog'))], 'Healthy'],
    ['a child that is Degraded does', [pair(child('catalog', 'Degraded'))], 'Degraded'],
    ['a script that fails counts as Unknown', [pair(custom('Crash')), pair(pod('Failed'))], 'Unknown'],
    ['a script that says nothing does not count', [pair(custom('Silent')), pair(pod('Succeeded'))], 'Healthy'],
    [
      'a kind that Argo CD has no rule for does not count',
      [pair(custom('Gadget', { status: { phase: 'Failed' } }))],
      'Healthy',
    ],
    [
      'a kind that it has one for does',
      [
        pair(
          liveObject('cert-manager.io/v1', 'Certificate', {
            status: { conditions: [{ type: 'Ready', status: 'False', reason: 'DoesNotExist' }] },
          }),
        ),
      ],
      'Degraded',
    ],
    [
      'deletion counts for every kind',
      [pair(liveObject('v1', 'ConfigMap', { metadata: { deletionTimestamp: '2026-11-30T12:00:00Z' } }))],
      'Progressing',
    ],
  ])('%s: %s', (_what, verdicts, status) => {
    expect(judge(verdicts).application.status).toBe(status);
  });

  it('names up to three causes', () => {
    const pods = ['a', 'b', 'c', 'd'].map((name) =>
      pair(liveObject('v1', 'Pod', { metadata: { name }, status: { phase: 'Failed', message: 'Evicted' } })),
    );
    expect(judge(pods).application.message).toBe(
      'Caused by Pod shop/a: Evicted; Pod shop/b: Evicted; Pod shop/c: Evicted and 1 more',
    );
  });

  it('says why nothing could be judged, and what Argo CD makes of it', () => {
    const found = judge([pair(custom('Crash'))]);
    expect(found.errors).toEqual([
      "Crash shop/checkout: its health script failed: health.lua:1: attempt to index a nil value (field 'none')",
    ]);
    expect(judge([pair(custom('Crash'), { hook: true })]).errors).toEqual([]);
  });

  it('tells the health of hooks, which does not count', () => {
    const hook = pair(pod('Failed'), { hook: true });
    expect(judge([hook]).resources.get(refKey(hook.ref))?.status).toBe('Degraded');
  });

  it('is Unknown where the specification is invalid', () => {
    const found = argoHealth({
      application,
      verdicts: [pair(pod('Failed'))],
      unreadable: new Map(),
      rules,
      invalidSpec: 'there is no project team-a',
    });
    expect(found.application).toEqual({ status: 'Unknown', message: 'there is no project team-a' });
  });
});

describe('objects that could not be read', () => {
  const deployment = pair(undefined, { desired: liveObject('apps/v1', 'Deployment') });
  const secret = pair(undefined, { desired: liveObject('v1', 'Secret') });
  const reasons = (...pairs: readonly ArgoResourceVerdict[]) =>
    new Map(pairs.map(({ ref }) => [refKey(ref), 'forbidden']));

  it('are Unknown where their kind has a health, never Missing', () => {
    const found = judge([deployment, secret], reasons(deployment, secret));
    expect(found.application.status).toBe('Unknown');
    expect(found.resources.get(refKey(deployment.ref))?.message).toBe('could not be read: forbidden');
    expect(found.resources.get(refKey(secret.ref))).toBeNull();
  });

  it('make Unknown what nothing is known of, and are said beside what is', () => {
    expect(judge([secret], reasons(secret)).application).toEqual({
      status: 'Unknown',
      message: '1 resource could not be read',
    });
    expect(judge([secret, pair(pod('Succeeded'))], reasons(secret)).application).toEqual({
      status: 'Healthy',
      message: '1 resource with a health, all Healthy; 1 resource could not be read',
    });
  });
});
