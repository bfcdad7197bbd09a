import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Finding, Report } from '../../src/model/report.js';
import { kubectlOk, until } from '../controlplane/kubectl.js';
import { deployment, settings } from './scenarios/manifests.js';
import { application, told } from './scenarios/report-contract.js';
import { world } from './scenarios/world.js';

const { auditLog, controlplane, kubeconfig, kubectl: program } = inject('cluster');
const here = world('server-side');
const { apply, kubectl, namespace } = here;
const reader = `reader-${namespace}`;
const admin = (args: readonly string[], stdin = ''): Promise<string> => kubectlOk(args, { kubeconfig, program, stdin });

const SERVER_SIDE = '--server-side';
const findings = (report: Report): readonly Finding[] => application(report).findings;
/** What is found, but for what is said of every image with a tag, whatever the server answers. */
const brief = (report: Report): readonly string[] =>
  findings(report)
    .filter(({ code }) => code !== 'image-without-digest')
    .map(
      ({ severity, code, resource, path, message }) =>
        `${severity} ${code} ${resource?.kind}/${resource?.name}${path === undefined ? '' : ` ${path}`}: ${message}`,
    );
const version = (name: string): Promise<string> =>
  kubectl(['get', name, '--output=jsonpath={.metadata.resourceVersion}']);

