import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { TimelineReport } from '../../../src/model/timeline-report.js';
import { until } from '../../controlplane/kubectl.js';
import { lines } from '../../timeline/lines.js';
import { autoscaler, deployment } from './manifests.js';
import { world } from './world.js';

const { auditLog = '' } = inject('cluster');
const { apply, gitdrift, kubectl, namespace } = world('timeline');

const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const schema = readFileSync(new URL('../../../docs/timeline.schema.json', import.meta.url), 'utf8');
const validate = ajv.compile(JSON.parse(schema) as object);

/** The story as gitdrift prints it, its JSON checked against the published schema. */
async function story(flags: readonly string[] = []): Promise<TimelineReport> {
  const { code, out, err } = await gitdrift(['timeline', 'deploy/catalog', `-n${namespace}`, '-o', 'json', ...flags]);
  expect(err).toBe('');
  expect(code).toBe(0);
  const report = JSON.parse(out) as TimelineReport;
  expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  return report;
}

/** Its lines without clocks and without what tells of every Pod of a rollout, which takes its own time. */
function acts(report: TimelineReport): string[] {
  return lines(report.entries.filter(({ code }) => code !== 'event' && code !== 'condition')).map((line) =>
    line.replace(/\d\d:\d\d:\d\d/, '').replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME'),
  );
}

/** The server tells whole seconds: acts that are to be told apart have to lie in different ones. */
async function nextSecond(): Promise<void> {
  const begun = Math.floor(Date.now() / 1000);
  await until(() => Math.floor(Date.now() / 1000) > begun + 1, 'the next second begins');
}

async function revisionIs(number: number): Promise<void> {
  const path = `--output=jsonpath={.metadata.annotations.deployment\\.kubernetes\\.io/revision}`;
  await until(
    async () => (await kubectl(['get', 'deployment/catalog', path])) === String(number),
    `revision ${number}`,
  );
}

const IMAGE = '.spec.template.spec.containers[name="web"].image';
const RESTARTED = '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]';

beforeAll(async () => {
  await apply(deployment({ name: 'catalog', replicas: 1, image: '1.0.0' }));
  await revisionIs(1);
  for (const [at, image] of ['1.1.0', '1.2.0'].entries()) {
    await nextSecond();
    await kubectl(['set', 'image', 'deployment/catalog', `web=registry.example/catalog:${image}`]);
    await revisionIs(at + 2);
  }
  await nextSecond();
  await kubectl(['scale', 'deployment/catalog', '--replicas=2']);
  await nextSecond();
  await apply(autoscaler('catalog', 4, 8));
  const scaled = ['get', 'hpa/catalog', '--output=jsonpath={.status.lastScaleTime}'];
  await until(async () => (await kubectl(scaled)) !== '', 'the autoscaler raises it', 60_000);
  await until(async () => (await kubectl(['get', 'events'])).includes('SuccessfulRescale'), 'the autoscaler says so');
  await nextSecond();
  await kubectl(['label', 'deployment/catalog', 'team=shop']);
  await nextSecond();
  await kubectl(['rollout', 'restart', 'deployment/catalog']);
  await revisionIs(4);
  await nextSecond();
  await kubectl(['rollout', 'undo', 'deployment/catalog', '--to-revision=2']);
  await revisionIs(5);
}, 180_000);

