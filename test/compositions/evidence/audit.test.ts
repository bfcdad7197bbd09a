import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analyze.js';
import { owners } from '../../../src/compositions/owners/owners.js';
import type { JsonObject, JsonValue } from '../../../src/model/json.js';
import type { OwnersReport } from '../../../src/model/owners-report.js';
import type { Report, ResourceReport } from '../../../src/model/report.js';
import { transcript } from '../../cli/fake-io.js';
import { event, folder, lines, objectRef, RECORDED, recordedDeployment } from '../../cluster-audit/events.js';

const DESIRED = `apiVersion: apps/v1
kind: Deployment
metadata: {name: catalog, namespace: marketplace, labels: {team: shop, tier: web}}
spec:
  replicas: 3
  selector: {matchLabels: {app: catalog}}
  template:
    metadata: {labels: {app: catalog}}
    spec: {containers: [{name: web, image: "registry.example/catalog:1.0.0", env: [{name: A, value: "1"}]}]}
`;

type Log = readonly JsonObject[];

const recorded: Log = readFileSync(RECORDED, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as JsonObject);

/** The log as a policy of a lower level would have left it. */
function atLevel(level: 'Metadata' | 'Request', log: Log = recorded): Log {
  return log.map(({ requestObject, responseObject: _, ...rest }) => ({
    ...rest,
    level,
    ...(level === 'Metadata' || requestObject === undefined ? {} : { requestObject }),
  }));
}

interface World {
  readonly log: Log;
  readonly desired?: string;
  /** The live objects; the Deployment of the recorded log where nothing is said. */
  readonly live?: readonly JsonValue[];
  readonly flags?: readonly string[];
}

