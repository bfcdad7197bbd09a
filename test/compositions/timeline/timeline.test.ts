import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { Tools } from '../../../src/cli/engine.js';
import { timeline } from '../../../src/compositions/timeline/timeline.js';
import { readGitops } from '../../../src/compositions/timeline/timeline-gitops.js';
import type { JsonObject } from '../../../src/model/json.js';
import { printJson } from '../../../src/model/json-text.js';
import type { Cluster } from '../../../src/model/live.js';
import type { AnalyzeRequest } from '../../../src/model/request.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import type { TimelineReport, TimelineRequest } from '../../../src/model/timeline-report.js';
import { jsonTimeline } from '../../../src/report/timeline.js';
import { temporaryFolder } from '../../cluster-client/temporary-folder.js';
import { DEPLOYMENT, entry, SECRET, world } from '../../ownership/worlds.js';
import { commit, hasGit, repository, write } from '../../source/repositories.js';
import { clock, lines } from '../../timeline/lines.js';

const FIXTURES = fileURLToPath(new URL('../../../fixtures/timeline/', import.meta.url));
const ajv = new Ajv2020({ allErrors: true });
addFormats.default(ajv);
const schema = readFileSync(new URL('../../../docs/timeline.schema.json', import.meta.url), 'utf8');
const validate = ajv.compile(JSON.parse(schema) as object);

const TOOLS: Tools = {
  env: { PATH: process.env.PATH, HOME: '/nowhere' },
  cwd: process.cwd(),
  now: new Date('2026-11-30T22:00:00Z'),
  readStdin: async () => '',
  progress: () => {},
  warn: () => {},
  signal: new AbortController().signal,
};

/** The story of `deployment/catalog` in saved objects; its JSON is checked against the published schema. */
async function storyOf(path: string, request: Partial<TimelineRequest> = {}): Promise<TimelineReport> {
  const report = await timeline(
    {
      ...{ kind: 'deployment', name: 'catalog', namespace: 'marketplace' },
      ...{ showUsers: true, withStatus: false, showSecrets: false, toolVersion: '0.0.0-test' },
      ...request,
    },
    { kind: 'recording', path, schemaFiles: [] },
    TOOLS,
  );
  expect(validate(JSON.parse(jsonTimeline(report))), JSON.stringify(validate.errors)).toBe(true);
  return report;
}

async function storyAmong(
  objects: readonly KubernetesObject[],
  request: Partial<TimelineRequest> = {},
): Promise<TimelineReport> {
  const folder = await temporaryFolder({ 'live.json': printJson({ apiVersion: 'v1', kind: 'List', items: objects }) });
  return storyOf(join(folder, 'live.json'), request);
}

/** The desired state of a path. */
function desiredAt(path: string): AnalyzeRequest {
  return {
    source: { kind: 'path', path, recursive: false },
    render: { values: [], set: [], apiVersions: [] },
    namespace: 'marketplace',
    allowEmpty: false,
    select: { kinds: [], excludeKinds: [], resources: [] },
    compare: { ignoreRules: true, showSecrets: false, maxPendingMs: 86_400_000 },
    failOn: ['none'],
    noExitCode: false,
    toolVersion: '0.0.0-test',
  };
}

