import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ResourceReport } from '../src/model/report.js';
import { jsonReport } from '../src/report/json.js';
import { analyzeFixture } from './support/analyze-fixture.js';

const DESIRED = `apiVersion: v1
kind: Secret
metadata: {name: database}
stringData:
  password: ENC[AES256_GCM,data:Tm90IHNlY3JldA==,iv:MTIz,tag:NDU2,type:str]
  token: ENC[AES256_GCM,data:Tm90IHNlY3JldA==,iv:MTIz,tag:NDU2,type:str]
  user: app
sops: {mac: "ENC[AES256_GCM,data:bWFj,iv:MTIz,tag:NDU2,type:str]", encrypted_regex: ^(password|token)$}
---
apiVersion: v1
kind: Service
metadata: {name: catalog}
spec: {ports: [{port: 80}], selector: {app: catalog}}
`;

const LIVE = `apiVersion: v1
kind: List
items:
  - apiVersion: v1
    kind: Secret
    metadata: {name: database, namespace: shop}
    type: Opaque
    data: {password: aHVudGVyMg==, user: YXBw}
  - apiVersion: v1
    kind: Service
    metadata: {name: catalog, namespace: shop}
    spec: {ports: [{port: 80, targetPort: 80, protocol: TCP}], selector: {app: catalog}, clusterIP: 10.0.0.7}
`;

async function analyzed(verbose: boolean) {
  const folder = await mkdtemp(join(tmpdir(), 'gitdrift-left-out-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const [desired, live] = [join(folder, 'desired.yaml'), join(folder, 'live.yaml')];
  await writeFile(desired, DESIRED);
  await writeFile(live, LIVE);
  return analyzeFixture({ desired, live, namespace: 'shop', verbose });
}

const find = (resources: readonly ResourceReport[] | undefined, kind: string): ResourceReport | undefined =>
  resources?.find((one) => one.kind === kind);

it('compares what SOPS left readable and counts the rest; a key that live lacks is drift', async () => {
  const report = await analyzed(false);
  const [application] = report.applications;
  const secret = find(application?.resources, 'Secret');
  expect(secret).toMatchObject({
    sync: 'OutOfSync',
    message: '1 value not compared: encrypted with SOPS',
    withheld: [{ path: '.data.password', reason: 'encrypted' }],
    drift: [{ path: '.data.token', change: 'missing', desired: '(encrypted value)', origin: { line: 6 } }],
    undeclared: [],
  });
  expect(application?.findings).toEqual([
    expect.objectContaining({
      code: 'values-not-compared',
      message: '1 value not compared: encrypted with SOPS; live has .data.password, with whatever value',
    }),
  ]);
  expect(jsonReport(report)).not.toMatch(/ENC\[|hunter2|aHVudGVyMg/);
});

it('says with -v which fields were left out and by which rule', async () => {
  const quiet = find((await analyzed(false)).applications[0]?.resources, 'Service');
  expect(quiet).toMatchObject({ sync: 'Synced', undeclared: [] });
  expect(quiet).not.toHaveProperty('skipped');
  const verbose = find((await analyzed(true)).applications[0]?.resources, 'Service');
  expect(verbose?.skipped?.map(({ path, rule }) => `${path} ${rule}`)).toEqual([
    '.spec.clusterIP service-addresses',
    '.spec.ports[port=80,protocol="TCP"].protocol schema-default',
    '.spec.ports[port=80,protocol="TCP"].targetPort service-target-port',
  ]);
});
