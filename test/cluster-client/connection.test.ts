import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Connection, connectionFrom } from '../../src/cluster/connection.js';
import { readKubeconfig } from '../../src/cluster/kubeconfig.js';
import { serviceAccountConnection } from '../../src/cluster/service-account.js';
import type { ConnectionOptions } from '../../src/model/connection-options.js';
import type { GitdriftError } from '../../src/model/errors.js';
import { connect, fakeApiServer } from './fake-api-server.js';
import { temporaryFolder } from './temporary-folder.js';

const PROD = `
current-context: prod
contexts:
- name: prod
  context: {cluster: prod, user: ana, namespace: shop}
- name: prod-eu
  context: {cluster: prod, user: ghost}
clusters:
- name: prod
  cluster:
    server: https://prod.test:6443/
    certificate-authority: pki/ca.crt
    tls-server-name: kubernetes
- name: broken
  cluster: {server: 'ftp://prod.test'}
users:
- name: ana
  user: {tokenFile: ana.token, as: robot, as-groups: [ops, dev], as-uid: '7', as-user-extra: {reason: [night]}}
`;
const DEV = `
current-context: dev
contexts:
- name: dev
  context: {cluster: dev, user: ana}
clusters:
- name: dev
  cluster: {server: http://127.0.0.1:8001}
- name: prod
  cluster: {server: https://wrong.test}
users:
- name: ana
  user: {token: second-ana}
`;

async function from(options: ConnectionOptions, text = PROD): Promise<Connection> {
  const folder = await temporaryFolder({ config: text });
  return connectionFrom(await readKubeconfig(join(folder, 'config'), {}), options);
}

const failure = (promise: Promise<unknown>): Promise<GitdriftError> =>
  promise.then(
    () => expect.unreachable('it should fail'),
    (error) => error,
  );

describe('the kubeconfig', () => {
  test('of the current context, with paths that count from its file', async () => {
    const folder = await temporaryFolder({ config: PROD });
    const connection = connectionFrom(await readKubeconfig(join(folder, 'config'), {}), {});
    expect(connection).toEqual({
      server: 'https://prod.test:6443',
      context: 'prod',
      namespace: 'shop',
      cluster: { skipTlsVerify: false, caFile: join(folder, 'pki/ca.crt'), tlsServerName: 'kubernetes' },
      user: { title: 'user ana', tokenFile: join(folder, 'ana.token') },
      impersonate: { user: 'robot', groups: ['ops', 'dev'], uid: '7', extra: { reason: ['night'] } },
    });
  });

  test('of several files: the first that says something wins, missing ones are skipped', async () => {
    const folder = await temporaryFolder({ none: 'kind: Config\n', dev: DEV, prod: PROD });
    const files = ['absent', 'none', 'dev', 'prod'].map((name) => join(folder, name));
    const kubeconfig = await readKubeconfig(undefined, { KUBECONFIG: files.join(':') });
    expect(kubeconfig.files).toEqual(files.slice(1));
    const connection = connectionFrom(kubeconfig, {});
    expect([connection.context, connection.user.token]).toEqual(['dev', 'second-ana']);
    expect(connectionFrom(kubeconfig, { context: 'prod' }).server).toBe('https://wrong.test');
  });

  test('in the home folder', async () => {
    const kubeconfig = await readKubeconfig(undefined, { HOME: await temporaryFolder() });
    expect(kubeconfig.files).toEqual([]);
  });

  test.each<[string, ConnectionOptions, Partial<Connection>]>([
    [
      '--server',
      { server: 'https://10.0.0.1' },
      { server: 'https://10.0.0.1', cluster: expect.not.objectContaining({ tlsServerName: 'kubernetes' }) },
    ],
    ['--token', { token: 'abc' }, { user: { title: 'the user of --token', token: 'abc' } }],
    ['--namespace', { namespace: 'billing' }, { namespace: 'billing' }],
    ['--as', { as: 'eve' }, { impersonate: { user: 'eve', groups: ['ops', 'dev'], extra: {} } }],
    [
      '--as-group',
      { asGroups: ['audit'] },
      { impersonate: expect.objectContaining({ user: 'robot', groups: ['audit'] }) },
    ],
    [
      '--insecure-skip-tls-verify',
      { insecureSkipTlsVerify: true },
      { cluster: { skipTlsVerify: true, tlsServerName: 'kubernetes' } },
    ],
  ])('%s goes before it', async (_, options, expected) => {
    expect(await from(options)).toMatchObject(expected);
  });

  test('user and password of an address are never kept', async () => {
    expect((await from({ server: 'https://admin:hunter2@prod.test:6443' })).server).toBe('https://prod.test:6443');
  });

  test.each<[string, ConnectionOptions, string, string]>([
    [
      'context',
      { context: 'prod-ue' },
      'the context prod-ue is not defined in the kubeconfig',
      'did you mean prod-eu?',
    ],
    ['context, with none near', { context: 'staging' }, 'the context staging', 'it defines the contexts prod, prod-eu'],
    ['user of the context', { context: 'prod-eu' }, 'the user ghost is not defined', 'it defines the users '],
    ['user', { user: 'nope-nope' }, 'the user nope-nope is not defined', 'it defines the users '],
    ['cluster, with none near', { cluster: 'staging' }, 'the cluster staging is', 'it defines the clusters broken, '],
    ['server', { server: 'nonsense' }, 'that --server names is no http or https URL', 'https://'],
    ['server of another protocol', { server: 'ftp://prod.test' }, 'that --server names is no', 'https://'],
    ['cluster', { cluster: 'prd' }, 'the cluster prd is not defined', 'did you mean prod?'],
    ['protocol', { cluster: 'broken' }, 'is no http or https URL', 'https://'],
  ])('an unknown %s is said, with what was meant', async (_, options, message, hint) => {
    const error = await failure(from(options));
    expect(error.code).toBe('kubeconfig-invalid');
    expect(error.message).toContain(message);
    expect(error.hint ?? '').toContain(hint);
  });

  test('without a current context the contexts are named', async () => {
    const error = await failure(from({}, PROD.replace('current-context: prod', '')));
    expect(error.message).toContain('has no current context');
    expect(error.hint).toBe('choose one with --context: prod, prod-eu');
  });

  test('that is broken is named with its line, and not quoted', async () => {
    const error = await failure(from({}, 'users:\n- name: ana\n  user: {token: hunter2\n'));
    expect(error.code).toBe('kubeconfig-invalid');
    expect(error.message).toMatch(/^the kubeconfig .*config is not YAML: .* \(line \d\)$/);
    expect(error.message).not.toContain('hunter2');
    expect(error.position?.line).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ['a manifest', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: catalog}\n'],
    ['a values file', 'replicaCount: 3\n'],
    ['a list', '- a\n'],
    ['a text', 'hunter2\n'],
  ])('is not %s', async (_, text) => {
    const error = await failure(from({}, text));
    expect(error.code).toBe('kubeconfig-invalid');
    expect(error.message).toMatch(/^the file .* is no kubeconfig$/);
    expect(error.message).not.toContain('hunter2');
  });

  test.each(['', '{}', 'kind: Config\n', 'current-context: ""\n'])('may be empty: %j', async (text) => {
    expect((await failure(from({}, text))).message).toContain('has no current context');
  });

  test('that is named by flag has to exist', async () => {
    const error = await failure(readKubeconfig('/nowhere/config', {}));
    expect(error.message).toBe('cannot read the kubeconfig /nowhere/config: it does not exist');
  });

  test('--as-group says nothing without --as', async () => {
    const error = await failure(from({ asGroups: ['dev'] }, DEV));
    expect(error.code).toBe('usage');
  });
});