describe('the story of a Deployment that a real API server recorded', () => {
  it('from live alone', async () => {
    const report = await storyOf(`${FIXTURES}rollback.json`);
    expect(lines(report.entries).filter((line) => line.startsWith('≤'))).toEqual([
      '≤21:26:43 written: wrote .metadata.labels.team | kubectl label [managed-fields]',
      '≤21:26:48 rolled-back: revision 5 of the Pod template, compared with revision 4; back to that of revision 2 | kubectl rollout undo {.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]: "2026-11-30T21:26:45Z" → undefined} {.spec.template.spec.containers[name="web"].image: "registry.example/catalog:1.2" → "registry.example/catalog:1.1"} [history managed-fields]',
      '≤21:26:51 written: wrote .metadata.annotations["kubernetes.io/change-cause"] | kubectl annotate [managed-fields annotation]',
    ]);
    expect(report.undated).toEqual([]);
    expect(report.notKnown).toEqual([
      'events are kept for an hour unless the cluster says otherwise; older ones are gone',
      'commits are not looked at: no desired state is given (PATH, or --repo URL)',
      'who asked for 3 revisions of the Pod template is not recorded',
      'an entry of managedFields tells the last write of its manager only; earlier ones, and users, are in the audit log: --audit-log FILE',
    ]);
  });

  it('with the audit log: every write once, exactly when and by whom', async () => {
    const audit = { paths: [`${FIXTURES}rollback-audit.jsonl`], showUsers: true };
    const report = await storyOf(`${FIXTURES}rollback.json`, { audit });
    const told = lines(report.entries);
    expect(told.filter((line) => line.startsWith('≤'))).toEqual([]);
    expect(told.filter((line) => line.includes('audit'))).toHaveLength(9);
    expect(told.filter((line) => line.includes('(admin)') && line.includes('kubectl set'))).toHaveLength(2);
    expect(report.leftOut.statusOnly).toBeGreaterThan(0);
  });

  it('without the names of users', async () => {
    const audit = { paths: [`${FIXTURES}rollback-audit.jsonl`], showUsers: false };
    const report = await storyOf(`${FIXTURES}rollback.json`, { audit, showUsers: false });
    expect(report.entries.some(({ writer }) => writer?.user?.kind === 'user')).toBe(true);
    expect(JSON.stringify(report)).not.toContain('"admin"');
  });

  it('narrowed to a field', async () => {
    const audit = { paths: [`${FIXTURES}rollback-audit.jsonl`], showUsers: true };
    const report = await storyOf(`${FIXTURES}rollback.json`, { audit, field: '.spec.replicas' });
    expect(lines(report.entries).map((line) => line.slice(0, 100))).toEqual([
      '21:26:31 created: the Deployment was created, with revision 1 of its Pod template | Argo CD, sync (a',
      '21:26:40 written: changed 1 field through /scale | kubectl scale (admin) {.spec.replicas: 2 → 3} [au',
      '21:26:43 rescaled: changed the replicas: New size: 4; reason: Current number of replicas below Spec.',
      '21:26:43 condition: HPA catalog: AbleToScale became True (SucceededGetScale): the HPA controller was',
      '21:26:44 condition: HPA catalog: ScalingActive became False (FailedGetResourceMetric): the HPA was u',
    ]);
  });

  it.each([
    ['spec.template.spec.containers[0].image', '.spec.template.spec.containers[name="web"].image'],
    ['/spec/replicas', '.spec.replicas'],
  ])('of a field as people write it: %s', async (field, printed) => {
    expect((await storyOf(`${FIXTURES}rollback.json`, { field })).field).toBe(printed);
  });

  it('of a field that was there once, and of none that never was', async () => {
    const field = '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]';
    const report = await storyOf(`${FIXTURES}rollback.json`, { field });
    expect(report.entries.filter(({ changes }) => (changes?.length ?? 0) > 0)).toHaveLength(2);
    const never = storyOf(`${FIXTURES}rollback.json`, { field: '.spec.replica' });
    await expect(never).rejects.toThrow(/replica/);
  });

  it('of the last minutes only, with a count of what lies before', async () => {
    const report = await storyOf(`${FIXTURES}rollback.json`, { withinMs: 25 * 60_000 });
    expect(report.after).toBe('2026-11-30T21:35:00Z');
    expect(report.entries.every(({ time }) => Date.parse(time ?? '') >= Date.parse('2026-11-30T21:35:00Z'))).toBe(true);
    expect(report.entries.length).toBeGreaterThan(0);
    expect(report.leftOut.earlier).toBeGreaterThan(10);
  });
});

describe('what belongs to the story and cannot be read', () => {
  it('is said: a recording without events, an Application that is not saved', async () => {
    const annotations = { 'argocd.argoproj.io/tracking-id': 'shop:apps/Deployment:marketplace/catalog' };
    const report = await storyAmong([world(DEPLOYMENT, [], { metadata: { annotations }, spec: { replicas: 1 } })]);
    expect(report.notRead).toEqual([
      { source: 'earlier Pod templates (ReplicaSet)', reason: 'no ReplicaSet (apps) is saved' },
      { source: 'HorizontalPodAutoscalers', reason: 'no HorizontalPodAutoscaler (autoscaling) is saved' },
      { source: 'events', reason: 'no Event is saved' },
      { source: 'syncs of Argo CD (Application shop)', reason: 'Application shop is not among the saved objects' },
    ]);
    expect(report.notKnown).toContain('the object has no managedFields: who wrote it is not recorded');
  });
});