describe('diff --server-side on a real API server', () => {
  it('adds nothing where the server agrees, and says beforehand what it does', async () => {
    const desired = `${deployment({ name: 'agreed', replicas: 2 })}---\n${settings('agreed', { mode: 'day' })}`;
    await apply(desired);
    const before = await version('configmap/agreed');
    const { report, err } = await here.diff(desired, [SERVER_SIDE]);
    expect(brief(report)).toEqual([]);
    expect(application(report).sync.status).toBe('Synced');
    expect(err).toContain('dry-run PATCH: it needs the verb patch');
    expect(await version('configmap/agreed')).toBe(before);
  });

  it('adds nothing where the server sees the same drift: changed, missing, removed, in an atomic list', async () => {
    const was = (args: string, extra: string): string =>
      deployment({ name: 'drifted', replicas: 2, metadata: extra, container: `args: [${args}]\nworkingDir: /srv` });
    await apply(was('serve, --fast', 'labels: {team: web, old: "1"}'));
    await kubectl(['scale', 'deployment/drifted', '--replicas=5']);
    const patch = [{ op: 'remove', path: '/spec/template/spec/containers/0/workingDir' }];
    await kubectl(['patch', 'deployment/drifted', '--type=json', `--patch=${JSON.stringify(patch)}`]);
    const desired = was('serve', 'labels: {team: web}');
    const { report } = await here.diff(desired, [SERVER_SIDE]);
    expect(told(report).filter((line) => line.startsWith('drift'))).toEqual([
      'drift Deployment/drifted extra .metadata.labels.old: "1"',
      'drift Deployment/drifted changed .spec.replicas: 2 → 5',
      'drift Deployment/drifted changed .spec.template.spec.containers[name="web"].args: ["serve"] → ["serve","--fast"]',
      'drift Deployment/drifted missing .spec.template.spec.containers[name="web"].workingDir: "/srv"',
    ]);
    expect(brief(report)).toEqual([]);
    expect(await kubectl(['get', 'deployment/drifted', '--output=jsonpath={.spec.replicas}'])).toBe('5');
  });

  it('tells a refusal in the words of the server, and that a sync cannot apply the object', async () => {
    await apply(settings('frozen', { mode: 'day' }).replace('\ndata:', '\nimmutable: true\ndata:'));
    const desired = `${settings('frozen', { mode: 'night' })}immutable: true\n---\n${settings('bad key', { a: '1' })}`;
    const { report } = await here.diff(desired, [SERVER_SIDE, '--fail-on=finding:server-side-refused']);
    const refused = findings(report).filter(({ code }) => code === 'server-side-refused');
    expect(refused.map(({ severity, resource }) => [severity, resource?.name])).toEqual([
      ['error', 'bad key'],
      ['error', 'frozen'],
    ]);
    expect(refused[0]?.message).toContain('a lowercase RFC 1123 subdomain');
    expect(refused[1]?.message).toContain('field is immutable when `immutable` is set');
    const effects = application(report).ifSynced.filter(({ code }) => code === 'refused');
    expect(effects.map(({ resource }) => resource.name)).toContain('bad key');
    expect(application(report).action.message).toContain('refused');
    expect(report.gate).toMatchObject({ counted: 2, exitCode: 1 });
  });

  it('tells an unknown field and a key that stands twice as refusals of a server-side apply', async () => {
    const ports = '[{name: http, port: 80}, {name: again, port: 80}]';
    const twice = `apiVersion: v1\nkind: Service\nmetadata: {name: twice}\nspec: {ports: ${ports}}\n`;
    const { report } = await here.diff(`${deployment({ name: 'typo', spec: 'replicaz: 2' })}---\n${twice}`, [
      SERVER_SIDE,
    ]);
    const refused = 'in the dry run a server-side apply would be refused: failed to create typed patch object';
    expect(brief(report).filter((line) => line.startsWith('error'))).toEqual([
      expect.stringMatching(
        `^error server-side-refused Service/twice: ${refused} .*: \\.spec\\.ports: duplicate entries`,
      ),
      expect.stringMatching(
        `^error server-side-refused Deployment/typo: ${refused} .*: \\.spec\\.replicaz: field not declared`,
      ),
    ]);
    // A client-side apply would take both, and nothing is known of how these are applied.
    expect(application(report).ifSynced.filter(({ code }) => code === 'refused')).toEqual([]);
  });

  it('never tells the value of a Secret', async () => {
    const secret = (data: string): string => `apiVersion: v1\nkind: Secret\nmetadata: {name: db}\ndata: {${data}}\n`;
    await apply(secret('password: cGxhbnRlZA==, user: b3Bz'));
    const { out, report } = await here.diff(secret('password: cGxhbnRlZDI=, user: planted-no-base64!'), [SERVER_SIDE]);
    expect(findings(report).map(({ code }) => code)).toContain('server-side-refused');
    expect(out).not.toMatch(/planted|cGxhbnRlZ/);
  });

  it('goes on without the right to patch, and the verdicts stay', async () => {
    const desired = [settings('read-1', { a: '1' }), settings('read-2', { a: '2' }), deployment({ name: 'read' })].join(
      '---\n',
    );
    await apply(desired);
    const rights = ['--verb=get,list', '--resource=configmaps,deployments.apps,horizontalpodautoscalers.autoscaling'];
    await kubectl(['create', 'role', reader, ...rights]);
    await kubectl(['create', 'rolebinding', reader, `--role=${reader}`, `--user=${reader}`]);
    const asReader = [SERVER_SIDE, `--as=${reader}`, '--as-group=system:authenticated'];
    const report = await until(async () => {
      const { report } = await here.diff(desired, asReader);
      return application(report).sync.status !== 'Unknown' && report;
    }, 'the rights of the reader take effect');
    expect(told(report)[0]).toBe('Synced, Progressing: wait; exit 0');
    expect(brief(report)).toEqual([
      `warning server-side-unavailable ConfigMap/read-1: its dry run and that of 1 more object could not be made: User "${reader}" cannot patch resource "configmaps" in API group "" in the namespace "${namespace}"`,
      `warning server-side-unavailable Deployment/read: its dry run could not be made: User "${reader}" cannot patch resource "deployments" in API group "apps" in the namespace "${namespace}"`,
    ]);
  });

  it.skipIf(auditLog === undefined)('sends nothing but dry runs', async () => {
    await apply(settings('end-of-log', { a: '1' }));
    const text = await until(async () => {
      const log = await readFile(auditLog ?? '', 'utf8');
      return log.includes(`"namespace":"${namespace}","name":"end-of-log"`) && log;
    }, 'the last write is in the audit log');
    const ours = text
      .trimEnd()
      .split('\n')
      .filter((line) => line.includes(namespace))
      .map((line) => JSON.parse(line) as { verb: string; requestURI: string; userAgent?: string })
      .filter(({ userAgent }) => userAgent?.startsWith('gitdrift'));
    expect(ours.length).toBeGreaterThan(5);
    for (const { verb, requestURI } of ours) {
      expect(verb).toBe('patch');
      expect(new URL(requestURI, 'http://audit').searchParams.get('dryRun')).toBe('All');
    }
  });
});

