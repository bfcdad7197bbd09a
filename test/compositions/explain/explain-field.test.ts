import { join } from 'node:path';
import { dump } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import type { Tools } from '../../../src/cli/engine.js';
import { explainField } from '../../../src/compositions/explain/explain-field.js';
import type { GitdriftError } from '../../../src/model/errors.js';
import type { ExplainReport } from '../../../src/model/explain-report.js';
import { printJson } from '../../../src/model/json-text.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { textExplain } from '../../../src/report/explain.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';
import { CONFIG_MAP, DEPLOYMENT, entry, SECRET, SERVICE, world } from '../../ownership/worlds.js';
import { LAST_APPLIED } from '../worlds.js';

interface Given {
  /** Objects or YAML; absent: only live is looked at. */
  readonly desired?: readonly (KubernetesObject | string)[];
  readonly live: readonly KubernetesObject[];
  readonly object: string;
  readonly field: string;
  readonly namespace?: string | undefined;
  readonly showSecrets?: boolean;
  /** What a recording knows beside its objects. */
  readonly index?: object;
}

async function explained(given: Given): Promise<ExplainReport> {
  const folder = await temporaryFolder({
    'live.json': printJson({
      apiVersion: 'v1',
      kind: 'List',
      items: given.live,
      ...(given.index === undefined ? {} : { gitdrift: given.index }),
    }),
    'desired.yaml': (given.desired ?? []).map((one) => (typeof one === 'string' ? one : dump(one))).join('---\n'),
  });
  const tools: Tools = {
    env: {},
    cwd: folder,
    now: new Date('2026-11-30T12:00:00Z'),
    readStdin: async () => '',
    progress: () => {},
    warn: () => {},
    signal: new AbortController().signal,
  };
  const [kind = '', name = ''] = given.object.split('/');
  const namespace = 'namespace' in given ? given.namespace : 'marketplace';
  const showSecrets = given.showSecrets ?? false;
  const common = {
    ...(namespace === undefined ? {} : { namespace }),
    toolVersion: '0.0.0-test',
  };
  const desired = {
    ...common,
    source: { kind: 'path' as const, path: 'desired.yaml', recursive: false },
    render: { values: [], set: [], apiVersions: [] },
    allowEmpty: false,
    select: { kinds: [], excludeKinds: [], resources: [] },
    compare: { ignoreRules: true, showSecrets, maxPendingMs: 0 },
    failOn: [],
    noExitCode: false,
  };
  return explainField(
    {
      ...common,
      kind,
      name,
      field: given.field,
      showSecrets,
      ...(given.desired === undefined ? {} : { desired }),
      rest: '',
    },
    { kind: 'recording', path: join(folder, 'live.json'), schemaFiles: [] },
    tools,
  );
}

const text = (report: ExplainReport): string =>
  textExplain(report, {
    ...{ width: undefined, color: false, now: new Date('2026-11-30T12:00:00Z'), time: 'relative' },
    ...{ verbose: false, quiet: false, showExplained: false, maskNamed: false },
  });

const argo = (fields: object) =>
  entry('argocd-controller', 'Apply', fields as never, { apiVersion: 'v1', time: '2026-11-30T11:00:00Z' });

const settings = (data: object, managedFields?: readonly object[], metadata: object = {}): KubernetesObject =>
  world(CONFIG_MAP, managedFields as never, { metadata: metadata as never, data: data as never });

const deployment = (spec: object, managedFields?: readonly object[]): KubernetesObject =>
  world(DEPLOYMENT, managedFields as never, { spec: spec as never });

const pod = (container: object, more: object = {}) => ({
  selector: { matchLabels: { app: 'catalog' } },
  template: {
    metadata: { labels: { app: 'catalog' } },
    spec: { containers: [{ name: 'web', ...container }], ...more },
  },
});

