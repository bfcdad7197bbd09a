import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { findKind } from '../../../src/compositions/live/find-kind.js';
import type { OpenCluster } from '../../../src/compositions/live/open-cluster.js';
import type { Cluster, KindInfo } from '../../../src/model/live.js';
import { gvkKey } from '../../../src/model/schema.js';

const CUSTOM: Readonly<Record<string, KindInfo>> = {
  'cert-manager.io/v1beta1/Certificate': { plural: 'certificates', namespaced: true },
  'cert-manager.io/v1/Certificate': { plural: 'certificates', namespaced: true },
  'shop.example/v1beta1/Cache': { plural: 'caches', namespaced: true },
  'shop.example/v2/Cache': { plural: 'caches', namespaced: true },
  'serving.example/v1/Service': { plural: 'services', namespaced: true },
  'one.example/v1/Gateway': { plural: 'gateways', namespaced: true },
  'two.example/v1/Gateway': { plural: 'gateways', namespaced: true },
};

/** A cluster that serves these custom kinds beside the built-in ones. */
const apiVersions: Cluster['apiVersions'] = async () => ['v1', 'apps/v1', ...Object.keys(CUSTOM)];
const cluster = { apiVersions } as Cluster;
const open: OpenCluster = {
  cluster,
  builtIn: builtinSchema(),
  kind: async (gvk) => CUSTOM[gvkKey(gvk)],
  schema: async () => ({ types: {}, kinds: {} }),
};

describe('the kind that a user means', () => {
  it.each([
    ['Deployment', 'apps/v1/Deployment'],
    ['deployment', 'apps/v1/Deployment'],
    ['deployments', 'apps/v1/Deployment'],
    ['deploy', 'apps/v1/Deployment'],
    ['deployments.apps', 'apps/v1/Deployment'],
    ['deploy.apps', 'apps/v1/Deployment'],
    ['hpa', 'autoscaling/v2/HorizontalPodAutoscaler'],
    ['cm', 'v1/ConfigMap'],
    ['ns', 'v1/Namespace'],
    ['event', 'v1/Event'],
    ['events.events.k8s.io', 'events.k8s.io/v1/Event'],
    ['service', 'v1/Service'],
    ['service.serving.example', 'serving.example/v1/Service'],
    ['Certificate', 'cert-manager.io/v1/Certificate'],
    ['certificates', 'cert-manager.io/v1/Certificate'],
    ['certificates.cert-manager.io', 'cert-manager.io/v1/Certificate'],
    ['cache', 'shop.example/v2/Cache'],
    ['caches', 'shop.example/v2/Cache'],
    ['gateway.two.example', 'two.example/v1/Gateway'],
  ])('by %s is %s', async (text, key) => {
    expect(gvkKey(await findKind(text, open))).toBe(key);
  });

  it.each([
    ['deployy', /no kind is named "deployy"/],
    ['deployments.batch', /no kind is named "deployments.batch"/],
    ['', /no kind is named ""/],
    ['gateway', /"gateway" is a kind of several groups: one\.example, two\.example/],
    ['gateways', /"gateways" is a kind of several groups/],
  ])('by %j is a usage error', async (text, message) => {
    await expect(findKind(text, open)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(message) as string,
      hint: expect.any(String) as string,
    });
  });
});
