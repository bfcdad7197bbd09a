import { describe, expect, it } from 'vitest';
import { mutableImageFindings } from '../../src/desired/mutable-images.js';
import type { JsonObject } from '../../src/model/json.js';
import { type DesiredObject, refOf } from '../../src/model/resource.js';

const object = (apiVersion: string, kind: string, name: string, rest: JsonObject): DesiredObject => {
  const whole = { apiVersion, kind, metadata: { name, namespace: 'shop' }, ...rest };
  return { ref: refOf(whole), object: whole, origins: { file: 'shop.yaml', lines: new Map() } };
};
const deployment = (name: string, ...images: string[]): DesiredObject =>
  object('apps/v1', 'Deployment', name, {
    spec: { template: { spec: { containers: images.map((image, at) => ({ name: `c${at}`, image })) } } },
  });
const said = (...objects: DesiredObject[]): string[] =>
  mutableImageFindings(objects).map(({ code, resource }) => `${code} ${resource?.name ?? '-'}`);

describe('images that Git does not pin', () => {
  it.each([
    ['registry.example/web', 'image-latest web'],
    ['registry.example:5000/web', 'image-latest web'],
    ['registry.example/web:latest', 'image-latest web'],
    ['web', 'image-latest web'],
    ['registry.example:5000/web:1.4', 'image-without-digest -'],
    ['registry.example/web:latest@sha256:0123', undefined],
    ['registry.example/web@sha256:0123', undefined],
    ['auto', undefined],
    ['$IMAGE', undefined],
    ['registry.example/web:<path:kv/data/web#tag>', undefined],
    ['', undefined],
  ])('%s: %s', (image, finding) => {
    expect(said(deployment('web', image))).toEqual(finding === undefined ? [] : [finding]);
  });

  it('are found wherever a pod is declared, volumes and init containers included', () => {
    const pod = { containers: [{ name: 'a', image: 'a' }] };
    expect(
      said(
        object('v1', 'Pod', 'pod', { spec: { initContainers: [{ name: 'a', image: 'a' }] } }),
        object('v1', 'Pod', 'volume', { spec: { volumes: [{ name: 'v', image: { reference: 'v' } }] } }),
        object('batch/v1', 'CronJob', 'cron', { spec: { jobTemplate: { spec: { template: { spec: pod } } } } }),
        object('argoproj.io/v1alpha1', 'Rollout', 'rollout', { spec: { template: { spec: pod } } }),
        object('other.example/v1', 'Deployment', 'other', { spec: { template: { spec: pod } } }),
        object('v1', 'ConfigMap', 'settings', { data: { image: 'a' } }),
        object('apps/v1', 'Deployment', 'odd', { spec: { template: { spec: { containers: 'none' } } } }),
      ),
    ).toEqual(['image-latest pod', 'image-latest volume', 'image-latest cron', 'image-latest rollout']);
  });

  it('are one warning an object, and one note for all tags', () => {
    const findings = mutableImageFindings([
      deployment('web', 'web', 'proxy:latest', 'log:1'),
      ...['a', 'b', 'c', 'd'].map((name) => deployment(name, `shop/${name}:1`)),
    ]);
    expect(findings.map(({ message }) => message)).toEqual([
      'the images proxy:latest, web are whatever the registry calls latest when a node pulls: Git does not say what runs, and no rollback brings it back',
      '5 images of Deployment shop/a, Deployment shop/b, Deployment shop/c and 2 more have no digest, so that tags can be moved to something else: log:1, shop/a:1, shop/b:1 and 2 more',
    ]);
  });
});
