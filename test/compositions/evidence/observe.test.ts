import { describe, expect, it } from 'vitest';
import type { FoundEvidence } from '../../../src/compositions/evidence/evidence.js';
import { observe } from '../../../src/compositions/evidence/observe.js';
import type { Cluster } from '../../../src/model/live.js';
import { type KubernetesObject, type LiveResult, refKey } from '../../../src/model/resource.js';
import { compareWorld } from '../worlds.js';

const DESIRED = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: catalog, namespace: marketplace }
spec: { replicas: 2 }
`;

/** Looks at a Deployment for ten seconds; at look N it has the Nth number of replicas, or could not be read. */
async function observed(replicas: readonly (number | 'forbidden')[]) {
  const { compared, evidence, judging } = compareWorld({ desired: DESIRED, live: live(replicas[0] as number, 1) });
  let at = 0;
  const cluster = {
    fetch: async () => {
      at++;
      const now = replicas[Math.min(at, replicas.length - 1)];
      const found: LiveResult =
        now === 'forbidden' || now === undefined
          ? { kind: 'unreadable', reason: 'forbidden' }
          : { kind: 'found', object: live(now, at + 1) as unknown as KubernetesObject };
      return new Map([[refKey(compared.desired.ref), objectOf(found)]]);
    },
  } as unknown as Cluster;
  let clock = Date.UTC(2026, 10, 30, 12);
  const waits: number[] = [];
  const findings = await observe(
    {
      ...{ cluster, compared: [compared], judging, durationMs: 5000 },
      evidence: { of: () => evidence } as unknown as FoundEvidence,
    },
    { progress: () => {} } as unknown as Parameters<typeof observe>[1],
    {
      now: () => new Date(clock),
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        clock += milliseconds;
      },
    },
  );
  return { waits, codes: findings.map(({ code, path }) => `${code} ${path}`) };
}

function live(replicas: number, version: number): string {
  return JSON.stringify({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'catalog', namespace: 'marketplace', generation: 1, resourceVersion: `${version}` },
    spec: { replicas },
  });
}

/** The object of a result that holds it as text. */
function objectOf(result: LiveResult): LiveResult {
  if (result.kind !== 'found') return result;
  return { kind: 'found', object: JSON.parse(result.object as unknown as string) as KubernetesObject };
}

describe('--observe', () => {
  it('looks every two seconds, and once more at the end', async () => {
    expect((await observed([2])).waits).toEqual([2000, 2000, 1000]);
  });

  it.each<[string, (number | 'forbidden')[], string[]]>([
    ['back and forth', [3, 2, 3], ['overlapping-writers .spec.replicas']],
    ['once', [2, 5], ['changed-while-observed .spec.replicas']],
    ['never', [3, 3, 3], []],
    ['unknown in between', [3, 'forbidden', 3], []],
  ])('tells what changed %s', async (_, replicas, codes) => {
    expect((await observed(replicas)).codes).toEqual(codes);
  });
});