describe('the GitOps controller', () => {
  const id = (name: string): JsonObject => ({
    'argocd.argoproj.io/tracking-id': `${name}:apps/Deployment:marketplace/catalog`,
  });
  const application = (namespace: string): KubernetesObject => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace },
    status: { history: [{ deployedAt: clock('10:00:00'), revision: '1.2.3', initiatedBy: { username: 'ann' } }] },
  });
  const SYNC = '10:00:00 sync: synced to 1.2.3 | Argo CD, sync (ann) [gitops]';

  it.each<[string, JsonObject, KubernetesObject[], string[]]>([
    ['an Application in its usual place', id('shop'), [application('argocd')], [SYNC]],
    ['an Application of another namespace, by its id', id('team_shop'), [application('team')], [SYNC]],
    ['an Application of that name wherever it is', id('shop'), [application('gitops')], [SYNC]],
    ['none where two have the name', id('shop'), [application('gitops'), application('team')], []],
  ])('is found: %s', async (_, annotations, owners, expected) => {
    const report = await storyAmong([world(DEPLOYMENT, [], { metadata: { annotations } }), ...owners]);
    expect(lines(report.entries)).toEqual(expected);
    expect(report.notRead.filter(({ source }) => source.startsWith('syncs'))).toHaveLength(
      expected.length === 0 ? 1 : 0,
    );
  });

  it('is found by the labels that Flux puts on what it applies', async () => {
    const labels = {
      'kustomize.toolkit.fluxcd.io/name': 'apps',
      'kustomize.toolkit.fluxcd.io/namespace': 'flux-system',
    };
    const owner: KubernetesObject = {
      apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
      kind: 'Kustomization',
      metadata: { name: 'apps', namespace: 'flux-system' },
      status: { conditions: [{ type: 'Ready', status: 'False', lastTransitionTime: clock('10:00:00') }] },
    };
    const report = await storyAmong([world(DEPLOYMENT, [], { metadata: { labels } }), owner]);
    expect(lines(report.entries)).toEqual(['10:00:00 condition: Kustomization apps: Ready became False [gitops]']);
  });
});

describe('an object that tells of others', () => {
  it('tells of itself, once: an Application its syncs', async () => {
    const application: KubernetesObject = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'catalog', namespace: 'marketplace' },
      status: {
        history: [{ deployedAt: clock('10:00:00'), revision: '1.2.3', initiatedBy: { automated: true } }],
        conditions: [{ type: 'SyncError', message: 'a hook failed', lastTransitionTime: clock('10:01:00') }],
      },
    };
    const unasked = new Proxy({} as Cluster, {
      get: () => () => Promise.reject(new Error('nobody has to be asked')),
    });
    // Its conditions are those of any object: the story has them from its status.
    expect(lines((await readGitops(application, undefined, unasked, true)).told)).toEqual([
      '10:00:00 sync: synced to 1.2.3 | Argo CD, automated sync [gitops]',
    ]);
  });

  it('tells of itself, once: an autoscaler its rescales', async () => {
    const hpa = world({ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler' }, [], {
      status: {
        lastScaleTime: clock('10:00:00'),
        conditions: [{ type: 'AbleToScale', status: 'True', lastTransitionTime: clock('09:59:00') }],
      },
    });
    expect(lines((await storyAmong([hpa], { kind: 'hpa' })).entries)).toEqual([
      '09:59:00 condition: HPA catalog: AbleToScale became True [autoscaler]',
      '10:00:00 rescaled: last changed the replicas | HPA catalog [autoscaler]',
    ]);
  });
});

describe('saved objects in a folder', () => {
  it('may be a recording with events beside it, as docs/timeline.md says', async () => {
    const [live, events] = [
      ['Deployment', 'ReplicaSet'],
      ['HorizontalPodAutoscaler', 'Event'],
    ].map((kinds) => {
      const { items } = JSON.parse(readFileSync(`${FIXTURES}rollback.json`, 'utf8')) as { items: KubernetesObject[] };
      return printJson({ apiVersion: 'v1', kind: 'List', items: items.filter(({ kind }) => kinds.includes(kind)) });
    });
    const folder = await temporaryFolder({ 'objects.json': live ?? '', 'more.json': events ?? '' });
    expect(lines((await storyOf(folder)).entries)).toEqual(lines((await storyOf(`${FIXTURES}rollback.json`)).entries));
  });
});

