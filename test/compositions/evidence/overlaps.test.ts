import { describe, expect, it } from 'vitest';
import { overlaps } from '../../../src/compositions/evidence/overlaps.js';
import type { JsonObject } from '../../../src/model/json.js';
import { hpa } from '../../explain/worlds.js';
import { entry as written } from '../../ownership/worlds.js';
import { compareWorld, type World } from '../worlds.js';

function found(world: World) {
  const { compared, evidence, judging } = compareWorld(world);
  return overlaps(compared, evidence, judging);
}

interface Entry {
  readonly manager: string;
  readonly operation?: 'Apply' | 'Update';
  readonly apiVersion: string;
  readonly subresource?: string;
  readonly time?: string;
  readonly fieldsV1: JsonObject;
}

const entry = ({ manager, operation = 'Update', fieldsV1, ...more }: Entry): JsonObject =>
  written(manager, operation, fieldsV1, more);

const SETTINGS = `
apiVersion: v1
kind: ConfigMap
metadata: { name: settings, namespace: marketplace }
data: { mode: blue, level: info }
`;

const owns = (...keys: string[]): JsonObject => ({ 'f:data': Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) });
const argo = (...keys: string[]): JsonObject =>
  entry({ manager: 'argocd-controller', operation: 'Apply', apiVersion: 'v1', fieldsV1: owns(...keys) });
const patch = (...keys: string[]): JsonObject =>
  entry({
    manager: 'kubectl-patch',
    apiVersion: 'v1',
    time: '2026-11-30T11:00:00Z',
    fieldsV1: owns(...keys),
  });

describe('ownership that stuck', () => {
  it('is told of a value that a person put back', () => {
    const [finding, ...more] = found({
      desired: SETTINGS,
      live: SETTINGS,
      managedFields: [argo('level'), patch('mode')],
    });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ code: 'ownership-stuck', severity: 'note', path: '.data.mode' });
    expect(finding?.message).toBe(
      'equal to Git, so it is no drift; but recorded as written by kubectl patch (kubectl-patch, at the latest 2026-11-30T11:00:00Z) and not by the GitOps tool: a server-side apply of another value is refused unless it forces conflicts',
    );
  });

  it.each<[string, Partial<World>]>([
    ['a value that Git holds too', { managedFields: [argo('level', 'mode'), patch('mode')] }],
    [
      'a value that differs: that is drift',
      { live: SETTINGS.replace('blue', 'green'), managedFields: [argo('level'), patch('mode')] },
    ],
    [
      'a field that Git does not declare',
      { live: SETTINGS.replace('info', 'info, extra: on'), managedFields: [argo('level', 'mode'), patch('extra')] },
    ],
    ['an object that no GitOps manager applied', { managedFields: [patch('mode', 'level')] }],
    ['an object without managedFields', {}],
  ])('not of %s', (_, parts) => {
    expect(found({ desired: SETTINGS, live: SETTINGS, ...parts })).toEqual([]);
  });

  it('counts the fields of one writer', () => {
    const [finding] = found({
      desired: SETTINGS,
      live: SETTINGS,
      managedFields: [
        entry({
          manager: 'argocd-controller',
          operation: 'Apply',
          apiVersion: 'v1',
          fieldsV1: { 'f:metadata': { 'f:labels': {} } },
        }),
        patch('mode', 'level'),
      ],
    });
    expect(finding?.message).toContain('equal to Git, and so are 1 more: .data.mode, so they are no drift');
  });

  it('never shows the value of a Secret', () => {
    const secret = `
apiVersion: v1
kind: Secret
metadata: { name: login, namespace: marketplace }
data: { password: aHVudGVyMg== }
`;
    const label = entry({
      manager: 'argocd-controller',
      operation: 'Apply',
      apiVersion: 'v1',
      fieldsV1: { 'f:metadata': {} },
    });
    const all = found({ desired: secret, live: secret, managedFields: [label, patch('password')] });
    expect(all).toMatchObject([{ path: '.data.password' }]);
    expect(JSON.stringify(all)).not.toContain('aHVudGVyMg');
  });
});

describe('two GitOps tools on one field', () => {
  const flux = entry({
    manager: 'kustomize-controller',
    operation: 'Apply',
    apiVersion: 'v1',
    fieldsV1: owns('mode', 'level'),
  });

  it('are told once, with the first field', () => {
    const all = found({ desired: SETTINGS, live: SETTINGS, managedFields: [argo('mode', 'level'), flux] });
    expect(all).toMatchObject([{ code: 'overlapping-writers', severity: 'warning', path: '.data.level' }]);
    expect(all[0]?.message).toBe(
      "Argo CD and Flux both hold it, and 1 more: .data.mode: both apply the same value today, and each will undo the other's as soon as one of them changes it",
    );
  });

  it('but not one tool with two entries', () => {
    const update = entry({ manager: 'argocd-controller', apiVersion: 'v1', fieldsV1: owns('mode') });
    expect(found({ desired: SETTINGS, live: SETTINGS, managedFields: [argo('mode'), update] })).toEqual([]);
  });
});

describe('Git and an autoscaler', () => {
  const DEPLOYMENT = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: catalog, namespace: marketplace }
spec: { replicas: 3 }
`;
  const argoReplicas = entry({
    manager: 'argocd-controller',
    operation: 'Apply',
    apiVersion: 'apps/v1',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  });
  const scale = entry({
    manager: 'kube-controller-manager',
    apiVersion: 'apps/v1',
    subresource: 'scale',
    fieldsV1: { 'f:spec': { 'f:replicas': {} } },
  });
  const tracked = DEPLOYMENT.replace(
    'namespace: marketplace',
    'namespace: marketplace, annotations: { argocd.argoproj.io/tracking-id: "catalog-prod:apps/Deployment:marketplace/catalog" }',
  );

  it('overlap before they differ, with a rule to paste where Argo CD applies the object', () => {
    const [finding] = found({
      desired: DEPLOYMENT,
      live: tracked,
      managedFields: [argoReplicas],
      autoscalers: [hpa()],
    });
    expect(finding).toMatchObject({ code: 'overlapping-writers', path: '.spec.replicas' });
    expect(finding?.fix?.message).toContain('may reset it to its default once');
    expect(finding?.fix?.paste).toContain('jsonPointers: ["/spec/replicas"]');
  });

  it('part by way of the last-applied annotation where that declares them, though nothing differs', () => {
    const annotation = `'{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"catalog"},"spec":{"replicas":3}}'`;
    const applied = DEPLOYMENT.replace(
      'namespace: marketplace',
      `namespace: marketplace, annotations: { kubectl.kubernetes.io/last-applied-configuration: ${annotation} }`,
    );
    const of = (live: string) =>
      found({ desired: DEPLOYMENT, live, managedFields: [scale], autoscalers: [hpa()] })[0]?.fix?.message;
    expect(of(applied)).toMatch(/kubectl apply edit-last-applied deployment\/catalog -n marketplace$/);
    expect(of(applied.replace(',"spec":{"replicas":3}', ''))).not.toContain('edit-last-applied');
  });

  it('are safe to part once the autoscaler holds the value', () => {
    const live = DEPLOYMENT.replace('3', '5');
    const [finding] = found({ desired: DEPLOYMENT, live, managedFields: [scale], autoscalers: [hpa()] });
    expect(finding?.fix).toEqual({ message: 'drop .spec.replicas from Git (desired.yaml)' });
  });
});