/** Runs a command over saved objects with a log beside them. */
async function run(command: readonly string[], { log, live, flags = [] }: World) {
  const dir = folder();
  const items = live ?? [await recordedDeployment()];
  writeFileSync(join(dir, 'live.json'), JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  writeFileSync(join(dir, 'audit.log'), lines(...log));
  const argv = [...command, '--live', join(dir, 'live.json'), '--audit-log', join(dir, 'audit.log'), ...flags];
  return transcript(argv, { analyze, owners }, { cwd: dir });
}

async function diff(world: World): Promise<Report> {
  const dir = folder();
  writeFileSync(join(dir, 'desired.yaml'), world.desired ?? DESIRED);
  const { out, err } = await run(['diff', join(dir, 'desired.yaml'), '-n', 'marketplace', '-o', 'json'], world);
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Report;
}

const only = (report: Report): ResourceReport => {
  const [resource] = report.applications[0]?.resources ?? [];
  if (resource === undefined) throw new Error('no resource in the report');
  return resource;
};

/** `PATH: category, confidence, name; user; exact or not; code`. */
function told({ drift, undeclared }: ResourceReport): string[] {
  return [...drift, ...undeclared].map(({ path, writer, explanation }) => {
    const user = writer.user === undefined ? 'no user' : `${writer.user.kind} ${writer.user.name ?? '(left out)'}`;
    const time = writer.at === undefined ? 'at the latest' : 'at';
    return `${path.replace('.spec.template.spec.containers[name="web"]', '…web')}: ${writer.category}, ${writer.confidence}, ${writer.name}; ${user}; ${time}; ${explanation.code}`;
  });
}

const auditText = (resource: ResourceReport, path: string): string =>
  [...resource.drift, ...resource.undeclared]
    .filter((field) => field.path === path)
    .flatMap(({ writer }) => writer.evidence.filter(({ kind }) => kind === 'audit').map(({ message }) => message))
    .join('\n');

describe('an audit log with requests and answers', () => {
  it('names the user and the exact time of each field, and who removed one', async () => {
    const resource = only(await diff({ log: recorded }));
    expect(told(resource)).toEqual([
      '.metadata.labels.team: manual, certain, kubectl label; user admin; at; missing-in-live',
      '.spec.replicas: manual, certain, kubectl scale; user ann@example.com; at; manual-change',
      '…web.env[name="A"].value: deployer, certain, kubectl set; service-account marketplace/deployer; at; deployer-change',
      '…web.image: manual, certain, kubectl set; user ann@example.com; at; manual-change',
      '.metadata.annotations["ci.example/run"]: deployer, certain, kubectl annotate; service-account marketplace/deployer; at; undeclared-manual',
      '…web.workingDir: manual, certain, kubectl patch; user admin; at; undeclared-manual',
      '.spec.template.spec.terminationGracePeriodSeconds: manual, certain, kubectl edit; user admin; at; undeclared-manual',
    ]);
    const image = resource.drift.at(-1)?.writer;
    expect(image?.user).toEqual({
      kind: 'user',
      name: 'ann@example.com',
      impersonatedBy: { kind: 'user', name: 'admin' },
    });
    expect(image?.at).toMatch(/^2026-11-30T21:\d\d:\d\d\.\d{6}Z$/);
    expect(Date.parse(image?.at ?? '')).toBeLessThan(Date.parse(image?.time ?? ''));
  });

  it('says what proves it: user, groups, verb, program, and that it is of the field', async () => {
    const resource = only(await diff({ log: recorded }));
    expect(auditText(resource, '.spec.replicas')).toMatch(
      /^audit log: by field, \.spec\.replicas changed by user ann@example\.com, impersonated by user admin \(as with kubectl --as\) \(group oncall\), patch of its scale as kubectl, at 2026-11-30T\S+Z, user agent kubectl\/v\S+ .*; the log tells what it was before and after it$/,
    );
    expect(auditText(resource, '.metadata.annotations["ci.example/run"]')).toContain(
      'a service account is a program, not a person',
    );
    expect(only(await diff({ log: recorded })).drift[0]?.explanation.message).toBe(
      'it was removed from live, as the audit log records',
    );
  });

  it('never takes what a script wrote for a lag of Git', async () => {
    const object = (await recordedDeployment()) as { readonly metadata: JsonObject };
    const lastApplied = JSON.stringify({ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'catalog' } });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': lastApplied };
    const managedFields = (object.metadata.managedFields as readonly JsonObject[]).filter(
      ({ operation }) => operation !== 'Apply',
    );
    const applied = { ...managedFields[0], manager: 'kubectl-client-side-apply', time: '2026-11-30T22:00:00Z' };
    const live = [
      { ...object, metadata: { ...object.metadata, annotations, managedFields: [...managedFields, applied] } },
    ];
    const env = (log: Log): Promise<string | undefined> =>
      diff({ log, live }).then(
        (report) => only(report).drift.find(({ path }) => path.includes('env'))?.explanation.code,
      );
    expect(await env(recorded)).toBe('deployer-change');
    expect(await env([event({})])).toBe('manual-change');
  });

  it('leaves names of people out with --no-users, and nothing else', async () => {
    const resource = only(await diff({ log: recorded, flags: ['--no-users'] }));
    expect(JSON.stringify(resource)).not.toMatch(/ann@example\.com|"admin"|user admin|oncall/);
    expect(told(resource)[1]).toBe(
      '.spec.replicas: manual, certain, kubectl scale; user (left out); at; manual-change',
    );
    expect(told(resource)[2]).toContain('service-account marketplace/deployer');
    expect(auditText(resource, '.spec.replicas')).toContain('changed by a user that is no service account');
  });

  it('shows in the text whom and when', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'desired.yaml'), DESIRED);
    const { out } = await run(['diff', join(dir, 'desired.yaml'), '--time', 'full'], { log: recorded });
    expect(out).toMatch(
      /by kubectl scale, user ann@example\.com, impersonated by user admin \(as with kubectl --as\), at 2026-/,
    );
    expect(out).toMatch(/by kubectl set, service account marketplace\/deployer, at 2026-/);
    expect(out).toMatch(/by kubectl label, user admin, at 2026-/);
    expect(out).not.toContain('a person or a script');
  });

  it('is no proof where a write is missing from it', async () => {
    const scale = (one: JsonObject): boolean => JSON.stringify(one.objectRef).includes('"subresource":"scale"');
    const edits = (one: JsonObject): boolean =>
      String(one.requestURI).includes('kubectl-patch') && one.verb === 'patch';
    const log = recorded.filter((one) => !scale(one) && !edits(one));
    const resource = only(await diff({ log }));
    expect(
      told(resource).filter((line) => line.startsWith('.spec.replicas') || line.startsWith('…web.workingDir')),
    ).toEqual([
      '.spec.replicas: manual, likely, kubectl scale; no user; at the latest; manual-change',
      '…web.workingDir: manual, likely, kubectl patch; no user; at the latest; undeclared-manual',
    ]);
    expect(auditText(resource, '.spec.replicas')).toMatch(
      /^audit log: no write as kubectl \(Update, scale\) in it, from 2026.* its policy leaves it out, it was lost, or the log is of another API server\naudit log: \.spec\.replicas changed with a request that did not ask for it \(.*, or a write before it that the log lacks\): user admin .* as kubectl-label/,
    );
  });
});

