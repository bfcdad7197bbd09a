import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../controlplane/kubectl.js';
import { repository } from '../../source/repositories.js';
import { gives, healths, POD, tell, template, whileAppIs } from './health-worlds.js';
import { application } from './report-contract.js';
import { compared, world } from './world.js';

// Real objects: kinds with a controller get its word, kinds without one a status through the subresource.

const here = world('health');
const { apply, diff, folder, gitdrift, kubectl, namespace } = here;
const run = randomUUID().slice(0, 8);
const group = `health-${run}.example.test`;

const meta = (name: string, more = ''): string => `metadata: {name: ${name}${more}}`;
const crd = (plural: string, kind: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
${meta(`${plural}.${group}`)}
spec:
  group: ${group}
  scope: Namespaced
  names: {plural: ${plural}, singular: ${plural.slice(0, -1)}, kind: ${kind}}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
`;
const warehouse = (name: string, spec = 'size: 1'): string =>
  `apiVersion: ${group}/v1\nkind: Warehouse\n${meta(name)}\nspec: {${spec}}\n`;

/** One object: how it comes to its status, and the health that it has then. */
interface Case {
  readonly manifest: string;
  /** Written through the subresource. */
  readonly status?: object;
  /** A JSON path and the text that its controller writes there. */
  readonly waits?: readonly [path: string, text: string];
  /** Pods of the app get this status until `waits` holds. */
  readonly pods?: object;
  readonly is: string;
  readonly says: RegExp;
  readonly source?: string;
}

const job = (name: string, more = ''): string =>
  `apiVersion: batch/v1\nkind: Job\n${meta(name)}\nspec:\n  backoffLimit: 0\n  template: ${template(name).replace('{containers', '{restartPolicy: Never, containers')}\n${more}`;
const pod = (name: string): string =>
  `apiVersion: v1\nkind: Pod\n${meta(name, `, labels: {app: ${name}}`)}\nspec: {containers: [{name: web, image: "registry.example/web:1.0.0"}]}\n`;
const claim = (name: string, more = '', annotations = ''): string =>
  `apiVersion: v1\nkind: PersistentVolumeClaim\n${meta(name, annotations)}\nspec: {accessModes: [ReadWriteOnce], storageClassName: none-${run}, resources: {requests: {storage: 1Gi}}${more}}\n`;
const service = (name: string, type: string): string =>
  `apiVersion: v1\nkind: Service\n${meta(name)}\nspec: {type: ${type}, selector: {app: ${name}}, ports: [{port: 80}]}\n`;
const ingress = (name: string): string =>
  `apiVersion: networking.k8s.io/v1\nkind: Ingress\n${meta(name)}\nspec: {defaultBackend: {service: {name: web, port: {number: 80}}}}\n`;
const cronJob = (name: string, more = ''): string =>
  `apiVersion: batch/v1\nkind: CronJob\n${meta(name)}\nspec:\n  schedule: "0 0 1 1 *"\n  jobTemplate: {spec: {template: ${template(name).replace('{containers', '{restartPolicy: Never, containers')}}}\n${more}`;
const budget = (name: string, spec: string): string =>
  `apiVersion: policy/v1\nkind: PodDisruptionBudget\n${meta(name)}\nspec: {selector: {matchLabels: {app: ${name}}}, ${spec}}\n`;
const replicaSet = (name: string): string =>
  `apiVersion: apps/v1\nkind: ReplicaSet\n${meta(name)}\nspec: {replicas: 1, selector: {matchLabels: {app: ${name}}}, template: ${template(name)}}\n`;
const deployment = (name: string, more = ''): string =>
  `apiVersion: apps/v1\nkind: Deployment\n${meta(name)}\nspec: {replicas: 1, selector: {matchLabels: {app: ${name}}}, template: ${template(name)}${more}}\n`;
const scaler = (name: string, target: string): string =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\n${meta(name)}\nspec: {minReplicas: 1, maxReplicas: 2, scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: ${target}}}\n`;
const volume = `apiVersion: v1\nkind: PersistentVolume\n${meta(`health-${run}`)}\nspec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], storageClassName: none-${run}, hostPath: {path: /srv}, claimRef: {namespace: ${namespace}, name: bound}}\n`;

const ended = (phase: string): object => ({
  phase,
  containerStatuses: [
    {
      ...{ name: 'web', image: 'web', imageID: '', ready: false, restartCount: 0 },
      state: {
        terminated: { exitCode: phase === 'Failed' ? 3 : 0, reason: phase === 'Failed' ? 'Error' : 'Completed' },
      },
    },
  ],
});
const lastTransitionTime = '2026-01-01T00:00:00Z';
const condition = (type: string, status: string, reason: string, message = ''): object => ({
  ...{ type, status, reason, message, lastTransitionTime },
});

const BUILT_IN: readonly Case[] = [
  { manifest: pod('pod-ready'), status: POD.ready, is: 'Healthy', says: /./ },
  { manifest: pod('pod-crashing'), status: POD.crashing, is: 'Degraded', says: /CrashLoopBackOff/ },
  { manifest: pod('pod-pending'), status: { phase: 'Pending' }, is: 'Progressing', says: /./ },
  { manifest: pod('pod-ended'), status: ended('Succeeded'), is: 'Healthy', says: /./ },
  { manifest: pod('pod-failed'), status: ended('Failed'), is: 'Degraded', says: /web.*(exit code 3|code 3)/ },
  {
    ...{ manifest: replicaSet('set-ready'), pods: POD.ready, waits: ['{.status.availableReplicas}', '1'] },
    ...{ is: 'Healthy', says: /^1 of 1 replicas available$/ },
  },
  {
    ...{ manifest: replicaSet('set-waiting'), waits: ['{.status.observedGeneration}', '1'] },
    ...{ is: 'Progressing', says: /^0 of 1 replicas available/ },
  },
  {
    ...{ manifest: job('job-done'), pods: ended('Succeeded') },
    ...{
      waits: ['{.status.conditions[?(@.type=="Complete")].status}', 'True'],
      is: 'Healthy',
      says: /^has completed$/,
    },
  },
  {
    ...{ manifest: job('job-failed'), pods: ended('Failed') },
    ...{ waits: ['{.status.conditions[?(@.type=="Failed")].status}', 'True'] },
    ...{ is: 'Degraded', says: /^has failed: BackoffLimitExceeded/ },
  },
  { manifest: job('job-running'), waits: ['{.status.active}', '1'], is: 'Progressing', says: /^running: 1 active/ },
  {
    ...{ manifest: job('job-suspended', '  suspend: true\n') },
    ...{
      waits: ['{.status.conditions[?(@.type=="Suspended")].status}', 'True'],
      is: 'Suspended',
      says: /JobSuspended/,
    },
  },
  { manifest: cronJob('cron-new'), is: 'Healthy', says: /^has not been due yet$/ },
  { manifest: cronJob('cron-off', '  suspend: true\n'), is: 'Healthy', says: /^is suspended/ },
  {
    ...{ manifest: cronJob('cron-failing') },
    status: { lastScheduleTime: '2026-01-02T00:00:00Z', lastSuccessfulTime: '2026-01-01T00:00:00Z' },
    ...{ is: 'Degraded', says: /has not succeeded; last success 2026-01-01/ },
  },
  { manifest: service('plain', 'ClusterIP'), is: 'Healthy', says: /^type ClusterIP/ },
  { manifest: service('waiting', 'LoadBalancer'), is: 'Progressing', says: /no address yet/ },
  {
    ...{ manifest: service('balanced', 'LoadBalancer'), status: { loadBalancer: { ingress: [{ ip: '192.0.2.7' }] } } },
    ...{ is: 'Healthy', says: /has 1 address$/ },
  },
  { manifest: ingress('unpublished'), is: 'Progressing', says: /^no address published yet/ },
  {
    ...{ manifest: ingress('published'), status: { loadBalancer: { ingress: [{ hostname: 'shop.example.com' }] } } },
    ...{ is: 'Healthy', says: /^1 address published$/ },
  },
  { manifest: claim('pending'), waits: ['{.status.phase}', 'Pending'], is: 'Progressing', says: /waits for a volume/ },
  { manifest: claim('bound'), waits: ['{.status.phase}', 'Bound'], is: 'Healthy', says: /^bound to health-/ },
  {
    // As it stands where somebody deleted the volume of a claim.
    manifest: claim('lost', ', volumeName: gone', ', annotations: {pv.kubernetes.io/bind-completed: "yes"}'),
    ...{ waits: ['{.status.phase}', 'Lost'], is: 'Degraded', says: /^has lost its volume gone$/ },
  },
  {
    ...{ manifest: budget('budget', 'maxUnavailable: 1'), waits: ['{.status.observedGeneration}', '1'] },
    ...{ is: 'Healthy', says: /^0 healthy pods of 0 needed/ },
  },
  {
    ...{ manifest: scaler('scaler-lost', 'nowhere') },
    ...{
      waits: ['{.status.conditions[?(@.type=="AbleToScale")].status}', 'False'],
      is: 'Degraded',
      says: /FailedGetScale/,
    },
  },
  {
    manifest: `apiVersion: apiregistration.k8s.io/v1\nkind: APIService\n${meta('v1.apps')}\nspec: {group: apps, version: v1, groupPriorityMinimum: 17800, versionPriority: 15}\n`,
    ...{ is: 'Healthy', says: /Local/ },
  },
  { manifest: crd('warehouses', 'Warehouse'), is: 'Healthy', says: /^is established$/ },
  {
    ...{
      manifest: crd('depots', 'Warehouse'),
      waits: ['{.status.conditions[?(@.type=="NamesAccepted")].status}', 'False'],
    },
    ...{ is: 'Degraded', says: /^names are not accepted: .*"Warehouse(List)?" is already in use/ },
  },
];

const CUSTOM: readonly Case[] = [
  {
    ...{
      manifest: warehouse('well'),
      status: { observedGeneration: 1, conditions: [condition('Ready', 'True', 'Filled')] },
    },
    ...{ is: 'Healthy', says: /^condition Ready is True/, source: 'generic' },
  },
  {
    ...{
      manifest: warehouse('broken'),
      status: { conditions: [condition('Ready', 'False', 'RoofFailed', 'it rains in')] },
    },
    ...{ is: 'Degraded', says: /condition Ready is False \(RoofFailed: it rains in\)/, source: 'generic' },
  },
  {
    ...{ manifest: warehouse('filling'), status: { phase: 'Filling' } },
    ...{ is: 'Progressing', says: /phase Filling/, source: 'generic' },
  },
  {
    ...{ manifest: warehouse('paused', 'suspend: true'), status: { phase: 'Ready' } },
    ...{ is: 'Suspended', says: /is suspended \(\.spec\.suspend\)/, source: 'generic' },
  },
  {
    ...{ manifest: warehouse('parts'), status: { phase: 'Ready', halls: [{ desiredShelves: 4, readyShelves: 3 }] } },
    ...{ is: 'Progressing', says: /readyShelves is 3 of 4/, source: 'generic' },
  },
];

/** The object's own name for kubectl: `kind.group/name`. */
function target(manifest: string): string {
  const [, apiGroup = ''] = /^apiVersion: (?:([^/\n]+)\/)?/.exec(manifest) ?? [];
  const [, kind = '', name = ''] = /^kind: (\S+)\nmetadata: \{name: ([^,}]+)/m.exec(manifest) ?? [];
  return `${kind.toLowerCase()}${apiGroup === '' ? '' : `.${apiGroup}`}/${name}`;
}

const label = (manifest: string): string =>
  /^kind: (\S+)\nmetadata: \{name: ([^,}]+)/m.exec(manifest)?.slice(1).join('/') ?? '';

async function settle({ manifest, status, waits, pods }: Case): Promise<void> {
  const object = target(manifest);
  if (status !== undefined) await tell(here, object, status);
  if (waits === undefined) return;
  const holds = gives(here, object, waits[0], waits[1]);
  if (pods === undefined) await until(holds, `${object} gets its status`);
  else await whileAppIs(here, object.split('/')[1] ?? '', pods, holds);
}

afterAll(async () => {
  const names = ['warehouses', 'depots'].map((plural) => `crd/${plural}.${group}`);
  await kubectl(['delete', ...names, `pv/health-${run}`, '--ignore-not-found', '--wait=false']);
});

beforeAll(async () => {
  await apply(`${crd('warehouses', 'Warehouse')}---\n${volume}`);
  await kubectl(['wait', '--for=condition=Established', `crd/warehouses.${group}`, '--timeout=60s']);
  await apply([...BUILT_IN, ...CUSTOM].map(({ manifest }) => manifest).join('---\n'));
  await Promise.all([...BUILT_IN, ...CUSTOM].map(settle));
});

describe('the health of real objects', () => {
  it.each([
    ['of built-in kinds', BUILT_IN],
    ['of custom kinds', CUSTOM],
  ])('%s, each with its message and source', async (_, cases) => {
    const { report } = await diff(cases.map(({ manifest }) => manifest).join('---\n'));
    const found = healths(report);
    for (const { manifest, is, says, source = 'built-in' } of cases) {
      const health = found[label(manifest)];
      expect(health, label(manifest)).toMatchObject({ status: is, source, message: expect.stringMatching(says) });
    }
    // The worst of all of them, and only what is the worst.
    const whole = application(report).health;
    expect(whole.status).toBe('Degraded');
    const degraded = cases.filter(({ is }) => is === 'Degraded').map(({ manifest }) => label(manifest).split('/')[1]);
    expect(degraded.some((name) => whole.message.includes(`/${name}: `) || whole.message.includes(` ${name}: `))).toBe(
      true,
    );
  });
});

describe('never green by accident', () => {
  it('a status of an older generation is Progressing, whatever it says', async () => {
    await kubectl(['patch', `warehouse.${group}/well`, '--type=merge', '--patch={"spec":{"size":2}}']);
    const { report } = await diff(warehouse('well', 'size: 2'));
    expect(healths(report)['Warehouse/well']).toMatchObject({
      status: 'Progressing',
      message: expect.stringMatching(/generation 1, the spec is at 2|generation 1.*2/),
    });
  });

  it('an object that is being deleted is Progressing, with what holds it', async () => {
    const map =
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: held, finalizers: [example.test/keep]}\ndata: {a: b}\n';
    await apply(map);
    await kubectl(['delete', 'configmap/held', '--wait=false']);
    const { report } = await diff(map);
    expect(healths(report)['ConfigMap/held']).toMatchObject({
      status: 'Progressing',
      message: 'Pending deletion, held by example.test/keep',
    });
    await kubectl([
      'patch',
      'configmap/held',
      '--type=json',
      '--patch=[{"op":"remove","path":"/metadata/finalizers"}]',
    ]);
  });

  it('a Deployment that somebody paused is Suspended, not Healthy', async () => {
    const paused = deployment('paused', ', paused: true');
    await apply(paused);
    await until(gives(here, 'deployment/paused', '{.status.observedGeneration}', '1'), 'the controller has seen it');
    expect(healths((await diff(paused)).report)['Deployment/paused']?.status).toBe('Suspended');
  });
});

