import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { until } from '../../controlplane/kubectl.js';
import { gives, healths, POD, template, whileAppIs } from './health-worlds.js';
import { application } from './report-contract.js';
import { compared, world } from './world.js';

// Pods get their status through its subresource; what the workloads say of them is their real controllers' word.

const here = world('health-rollouts');
const { apply, diff, gitdrift, kubectl, namespace } = here;

const workload = (kind: string, app: string, spec = '', container = ''): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${app}}
spec:
  selector: {matchLabels: {app: ${app}}}
  template: ${template(app, container)}
  ${spec}
`;
const PROBE = ', readinessProbe: {httpGet: {path: /ready, port: 8080}}';

async function healthOf(desired: string, flags: readonly string[] = []) {
  const { report } = await diff(desired, flags);
  return { health: Object.values(healths(report))[0], application: application(report).health };
}

/** True once a Deployment has seen its spec and has as many Pods as it wants. */
const observed = (app: string, replicas: number) =>
  gives(here, `deployment/${app}`, '{.status.observedGeneration} {.status.replicas}', `1 ${replicas}`);
const deadline = (app: string) =>
  gives(here, `deployment/${app}`, '{.status.conditions[?(@.type=="Progressing")].reason}', 'ProgressDeadlineExceeded');

describe.concurrent('a Deployment whose Pods', () => {
  it.each<[what: string, app: string, pod: object, container: string, trouble: string, message: RegExp]>([
    [
      'cannot pull their image',
      'unpulled',
      POD.unpulled,
      '',
      'image-pull',
      /0 of 2 updated replicas available; 2 pods \(unpulled-\S+ and 1 more\): container web cannot pull registry\.example\/web:1\.0\.0: ImagePullBackOff \(Back-off pulling image\)$/,
    ],
    [
      'find no node',
      'unscheduled',
      POD.unscheduled,
      '',
      'unschedulable',
      /2 pods \(.*\): no node takes them: 0\/3 nodes: insufficient memory$/,
    ],
    [
      'do not answer their probe',
      'probing',
      POD.probing,
      PROBE,
      'failing-probe',
      /container web runs and its readiness probe does not succeed \(since 2026-01-01T00:00:00Z\)$/,
    ],
  ])('%s is Progressing, and says so', async (_, app, pod, container, trouble, message) => {
    const desired = workload('Deployment', app, 'replicas: 2', container);
    await apply(desired);
    await whileAppIs(here, app, pod, observed(app, 2));
    const { health, application: whole } = await healthOf(desired);
    expect(health).toMatchObject({ status: 'Progressing', source: 'built-in', causes: [{ trouble }] });
    expect(health?.message).toMatch(message);
    expect(health?.causes?.[0]?.pods).toHaveLength(2);
    expect(whole.status).toBe('Progressing');
    expect(whole.message).toContain(health?.message);
  });

  it('crash past the progress deadline is Degraded; the verdict of status says the same', async () => {
    const desired = workload('Deployment', 'crashing', 'replicas: 1\n  progressDeadlineSeconds: 1');
    await apply(desired);
    await whileAppIs(here, 'crashing', POD.crashing, deadline('crashing'));
    const { health } = await healthOf(desired);
    expect(health).toMatchObject({ status: 'Degraded', causes: [{ trouble: 'crash-loop' }] });
    expect(health?.message).toMatch(
      /past its progress deadline: 1 of 1 replicas updated, 0 available .*; pod crashing-\S+: container web crashes again and again: OOMKilled, exit code 137 \(7 restarts\)$/,
    );
    const folder = here.folder({ 'crashing.yaml': desired });
    const status = await gitdrift(['status', folder, '-n', namespace, '-v']);
    expect(status.out).toMatch(/Synced +Degraded +debug-application/);
    expect(status.out).toContain('OOMKilled');
  });

  it('are ready is Healthy, and its Pods are not asked for', async () => {
    const desired = workload('Deployment', 'ready', 'replicas: 2');
    await apply(desired);
    await whileAppIs(here, 'ready', POD.ready, gives(here, 'deployment/ready', '{.status.availableReplicas}', '2'));
    expect((await healthOf(desired)).health).toEqual({
      status: 'Healthy',
      message: '2 of 2 replicas available',
      source: 'built-in',
    });
  });
});

describe('a rollout of a new revision', () => {
  it('is explained by its own Pods: those of the old one are well', async () => {
    const desired = workload('Deployment', 'newer', 'replicas: 2');
    await apply(desired);
    await whileAppIs(here, 'newer', POD.ready, gives(here, 'deployment/newer', '{.status.availableReplicas}', '2'));
    const next = desired.replace('newer:1.0.0', 'newer:1.0.1');
    await apply(next);
    const updated = gives(here, 'deployment/newer', '{.status.observedGeneration} {.status.updatedReplicas}', '2 1');
    await until(updated, 'the new revision has its Pod');
    const pods = JSON.parse(await kubectl(['get', 'pods', '--selector=app=newer', '--output=json'])) as {
      items: { metadata: { name: string }; spec: { containers: { image: string }[] } }[];
    };
    const [fresh] = pods.items.filter(({ spec }) => spec.containers[0]?.image.endsWith(':1.0.1'));
    const name = fresh?.metadata.name ?? '';
    const patch = `--patch=${JSON.stringify({ status: POD.unpulled })}`;
    await kubectl(['patch', `pod/${name}`, '--subresource=status', '--type=merge', patch]);
    const { health } = await healthOf(next);
    expect(health?.causes).toMatchObject([{ trouble: 'image-pull', pods: [name] }]);
  });
});

describe('the other workloads', () => {
  it('a StatefulSet waits for its first Pod', async () => {
    const desired = workload('StatefulSet', 'store', 'replicas: 2\n  serviceName: store');
    await apply(desired);
    const first = gives(here, 'statefulset/store', '{.status.observedGeneration} {.status.replicas}', '1 1');
    await whileAppIs(here, 'store', POD.crashing, first);
    const { health } = await healthOf(desired);
    expect(health).toMatchObject({ status: 'Progressing', causes: [{ trouble: 'crash-loop', pods: ['store-0'] }] });
    expect(health?.message).toMatch(/^0 of 2 pods ready; pod store-0: container web crashes again and again/);
  });

  const node = `health-${randomUUID().slice(0, 8)}`;
  afterAll(async () => {
    await kubectl(['delete', 'node', node, '--ignore-not-found']);
  });

  it('a DaemonSet has a Pod on each of its nodes', async () => {
    // A node that no other test's Pods tolerate.
    await kubectl(
      ['create', '--filename=-'],
      `{apiVersion: v1, kind: Node, metadata: {name: ${node}, labels: {pool: ${node}}}, spec: {taints: [{key: ${node}, effect: NoSchedule}]}}`,
    );
    const spec = `{nodeSelector: {pool: ${node}}, tolerations: [{operator: Exists}], containers`;
    const desired = workload('DaemonSet', 'logs').replace('{containers', spec);
    await apply(desired);
    const scheduled = gives(
      here,
      'daemonset/logs',
      '{.status.desiredNumberScheduled} {.status.updatedNumberScheduled}',
      '1 1',
    );
    await whileAppIs(here, 'logs', POD.unpulled, scheduled);
    const { health } = await healthOf(desired);
    expect(health).toMatchObject({ status: 'Progressing', causes: [{ trouble: 'image-pull' }] });
    expect(health?.message).toMatch(/^0 of 1 updated pods available; pod logs-\S+: container web cannot pull/);
  });
});

describe('where Pods may not be read', () => {
  it('the verdict stays, and what is not known is said in JSON and with -v', async () => {
    const desired = workload('Deployment', 'hidden', 'replicas: 1');
    await apply(desired);
    await apply(`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: reader@example.com}]