describe('an audit log with requests alone', () => {
  it('names the writers by field all the same, also who removed one', async () => {
    expect(told(only(await diff({ log: atLevel('Request') })))).toEqual([
      '.metadata.labels.team: manual, certain, kubectl label; user admin; at; missing-in-live',
      '.spec.replicas: manual, certain, kubectl scale; user ann@example.com; at; manual-change',
      '…web.env[name="A"].value: deployer, certain, kubectl set; service-account marketplace/deployer; at; deployer-change',
      '…web.image: manual, certain, kubectl set; user ann@example.com; at; manual-change',
      '.metadata.annotations["ci.example/run"]: deployer, certain, kubectl annotate; service-account marketplace/deployer; at; undeclared-manual',
      '…web.workingDir: manual, certain, kubectl patch; user admin; at; undeclared-manual',
      '.spec.template.spec.terminationGracePeriodSeconds: manual, certain, kubectl edit; user admin; at; undeclared-manual',
    ]);
  });

  it('that begins after the field was declared is less sure of a removal', async () => {
    const [, ...later] = atLevel('Request');
    expect(told(only(await diff({ log: later })))[0]).toBe(
      '.metadata.labels.team: manual, likely, kubectl label; user admin; at; missing-in-live',
    );
  });
});

describe('an audit log without bodies', () => {
  it('names the user of the object where one wrote as that manager, and says that it is not of the field', async () => {
    const resource = only(await diff({ log: atLevel('Metadata') }));
    expect(told(resource)).toEqual([
      '.metadata.labels.team: unowned, certain, nobody is recorded; no user; at the latest; missing-in-live',
      '.spec.replicas: manual, likely, kubectl scale; user ann@example.com; at; manual-change',
      '…web.env[name="A"].value: manual, likely, kubectl set; no user; at the latest; manual-change',
      '…web.image: manual, likely, kubectl set; no user; at the latest; manual-change',
      '.metadata.annotations["ci.example/run"]: deployer, likely, kubectl annotate; service-account marketplace/deployer; at; undeclared-manual',
      '…web.workingDir: manual, likely, kubectl patch; user admin; at; undeclared-manual',
      '.spec.template.spec.terminationGracePeriodSeconds: manual, likely, kubectl edit; user admin; at; undeclared-manual',
    ]);
    expect(auditText(resource, '.spec.replicas')).toContain(
      'by object, the only write as kubectl (Update, scale): user ann@example.com',
    );
    expect(auditText(resource, '.spec.replicas')).toContain('it tells the object and not the field');
    expect(auditText(resource, '.spec.template.spec.containers[name="web"].image')).toMatch(
      /^audit log: by object, one of 2 writes as kubectl-set \(Update\), by 2 users .*: service account marketplace\/deployer, .*; user ann@example\.com/,
    );
  });

  it('names whoever may have removed a field as possible, and nobody as certain', async () => {
    const resource = only(await diff({ log: atLevel('Metadata') }));
    const message = auditText(resource, '.metadata.labels.team');
    expect(message).toMatch(
      /^audit log: possibly one of these writes removed \.metadata\.labels\.team, for the log does not hold what they sent: user admin \(group system:masters\), patch as kubectl-edit/,
    );
    expect(message).toMatch(/; and \d+ earlier$/);
  });

  it('that begins later than the object gives no exact time, and says where a write is older than it', async () => {
    const log = atLevel('Metadata');
    const late = log.slice(log.findIndex((one) => String(one.requestURI).includes('kubectl-label')));
    const resource = only(await diff({ log: late }));
    expect(told(resource).at(-2)).toBe(
      '…web.workingDir: manual, likely, kubectl patch; user admin; at the latest; undeclared-manual',
    );
    const newer = log.map((one) => ({
      ...one,
      requestReceivedTimestamp: '2026-12-01T00:00:00Z',
      stageTimestamp: '2026-12-01T00:00:00Z',
    }));
    expect(
      auditText(only(await diff({ log: newer })), '.spec.template.spec.containers[name="web"].workingDir'),
    ).toMatch(/the write as kubectl-patch \(Update\) is older than the log, which begins at 2026-12-01T00:00:00Z$/);
  });
});

