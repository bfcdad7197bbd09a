import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { analyze } from '../../../src/analyze.js';
import type { Tools } from '../../../src/cli/engine.js';
import { record } from '../../../src/compositions/live/record.js';
import type { Report } from '../../../src/model/report.js';
import type { AnalyzeRequest } from '../../../src/model/request.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';

const DEMO = fileURLToPath(new URL('../../../fixtures/demo/', import.meta.url));
const TOOLS: Tools = {
  env: {},
  cwd: process.cwd(),
  now: new Date('2026-11-30T12:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};
const REQUEST: AnalyzeRequest = {
  source: { kind: 'path', path: `${DEMO}desired`, recursive: false },
  render: { values: [], set: [], apiVersions: [] },
  namespace: 'marketplace',
  allowEmpty: false,
  select: { kinds: [], excludeKinds: [], resources: [] },
  compare: { ignoreRules: true, showSecrets: false, maxPendingMs: 86_400_000 },
  failOn: ['unexplained'],
  noExitCode: false,
  toolVersion: '0.0.0-test',
};

const saved = (path: string) => ({ kind: 'recording' as const, path, schemaFiles: [] });

/** The resources and findings of a report; where it was read from is another matter. */
const judged = ({ applications: [application] }: Report) => [application?.resources, application?.findings];

it('what is recorded gives the same report again, autoscalers included', async () => {
  const live = saved(`${DEMO}live.json`);
  const { text, summary } = await record(REQUEST, live, TOOLS);
  expect(summary).toMatch(/^\d+ objects of /);
  const folder = await temporaryFolder({ 'again.json': text });
  const [first, again] = [
    await analyze(REQUEST, live, TOOLS),
    await analyze(REQUEST, saved(join(folder, 'again.json')), TOOLS),
  ];
  expect(judged(again)).toEqual(judged(first));
  expect(JSON.stringify(judged(again))).toContain('hpa-controls-replicas');
});

describe('a recorded Secret', () => {
  const secret = (password: string, more: object = {}): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'db', namespace: 'marketplace', managedFields: [{ manager: 'helm', operation: 'Update' }] },
    data: { password: Buffer.from(password).toString('base64'), ...more },
  });
  const declared = (password: string, more = ''): string =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: db}\nstringData: {password: ${password}${more}}\n`;
  const request = (path: string): AnalyzeRequest => ({ ...REQUEST, source: { kind: 'path', path, recursive: false } });

  /** What a replay says of `then` where the recording was made of `live` against `now`. */
  async function replay(live: string, now: string, then: string): Promise<Report> {
    const folder = await temporaryFolder({
      'live.json': JSON.stringify(secret(live)),
      'now.yaml': now,
      'then.yaml': then,
    });
    const { text } = await record(request(join(folder, 'now.yaml')), saved(join(folder, 'live.json')), TOOLS);
    expect(text).not.toContain(Buffer.from(live).toString('base64'));
    await writeFile(join(folder, 'recording.json'), text);
    return analyze(request(join(folder, 'then.yaml')), saved(join(folder, 'recording.json')), TOOLS);
  }

  it.each<[string, string, string, string, string, string[], number]>([
    ['equal, and Git as it was', 'hunter2', declared('hunter2'), declared('hunter2'), 'Synced', [], 0],
    ['different, and Git as it was', 'hunter2', declared('x'), declared('x'), 'OutOfSync', ['.data.password'], 1],
    ['equal, and Git declares another value', 'hunter2', declared('hunter2'), declared('other1'), 'Unknown', [], 3],
    ['different, and Git declares what live has', 'hunter2', declared('x'), declared('hunter2'), 'Unknown', [], 3],
    [
      'equal, and Git declares one key more, which live lacks',
      'hunter2',
      declared('hunter2'),
      declared('hunter2', ', pin: "0042"'),
      'Unknown',
      ['.data.pin'],
      1,
    ],
  ])('%s', async (_, live, now, then, sync, drift, exitCode) => {
    const report = await replay(live, now, then);
    const resource = report.applications[0]?.resources[0];
    expect(resource?.sync).toBe(sync);
    expect(resource?.drift.map(({ path }) => path)).toEqual(drift);
    expect(report.gate?.exitCode).toBe(exitCode);
    if (sync === 'Unknown') expect(resource?.message).toMatch(/^\.data\.password cannot be compared: .*record again/);
  });

  it('of a file that says nothing of what it was compared with is Unknown, whatever the word', async () => {
    const words = { ...secret(''), data: { password: '(recorded: equal to desired)' } };
    const folder = await temporaryFolder({ 'live.json': JSON.stringify(words), 'desired.yaml': declared('hunter2') });
    const report = await analyze(request(join(folder, 'desired.yaml')), saved(join(folder, 'live.json')), TOOLS);
    expect(report.applications[0]?.resources[0]?.sync).toBe('Unknown');
    expect(report.applications[0]?.sync.status).toBe('Unknown');
  });
});

describe('what could not be recorded', () => {
  it('is warned of with its number, and makes the recording incomplete', async () => {
    const warnings: string[] = [];
    const page = { apiVersion: 'v1', kind: 'List', metadata: { continue: 'eyJ2Ijoi' }, items: [] };
    const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'flags', namespace: 'marketplace' } };
    const folder = await temporaryFolder({
      'live.json': JSON.stringify([page, configMap]),
      'desired.json': JSON.stringify({
        ...page,
        metadata: {},
        items: [configMap, { ...configMap, metadata: { name: 'settings' } }],
      }),
    });
    const { complete } = await record(
      { ...REQUEST, source: { kind: 'path', path: join(folder, 'desired.json'), recursive: false } },
      saved(join(folder, 'live.json')),
      { ...TOOLS, warn: (warning) => warnings.push(warning) },
    );
    expect(complete).toBe(false);
    expect(warnings).toContainEqual(
      expect.stringMatching(/^1 of 2 objects could not be read: ConfigMap marketplace\/settings \(not found in .*\)$/),
    );
    expect(warnings).toContainEqual(
      expect.stringMatching(/^the list of HorizontalPodAutoscaler in marketplace could not be read: /),
    );
  });
});

describe('earlier Pod templates in a recording', () => {
  const template = (image: string) => ({ spec: { containers: [{ name: 'web', image }] } });
  const workload = (image: string, uid?: string) => ({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: {
      name: 'catalog',
      namespace: 'marketplace',
      ...(uid === undefined ? {} : { uid, managedFields: [{ manager: 'helm', operation: 'Update' }] }),
    },
    spec: { template: template(image) },
  });
  const replicaSet = (image: string, revision: number, uid: string) => ({
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${uid}-${revision}`,
      namespace: 'marketplace',
      creationTimestamp: `2026-11-30T10:0${revision}:00Z`,
      annotations: { 'deployment.kubernetes.io/revision': String(revision) },
      ownerReferences: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog', uid, controller: true }],
    },
    spec: { template: template(image) },
  });

  it('are those of the desired workloads, and tell a newer commit what they told then', async () => {
    const live = [
      workload('catalog:2', 'c4'),
      replicaSet('catalog:1', 1, 'c4'),
      replicaSet('catalog:2', 2, 'c4'),
      replicaSet('stranger:1', 1, 'd5'),
    ];
    const folder = await temporaryFolder({
      'live.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', metadata: {}, items: live }),
      'equal.json': JSON.stringify(workload('catalog:2')),
      'older.json': JSON.stringify(workload('catalog:1')),
    });
    const of = (name: string): AnalyzeRequest => ({
      ...REQUEST,
      source: { kind: 'path', path: join(folder, name), recursive: false },
    });
    // Recorded where nothing differs, and nothing is asked for: the replay asks.
    const { text } = await record(of('equal.json'), saved(join(folder, 'live.json')), TOOLS);
    expect(text).not.toContain('stranger');
    await writeFile(join(folder, 'recording.json'), text);
    const report = await analyze(of('older.json'), saved(join(folder, 'recording.json')), TOOLS);
    expect(report.applications[0]?.resources[0]?.drift).toMatchObject([
      { live: 'catalog:2', history: { since: { at: '2026-11-30T10:02:00Z' }, previous: { value: 'catalog:1' } } },
    ]);
  });
});
