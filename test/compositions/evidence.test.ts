import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { findEvidence } from '../../src/evidence.js';
import { compileRules } from '../../src/explain/drift-rules.js';
import type { Cluster, ListResult } from '../../src/model/live.js';
import { type DesiredObject, type KubernetesObject, refOf } from '../../src/model/resource.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { compareResource } from '../../src/resource-report.js';
import { hpa } from '../explain/worlds.js';

const JUDGING = {
  schema: builtinSchema(),
  catalogue: loadCatalogue(),
  rules: compileRules(),
  request: { ignoreRules: true, showSecrets: false, maxPendingMs: 0 },
};

const deployment = (namespace: string, replicas?: number): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'catalog', namespace },
  spec: replicas === undefined ? {} : { replicas },
});

function compared(desired: KubernetesObject, live: KubernetesObject | undefined) {
  const object: DesiredObject = { ref: refOf(desired), object: desired, origins: { file: 'a.yaml', lines: new Map() } };
  const result = live === undefined ? ({ kind: 'missing' } as const) : ({ kind: 'found', object: live } as const);
  return compareResource(object, result, JUDGING);
}

/** A cluster that counts what it is asked for. */
function clusterOf(answer: ListResult): { readonly cluster: Cluster; readonly asked: string[] } {
  const asked: string[] = [];
  const list: Cluster['list'] = async (gvk, namespace) => {
    asked.push(`${gvk.kind} ${namespace}`);
    return answer;
  };
  return { cluster: { list } as Cluster, asked };
}

describe('autoscalers are asked for', () => {
  it.each<[string, ReturnType<typeof compared>[], string[]]>([
    ['where replicas drifted', [compared(deployment('shop', 3), deployment('shop', 7))], ['shop']],
    ['where Git declares replicas, drifted or not', [compared(deployment('shop', 3), deployment('shop', 3))], ['shop']],
    [
      'where live has replicas that Git does not declare',
      [compared(deployment('shop'), deployment('shop', 7))],
      ['shop'],
    ],
    ['not where neither speaks of replicas', [compared(deployment('shop'), deployment('shop', 1))], []],
    ['not for an object that is missing', [compared(deployment('shop', 3), undefined)], []],
    [
      'once a namespace',
      ['shop', 'staging', 'shop'].map((namespace) => compared(deployment(namespace, 3), deployment(namespace, 7))),
      ['shop', 'staging'],
    ],
  ])('%s', async (_, resources, namespaces) => {
    const { cluster, asked } = clusterOf({ kind: 'listed', objects: [] });
    await findEvidence(resources, cluster);
    expect(asked).toEqual(namespaces.map((namespace) => `HorizontalPodAutoscaler ${namespace}`));
  });

  it('and belong to the workload that they target', async () => {
    const drifted = compared(deployment('marketplace', 3), deployment('marketplace', 7));
    const { cluster } = clusterOf({ kind: 'listed', objects: [hpa()] });
    const evidence = await findEvidence([drifted], cluster);
    expect(evidence.of(drifted.desired.ref).autoscalers).toMatchObject({
      kind: 'known',
      autoscalers: [{ min: 2, max: 10 }],
    });
    expect(evidence.of({ ...drifted.desired.ref, name: 'checkout' }).autoscalers).toEqual({
      kind: 'known',
      autoscalers: [],
    });
    expect(evidence.of({ ...drifted.desired.ref, namespace: 'elsewhere' }).autoscalers.kind).toBe('unavailable');
  });

  it('and a list that may not be read is said to be so', async () => {
    const drifted = compared(deployment('shop', 3), deployment('shop', 7));
    const { cluster } = clusterOf({ kind: 'unavailable', reason: 'forbidden' });
    const evidence = await findEvidence([drifted], cluster);
    expect(evidence.of(drifted.desired.ref).autoscalers).toEqual({ kind: 'unavailable', reason: 'forbidden' });
  });
});