describe('the story of a Deployment', () => {
  it('from live alone: what Kubernetes keeps, once, each by whom as far as that is recorded', async () => {
    const report = await story();
    expect(acts(report)).toEqual([
      ' created: the Deployment was created, with revision 1 of its Pod template | Argo CD, sync [metadata managed-fields history]',
      ` revision: revision 2 of the Pod template, compared with revision 1 {${IMAGE}: "registry.example/catalog:1.0.0" → "registry.example/catalog:1.1.0"} [history]`,
      ` revision: revision 3 of the Pod template, compared with revision 2 {${IMAGE}: "registry.example/catalog:1.1.0" → "registry.example/catalog:1.2.0"} [history]`,
      ' rescaled: changed the replicas: New size: 4; reason: Current number of replicas below Spec.MinReplicas | HPA catalog [event autoscaler managed-fields]',
      '≤ written: wrote .metadata.labels.team | kubectl label [managed-fields]',
      ` revision: revision 4 of the Pod template, compared with revision 3; a restart of all Pods was requested {${RESTARTED}: undefined → "TIME"} [history]`,
      `≤ rolled-back: revision 5 of the Pod template, compared with revision 4; back to that of revision 2 | kubectl rollout undo {${RESTARTED}: "TIME" → undefined} {${IMAGE}: "registry.example/catalog:1.2.0" → "registry.example/catalog:1.1.0"} [history managed-fields]`,
    ]);
    expect(report).toMatchObject({ undated: [], notRead: [], object: 'found' });
  });

  it('has what controllers said of it, in its place', async () => {
    const events = (await story()).entries.filter(({ code }) => code === 'event').map(({ message }) => message);
    expect(events).toContainEqual(
      expect.stringMatching(/^ScalingReplicaSet: Scaled up replica set catalog-\w+ from 0 to 1$/),
    );
    expect(events.every((message) => !message.includes('Created pod'))).toBe(true);
    const verbose = (await story(['-v'])).entries.map(({ message }) => message);
    expect(verbose).toContainEqual(expect.stringMatching(/^ReplicaSet catalog-\w+: SuccessfulCreate: Created pod/));
  });

  it.skipIf(auditLog === '')('with the audit log: every write, exactly when and as whom', async () => {
    const report = await until(async () => {
      const found = await story(['--audit-log', auditLog]);
      return found.entries.some(({ code, writer }) => code === 'rolled-back' && writer?.user !== undefined) && found;
    }, 'the last write is in the log');
    expect(report.entries.filter(({ certainty }) => certainty !== 'exact')).toEqual([]);
    expect(acts(report).map((line) => line.replace(/ \(\S+\)/, ' (USER)').replace(/ \{.*\}/, ''))).toEqual([
      ' created: the Deployment was created, with revision 1 of its Pod template | Argo CD, sync (USER) [metadata audit managed-fields history]',
      ' revision: revision 2 of the Pod template, compared with revision 1 | kubectl set (USER) [history audit]',
      ' revision: revision 3 of the Pod template, compared with revision 2 | kubectl set (USER) [history audit]',
      ' written: changed 1 field through /scale | kubectl scale (USER) [audit]',
      ' rescaled: changed the replicas: New size: 4; reason: Current number of replicas below Spec.MinReplicas | HPA catalog [event autoscaler audit managed-fields]',
      ' written: changed 1 field | kubectl label (USER) [audit managed-fields]',
      ' revision: revision 4 of the Pod template, compared with revision 3; a restart of all Pods was requested | kubectl rollout restart (USER) [history audit]',
      ' rolled-back: revision 5 of the Pod template, compared with revision 4; back to that of revision 2 | kubectl rollout undo (USER) [history audit managed-fields]',
    ]);
  });

  it('narrowed to the replicas: the creation, and the autoscaler', async () => {
    expect(acts(await story(['--field', '.spec.replicas']))).toEqual([
      ' created: the Deployment was created, with revision 1 of its Pod template | Argo CD, sync [metadata managed-fields history]',
      ' rescaled: changed the replicas: New size: 4; reason: Current number of replicas below Spec.MinReplicas | HPA catalog [event autoscaler managed-fields]',
    ]);
  });

  it('without the right to read events and autoscalers: says so, and places nothing by guess', async () => {
    const rule = ['--verb=get,list', '--resource=deployments,replicasets'];
    await kubectl(['create', 'role', 'reader', ...rule]);
    await kubectl(['create', 'rolebinding', 'reader', '--role=reader', '--user=ann@example.com']);
    const report = await story(['--as=ann@example.com']);
    expect(report.notRead.map(({ source }) => source)).toEqual(['HorizontalPodAutoscalers', 'events']);
    expect(report.notRead.every(({ reason }) => reason.includes('forbidden'))).toBe(true);
    expect(lines(report.undated)).toEqual([
      '? written: wrote .spec.replicas through /scale | kube-controller-manager (scale) [managed-fields]',
    ]);
  });

  it('reads to its end: the newest line of the story is its last', async () => {
    const { code, out } = await gitdrift(['timeline', 'deployment/catalog', `-n${namespace}`]);
    expect(code).toBe(0);
    const [title, ...rest] = out.split('\n');
    expect(title).toContain(`Deployment ${namespace}/catalog`);
    const at = (text: string): number => rest.findIndex((line) => line.includes(text));
    expect(at('was created')).toBeLessThan(at('revision 2 of the Pod template'));
    expect(at('revision 2 of the Pod template')).toBeLessThan(at('back to that of revision 2'));
    expect(at('back to that of revision 2')).toBeLessThan(at('not known: an entry of managedFields'));
  });
});
