import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ApplicationIdentity, isInShard, shardOf } from '../../src/model/shard.js';

const application = (name: string, namespace = 'argocd', kind: ApplicationIdentity['kind'] = 'Application') => ({
  kind,
  namespace,
  name,
});

describe('the part of an application', () => {
  // Literal values, from: printf %s KIND/NAMESPACE/NAME | sha256sum. A version that changes one breaks running fleets.
  it.each<[ApplicationIdentity, number, number]>([
    [application('shop'), 3, 1],
    [application('catalog'), 3, 2],
    [application('search'), 1, 7],
    [application('apps', 'flux-system', 'Kustomization'), 1, 6],
    [application('podinfo', 'shop', 'HelmRelease'), 1, 2],
  ])('%j stays the same in every version: %i of 4, %i of 7', (identity, four, seven) => {
    expect([shardOf(identity, 4), shardOf(identity, 7), shardOf(identity, 1)]).toEqual([four, seven, 1]);
  });

  it('is exactly one of them', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 1, max: 50 }), (namespace, name, of) => {
        const parts = Array.from({ length: of }, (_, at) => ({ index: at + 1, of }));
        expect(parts.filter((shard) => isInShard(application(name, namespace), shard))).toHaveLength(1);
        expect(isInShard(application(name, namespace), undefined)).toBe(true);
      }),
    );
  });

  it('leaves none with much more than its share', () => {
    const counts = [0, 0, 0, 0, 0];
    for (let at = 0; at < 1000; at++) {
      const index = shardOf(application(`app-${at}`), 4);
      counts[index] = (counts[index] ?? 0) + 1;
    }
    for (const count of counts.slice(1)) expect(Math.abs(count - 250)).toBeLessThan(50);
  });
});