`);
    const user = ['--as=reader@example.com'];
    await until(
      async () => (await kubectl(['auth', 'can-i', 'get', 'deployments', ...user]).catch(() => 'no')).trim() === 'yes',
      'the role is in force',
    );
    await whileAppIs(here, 'hidden', POD.unpulled, observed('hidden', 1));
    const { report, code } = await diff(desired, user);
    expect(code).toBe(0);
    const health = healths(report)['Deployment/hidden'];
    expect(health).toMatchObject({ status: 'Progressing', message: '0 of 1 updated replicas available' });
    expect(health?.causesNotRead).toMatch(/Pods could not be listed: .*pods is forbidden/);
    const folder = here.folder({ 'hidden.yaml': desired });
    const text = async (...flags: string[]) =>
      (await gitdrift(['diff', folder, '-n', namespace, ...user, ...flags])).out;
    expect(await text()).not.toContain('could not be listed');
    expect(await text('-v')).toContain('what holds up its pods is not known');
  });
});

describe('in namespaces with a quota', () => {
  const quota = world('health-quota');

  it('the controller that is refused says why there are no Pods', async () => {
    await quota.apply('apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: none}\nspec: {hard: {pods: "0"}}\n');
    await until(gives(quota, 'quota/none', '{.status.hard.pods}', '0'), 'the quota is in force');
    const desired = workload('Deployment', 'refused', 'replicas: 2');
    await quota.apply(desired);
    const failed = '{.status.conditions[?(@.type=="ReplicaFailure")].status}';
    await until(gives(quota, 'deployment/refused', failed, 'True'), 'the ReplicaSet is refused its Pods');
    const health = healths((await quota.diff(desired)).report)['Deployment/refused'];
    expect(health).toMatchObject({ status: 'Progressing', causes: [{ trouble: 'pods-not-created', pods: [] }] });
    expect(health?.message).toMatch(/ReplicaSet refused-\S+ cannot create pods: FailedCreate: .*exceeded quota: none/);
  });
});

describe('a recording of a stuck rollout', () => {
  it('says the same when it is replayed, and holds nothing of the Pods but what is told', async () => {
    const secretive = ', env: [{name: DB_PASSWORD, value: planted-in-a-pod}]';
    const desired = workload('Deployment', 'taped', 'replicas: 1', secretive);
    await apply(desired);
    await whileAppIs(here, 'taped', POD.unpulled, observed('taped', 1));
    const folder = here.folder({ 'taped.yaml': desired });
    const recorded = await gitdrift(['record', folder, '-n', namespace]);
    const items = (JSON.parse(recorded.out) as { items: { kind: string; metadata: { name: string } }[] }).items;
    const pods = items.filter(({ kind }) => kind === 'Pod');
    expect(pods.map(({ metadata }) => metadata.name)).toEqual([expect.stringMatching(/^taped-/)]);
    expect(JSON.stringify(pods)).not.toContain('planted-in-a-pod');
    const file = join(here.folder({ 'live.json': recorded.out }), 'live.json');
    const replayed = compared(await gitdrift(['diff', folder, '--live', file, '-n', namespace, '-o', 'json'])).report;
    const live = (await diff(desired)).report;
    expect(healths(replayed)).toEqual(healths(live));
    expect(healths(replayed)['Deployment/taped']?.causes).toHaveLength(1);
  });
});