describe('the two readings', () => {
  it('--health-rules kstatus reads the same objects as Flux and Helm 4 do', async () => {
    const [running, waiting, unpublished] = [
      job('job-running'),
      service('waiting', 'LoadBalancer'),
      ingress('unpublished'),
    ];
    const all = [running, waiting, unpublished, warehouse('filling')].join('---\n');
    const by = async (...flags: string[]) =>
      Object.values(healths((await diff(all, flags)).report)).map((health) => health?.status);
    expect(await by()).toEqual(['Progressing', 'Progressing', 'Progressing', 'Progressing']);
    expect(await by('--health-rules', 'kstatus')).toEqual(['Healthy', 'Healthy', 'Healthy', 'Healthy']);
  });
});

const PHASE_SCRIPT =
  'if obj.status ~= nil and obj.status.phase == "Filling" then return {status = "Degraded", message = "under water"} end return {status = "Healthy", message = "dry"}';

describe("the cluster's own rules", () => {
  it('scripts of a folder judge their kinds; one that runs for ever is Unknown, and stops nothing else', async () => {
    const scripts = folder({
      [`${group}/Warehouse/health.lua`]: PHASE_SCRIPT,
      'networking.k8s.io/Ingress/health.lua': 'while true do end',
    });
    const desired = [warehouse('filling'), ingress('published'), service('plain', 'ClusterIP')].join('---\n');
    const found = healths((await diff(desired, ['--health-scripts', scripts])).report);
    expect(found['Warehouse/filling']).toEqual({ status: 'Degraded', message: 'under water', source: 'lua' });
    expect(found['Ingress/published']).toMatchObject({
      ...{ status: 'Unknown', source: 'lua' },
      message: expect.stringMatching(/^its health script failed: .*(instructions|within 1 s)/),
    });
    expect(found['Service/plain']).toMatchObject({ status: 'Healthy', source: 'built-in' });
  });

  it('scripts of argocd-cm judge the objects of an Application, before those of a folder', async () => {
    const settings = `apiVersion: v1
kind: ConfigMap
metadata: {name: argocd-cm, labels: {app.kubernetes.io/part-of: argocd}}
data:
  resource.customizations.health.${group}_Warehouse: |
    ${PHASE_SCRIPT}
`;
    await apply(settings);
    const shop = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop, namespace: ${namespace}}
spec:
  project: default
  destination: {server: "https://kubernetes.default.svc", namespace: ${namespace}}
  source: {repoURL: "https://git.example.com/team/shop.git", path: app, targetRevision: main}
status: {controllerNamespace: ${namespace}}
`;
    const clone = repository({ 'app/all.yaml': warehouse('filling') });
    const scripts = folder({
      [`${group}/Warehouse/health.lua`]: 'return {status = "Healthy", message = "of the folder"}',
    });
    const file = folder({ 'app.yaml': shop });
    const { report } = compared(
      await gitdrift([
        ...['diff', '--app-file', `${file}/app.yaml`, '--repo-map', `https://git.example.com/team/shop.git=${clone}`],
        ...['--health-scripts', scripts, '-o', 'json'],
      ]),
    );
    expect(healths(report)['Warehouse/filling']).toMatchObject({
      status: 'Degraded',
      message: 'under water',
      source: 'lua',
    });
    expect(application(report).health.status).toBe('Degraded');
  });
});
