import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Connection } from '../../src/cluster/connection.js';
import { runExecPlugin } from '../../src/cluster/exec-plugin.js';
import { withoutSecrets } from '../../src/cluster/without-secrets.js';
import type { GitdriftError } from '../../src/model/errors.js';
import type { JsonObject } from '../../src/model/json.js';
import { printJson } from '../../src/model/json-text.js';
import { connect, fakeApiServer, status } from './fake-api-server.js';
import { temporaryFolder } from './temporary-folder.js';

const connection: Connection = {
  server: 'https://prod.test:6443',
  context: 'prod',
  namespace: 'default',
  cluster: { skipTlsVerify: false, caData: 'Q0E=', execConfig: { audience: 'prod' } },
  user: { title: 'user ana' },
};

/** A plugin that runs this script. */
const plugin = (script: string, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'client.authentication.k8s.io/v1',
  command: process.execPath,
  args: ['-e', script],
  ...more,
});

const run = (exec: JsonObject) => runExecPlugin(connection, exec, { env: { PATH: process.env.PATH }, now: new Date() });

const failure = (promise: Promise<unknown>): Promise<GitdriftError> =>
  promise.then(
    () => expect.unreachable('it should fail'),
    (error) => error,
  );

/** True where nobody has this process number, or only a process that ended and was not waited for yet. */
function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return true;
  }
}

const PRINT_TOKEN = 'console.log(JSON.stringify({status: {token: "from-plugin"}}))';

