import { readFile, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { FieldDrift } from '../../../src/model/drift.js';
import { digString, type JsonValue } from '../../../src/model/json.js';
import type { OwnersReport } from '../../../src/model/owners-report.js';
import type { Report } from '../../../src/model/report.js';
import { kubectlOk, until } from '../../controlplane/kubectl.js';
import { autoscaler, deployment, settings } from './manifests.js';
import { resource } from './report-contract.js';
import { compared, world } from './world.js';

const { auditLog = '', kubeconfig, kubectl: program, server } = inject('cluster');
const here = world('audit');
const { apply, folder, kubectl, namespace } = here;
const as = { kubeconfig, program };

const ANN = ['--as=ann@example.com', '--as-group=oncall', '--as-group=system:masters'];
const IMAGE = '.spec.template.spec.containers[name="web"].image';

/** kubectl as a service account of the namespace that may do everything there. */
let asDeployer: (args: readonly string[], stdin?: string) => Promise<string>;

/** The events of the log are written behind the answer: waits for the last write of an object. */
async function logged(marker: string): Promise<void> {
  await until(async () => (await readFile(auditLog, 'utf8')).includes(marker), `the audit log has ${marker}`);
}

async function diff(desired: string, flags: readonly string[] = [], where = namespace) {
  const path = folder({ 'manifest.yaml': desired });
  const args = ['diff', path, `--namespace=${where}`, '-o', 'json', '--audit-log', auditLog, ...flags];
  return compared(await here.gitdrift(args));
}

function field(report: Report, name: string, path: string, kind = 'Deployment'): FieldDrift {
  const { drift, undeclared } = resource(report, kind, name);
  const found = [...drift, ...undeclared].find((one) => one.path === path);
  if (found === undefined) throw new Error(`${path} of ${name} does not differ`);
  return found;
}

/** `category, confidence: name; user; exact or not`. */
function told({ writer }: FieldDrift): string {
  const { user, at } = writer;
  const by = user?.impersonatedBy === undefined ? '' : ` by ${user.impersonatedBy.name}`;
  const whom = user === undefined ? 'no user' : `${user.kind} ${user.name ?? '(left out)'}${by}`;
  return `${writer.category}, ${writer.confidence}: ${writer.name}; ${whom}; ${at === undefined ? 'at the latest' : 'at'}`;
}

const audit = ({ writer }: FieldDrift): string =>
  writer.evidence
    .filter(({ kind }) => kind === 'audit')
    .map(({ message }) => message)
    .join('\n');

beforeAll(async () => {
  if (auditLog === '') return;
  const account = `system:serviceaccount:${namespace}`;
  await kubectl(['create', 'serviceaccount', 'deployer']);
  await kubectl(['create', 'rolebinding', 'deployer', '--clusterrole=admin', `--serviceaccount=${namespace}:deployer`]);
  const token = (await kubectl(['create', 'token', 'deployer'])).trim();
  const text = (await readFile(kubeconfig, 'utf8')).replace(/token: .*/, `token: ${token}`);
  const own = join(folder({ kubeconfig: text }), 'kubeconfig');
  asDeployer = (args, stdin = '') =>
    kubectlOk([...args, `--namespace=${namespace}`], { kubeconfig: own, program, stdin });
  await until(
    async () =>
      (
        await kubectl(['auth', 'can-i', 'patch', 'deployments', `--as=${account}:deployer`]).catch(() => 'no')
      ).startsWith('yes'),
    'the service account may write',
  );
  for (const name of ['audit-metadata', 'audit-request']) await kubectlOk(['create', 'namespace', name], as);
});

afterAll(async () => {
  if (auditLog === '') return;
  for (const name of ['audit-metadata', 'audit-request']) {
    await kubectlOk(['delete', 'namespace', name, '--wait=false'], as);
  }
});

describe.skipIf(auditLog === '').concurrent('the log of the API server', () => {
  it.each<[string, readonly string[], string, string]>([
    ['set image', ['set', 'image', 'NAME', 'web=registry.example/x:hot'], IMAGE, 'kubectl set'],
    ['scale', ['scale', 'NAME', '--replicas=5'], '.spec.replicas', 'kubectl scale'],
    ['label', ['label', 'NAME', 'team=search', '--overwrite'], '.metadata.labels.team', 'kubectl label'],
    ['annotate', ['annotate', 'NAME', 'note=x'], '.metadata.annotations.note', 'kubectl annotate'],
    ['strategic patch', ['patch', 'NAME', '--patch={"spec":{"replicas":5}}'], '.spec.replicas', 'kubectl patch'],
    [
      'merge patch',
      ['patch', 'NAME', '--type=merge', '--patch={"spec":{"replicas":5}}'],
      '.spec.replicas',
      'kubectl patch',
    ],
    [
      'JSON patch',
      ['patch', 'NAME', '--type=json', '--patch=[{"op":"replace","path":"/spec/replicas","value":5}]'],
      '.spec.replicas',
      'kubectl patch',
    ],
    ['rollout pause', ['rollout', 'pause', 'NAME'], '.spec.paused', 'kubectl rollout pause or resume'],
    [
      'set env',
      ['set', 'env', 'NAME', 'MODE=night'],
      '.spec.template.spec.containers[name="web"].env[name="MODE"].value',
      'kubectl set',
    ],
  ])('names the user and the exact time of a %s', async (verb, args, path, writer) => {
    const name = verb.toLowerCase().replace(' ', '-');
    const desired = deployment({
      name,
      replicas: 1,
      metadata: 'labels: {team: shop}',
      container: 'env: [{name: MODE, value: day}]',
    });
    await apply(desired);
    const before = Date.now();
    await kubectl([...args.map((arg) => arg.replace('NAME', `deployment/${name}`)), ...ANN]);
    const after = Date.now();
    const found = field((await diff(desired)).report, name, path);
    expect(told(found)).toBe(`manual, certain: ${writer}; user ann@example.com by admin; at`);
    expect(audit(found)).toContain(`by field, ${path} changed by user ann@example.com, impersonated by user admin`);
    const at = Date.parse(found.writer.at ?? '');
    expect(at).toBeGreaterThanOrEqual(before - 1);
    expect(at).toBeLessThanOrEqual(after + 1_000);
  });

  it('names who edited and who replaced, field by field', async () => {
    const desired = deployment({ name: 'edited', replicas: 1, container: 'workingDir: /srv' });
    await apply(desired);
    vi.stubEnv('KUBE_EDITOR', `sh ${folder({ 'editor.sh': 'sed -i "s,/srv,/tmp," "$1"\n' })}/editor.sh`);
    await kubectl(['edit', 'deployment/edited']).finally(() => vi.unstubAllEnvs());
    const replaced = deployment({ name: 'edited', replicas: 2, container: 'workingDir: /tmp' });
    // The controller may write between kubectl's get and its put: then the server refuses the replace, and it is tried again.
    await until(
      () =>
        kubectl(['replace', '--filename=-', ...ANN], replaced).then(
          () => true,
          () => false,
        ),
      'the replace is taken',
    );
    await logged(`/namespaces/${namespace}/deployments/edited?fieldManager=kubectl-edit`);
    await logged(`/namespaces/${namespace}/deployments/edited?fieldManager=kubectl-replace`);
    const { report } = await diff(desired);
    expect(told(field(report, 'edited', '.spec.replicas'))).toBe(
      'manual, certain: kubectl replace; user ann@example.com by admin; at',
    );
    expect(told(field(report, 'edited', '.spec.template.spec.containers[name="web"].workingDir'))).toBe(
      'manual, certain: kubectl edit; user admin; at',
    );
  });

  it('tells a user of another manager, who applied server-side', async () => {
    const desired = deployment({ name: 'applied', replicas: 1 });
    await apply(desired);
    const flags = ['--server-side', '--force-conflicts', '--field-manager=team-sync', '--filename=-', ...ANN];
    await kubectl(['apply', ...flags], deployment({ name: 'applied', replicas: 4 }));
    expect(told(field((await diff(desired)).report, 'applied', '.spec.replicas'))).toBe(
      'unknown, certain: team-sync; user ann@example.com by admin; at',
    );
  });

  it('makes a program of what a service account wrote with kubectl, never a person', async () => {
    const desired = deployment({ name: 'pipeline', replicas: 1 });
    await apply(desired);
    await asDeployer(['set', 'image', 'deployment/pipeline', 'web=registry.example/pipeline:hot']);
    await asDeployer(['label', 'deployment/pipeline', 'run=1432']);
    const { report, code } = await diff(desired, ['--fail-on=manual']);
    expect(told(field(report, 'pipeline', IMAGE))).toBe(
      `deployer, certain: kubectl set; service-account ${namespace}/deployer; at`,
    );
    expect(field(report, 'pipeline', IMAGE).explanation).toMatchObject({
      status: 'unexplained',
      code: 'deployer-change',
    });
    expect(field(report, 'pipeline', '.metadata.labels.run').explanation).toMatchObject({
      status: 'unexplained',
      code: 'undeclared-manual',
    });
    expect(code).toBe(0);
    expect((await diff(desired)).code).toBe(1);
  });

  it('knows who removed a field, which managedFields never tell', async () => {
    const desired = deployment({
      name: 'stripped',
      replicas: 1,
      metadata: 'labels: {team: shop, tier: web}',
      container: 'workingDir: /srv',
    });
    await apply(desired);
    await kubectl(['label', 'deployment/stripped', 'team-', ...ANN]);
    await asDeployer([
      'patch',
      'deployment/stripped',
      '--type=json',
      '--patch=[{"op":"remove","path":"/spec/template/spec/containers/0/workingDir"}]',
    ]);
    const { report } = await diff(desired);
    const label = field(report, 'stripped', '.metadata.labels.team');
    expect(told(label)).toBe('manual, certain: kubectl label; user ann@example.com by admin; at');
    expect(label).toMatchObject({
      change: 'missing',
      explanation: {
        status: 'unexplained',
        code: 'missing-in-live',
        message: 'it was removed from live, as the audit log records',
      },
    });
    expect(audit(label)).toContain('.metadata.labels.team removed by user ann@example.com');
    expect(told(field(report, 'stripped', '.spec.template.spec.containers[name="web"].workingDir'))).toBe(
      `deployer, certain: kubectl patch; service-account ${namespace}/deployer; at`,
    );
  });

  it('knows who scaled to 0, which records nobody', async () => {
    const desired = deployment({ name: 'emptied', replicas: 2 });
    await apply(desired);
    await kubectl(['scale', 'deployment/emptied', '--replicas=0', ...ANN]);
    expect(told(field((await diff(desired)).report, 'emptied', '.spec.replicas'))).toBe(
      'manual, certain: kubectl scale; user ann@example.com by admin; at',
    );
  });

  it('gives the writes of an autoscaler the time that scale entries lack', async () => {
    const desired = deployment({ name: 'busy', replicas: 1 });
    await apply(desired);
    await apply(autoscaler('busy', 3, 6));
    await until(
      async () => (await kubectl(['get', 'deployment/busy', '--output=jsonpath={.spec.replicas}'])) === '3',
      'the autoscaler scales',
    );
    const found = field((await diff(desired)).report, 'busy', '.spec.replicas');
    expect(told(found)).toBe(
      'autoscaler, certain: HPA busy; service-account kube-system/horizontal-pod-autoscaler; at',
    );
    expect(found.explanation).toMatchObject({ status: 'explained', code: 'hpa-controls-replicas' });
    expect(found.writer).not.toHaveProperty('time');
  });

  it('tells the users of a whole object to owners', async () => {
    const desired = deployment({ name: 'followed', replicas: 1 });
    await apply(desired);
    await kubectl(['set', 'image', 'deployment/followed', 'web=registry.example/followed:2', ...ANN]);
    const { out } = await here.gitdrift([
      'owners',
      'deployment/followed',
      `--namespace=${namespace}`,
      '-o',
      'json',
      '--audit-log',
      auditLog,
    ]);
    const fields = (JSON.parse(out) as OwnersReport).fields;
    const image = fields.find(({ path }) => path === IMAGE)?.writers;
    expect(image).toMatchObject([
      { name: 'kubectl set', confidence: 'certain', user: { name: 'ann@example.com' }, at: expect.any(String) },
    ]);
    const replicas = fields.find(({ path }) => path === '.spec.replicas')?.writers;
    expect(replicas).toMatchObject([{ category: 'gitops', user: { kind: 'user', name: 'admin' } }]);
  });

  it('knows who deleted an object, and who made it', async () => {
    const desired = settings('gone', { mode: 'day' });
    await apply(desired);
    const before = resource((await diff(desired)).report, 'ConfigMap', 'gone');
    expect(before.sync).toBe('Synced');
    await kubectl(['delete', 'configmap', 'gone', ...ANN]);
    const found = resource((await diff(desired)).report, 'ConfigMap', 'gone');
    expect(found).toMatchObject({ outcome: 'missing', explanation: { status: 'unexplained', code: 'missing-object' } });
    expect(found.explanation?.message).toContain('deleted by user ann@example.com, impersonated by user admin');
    const never = resource((await diff(settings('never', {}))).report, 'ConfigMap', 'never');
    expect(never.explanation?.message).toContain('has neither a create nor a delete of it');
  });

  it('leaves names out with --no-users', async () => {
    const desired = deployment({ name: 'private', replicas: 1 });
    await apply(desired);
    await kubectl(['scale', 'deployment/private', '--replicas=5', ...ANN]);
    const { out, report } = await diff(desired, ['--no-users']);
    expect(told(field(report, 'private', '.spec.replicas'))).toContain('user (left out)');
    expect(out).not.toMatch(/ann@example\.com|oncall|"admin"/);
  });

  it('leaves out dry runs and refused writes', async () => {
    const desired = deployment({ name: 'careful', replicas: 1 });
    await apply(desired);
    await kubectl(['scale', 'deployment/careful', '--replicas=5', ...ANN]);
    await kubectl(['patch', 'deployment/careful', '--patch={"spec":{"replicas":5}}', '--dry-run=server']);
    await kubectl(['patch', 'deployment/careful', '--patch={"spec":{"replicas":-5}}']).catch(() => '');
    const found = field((await diff(desired)).report, 'careful', '.spec.replicas');
    expect(told(found)).toBe('manual, certain: kubectl scale; user ann@example.com by admin; at');
    expect(audit(found)).not.toContain('kubectl-patch');
  });

  it('never shows values of a Secret', async () => {
    const secret = (password: string): string =>
      `apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {password: ${password}}\n`;
    await apply(secret('correct-horse'));
    await kubectl(['patch', 'secret', 'login', '--patch={"stringData":{"password":"swordfish"}}', ...ANN]);
    const { out, report } = await diff(secret('correct-horse'), ['-v']);
    expect(told(field(report, 'login', '.data.password', 'Secret'))).toBe(
      'manual, certain: kubectl patch; user ann@example.com by admin; at',
    );
    for (const value of ['correct-horse', 'swordfish']) {
      expect(out).not.toContain(value);
      expect(out).not.toContain(Buffer.from(value).toString('base64'));
    }
  });

  it('may be a folder of rotated and compressed files', async () => {
    const desired = deployment({ name: 'rotated', replicas: 1 });
    await apply(desired);
    await kubectl(['scale', 'deployment/rotated', '--replicas=5', ...ANN]);
    await logged('deployments/rotated/scale');
    const text = await readFile(auditLog, 'utf8');
    const half = text.indexOf('\n', text.length / 2) + 1;
    const logs = folder({ 'audit.log': text.slice(half) });
    await writeFile(join(logs, 'audit-2026-01-01T00-00-00.000.log.gz'), gzipSync(text.slice(0, half)));
    const found = compared(
      await here.gitdrift([
        'diff',
        folder({ 'm.yaml': desired }),
        `--namespace=${namespace}`,
        '-o',
        'json',
        '--audit-log',
        logs,
      ]),
    );
    expect(told(field(found.report, 'rotated', '.spec.replicas'))).toBe(
      'manual, certain: kubectl scale; user ann@example.com by admin; at',
    );
  });

  it('lacks an apply whose body is YAML, and then nothing is taken for certain', async () => {
    const desired = deployment({ name: 'lost', replicas: 1 });
    await apply(desired);
    expect(
      await sendYaml(
        `/apis/apps/v1/namespaces/${namespace}/deployments/lost?fieldManager=team-sync&force=true`,
        deployment({ name: 'lost', replicas: 6 }),
      ),
    ).toBe(200);
    await kubectl(['label', 'deployment/lost', 'note=x', ...ANN]);
    await logged('deployments/lost?fieldManager=kubectl-label');
    const found = field((await diff(desired)).report, 'lost', '.spec.replicas');
    expect(told(found)).toBe('unknown, possible: team-sync; no user; at the latest');
    expect(audit(found)).toContain('no write as team-sync (Apply) in it');
  });
});

describe.skipIf(auditLog === '')('a log without answers, or without bodies', () => {
  const desired = deployment({ name: 'catalog', replicas: 1, metadata: 'labels: {team: shop}' });
  const write = async (where: string): Promise<Report> => {
    const run = (args: readonly string[], stdin = ''): Promise<string> =>
      kubectlOk([...args, `--namespace=${where}`], { ...as, stdin });
    await run(['apply', '--server-side', '--field-manager=argocd-controller', '--filename=-'], desired);
    await run(['set', 'image', 'deployment/catalog', 'web=registry.example/catalog:hot', ...ANN]);
    await run(['scale', 'deployment/catalog', '--replicas=5']);
    await run(['label', 'deployment/catalog', 'team-', ...ANN]);
    await logged(`namespaces/${where}/deployments/catalog?fieldManager=kubectl-label`);
    return (await diff(desired, [], where)).report;
  };

  it('of level Request proves by field all the same', async () => {
    const report = await write('audit-request');
    expect(['.metadata.labels', '.spec.replicas', IMAGE].map((path) => told(field(report, 'catalog', path)))).toEqual([
      'manual, certain: kubectl label; user ann@example.com by admin; at',
      'manual, certain: kubectl scale; user admin; at',
      'manual, certain: kubectl set; user ann@example.com by admin; at',
    ]);
  });

  it('of level Metadata tells the writes of the object, and says so', async () => {
    const report = await write('audit-metadata');
    expect(['.metadata.labels', '.spec.replicas', IMAGE].map((path) => told(field(report, 'catalog', path)))).toEqual([
      'unowned, certain: nobody is recorded; no user; at the latest',
      'manual, likely: kubectl scale; user admin; at',
      'manual, likely: kubectl set; user ann@example.com by admin; at',
    ]);
    expect(audit(field(report, 'catalog', IMAGE))).toMatch(
      /by object, the only write as kubectl-set \(Update\): user ann@example\.com.* it holds no request bodies, so it tells the object and not the field$/,
    );
    expect(audit(field(report, 'catalog', '.metadata.labels'))).toMatch(
      /^audit log: possibly one of these writes removed \.metadata\.labels, .*kubectl-label/,
    );
  });
});

/** A server-side apply with a body in YAML, as curl sends it; the status of the answer. */
async function sendYaml(path: string, body: string): Promise<number | undefined> {
  const config = load(await readFile(kubeconfig, 'utf8')) as JsonValue;
  const ca = Buffer.from(digString(config, 'clusters', 0, 'cluster', 'certificate-authority-data') ?? '', 'base64');
  const headers = {
    authorization: `Bearer ${digString(config, 'users', 0, 'user', 'token')}`,
    'content-type': 'application/apply-patch+yaml',
  };
  return new Promise((resolve, reject) => {
    const sent = request(new URL(path, server), { method: 'PATCH', headers, agent: new Agent({ ca }) }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
