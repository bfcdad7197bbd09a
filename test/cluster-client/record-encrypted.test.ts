import { describe, expect, test } from 'vitest';
import { maskEncrypted } from '../../src/cluster/recording/mask-encrypted.js';
import { writeRecording } from '../../src/cluster/recording/write.js';
import type { JsonObject } from '../../src/model/json.js';
import { RECORDED_NOTHING } from '../../src/model/recorded-secret.js';
import type { KubernetesObject } from '../../src/model/resource.js';

const ENC = 'ENC[AES256_GCM,data:Tm90IHNlY3JldA==,iv:MTIz,tag:NDU2,type:str]';
const pod = (container: JsonObject, annotations: JsonObject = {}): KubernetesObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web', namespace: 'shop', annotations },
  spec: { containers: [{ name: 'web', ...container }] },
});
const masked = (live: JsonObject, desired: JsonObject) => {
  const { containers } = maskEncrypted(pod(live), pod(desired)).spec as { containers: JsonObject[] };
  return containers[0];
};

const INDEX = {
  format: 1 as const,
  recordedAt: '2026-11-30T12:00:00Z',
  destination: {},
  ...{ kinds: [], listed: [], missing: [], unreadable: [], secrets: [], apiVersions: [] },
  schemas: { types: {}, kinds: {} },
};

describe('a value that SOPS encrypted in desired is not recorded of live', () => {
  test('in an item that has the same name; what is beside it is', () => {
    const live = {
      env: [
        { name: 'MODE', value: 'fast' },
        { name: 'TOKEN', value: 'hunter2' },
        { name: 'NEW', value: '1' },
      ],
    };
    const desired = {
      env: [
        { name: 'TOKEN', value: ENC },
        { name: 'MODE', value: 'slow' },
      ],
    };
    expect(masked(live, desired)).toEqual({
      name: 'web',
      env: [
        { name: 'MODE', value: 'fast' },
        { name: 'TOKEN', value: RECORDED_NOTHING },
        { name: 'NEW', value: '1' },
      ],
    });
  });

  test('nor is any of a list whose items cannot be told apart without it', () => {
    expect(masked({ args: ['--quiet', '--token=hunter2'] }, { args: ['--quiet', ENC] })).toMatchObject({
      args: [RECORDED_NOTHING, RECORDED_NOTHING],
    });
    expect(masked({ env: [{ name: 'TOKEN', value: 'hunter2' }] }, { env: [{ name: ENC, value: ENC }] })).toMatchObject({
      env: [{ name: RECORDED_NOTHING, value: RECORDED_NOTHING }],
    });
    expect(masked({ args: 'hunter2' }, { args: [ENC] })).toMatchObject({ args: RECORDED_NOTHING });
  });

  test('the ciphertext itself may stay, and an object without any stays whole', () => {
    expect(masked({ image: ENC }, { image: ENC })).toMatchObject({ image: ENC });
    const live = pod({ image: 'web:1' });
    expect(maskEncrypted(live, pod({ image: 'web:2' }))).toBe(live);
    expect(maskEncrypted(live, undefined)).toBe(live);
  });

  test('not in the copy of the last apply either', () => {
    const copy = { 'kubectl.kubernetes.io/last-applied-configuration': '{"token":"hunter2"}', team: 'shop' };
    const live = pod({ env: [{ name: 'TOKEN', value: 'hunter2' }] }, copy);
    const desired = pod({ env: [{ name: 'TOKEN', value: ENC }] });
    expect(maskEncrypted(live, desired).metadata.annotations).toEqual({
      'kubectl.kubernetes.io/last-applied-configuration': '(recorded: removed)',
      team: 'shop',
    });
    expect(writeRecording({ live: [live], desired: [desired], index: INDEX })).not.toContain('hunter2');
  });

  test.each([
    ['a ReplicaSet', 'ReplicaSet', 'Deployment', (template: JsonObject) => ({ spec: { template } })],
    [
      'a ControllerRevision',
      'ControllerRevision',
      'DaemonSet',
      (template: JsonObject) => ({ data: { spec: { template } } }),
    ],
  ] as const)('nor in an earlier Pod template: %s', (_, kind, ownerKind, at) => {
    const template = (value: string): JsonObject => ({
      spec: { containers: [{ name: 'web', env: [{ name: 'TOKEN', value }] }] },
    });
    const metadata = { name: 'catalog', namespace: 'shop' };
    const workload = (value: string): KubernetesObject => ({
      apiVersion: 'apps/v1',
      kind: ownerKind,
      metadata,
      spec: { template: template(value) },
    });
    const owner = { apiVersion: 'apps/v1', kind: ownerKind, name: 'catalog', controller: true };
    const earlier = (owners: readonly JsonObject[]): KubernetesObject => ({
      apiVersion: 'apps/v1',
      kind,
      metadata: { ...metadata, name: 'catalog-1', ownerReferences: owners },
      ...at(template('hunter1')),
    });
    const text = (live: KubernetesObject): string =>
      writeRecording({ live: [workload('hunter2'), live], desired: [workload(ENC)], index: INDEX });
    expect(text(earlier([owner]))).not.toMatch(/hunter/);
    expect(text(earlier([{ ...owner, name: 'orders' }]))).toContain('hunter1');
  });
});
