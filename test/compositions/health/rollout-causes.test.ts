import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analyze.js';
import type { Tools } from '../../../src/cli/engine.js';
import { explainUnhealthy } from '../../../src/compositions/health/rollout-causes.js';
import { record } from '../../../src/compositions/live/record.js';
import type { JsonValue } from '../../../src/model/json.js';
import type { ListResult } from '../../../src/model/live.js';
import type { AnalyzeRequest } from '../../../src/model/request.js';
import { type KubernetesObject, refKey, refOf } from '../../../src/model/resource.js';
import type { Health } from '../../../src/model/status.js';
import { textReport } from '../../../src/report/text.js';
import type { TextOptions } from '../../../src/report/text-options.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';
import { condition, liveObject } from '../../verdict/health/live-object.js';

const TOOLS: Tools = {
  env: {},
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};

const PLAIN: TextOptions = {
  ...{ width: undefined, color: false, now: TOOLS.now, time: 'full' },
  ...{ verbose: false, quiet: false, showExplained: false, maskNamed: false },
};
const VERBOSE: TextOptions = { ...PLAIN, verbose: true };

const request = (path: string): AnalyzeRequest => ({
  source: { kind: 'path', path, recursive: false },
  render: { values: [], set: [], apiVersions: [] },
  namespace: 'shop',
  allowEmpty: false,
  select: { kinds: [], excludeKinds: [], resources: [] },
  compare: { ignoreRules: true, showSecrets: false, maxPendingMs: 86_400_000 },
  failOn: ['none'],
  noExitCode: false,
  toolVersion: '0.0.0-test',
});
const saved = (path: string) => ({ kind: 'recording' as const, path, schemaFiles: [] });

const owned = (kind: string, name: string, uid: string, apiVersion = 'apps/v1'): JsonValue => [
  { apiVersion, kind, name, uid, controller: true },
];
const env = [{ name: 'DB_PASSWORD', value: 'planted-password' }];
const template = { spec: { containers: [{ name: 'web', image: 'shop/web:2', env }] } };
const deployment = liveObject('apps/v1', 'Deployment', {
  metadata: { uid: 'd-1' },
  spec: { replicas: 2, template },
  status: { observedGeneration: 1, replicas: 2, updatedReplicas: 2, availableReplicas: 0 },
});
const replicaSet = liveObject('apps/v1', 'ReplicaSet', {
  metadata: {
    name: 'checkout-a1',
    uid: 'rs-1',
    annotations: { 'deployment.kubernetes.io/revision': '2' },
    ownerReferences: owned('Deployment', 'checkout', 'd-1'),
  },
  spec: { template },
});
const pod = (name: string, owner: JsonValue, status: JsonValue): KubernetesObject =>
  liveObject('v1', 'Pod', { metadata: { name, ownerReferences: owner }, ...template, status });
const unpulled: JsonValue = {
  phase: 'Pending',
  conditions: [condition('Ready', 'False')],
  containerStatuses: [
    { name: 'web', image: 'shop/web:2', ready: false, state: { waiting: { reason: 'ImagePullBackOff' } } },
  ],
};
const pods = ['checkout-a1-x', 'checkout-a1-y'].map((name) =>
  pod(name, owned('ReplicaSet', 'checkout-a1', 'rs-1'), unpulled),
);
const stranger = pod('crawler-z', owned('ReplicaSet', 'crawler', 'rs-9'), unpulled);

const CAUSE = {
  trouble: 'image-pull',
  message: '2 pods (checkout-a1-x and 1 more): container web cannot pull shop/web:2: ImagePullBackOff',
  pods: ['checkout-a1-x', 'checkout-a1-y'],
};

/** A folder with what Git declares and what was saved of the cluster. */
const worldOf = (live: readonly KubernetesObject[], declared: object = deployment): Promise<string> =>
  temporaryFolder({
    'desired.yaml': JSON.stringify({ ...declared, status: undefined, metadata: { name: 'checkout' } }),
    'live.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: live }),
  });

async function reportOf(folder: string, file = 'live.json') {
  const report = await analyze(request(join(folder, 'desired.yaml')), saved(join(folder, file)), TOOLS);
  const [application] = report.applications;
  return { report, health: application?.resources[0]?.health, application: application?.health };
}

describe('a Deployment that is not Healthy', () => {
  it('has the causes in its health, in the message and in that of the application', async () => {
    const { health, application, report } = await reportOf(await worldOf([deployment, replicaSet, ...pods, stranger]));
    expect(health).toMatchObject({ status: 'Progressing', source: 'built-in', causes: [CAUSE] });
    expect(health?.message).toMatch(/0 of 2 .*available; 2 pods \(checkout-a1-x and 1 more\): container web cannot/);
    expect(application?.message).toContain('container web cannot pull shop/web:2');
    expect(textReport(report, PLAIN)).toContain('cannot pull shop/web:2: ImagePullBackOff');
    expect(textReport(report, PLAIN)).not.toContain('checkout-a1-y');
    expect(textReport(report, VERBOSE)).toContain('held up (image-pull): checkout-a1-x, checkout-a1-y');
  });

  it('says where pods were not saved that nobody knows, and only with -v', async () => {
    const { health, report } = await reportOf(await worldOf([deployment]));
    expect(health?.causes).toBeUndefined();
    expect(health?.causesNotRead).toMatch(/^ReplicaSets could not be listed: .*; Pods could not be listed: /);
    expect(textReport(report, PLAIN)).not.toContain('could not be listed');
    expect(textReport(report, VERBOSE)).toContain('what holds up its pods is not known');
  });
});