describe('why a field is not drift', () => {
  const IMAGE = { image: 'registry.example/catalog:1' };
  it.each<[string, Omit<Given, 'object'> & { object?: string }, object, string]>([
    [
      'equal as written',
      {
        desired: [settings({ mode: 'fast' })],
        live: [settings({ mode: 'fast' })],
        object: 'cm/catalog',
        field: 'data.mode',
      },
      { standing: 'equal', desired: 'fast', live: 'fast' },
      'not drift: Live has it as Git writes it.',
    ],
    [
      'the same in normal form',
      {
        desired: [deployment(pod({ ...IMAGE, resources: { limits: { cpu: '1000m' } } }))],
        live: [deployment(pod({ ...IMAGE, resources: { limits: { cpu: '1' } } }))],
        field: 'spec.template.spec.containers[0].resources.limits.cpu',
      },
      { standing: 'same-in-other-words', desired: '1000m', live: '1' },
      'not drift: Both texts mean the same to Kubernetes',
    ],
    [
      'a default',
      {
        desired: [deployment(pod(IMAGE))],
        live: [deployment({ ...pod(IMAGE), progressDeadlineSeconds: 600 })],
        field: '.spec.progressDeadlineSeconds',
      },
      { standing: 'filled-in', rule: 'deployment-defaults', live: 600 },
      'not drift: The server fills it in where Git says nothing',
    ],
    [
      'chosen by the cluster',
      {
        desired: [world(SERVICE, undefined, { spec: { ports: [{ port: 80 }] } })],
        live: [world(SERVICE, undefined, { spec: { clusterIP: '10.0.0.1', ports: [{ port: 80, protocol: 'TCP' }] } })],
        object: 'svc/catalog',
        field: '.spec.clusterIP',
      },
      { standing: 'filled-in', rule: 'service-addresses' },
      'not drift: The cluster chooses it',
    ],
    [
      'status, also where Git declares it',
      {
        desired: [{ ...deployment(pod(IMAGE)), status: { replicas: 1 } }],
        live: [{ ...deployment(pod(IMAGE)), status: { replicas: 3 } }],
        field: '.status.replicas',
      },
      { standing: 'never-compared' },
      'not drift: It is status',
    ],
    [
      'bookkeeping',
      {
        desired: [settings({})],
        live: [settings({}, undefined, { generation: 3 })],
        object: 'cm/catalog',
        field: '.metadata.generation',
      },
      { standing: 'never-compared', live: 3 },
      'not drift: It is bookkeeping of the API server',
    ],
    [
      'declared as nothing',
      {
        desired: [deployment(pod({ ...IMAGE, stdin: false }))],
        live: [deployment(pod(IMAGE))],
        field: 'spec.template.spec.containers.web.stdin',
      },
      { standing: 'declared-as-nothing', desired: false },
      'not drift: Git declares an empty value',
    ],
    [
      'on neither side',
      {
        desired: [deployment(pod(IMAGE))],
        live: [deployment(pod(IMAGE))],
        field: '.spec.template.spec.nodeSelector.zone',
      },
      { standing: 'absent' },
      'not drift: Git does not declare it and live has none.',
    ],
    [
      'in an atomic list that is equal',
      {
        desired: [deployment(pod(IMAGE, { tolerations: [{ key: 'spot', effect: 'NoSchedule' }] }))],
        live: [deployment(pod(IMAGE, { tolerations: [{ key: 'spot', effect: 'NoSchedule' }] }))],
        field: 'spec.template.spec.tolerations[key=spot].effect',
      },
      {
        standing: 'equal',
        path: '.spec.template.spec.tolerations[0].effect',
        whole: '.spec.template.spec.tolerations',
      },
      'it lies in .spec.template.spec.tolerations, which is compared and replaced as one thing',
    ],
  ])('%s', async (_, given, wanted, said) => {
    const report = await explained({ object: 'deploy/catalog', ...given });
    expect(report).toMatchObject(wanted);
    expect(text(report)).toContain(said);
    expect(report.advice).toEqual([]);
  });

  it('encrypted in Git: nothing of it shows', async () => {
    const desired = `apiVersion: v1
kind: ConfigMap
metadata: {name: catalog, namespace: marketplace}
data:
  token: ENC[AES256_GCM,data:aGk=,iv:aGk=,tag:aGk=,type:str]
sops: {mac: x}
`;
    for (const field of ['.data.token', '.data', '.']) {
      const report = await explained({
        desired: [desired],
        live: [settings({ token: 'hunter2' })],
        object: 'cm/catalog',
        field,
      });
      if (field === '.data.token') expect(report).toMatchObject({ standing: 'withheld', masked: true });
      expect(printJson(report)).not.toMatch(/hunter2|AES256/);
    }
  });

  it('equal again, though somebody outside Git wrote it last', async () => {
    const managed = [
      argo({ 'f:data': { 'f:mode': {} } }),
      entry(
        'kubectl-edit',
        'Update',
        { 'f:data': { 'f:mode': {} } },
        { apiVersion: 'v1', time: '2026-11-30T11:48:00Z' },
      ),
    ];
    const report = await explained({
      desired: [settings({ mode: 'fast' })],
      live: [settings({ mode: 'fast' }, managed)],
      object: 'cm/catalog',
      field: '.data.mode',
    });
    expect(report.owners.map(({ manager, gitops }) => [manager, gitops ?? false])).toEqual([
      ['kubectl-edit', false],
      ['argocd-controller', true],
    ]);
    expect(report.standing).toBe('equal');
  });
});