describe('an object that is gone', () => {
  const items = (): KubernetesObject[] =>
    (JSON.parse(readFileSync(`${FIXTURES}rollback.json`, 'utf8')) as { items: KubernetesObject[] }).items;
  const gone = (): KubernetesObject[] => items().filter(({ kind }) => kind !== 'Deployment');

  it('is told by its events, and by the log who deleted it', async () => {
    const log = readFileSync(`${FIXTURES}rollback-audit.jsonl`, 'utf8');
    const event = JSON.parse(log.split('\n')[0] ?? '') as Record<string, unknown>;
    const { requestObject: _, responseObject: __, ...rest } = event;
    const times = { requestReceivedTimestamp: clock('21:55:00'), stageTimestamp: clock('21:55:00') };
    const deletion = {
      ...rest,
      ...times,
      verb: 'delete',
      auditID: 'd1',
      requestURI: '/apis/apps/v1/namespaces/marketplace/deployments/catalog',
    };
    const folder = await temporaryFolder({ 'audit.jsonl': `${log}${JSON.stringify(deletion)}\n` });
    const report = await storyAmong(gone(), { audit: { paths: [join(folder, 'audit.jsonl')], showUsers: true } });
    expect(report.object).toBe('missing');
    expect(lines(report.entries).at(-1)).toMatch(
      /^21:55:00 deletion-requested: its deletion was requested \| .* \(admin\) \[audit\]$/,
    );
    expect(report.notKnown).toContain('live has no such object');
  });

  it('is told by its events alone', async () => {
    const report = await storyAmong(gone());
    expect(new Set(report.entries.map(({ code }) => code))).toEqual(new Set(['event']));
    expect(report.notKnown).toContain('live has no such object: who deleted it is not recorded');
  });

  it('does not hide that the desired state is nowhere', async () => {
    const wrong = storyAmong(gone(), { desired: desiredAt('/nowhere/at/all') });
    await expect(wrong).rejects.toThrow(/\/nowhere\/at\/all/);
  });

  it('is an error where nothing tells of it', async () => {
    await expect(storyAmong(gone(), { name: 'catalogue' })).rejects.toThrow(/no Deployment marketplace\/catalogue/);
  });
});

describe('a Secret', () => {
  it('shows neither its values nor its annotations, also not those that an audit log holds', async () => {
    const value = (text: string): string => Buffer.from(text).toString('base64');
    const state = (version: string, text: string): JsonObject => ({
      metadata: {
        resourceVersion: version,
        generation: 1,
        annotations: { note: `it was ${text}`, 'kubernetes.io/change-cause': `set ${text}` },
      },
      data: { password: value(text) },
    });
    const event = (time: string, version: string, text: string): string =>
      JSON.stringify({
        kind: 'Event',
        apiVersion: 'audit.k8s.io/v1',
        level: 'RequestResponse',
        auditID: version,
        stage: 'ResponseComplete',
        requestURI: '/api/v1/namespaces/marketplace/secrets/catalog?fieldManager=kubectl-edit',
        verb: 'update',
        user: { username: 'ann', groups: [] },
        userAgent: 'kubectl/v1.36.3',
        objectRef: { resource: 'secrets', namespace: 'marketplace', name: 'catalog', apiVersion: 'v1' },
        responseStatus: { code: 200 },
        requestObject: { apiVersion: 'v1', kind: 'Secret', ...state(version, text) },
        responseObject: { apiVersion: 'v1', kind: 'Secret', ...state(version, text) },
        requestReceivedTimestamp: `2026-11-30T${time}.000000Z`,
        stageTimestamp: `2026-11-30T${time}.100000Z`,
      });
    const folder = await temporaryFolder({
      'audit.log': `${event('10:00:00', '1', 'first-password')}\n${event('10:01:00', '2', 'second-password')}\n`,
    });
    const object = world(
      SECRET,
      [entry('kubectl-edit', 'Update', { 'f:data': { 'f:password': {} } }, { time: clock('10:01:00') })],
      {
        ...state('2', 'second-password'),
      },
    );
    const report = await storyAmong([object], {
      kind: 'secret',
      audit: { paths: [join(folder, 'audit.log')], showUsers: true },
    });
    const text = jsonTimeline(report);
    for (const secret of ['first-password', 'second-password', value('first-password'), value('second-password')]) {
      expect(text).not.toContain(secret);
    }
    expect(report.entries.at(-1)?.changes).toEqual(
      [
        { path: '.data.password', from: '(secret value 1)', to: '(secret value 2)', masked: true },
        ...['kubernetes.io/change-cause', 'note'].map((name) => ({
          path: name === 'note' ? '.metadata.annotations.note' : `.metadata.annotations["${name}"]`,
          from: '(not shown: it may repeat the Secret)',
          to: '(not shown: it may repeat the Secret)',
          masked: true,
        })),
      ].sort((a, b) => (a.path < b.path ? -1 : 1)),
    );
  });
});