describe('a recording', () => {
  it('gives the causes again, without pods of others, and nothing of a pod that is not told', async () => {
    const folder = await worldOf([deployment, replicaSet, ...pods, stranger]);
    const { text } = await record(request(join(folder, 'desired.yaml')), saved(join(folder, 'live.json')), TOOLS);
    const again = await temporaryFolder({ 'again.json': text });
    const replayed = await analyze(request(join(folder, 'desired.yaml')), saved(join(again, 'again.json')), TOOLS);
    expect(replayed.applications[0]?.resources[0]?.health?.causes).toEqual([CAUSE]);
    expect(text).not.toContain('crawler');
    const kept = (JSON.parse(text) as { items: KubernetesObject[] }).items.filter(({ kind }) => kind === 'Pod');
    expect(JSON.stringify(kept)).toContain('ImagePullBackOff');
    expect(JSON.stringify(kept)).not.toContain('planted-password');
  });

  it('keeps no pods of a workload that SOPS encrypts, and its ReplicaSets without the values', async () => {
    const secret = 'ENC[AES256_GCM,data:Zm9v,iv:aXY=,tag:dGFn,type:str]';
    const declared = JSON.parse(JSON.stringify(deployment).replace('planted-password', secret)) as object;
    const folder = await worldOf([deployment, replicaSet, ...pods], declared);
    const { text } = await record(request(join(folder, 'desired.yaml')), saved(join(folder, 'live.json')), TOOLS);
    expect(text).not.toContain('planted-password');
    expect(text).not.toContain('checkout-a1-x');
    expect(text).toContain('checkout-a1');
  });
});

describe('what is asked of the cluster', () => {
  const health = (status: Health['status']): Health => ({ status, message: 'two of three', source: 'built-in' });
  const workload = (kind: string, name: string, namespace: string, parts: Record<string, JsonValue> = {}) =>
    liveObject(kind === 'Rollout' ? 'argoproj.io/v1alpha1' : kind === 'Job' ? 'batch/v1' : 'apps/v1', kind, {
      metadata: { name, namespace, uid: `uid-${name}`, ...parts },
    });

  /** Which lists are asked for of these objects, each with its health, and what is then known. */
  async function ask(objects: readonly (readonly [KubernetesObject, Health | null])[], answer: ListResult) {
    const asked: string[] = [];
    const healths = new Map(objects.map(([object, one]) => [refKey(refOf(object)), one]));
    const explained = await explainUnhealthy(
      healths,
      objects.map(([object]) => object),
      {
        async list({ kind }, namespace) {
          asked.push(`${kind} ${namespace}`);
          return answer;
        },
      },
    );
    return { asked: asked.sort(), explained: [...explained.values()] };
  }

  it('lists each kind once a namespace, and ReplicaSets only where they are between', async () => {
    const objects = [
      [workload('Deployment', 'cart', 'shop'), health('Degraded')],
      [workload('Deployment', 'search', 'shop'), health('Progressing')],
      [workload('StatefulSet', 'db', 'data'), health('Progressing')],
      [workload('DaemonSet', 'logs', 'data'), health('Degraded')],
      [workload('Rollout', 'web', 'live'), health('Suspended')],
      [workload('Job', 'migrate', 'jobs'), health('Degraded')],
      [workload('ReplicaSet', 'bare', 'bare'), health('Progressing')],
    ] as const;
    const { asked } = await ask(objects, { kind: 'listed', objects: [] });
    expect(asked).toEqual([
      ...['Pod bare', 'Pod data', 'Pod jobs', 'Pod live', 'Pod shop'],
      ...['ReplicaSet live', 'ReplicaSet shop'],
    ]);
  });

  it.each<[string, KubernetesObject, Health | null]>([
    ['is Healthy', workload('Deployment', 'cart', 'shop'), health('Healthy')],
    ['has no health', workload('Deployment', 'cart', 'shop'), null],
    ['is no workload', workload('ControllerRevision', 'cart', 'shop'), health('Degraded')],
    [
      'is being deleted',
      workload('Deployment', 'cart', 'shop', { deletionTimestamp: '2026-11-30T12:00:00Z' }),
      health('Progressing'),
    ],
  ])('lists nothing for what %s', async (_, object, one) => {
    expect(await ask([[object, one]], { kind: 'listed', objects: [] })).toEqual({ asked: [], explained: [] });
  });

  it('a refusal is no failure: the verdict and its message stay', async () => {
    const refused: ListResult = { kind: 'unavailable', reason: 'pods is forbidden' };
    const { explained } = await ask([[workload('StatefulSet', 'db', 'data'), health('Progressing')]], refused);
    expect(explained).toEqual([
      { ...health('Progressing'), causesNotRead: 'Pods could not be listed: pods is forbidden' },
    ]);
  });
});