describe('a field that differs', () => {
  it('in an atomic list is told as the list', async () => {
    const report = await explained({
      desired: [deployment(pod({ image: 'x', args: ['--port', '80'] }))],
      live: [deployment(pod({ image: 'x', args: ['--port', '81'] }))],
      object: 'deploy/catalog',
      field: 'spec.template.spec.containers[0].args[1]',
    });
    expect(report).toMatchObject({
      standing: 'drift',
      desired: '80',
      live: '81',
      whole: '.spec.template.spec.containers[name="web"].args',
      drift: { path: '.spec.template.spec.containers[name="web"].args' },
    });
    expect(text(report)).toContain('it is part of the difference at .spec.template.spec.containers[name="web"].args');
    expect(report.advice[0]?.command).toBe(
      `gitdrift adopt deploy/catalog '.spec.template.spec.containers[name="web"].args'`,
    );
  });

  it('names every owner, what else its name can mean, and what it still holds', async () => {
    const managed = [
      argo({ 'f:data': { 'f:mode': {}, 'f:gone': {} } }),
      entry('team-sync', 'Update', { 'f:data': { 'f:mode': {} } }, { apiVersion: 'v1', time: '2026-11-30T11:48:00Z' }),
    ];
    const live = settings({ mode: 'slow' }, managed);
    const given = { desired: [settings({ mode: 'fast' })], live: [live], object: 'cm/catalog' };
    const report = await explained({ ...given, field: '.data.mode' });
    expect(report.owners.find(({ named }) => named)?.manager).toBe('argocd-controller');
    expect(report.owners).toHaveLength(2);
    expect(text(report)).toContain('not in the catalogue of writers');
    const whole = await explained({ ...given, field: '.data' });
    expect(whole.ghosts.map(({ path }) => path)).toEqual(['.data.gone']);
    expect(text(whole)).toContain('still holds .data.gone, which live has not');
  });

  it('says what the last kubectl apply set', async () => {
    const annotation = (data: object) => ({
      annotations: {
        [LAST_APPLIED]: JSON.stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'catalog' }, data }),
      },
    });
    const noteOf = async (applied: object) => {
      const live = settings({ mode: 'slow' }, undefined, annotation(applied));
      const report = await explained({
        desired: [settings({ mode: 'fast' })],
        live: [live],
        object: 'cm/catalog',
        field: '.data.mode',
      });
      return report.lastApplied;
    };
    expect(await noteOf({ mode: 'fast' })).toEqual({ kind: 'other', value: 'fast' });
    expect(await noteOf({ mode: 'slow' })).toEqual({ kind: 'same-as-live', value: 'slow' });
    expect(await noteOf({})).toEqual({ kind: 'lacks' });
  });

  it('says where an entry was recorded at another version', async () => {
    const managed = [
      entry('kubectl-edit', 'Update', { 'f:spec': { 'f:replicas': {} } }, { apiVersion: 'apps/v1beta2' }),
    ];
    const report = await explained({
      desired: [deployment({ ...pod({ image: 'x' }), replicas: 2 })],
      live: [deployment({ ...pod({ image: 'x' }), replicas: 4 }, managed)],
      object: 'deploy/catalog',
      field: '.spec.replicas',
    });
    expect(text(report)).toContain('recorded at apps/v1beta2');
  });

  it('masks values of Secrets, and shows that they differ', async () => {
    const secret = (password: string) =>
      world(SECRET, undefined, { data: { password: Buffer.from(password).toString('base64') } });
    const given = {
      desired: [secret('old-one')],
      live: [secret('new-one')],
      object: 'secret/catalog',
      field: '.data.password',
    };
    const report = await explained(given);
    expect(report).toMatchObject({
      standing: 'drift',
      masked: true,
      desired: '(secret value 1)',
      live: '(secret value 2)',
    });
    expect(report.advice[0]).toEqual({ message: expect.stringContaining('never printed') as string });
    expect(await explained({ ...given, showSecrets: true })).toMatchObject({
      live: Buffer.from('new-one').toString('base64'),
    });
  });
});

