import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { isAllocated, isBookkeeping } from '../../../src/compare/defaults/allocated.js';
import { ALLOCATED_RULES, BOOKKEEPING_RULES } from '../../../src/compare/defaults/rules.js';
import type { JsonObject } from '../../../src/model/json.js';
import { parsePath } from '../../../src/model/parse-path.js';
import type { KindSchema } from '../../../src/model/schema.js';

const kindOf = (text: string) => {
  const at = text.indexOf('/');
  return { group: text.slice(0, at), kind: text.slice(at + 1) };
};

describe('isAllocated', () => {
  it.each<[string, string, string | undefined]>([
    ['/Service', '.spec.clusterIP', 'allocated'],
    ['/Service', '.spec.clusterIPs[0]', 'allocated'],
    ['/Service', '.spec.ports[port=80,protocol="TCP"].nodePort', 'allocated'],
    ['/Service', '.spec.ports[port=80,protocol="TCP"].targetPort', undefined],
    ['/Service', '.spec.selector', undefined],
    ['/PersistentVolumeClaim', '.spec.volumeName', 'allocated'],
    ['/PersistentVolumeClaim', '.metadata.annotations["pv.kubernetes.io/bind-completed"]', 'allocated'],
    ['/PersistentVolumeClaim', '.metadata.annotations["team"]', undefined],
    ['/PersistentVolumeClaim', '.metadata.annotations', undefined],
    ['/PersistentVolumeClaim', '.metadata.finalizers[="kubernetes.io/pvc-protection"]', 'admission'],
    ['/PersistentVolumeClaim', '.metadata.finalizers[="backup.example/keep"]', undefined],
    ['/PersistentVolumeClaim', '.spec.storageClassName', 'admission'],
    ['/PersistentVolume', '.spec.claimRef.uid', 'allocated'],
    ['/Pod', '.spec.nodeName', 'allocated'],
    ['apps/Deployment', '.spec.template.spec.nodeName', undefined],
    ['/Pod', '.spec.volumes[name="kube-api-access-x7k2p"]', 'admission'],
    ['/Pod', '.spec.volumes[name="scratch"]', undefined],
    [
      '/Pod',
      '.spec.containers[name="web"].volumeMounts[mountPath="/var/run/secrets/kubernetes.io/serviceaccount"]',
      'admission',
    ],
    ['apps/Deployment', '.metadata.annotations["deployment.kubernetes.io/revision"]', 'allocated'],
    ['apps/StatefulSet', '.metadata.annotations["deployment.kubernetes.io/revision"]', undefined],
    ['batch/Job', '.spec.selector.matchLabels', 'allocated'],
    ['batch/Job', '.spec.template.metadata.labels["batch.kubernetes.io/controller-uid"]', 'allocated'],
    ['batch/Job', '.spec.template.metadata.labels.team', undefined],
    [
      'autoscaling/HorizontalPodAutoscaler',
      '.metadata.annotations["autoscaling.alpha.kubernetes.io/metrics"]',
      'converted',
    ],
    ['certificates.k8s.io/CertificateSigningRequest', '.spec.username', 'allocated'],
  ])('%s %s: %s', (kind, path, category) => {
    expect(isAllocated(kindOf(kind), parsePath(path), {})?.category).toBe(category);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['with an aggregation rule', { aggregationRule: {}, rules: [] }, 'aggregated'],
    ['without one', { rules: [] }, undefined],
  ])("a ClusterRole's rules %s", (_, live, category) => {
    const clusterRole = kindOf('rbac.authorization.k8s.io/ClusterRole');
    expect(isAllocated(clusterRole, parsePath('.rules'), live)?.category).toBe(category);
  });

  it('takes overhead from a runtime class only where one is named', () => {
    const overhead = (spec: JsonObject) => isAllocated(kindOf('/Pod'), parsePath('.spec.overhead.cpu'), { spec })?.id;
    expect(overhead({ runtimeClassName: 'sandbox' })).toBe('pod-runtime-class');
    expect(overhead({})).toBeUndefined();
  });
});

describe('isBookkeeping', () => {
  const custom: KindSchema = { type: { kind: 'any' }, namespaced: true, plural: 'orders', custom: true };
  const order = kindOf('marketplace.example/Order');

  it.each([
    ['.metadata.uid', true],
    ['.metadata.managedFields', true],
    ['.metadata.creationTimestamp', true],
    ['.metadata.labels', false],
    ['.metadata.finalizers', false],
    ['.spec.template.metadata.creationTimestamp', true],
    ['.spec.status', false],
  ])('%s: %s', (path, kept) => {
    expect(isBookkeeping(order, parsePath(path), {}, custom) !== undefined).toBe(kept);
  });

  it('leaves status to the server only where it is a subresource, or nothing is known', () => {
    const path = parsePath('.status.phase');
    expect(isBookkeeping(order, path, {}, { ...custom, statusSubresource: true })?.id).toBe('status');
    expect(isBookkeeping(order, path, {}, undefined)?.id).toBe('status');
    expect(isBookkeeping(order, path, {}, custom)).toBeUndefined();
  });
});

it('names only kinds that Kubernetes serves', () => {
  const served = new Set(
    Object.keys(builtinSchema().kinds).map((key) => {
      const parts = key.split('/');
      return `${parts.length === 3 ? parts[0] : ''}/${parts.at(-1)}`;
    }),
  );
  const named = ALLOCATED_RULES.flatMap((rule) => rule.kinds ?? []).map((kind) => `${kind.group}/${kind.kind}`);
  expect(named.filter((kind) => !served.has(kind))).toEqual([]);
});

it('gives every rule an id of its own', () => {
  const ids = [...ALLOCATED_RULES, ...BOOKKEEPING_RULES].map((rule) => rule.id);
  expect(new Set(ids).size).toBe(ids.length);
});