describe.skipIf(!hasGit)('commits', () => {
  const manifest = (image: string, extra = ''): string =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: catalog\nspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          image: catalog:${image}\n${extra}`;
  const OTHER = '---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: other\n';
  const LIVE = world(DEPLOYMENT, [], { metadata: { creationTimestamp: clock('09:00:00') } });

  const commitsOf = (report: TimelineReport): string[] =>
    [...report.entries, ...report.undated]
      .filter(({ sources }) => sources[0]?.kind === 'git')
      .map(({ message, note }) => `${message.replace(/[0-9a-f]{12}/, 'SHA')}${note === undefined ? '' : ` (${note})`}`);

  it('are those of the lines of the object, not of its neighbours in the file', async () => {
    const folder = repository({ 'apps/all.yaml': manifest('1') + OTHER });
    commit(folder, { 'apps/all.yaml': manifest('2') + OTHER });
    commit(folder, { 'apps/all.yaml': `${manifest('2')}${OTHER}data:\n  a: b\n` });
    const report = await storyAmong([LIVE], { desired: desiredAt(join(folder, 'apps')) });
    expect(commitsOf(report)).toEqual([
      'commit SHA changed what Git declares of it: change',
      'commit SHA changed what Git declares of it: change',
    ]);
    expect(report.entries.at(-1)).toMatchObject({
      certainty: 'as-told',
      author: 'test',
      origin: { file: 'apps/all.yaml', line: 1 },
    });
  });

  it('are said not to be made yet where the work tree differs, and follow lines that moved', async () => {
    const folder = repository({ 'all.yaml': `${OTHER.slice(4)}---\n${manifest('1')}` });
    write(folder, { 'all.yaml': `# a line above\n${OTHER.slice(4)}---\n${manifest('1')}` });
    expect(commitsOf(await storyAmong([LIVE], { desired: desiredAt(folder) }))).toEqual([
      'commit SHA changed what Git declares of it: change',
    ]);
    write(folder, { 'all.yaml': `# a line above\n${OTHER.slice(4)}---\n${manifest('2', '          args: [a]\n')}` });
    expect(commitsOf(await storyAmong([LIVE], { desired: desiredAt(folder) }))).toEqual([
      'commit SHA changed what Git declares of it: change',
      'declaring lines were changed in the work tree; not committed',
    ]);
  });

  it('of a field are those of its line, with what it was', async () => {
    const folder = repository({ 'deploy.yaml': manifest('1') });
    commit(folder, { 'deploy.yaml': manifest('2') });
    commit(folder, { 'deploy.yaml': manifest('2', '          args: [a]\n') });
    const field = '.spec.template.spec.containers[name="web"].image';
    const report = await storyAmong([LIVE], { desired: desiredAt(folder), field });
    expect(commitsOf(report).at(-1)).toBe(
      'commit SHA changed the declaring line: change ("image: catalog:1" became "image: catalog:2")',
    );
    expect(commitsOf(report)).toHaveLength(2);
  });

  it('cannot be had outside a repository', async () => {
    const folder = await temporaryFolder({ 'deploy.yaml': manifest('1') });
    const report = await storyAmong([LIVE], { desired: desiredAt(folder) });
    expect(report.notRead.filter(({ source }) => source.startsWith('commits'))).toMatchObject([
      { reason: expect.stringContaining('is in no Git repository') },
    ]);
  });

  it('tell of an object that live lost', async () => {
    const folder = repository({ 'deploy.yaml': manifest('1') });
    const report = await storyAmong([world(SECRET, [])], { desired: desiredAt(folder) });
    expect(report.object).toBe('missing');
    expect(commitsOf(report)).toHaveLength(1);
    expect(report.notKnown).toContain('live has no such object: who deleted it is not recorded');
  });

  it('leave it said who took away what Git declares: nobody knows', async () => {
    const folder = repository({ 'deploy.yaml': manifest('1') });
    const report = await storyAmong(
      [
        world(DEPLOYMENT, [entry('helm', 'Update', { 'f:spec': { 'f:paused': {} } }, { time: clock('10:00:00') })], {
          spec: { template: { spec: { containers: [{ name: 'web' }] } } },
        }),
      ],
      {
        desired: desiredAt(folder),
      },
    );
    expect(report.notKnown).toContain(
      'who removed .spec.template.spec.containers[name="web"].image is not recorded: what is gone has no manager',
    );
  });
});