describe('the object', () => {
  const mode = settings({ mode: 'fast' });

  it('is looked for where Git declares it, when no namespace is given', async () => {
    const report = await explained({
      desired: [mode],
      live: [mode],
      object: 'cm/catalog',
      field: '.data.mode',
      namespace: undefined,
    });
    expect(report.resource.namespace).toBe('marketplace');
  });

  it('has to be named by its namespace where Git declares it in several', async () => {
    const other = { ...mode, metadata: { ...mode.metadata, namespace: 'staging' } };
    const given = { desired: [mode, other], live: [mode, other], object: 'cm/catalog', field: '.data.mode' };
    await expect(explained({ ...given, namespace: undefined })).rejects.toThrow(
      'in several namespaces: marketplace, staging',
    );
    expect((await explained({ ...given, namespace: 'staging' })).resource.namespace).toBe('staging');
  });

  it('may be missing from the cluster', async () => {
    const report = await explained({
      desired: [mode],
      live: [settings({}, undefined, { name: 'other' })],
      object: 'cm/catalog',
      field: '.data.mode',
    });
    expect(report).toMatchObject({ outcome: 'missing', standing: 'not-compared', desired: 'fast' });
    expect(text(report)).toContain('NOT COMPARED, missing from the cluster');
  });

  it('may be no part of the desired state', async () => {
    const other = settings({ a: '1' }, undefined, { name: 'other' });
    const report = await explained({ desired: [other], live: [mode], object: 'cm/catalog', field: '.data.mode' });
    expect(report).toMatchObject({ outcome: 'not-declared', standing: 'not-compared', live: 'fast' });
    expect(text(report)).toContain(
      'not declared in Git: The desired state does not declare ConfigMap marketplace/catalog.',
    );
  });

  it('may have no managedFields', async () => {
    const report = await explained({
      desired: [mode],
      live: [settings({ mode: 'slow' })],
      object: 'cm/catalog',
      field: '.data.mode',
    });
    expect(report.managedFields).toBe('absent');
    expect(text(report)).toContain('who wrote it cannot be known');
  });

  it('is told of from live alone, where no desired state is named', async () => {
    const report = await explained({ live: [mode], object: 'cm/catalog', field: '.data.mode' });
    expect(report).toMatchObject({ outcome: 'live-only', standing: 'not-compared', live: 'fast' });
    expect(report).not.toHaveProperty('desired');
    expect(report).not.toHaveProperty('origin');
    expect(text(report)).toContain('not compared with Git: Live has fast.');
    expect(report.advice).toMatchObject([
      { message: expect.stringContaining('name the desired state as the last argument') as string },
    ]);
  });

  it('of a kind without a schema has the writers of its items', async () => {
    const gvk = { apiVersion: 'shop.example/v1', kind: 'Widget' };
    const managed = [
      entry(
        'kubectl-edit',
        'Update',
        { 'f:spec': { 'f:parts': { 'k:{"id":"a"}': { 'f:size': {} } } } },
        { apiVersion: 'shop.example/v1' },
      ),
    ];
    const live = world(gvk, managed, { spec: { parts: [{ id: 'a', size: 3 }] } });
    const index = {
      ...{ format: 1, recordedAt: '2026-11-30T12:00:00Z', apiVersions: ['shop.example/v1/Widget'] },
      kinds: [{ group: 'shop.example', version: 'v1', kind: 'Widget', plural: 'widgets', namespaced: true }],
    };
    const report = await explained({ live: [live], index, object: 'Widget/catalog', field: '.spec.parts[0].size' });
    expect(report.live).toBe(3);
    expect(report.owners.map(({ manager }) => manager)).toEqual(['kubectl-edit']);
  });
});

describe('a path that leads nowhere', () => {
  it.each<[string, string, string]>([
    ['.spec.replcas', 'there is no field .replcas at .spec', 'did you mean .replicas?'],
    [
      '.spec.template.spec.containers[3].image',
      '.spec.template.spec.containers has no item [3], it has 1',
      'it has [name="web"]',
    ],
    ['.spec.template.spec.containers.wbe', 'wbe names no item of it', 'it has [name="web"]'],
    ['.spec.replicas.count', '.spec.replicas is a value of its own', ''],
    ['.spec[0]', '.spec is no list', ''],
    ['.spec.[', 'cannot read the field path', 'in single quotes'],
  ])('%s', async (field, message, hint) => {
    const object = deployment({ ...pod({ image: 'x' }), replicas: 2 });
    const error = await explained({ desired: [object], live: [object], object: 'deploy/catalog', field }).catch(
      (caught: unknown) => caught as GitdriftError,
    );
    expect(error).toMatchObject({ code: 'usage', message: expect.stringContaining(message) as string });
    expect((error as GitdriftError).hint ?? '').toContain(hint);
  });
});