describe('an object that is gone', () => {
  const desired =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings, namespace: marketplace}\ndata: {mode: day}\n';
  const message = async (log: Log): Promise<string> => only(await diff({ log, desired })).explanation?.message ?? '';

  it('was deleted by somebody whom the log names', async () => {
    expect(await message(recorded)).toMatch(
      /^live has no such object; deleted by user ann@example\.com, impersonated by user admin \(as with kubectl --as\) \(group oncall\), delete as kubectl, at \S+, user agent kubectl\S+ .*, as the audit log has it$/,
    );
    expect(await message(atLevel('Metadata'))).toContain('deleted by user ann@example.com');
  });

  it('was created once, or never, as far as the log goes', async () => {
    const isDelete = ({ verb }: JsonObject): boolean => verb === 'delete';
    expect(await message(recorded.filter((one) => !isDelete(one)))).toMatch(
      /has it created by user admin.*, and no delete of it after that$/,
    );
    expect(await message([event({})])).toMatch(
      /^live has no such object; the audit log, from \S+ to \S+, has neither a create nor a delete of it$/,
    );
  });

  it('may have been deleted with others', async () => {
    const ref = { resource: 'configmaps', namespace: 'marketplace', apiVersion: 'v1' };
    const all = { verb: 'deletecollection', objectRef: ref };
    expect(await message([event(all)])).toContain('possibly deleted with others by user ann@example.com');
    const items = [{ metadata: { name: 'settings' } }];
    const listed = { ...all, responseObject: { kind: 'ConfigMapList', metadata: {}, items } };
    expect(await message([event(listed)])).toContain('; deleted with others by user ann@example.com');
  });
});

describe('values of a Secret', () => {
  it('never come from the log into the output', async () => {
    const desired =
      'apiVersion: v1\nkind: Secret\nmetadata: {name: login, namespace: marketplace}\nstringData: {password: correct-horse}\n';
    const live = [
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: {
          name: 'login',
          namespace: 'marketplace',
          creationTimestamp: '2026-11-30T00:00:00Z',
          managedFields: [],
        },
        data: { password: 'c3dvcmRmaXNo' },
        type: 'Opaque',
      },
    ];
    const resource = only(await diff({ log: recorded, desired, live }));
    expect(told(resource)).toEqual(['.data.password: manual, certain, kubectl patch; user admin; at; manual-change']);
    expect(JSON.stringify(resource)).not.toMatch(/swordfish|c3dvcmRmaXNo|hunter2|aHVudGVyMg/);
  });
});

