import { describe, expect, it } from 'vitest';
import { withNext } from '../../../src/compositions/controllers/with-next.js';
import type { Explanation } from '../../../src/model/drift.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { argo, NOW } from '../../gitops/next/worlds.js';
import { drift, resource } from '../../report/worlds.js';

const live: KubernetesObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'catalog', namespace: 'shop' },
};
const kustomization = {
  kind: 'flux-kustomization' as const,
  object: {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    metadata: { name: 'apps', namespace: 'flux-system' },
    spec: { interval: '10m' },
  },
};
const AHEAD: Explanation = { status: 'explained', code: 'git-ahead', message: 'Git changed it', base: '867e37b' };
const BY_HAND: Explanation = { status: 'unexplained', code: 'manual-change', message: 'changed by hand' };

describe('what comes next to a version of Git that no controller follows yet', () => {
  const differs = (explanation: Explanation) => resource({ drift: [drift({ path: '.spec.paused', explanation })] });
  const missing = (explanation: Explanation) =>
    resource({ outcome: 'missing', explanation, next: { code: 'unknown', message: 'a sync would create it' } });

  it.each([
    ['Argo CD', argo(), 'self-heal-reverts'],
    ['Flux', kustomization, 'reverted-at-reconcile'],
  ])('%s sets nothing back where live is as the base asks for', (_, controller, otherwise) => {
    const request = { now: NOW, ownVersion: true };
    const field = (explanation: Explanation, around: { now: Date; ownVersion?: boolean } = request) =>
      withNext(differs(explanation), { desired: live, live }, controller, around).drift[0]?.next;
    expect(field(AHEAD)).toEqual({
      code: 'auto-sync-applies',
      message: expect.stringContaining('a sync brings this once it is merged'),
    });
    expect(field(BY_HAND)?.code).toBe(otherwise);
    expect(field(AHEAD, { now: NOW })?.code).toBe(otherwise);
    const object = (explanation: Explanation) =>
      withNext(missing(explanation), { desired: live }, controller, request).next?.code;
    expect([object(AHEAD), object(BY_HAND)]).toEqual(['auto-sync-applies', otherwise]);
  });

  it('is still up to somebody where sync is manual', () => {
    const around = { now: NOW, ownVersion: true };
    const manual = withNext(differs(AHEAD), { desired: live, live }, argo({ syncPolicy: {} }), around);
    expect(manual.drift[0]?.next?.code).toBe('stays-until-sync');
  });
});