describe('an exec plugin', () => {
  test('gives a token', async () => {
    expect(await run(plugin(PRINT_TOKEN))).toEqual({ token: 'from-plugin' });
  });

  test('gives a certificate and key', async () => {
    const script = 'console.log(JSON.stringify({status: {clientCertificateData: "CERT", clientKeyData: "KEY"}}))';
    expect(await run(plugin(script))).toEqual({ certificate: 'CERT', key: 'KEY' });
  });

  test('is told of the run, and of the cluster where it asks for it', async () => {
    const script =
      'console.log(JSON.stringify({status: {token: process.env.KUBERNETES_EXEC_INFO + process.env.REGION}}))';
    const env = [{ name: 'REGION', value: ' eu' }];
    const { token } = await run(plugin(script, { env, provideClusterInfo: true }));
    expect(JSON.parse(token?.replace(' eu', '') ?? '')).toEqual({
      kind: 'ExecCredential',
      apiVersion: 'client.authentication.k8s.io/v1',
      spec: {
        interactive: false,
        cluster: {
          server: 'https://prod.test:6443',
          'certificate-authority-data': 'Q0E=',
          config: { audience: 'prod' },
        },
      },
    });
    expect((await run(plugin(script, { env }))).token).not.toContain('prod.test');
  });

  test('that asks a question gets no answer instead of waiting for ever', async () => {
    const script = `process.stdin.on('data', () => {}).on('end', () => { ${PRINT_TOKEN} })`;
    expect(await run(plugin(script))).toEqual({ token: 'from-plugin' });
  });

  test('that fails is named with what it said, without the token that it said', async () => {
    const script = `console.error('noise'); console.error('session expired, token=hunter2'); process.exit(3)`;
    const error = await failure(run(plugin(script)));
    expect(error.code).toBe('cluster-refused');
    expect(error.message).toBe(
      `the credential plugin ${process.execPath} of user ana failed with exit code 3: session expired, token=(hidden)`,
    );
  });

  test('that a signal ends did not run out of time', async () => {
    const error = await failure(run(plugin(`console.error('out of memory'); process.kill(process.pid, 'SIGKILL')`)));
    expect(error.message).toBe(
      `the credential plugin ${process.execPath} of user ana was ended by SIGKILL: out of memory`,
    );
  });

  // What it starts outlives it and holds its output, as a browser does.
  const LEAVES_A_CHILD = `
    const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    console.error('started ' + child.pid);
    child.unref();`;

  /** Such a plugin after its start: how it fails, and the process that it left behind. */
  async function started(signal?: AbortSignal) {
    let ended: Promise<GitdriftError> | undefined;
    const said = await new Promise<string>((progress) => {
      const io = { env: { PATH: process.env.PATH }, now: new Date(), progress, ...(signal && { signal }) };
      ended = failure(runExecPlugin(connection, plugin(LEAVES_A_CHILD), io));
    });
    return { ended, child: Number(said.replace('started ', '')) };
  }

  test.skipIf(process.platform === 'win32')('that leaves something behind is ended with it at the limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { ended, child } = await started();
    expect(isGone(child)).toBe(false);
    vi.advanceTimersByTime(120_000);
    expect((await ended)?.message).toBe(
      `the credential plugin ${process.execPath} of user ana did not end within 120 s and was stopped, with all that it had started`,
    );
    await vi.waitUntil(() => isGone(child), 10_000);
  });

  test.skipIf(process.platform === 'win32')('that leaves something behind is ended with it by Ctrl-C', async () => {
    const controller = new AbortController();
    const { ended, child } = await started(controller.signal);
    controller.abort();
    expect((await ended)?.code).toBe('interrupted');
    await vi.waitUntil(() => isGone(child), 10_000);
  });

  test('is not even started after Ctrl-C', async () => {
    const io = { env: {}, now: new Date(), signal: AbortSignal.abort() };
    const error = await failure(runExecPlugin(connection, { command: 'no-such-login-helper' }, io));
    expect(error.code).toBe('interrupted');
  });

  test('that is not installed is named with the hint of the kubeconfig', async () => {
    const exec = { command: 'no-such-login-helper', installHint: 'install it from the intranet' };
    const error = await failure(run(exec));
    expect(error.code).toBe('kubeconfig-invalid');
    expect(error.message).toBe(
      'the credential plugin no-such-login-helper of user ana is not installed, or not on PATH',
    );
    expect(error.hint).toBe('install it from the intranet');
  });

  test.each(['not json: hunter2', '{"status":{}}', '{"kind":"ExecCredential"}', ''])(
    'that prints %j gave no credential',
    async (text) => {
      const error = await failure(run(plugin(`process.stdout.write(${JSON.stringify(text)})`)));
      expect(error.message).toContain('printed no credential');
      expect(error.message).not.toContain('hunter2');
    },
  );

  test('runs once for many requests, and once more when the server refuses its token', async () => {
    const folder = await temporaryFolder();
    const script = `
      const fs = require('node:fs');
      const file = ${JSON.stringify(join(folder, 'count'))};
      fs.appendFileSync(file, 'x');
      console.log(JSON.stringify({status: {token: 'token-' + fs.readFileSync(file, 'utf8').length}}));`;
    const fake = await fakeApiServer(({ path, headers }) =>
      path.endsWith('/services/web') && headers.authorization === 'Bearer token-1' ? status(401, 'expired') : undefined,
    );
    const config = await temporaryFolder({
      config: printJson({
        'current-context': 'prod',
        contexts: [{ name: 'prod', context: { cluster: 'prod', user: 'ana' } }],
        clusters: [{ name: 'prod', cluster: { server: fake.url } }],
        users: [{ name: 'ana', user: { exec: plugin(script) } }],
      }),
    });
    const { openApiServer } = await import('../../src/cluster/api-server.js');
    const cluster = await openApiServer(
      { kubeconfig: join(config, 'config') },
      { env: { PATH: process.env.PATH }, now: new Date() },
    );
    const ref = { group: '', version: 'v1', kind: 'Service', namespace: 'shop', name: 'web' };
    await cluster.fetch([ref, { ...ref, name: 'api' }]);
    expect(fake.to('/api/v1/namespaces/shop/services/web').map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
    ]);
  });

  test('is not run where --token is given', async () => {
    const fake = await fakeApiServer(() => undefined);
    await expect(connect(fake, { token: 'given' })).resolves.toBeDefined();
    expect(fake.to('/version')[0]?.headers.authorization).toBe('Bearer given');
  });
});

describe('text of other programs', () => {
  test.each([
    ['Bearer abc.def', 'Bearer (hidden)'],
    ['the password: hunter2 is wrong', 'the password: (hidden) is wrong'],
    ['https://ana:pw@proxy.test:3128 refused', 'https://proxy.test:3128 refused'],
    ['https://ana:p@w@proxy.test:3128 refused', 'https://proxy.test:3128 refused'],
    [`${'token=x '.repeat(600)}hunter2`, `${'token=(hidden) '.repeat(20).slice(0, 299)}…`],
    [`${'x '.repeat(2040)}${'Ab1'.repeat(1_000_000)}`, `${'x '.repeat(150).slice(0, 299)}…`],
    ['a'.repeat(1_000_000), '…'],
    [`eyJhbGciOiJSUzI1NiIsImtpZCI6IjEyMzQ1Njc4OTAifQ.e30.c2ln`, '(hidden)'],
    ['run: aws sso login --profile production', 'run: aws sso login --profile production'],
    [
      'see https://docs.cluster-provider.test/kubernetes/sign-in/expired',
      'see https://docs.cluster-provider.test/kubernetes/sign-in/expired',
    ],
  ])('%s is shown without its secrets', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected);
  });
});
