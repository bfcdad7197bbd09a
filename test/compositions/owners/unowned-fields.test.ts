import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../../src/cluster/schema/builtin.js';
import { whyUnowned } from '../../../src/compositions/owners/unowned-fields.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { fieldOwners } from '../../../src/ownership/annotate.js';
import { loadCatalogue } from '../../../src/ownership/catalogue.js';
import { decodeManagedFields } from '../../../src/ownership/decode.js';

const schema = builtinSchema('1.36');
const catalogue = loadCatalogue();

/** Why nobody is recorded for each field of an object that one manager applied in part. */
function why(object: Omit<KubernetesObject, 'metadata'> & { metadata: object }, fieldsV1: object) {
  const entry = {
    manager: 'argocd-controller',
    operation: 'Apply',
    apiVersion: object.apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1,
  };
  const live = { ...object, metadata: { ...object.metadata, managedFields: [entry] } } as unknown as KubernetesObject;
  const managed = decodeManagedFields(live);
  const { fields } = fieldOwners({ object: live, managed, catalogue, gitops: undefined });
  const unowned = fields.filter(({ writers, neverOwned }) => writers.length === 0 && !neverOwned);
  const sets = managed.kind === 'entries' ? managed.entries.map((one) => one.fields) : [];
  const found = whyUnowned(live, unowned, sets, schema);
  return Object.fromEntries(unowned.map(({ path, pointer }) => [path, found.get(pointer)?.category]));
}

const WEB = '{"name":"web"}';

describe('why nobody is recorded', () => {
  it('tells defaults from what admission may have written', () => {
    const object = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'catalog', namespace: 'shop', labels: { injected: 'yes' } },
      spec: {
        replicas: 1,
        template: {
          metadata: {},
          spec: {
            restartPolicy: 'Always',
            containers: [
              { name: 'web', image: 'registry.example/catalog:1', imagePullPolicy: 'IfNotPresent', tty: true },
              { name: 'istio-proxy', image: 'registry.example/proxy:2', imagePullPolicy: 'Always' },
            ],
          },
        },
      },
    };
    const containers = { [`k:${WEB}`]: { '.': {}, 'f:name': {}, 'f:image': {} } };
    const owned = { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': containers } } } };
    expect(why(object, owned)).toMatchObject({
      '.metadata.labels.injected': undefined,
      '.spec.replicas': 'default',
      '.spec.template.spec.restartPolicy': 'default',
      '.spec.template.spec.containers[name="web"].imagePullPolicy': 'default',
      '.spec.template.spec.containers[name="web"].tty': undefined,
    });
  });

  it('knows what is allocated', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'catalog', namespace: 'shop' },
      spec: {
        clusterIP: '10.0.0.7',
        clusterIPs: ['10.0.0.7'],
        type: 'ClusterIP',
        ports: [{ port: 80, protocol: 'TCP', targetPort: 80 }],
      },
    };
    const ports = { 'k:{"port":80,"protocol":"TCP"}': { '.': {}, 'f:port': {} } };
    expect(why(object, { 'f:spec': { 'f:ports': ports } })).toEqual({
      '.spec.clusterIP': 'allocated',
      '.spec.clusterIPs[0]': 'allocated',
      '.spec.type': 'default',
      '.spec.ports[port=80,protocol="TCP"].protocol': 'default',
      '.spec.ports[port=80,protocol="TCP"].targetPort': 'default',
    });
  });

  it('says nothing where all is owned', () => {
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { mode: 'blue' } };
    expect(why(object, { 'f:data': { 'f:mode': {} } })).toEqual({});
  });
});