describe('a connection', () => {
  test('is not made to a server that is neither encrypted nor on this machine', async () => {
    const error = await failure(connect({ url: 'http://prod.test:8080', seen: [], to: () => [] }));
    expect(error.code).toBe('kubeconfig-invalid');
    expect(error.message).toBe('the API server http://prod.test:8080 is reached without encryption');
  });

  test('says which file of the kubeconfig is missing', async () => {
    const folder = await temporaryFolder({ config: PROD });
    const error = await failure(
      connect(
        { url: 'https://prod.test', seen: [], to: () => [] },
        {
          kubeconfig: join(folder, 'config'),
          context: 'prod',
        },
      ),
    );
    expect(error.message).toBe(
      `cannot read ${join(folder, 'pki/ca.crt')}, which the user of --token or its cluster names: it does not exist`,
    );
  });

  test('says that nothing is configured', async () => {
    const home = await temporaryFolder();
    const { openApiServer } = await import('../../src/cluster/api-server.js');
    const error = await failure(openApiServer({}, { env: { HOME: home }, now: new Date() }));
    expect(error.message).toBe(`no cluster is configured: ${join(home, '.kube/config')} does not exist`);
  });

  test('of a pod is its service account', async () => {
    const folder = await temporaryFolder({ token: 'pod-token\n', 'ca.crt': 'CA', namespace: 'gitops' });
    const env = { KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '443' };
    const io = { env, now: new Date(), serviceAccountDirectory: folder };
    expect(await serviceAccountConnection({}, io)).toEqual({
      server: 'https://[fd00::1]:443',
      namespace: 'gitops',
      cluster: { skipTlsVerify: false, caFile: join(folder, 'ca.crt') },
      user: { title: 'the service account of this pod', tokenFile: join(folder, 'token') },
    });
    expect(await serviceAccountConnection({}, { ...io, env: {} })).toBeUndefined();
  });

  test('of a pod sends the token of its file', async () => {
    const folder = await temporaryFolder({ token: 'pod-token\n' });
    const fake = await fakeApiServer(() => undefined);
    const { openApiServer } = await import('../../src/cluster/api-server.js');
    const env = { KUBERNETES_SERVICE_HOST: 'ignored', KUBERNETES_SERVICE_PORT: '1' };
    await openApiServer({ server: fake.url }, { env, now: new Date(), serviceAccountDirectory: folder });
    expect(fake.to('/version')[0]?.headers.authorization).toBe('Bearer pod-token');
  });

  test('sends user and password where the kubeconfig has those', async () => {
    const fake = await fakeApiServer(() => undefined);
    const config = `
current-context: old
contexts: [{name: old, context: {cluster: old, user: old}}]
clusters: [{name: old, cluster: {server: '${fake.url}'}}]
users: [{name: old, user: {username: ana, password: 'p:w'}}]
`;
    const folder = await temporaryFolder({ config });
    const { openApiServer } = await import('../../src/cluster/api-server.js');
    await openApiServer({ kubeconfig: join(folder, 'config') }, { env: {}, now: new Date() });
    const expected = `Basic ${Buffer.from('ana:p:w').toString('base64')}`;
    expect(fake.to('/version')[0]?.headers.authorization).toBe(expected);
  });
});