describe.skipIf(controlplane === undefined)('diff --server-side where admission changes objects', () => {
  const policy = `server-side-${randomUUID().slice(0, 8)}`;
  const expression = `Object{
    metadata: Object.metadata{labels: {"cost-centre": "web"}},
    spec: Object.spec{template: Object.spec.template{spec: Object.spec.template.spec{containers: object.spec.template.spec.containers.map(c,
      Object.spec.template.spec.containers{name: c.name, image: c.image.startsWith("mirror.example/") ? c.image : "mirror.example/" + c.image})}}}
  }`;
  const meta = { name: policy };
  const v1 = 'admissionregistration.k8s.io/v1';
  const rules = [
    { apiGroups: ['apps'], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['deployments'] },
  ];
  const inHere = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } } };
  const objects = [
    {
      apiVersion: v1,
      kind: 'MutatingAdmissionPolicy',
      metadata: meta,
      spec: {
        matchConstraints: { ...inHere, resourceRules: rules },
        failurePolicy: 'Fail',
        reinvocationPolicy: 'Never',
        mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
      },
    },
    { apiVersion: v1, kind: 'MutatingAdmissionPolicyBinding', metadata: meta, spec: { policyName: policy } },
  ];
  beforeAll(async () => {
    await apply(deployment({ name: 'labelled', metadata: 'labels: {team: web}' }));
    await admin(['create', '--filename=-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }));
    const probe = (): Promise<string> =>
      kubectl(
        ['create', '--dry-run=server', '--filename=-', '--output=jsonpath={.metadata.labels}'],
        deployment({ name: 'probe' }),
      );
    await until(async () => (await probe()).includes('cost-centre'), 'the policy takes effect');
  });
  afterAll(() => admin(['delete', 'mutatingadmissionpolicybinding,mutatingadmissionpolicy', policy]));

  it('names what admission would change in live, and what it would make of a new object', async () => {
    const desired = `${deployment({ name: 'labelled', metadata: 'labels: {team: web}' })}---\n${deployment({ name: 'new' })}`;
    const { report } = await here.diff(desired, [SERVER_SIDE]);
    const image = '.spec.template.spec.containers[name="web"].image';
    const label = '.metadata.labels.cost-centre';
    const sets = 'neither declared nor a known default: in the dry run admission sets it to web when this is applied';
    const makes = (name: string): string =>
      `declared as registry.example/${name}:1.0.0: in the dry run admission makes mirror.example/registry.example/${name}:1.0.0 of it when this is applied`;
    expect(brief(report)).toEqual([
      `note admission-changes Deployment/labelled ${label}: ${sets}`,
      `note admission-changes Deployment/labelled ${image}: ${makes('labelled')}`,
      `note admission-changes Deployment/new ${label}: ${sets}`,
      `note admission-changes Deployment/new ${image}: ${makes('new')}`,
    ]);
  });

  it('says of a drift that admission makes at every apply that no sync ends it', async () => {
    const desired = deployment({ name: 'labelled', metadata: 'labels: {team: web}' });
    await apply(desired);
    const { report } = await here.diff(desired, [SERVER_SIDE]);
    expect(told(report)[1]).toBe(
      'drift Deployment/labelled changed .spec.template.spec.containers[name="web"].image: "registry.example/labelled:1.0.0" → "mirror.example/registry.example/labelled:1.0.0"',
    );
    expect(brief(report)).toEqual([
      'warning server-side-keeps Deployment/labelled .spec.template.spec.containers[name="web"].image: gitdrift finds drift here (Git has registry.example/labelled:1.0.0, live mirror.example/registry.example/labelled:1.0.0), and in the dry run an apply leaves live as it is: admission may make the same of it each time',
    ]);
  });
});