describe('a write that managedFields do not show', () => {
  const scaleTo0 = (body: boolean): JsonObject =>
    event({
      requestURI: '/apis/apps/v1/namespaces/marketplace/deployments/catalog/scale',
      objectRef: objectRef('scale'),
      level: body ? 'Request' : 'Metadata',
      requestReceivedTimestamp: '2026-11-30T21:59:00.000000Z',
      stageTimestamp: '2026-11-30T21:59:00.100000Z',
      ...(body ? { requestObject: { spec: { replicas: 0 } } } : {}),
    });
  const emptied = async (): Promise<JsonValue[]> => {
    const object = (await recordedDeployment()) as {
      readonly metadata: { readonly managedFields: readonly JsonObject[] };
      readonly spec: JsonObject;
    };
    const managedFields = object.metadata.managedFields.filter(({ subresource }) => subresource !== 'scale');
    return [{ ...object, metadata: { ...object.metadata, managedFields }, spec: { ...object.spec, replicas: 0 } }];
  };

  it('as a scale to 0 has a name in the log', async () => {
    const resource = only(await diff({ log: [...recorded, scaleTo0(true)], live: await emptied() }));
    expect(told(resource)[1]).toBe(
      '.spec.replicas: manual, certain, kubectl scale; user ann@example.com; at; manual-change',
    );
  });

  it('without a body is named as possible', async () => {
    const resource = only(await diff({ log: [scaleTo0(false)], live: await emptied() }));
    expect(told(resource)[1]).toBe(
      '.spec.replicas: unowned, certain, nobody is recorded; no user; at the latest; unowned-value',
    );
    expect(auditText(resource, '.spec.replicas')).toContain(
      'possibly this write wrote .spec.replicas, for the log does not hold what they sent: user ann@example.com (group oncall), patch of its scale as kubectl',
    );
  });
});

describe('owners with an audit log', () => {
  it('gives each field its user and exact time', async () => {
    const { out } = await run(['owners', 'deployment/catalog', '-n', 'marketplace', '-o', 'json'], { log: recorded });
    const { fields } = JSON.parse(out) as OwnersReport;
    const image = fields.find(({ path }) => path.endsWith('[name="web"].image'))?.writers;
    expect(image).toMatchObject([
      { name: 'kubectl set', confidence: 'certain', user: { name: 'ann@example.com' }, at: expect.any(String) },
    ]);
    expect(image?.[0]?.evidence.map(({ kind }) => kind)).toEqual(['managed-field', 'audit']);
    const tier = fields.find(({ path }) => path === '.metadata.labels.tier')?.writers;
    expect(tier).toMatchObject([{ category: 'gitops', confidence: 'certain', user: { name: 'admin' } }]);
  });

  it('says so in the text', async () => {
    const { out } = await run(['owners', 'deployment/catalog', '-n', 'marketplace', '--time', 'full'], {
      log: recorded,
    });
    expect(out).toMatch(
      /1 field: kubectl set, user ann@example\.com, impersonated by user admin \(as with kubectl --as\), at 2026-\S+; entry kubectl-set/,
    );
  });
});

it('a log that cannot be read ends the run, also where nothing differs', async () => {
  const dir = folder();
  writeFileSync(join(dir, 'desired.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: b}\n');
  writeFileSync(
    join(dir, 'live.json'),
    JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'b' } }),
  );
  const argv = [
    'diff',
    join(dir, 'desired.yaml'),
    '--live',
    join(dir, 'live.json'),
    '--audit-log',
    join(dir, 'none.log'),
  ];
  const { code, err } = await transcript(argv, { analyze }, { cwd: dir });
  expect(code).toBe(2);
  expect(err).toMatch(/^error: cannot read the audit log .*none\.log: it does not exist\nhint: /m);
});
