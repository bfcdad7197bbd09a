import { beforeAll, describe, expect, it } from 'vitest';
import type { FieldDrift } from '../../../src/model/drift.js';
import { until } from '../../controlplane/kubectl.js';
import { deployment } from './manifests.js';
import { resource } from './report-contract.js';
import { compared, world } from './world.js';

const here = world('history');
const { apply, diff, kubectl } = here;
const READER = 'template-reader@example.com';

/** A workload that keeps ControllerRevisions. */
const keeper = (kind: 'StatefulSet' | 'DaemonSet', name: string): string => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: ${name}}
spec:
${kind === 'StatefulSet' ? `  serviceName: ${name}\n` : ''}  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
      containers: [{name: web, image: "registry.example/${name}:1.0.0"}]
`;

interface Kept {
  readonly number: number;
  readonly name: string;
  readonly time: string;
}

/** What the cluster keeps of a workload's templates, by their numbers; waits until there are so many. */
async function kept(kind: 'replicaset' | 'controllerrevision', app: string, many: number): Promise<readonly Kept[]> {
  const number = kind === 'replicaset' ? '.metadata.annotations.deployment\\.kubernetes\\.io/revision' : '.revision';
  const line = `{${number}} {.metadata.name} {.metadata.creationTimestamp}{"\\n"}`;
  const args = ['get', kind, `--selector=app=${app}`, `--output=jsonpath={range .items[*]}${line}{end}`];
  const read = async (): Promise<Kept[]> =>
    (await kubectl(args))
      .split('\n')
      .filter((text) => text.trim() !== '' && /^\d/.test(text))
      .map((text) => {
        const [first = '', name = '', time = ''] = text.split(' ');
        return { number: Number(first), name, time };
      })
      .sort((a, b) => a.number - b.number);
  await until(async () => (await read()).length >= many, `${many} revisions of ${app}`);
  return read();
}

/** Waits for the next second: creation times have no finer clock, and steps of one second cannot be put in order. */
const nextSecond = async (): Promise<void> => {
  const now = Math.floor(Date.now() / 1000);
  await until(async () => Math.floor(Date.now() / 1000) > now, 'the clock goes on');
};

const IMAGE = '.spec.template.spec.containers[name="web"].image';

function drift(fields: readonly FieldDrift[], path: string): FieldDrift {
  const found = fields.find((one) => one.path === path);
  if (found === undefined) throw new Error(`${path} is not among ${fields.map((one) => one.path).join(', ')}`);
  return found;
}

const said = ({ writer }: FieldDrift): string => writer.evidence.map(({ message }) => message).join('\n');

/** Applies a workload, changes its image, and waits for the revision of it. */
async function changed(name: string, desired: string, kind = 'deployment'): Promise<readonly Kept[]> {
  const keeping = kind === 'deployment' ? 'replicaset' : 'controllerrevision';
  await apply(desired);
  await kept(keeping, name, 1);
  await nextSecond();
  await kubectl(['set', 'image', `${kind}/${name}`, `web=registry.example/${name}:1.0.1`]);
  return kept(keeping, name, 2);
}

describe.concurrent('earlier Pod templates tell', () => {
  it('since when exactly the image is another one, though the entry was written again later', async () => {
    const desired = deployment({ name: 'dated', replicas: 1 });
    const [first, second] = await changed('dated', desired);
    await nextSecond();
    await kubectl(['set', 'env', 'deployment/dated', 'LOG_LEVEL=debug']);
    const [, , third] = await kept('replicaset', 'dated', 3);

    const { report } = await diff(desired);
    const { drift: fields, undeclared } = resource(report, 'Deployment', 'dated');
    const image = drift(fields, IMAGE);
    expect(image.history).toMatchObject({
      since: { at: second?.time },
      revision: { number: 2, resource: { kind: 'ReplicaSet', name: second?.name } },
      previous: { number: 1, value: 'registry.example/dated:1.0.0', resource: { name: first?.name } },
      before: 'previous',
    });
    expect(image.writer).toMatchObject({ category: 'manual', name: 'kubectl set' });
    expect((image.writer.time ?? '') > (second?.time ?? '')).toBe(true);
    expect(said(image)).toContain(
      `ReplicaSet ${second?.name} (revision 2) of ${second?.time} is the first with the live value; before it ReplicaSet ${first?.name} (revision 1) had "registry.example/dated:1.0.0"`,
    );
    const variable = drift(undeclared, '.spec.template.spec.containers[name="web"].env[name="LOG_LEVEL"]');
    expect(variable.history).toMatchObject({ since: { at: third?.time }, previous: { number: 2 } });
    expect(variable.history?.previous).not.toHaveProperty('value');
  });

  it('bounds where a rollout was undone, for the ReplicaSet is older than that', async () => {
    const desired = deployment({ name: 'undone', replicas: 1, image: '1.0.1' });
    const [, second] = await changed('undone', deployment({ name: 'undone', replicas: 1 }));
    await nextSecond();
    await kubectl(['rollout', 'undo', 'deployment/undone']);
    await until(async () => (await kept('replicaset', 'undone', 2)).some(({ number }) => number === 3), 'it is undone');

    const image = drift(resource((await diff(desired)).report, 'Deployment', 'undone').drift, IMAGE);
    expect(image.history).toMatchObject({ revision: { number: 3 }, previous: { number: 2 } });
    const { at, after = '', before = '' } = image.history?.since ?? {};
    expect(at).toBeUndefined();
    expect(after).toBe(second?.time);
    expect(before).toBe(image.writer.time);
    expect(before > after).toBe(true);
    expect(said(image)).toMatch(
      /^the workload went back to ReplicaSet .* \(revision 3\), made at .*, after .* and at .* at the latest; /m,
    );
  });

  it('that a field was removed, and not that Git has moved on', async () => {
    const desired = deployment({ name: 'stripped', replicas: 1, container: 'tty: true' });
    await apply(desired);
    await kept('replicaset', 'stripped', 1);
    const patch = '[{"op":"remove","path":"/spec/template/spec/containers/0/tty"}]';
    await kubectl(['patch', 'deployment/stripped', '--type=json', `--patch=${patch}`]);
    const [, second] = await kept('replicaset', 'stripped', 2);
    const { drift: fields } = resource((await diff(desired)).report, 'Deployment', 'stripped');
    const tty = drift(fields, '.spec.template.spec.containers[name="web"].tty');
    expect(tty.explanation).toMatchObject({
      code: 'missing-in-live',
      message: expect.stringMatching(
        /^it was removed: revision 1 of the Pod template had it, as Git declares it; by whom is not recorded/,
      ),
    });
    expect(tty.history).toMatchObject({ since: { at: second?.time }, previous: { value: true } });
  });

  it('that a field was never applied', async () => {
    await apply(deployment({ name: 'pending', replicas: 1 }));
    await kept('replicaset', 'pending', 1);
    const desired = deployment({ name: 'pending', replicas: 1, container: 'tty: true' });
    const { drift: fields } = resource((await diff(desired)).report, 'Deployment', 'pending');
    expect(drift(fields, '.spec.template.spec.containers[name="web"].tty')).toMatchObject({
      explanation: { message: expect.stringMatching(/it was never applied here/) },
      history: { before: 'created', revision: { number: 1 } },
    });
  });

  it('nothing of a change that a paused Deployment has not rolled out', async () => {
    const desired = deployment({ name: 'paused', replicas: 1 });
    await apply(desired);
    const [first] = await kept('replicaset', 'paused', 1);
    await kubectl(['rollout', 'pause', 'deployment/paused']);
    await kubectl(['set', 'image', 'deployment/paused', 'web=registry.example/paused:1.0.1']);
    const image = drift(resource((await diff(desired)).report, 'Deployment', 'paused').drift, IMAGE);
    expect(image.history).toMatchObject({ since: { after: first?.time }, previous: { number: 1 } });
    expect(image.history).not.toHaveProperty('revision');
  });

  it.each(['StatefulSet', 'DaemonSet'] as const)('the same of a %s', async (kind) => {
    const name = `kept-${kind.toLowerCase()}`;
    const desired = keeper(kind, name);
    const [first, second] = await changed(name, desired, kind.toLowerCase());
    const image = drift(resource((await diff(desired)).report, kind, name).drift, IMAGE);
    expect(image.history).toMatchObject({
      since: { at: second?.time },
      revision: { number: 2, resource: { kind: 'ControllerRevision', name: second?.name } },
      previous: { number: 1, value: `registry.example/${name}:1.0.0`, resource: { name: first?.name } },
    });
  });

  it('the same in a recording, which keeps no templates of others', async () => {
    const desired = deployment({ name: 'recorded', replicas: 1 });
    await changed('recorded', desired);
    await apply(deployment({ name: 'stranger', replicas: 1 }));
    await kept('replicaset', 'stranger', 1);
    const path = here.folder({ 'manifest.yaml': desired });
    const recorded = await here.gitdrift(['record', path, `--namespace=${here.namespace}`]);
    expect(recorded).toMatchObject({ code: 0, err: expect.not.stringMatching(/warning/) });
    expect(recorded.out).not.toContain('registry.example/stranger');
    const live = `--live=${here.folder({ 'live.json': recorded.out })}`;
    const replay = await here.gitdrift(['diff', path, `--namespace=${here.namespace}`, live, '-o', 'json']);
    const again = drift(resource(compared(replay).report, 'Deployment', 'recorded').drift, IMAGE);
    const now = drift(resource((await diff(desired)).report, 'Deployment', 'recorded').drift, IMAGE);
    expect(again.history).toEqual(now.history);
  });
});

describe('a user who may not read ReplicaSets', () => {
  const as = [`--as=${READER}`];
  beforeAll(async () => {
    await apply(`apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: template-reader}
rules:
- {apiGroups: [apps], resources: [deployments], verbs: [get]}
- {apiGroups: [autoscaling], resources: [horizontalpodautoscalers], verbs: [list]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: template-reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: template-reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: ${READER}}]
`);
    await until(
      async () => (await kubectl(['auth', 'can-i', 'get', 'deployments', ...as]).catch(() => 'no')).trim() === 'yes',
      'the role is in force',
    );
  });

  it('is told that the history could not be read, and the rest stands', async () => {
    const desired = deployment({ name: 'hidden', replicas: 1 });
    await changed('hidden', desired);
    const { report } = await diff(desired, as);
    const image = drift(resource(report, 'Deployment', 'hidden').drift, IMAGE);
    expect(image.explanation.code).toBe('manual-change');
    expect(image).not.toHaveProperty('history');
    expect(said(image)).toMatch(/the earlier Pod templates could not be read: .*replicasets\.apps is forbidden/);
    expect(report.gate.exitCode).toBe(1);
  });
});
