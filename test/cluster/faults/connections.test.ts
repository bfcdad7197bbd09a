import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { settings } from '../scenarios/manifests.js';
import { compared, world } from '../scenarios/world.js';
import { type Authority, authority, type Certificate, hasOpenssl } from './certificates.js';
import { type FaultProxy, faultProxy, status } from './fault-proxy.js';
import { plainly } from './plainly.js';

const { server, kubeconfig: admin, controlplane } = inject('cluster');
const here = world('connections');
const { apply, namespace } = here;
const desired = settings('page', { size: '50' });

interface Config {
  readonly users: readonly { readonly user: { readonly token: string } }[];
}

describe.skipIf(controlplane === undefined)('a connection', () => {
  let root: string;
  let path: string;
  let token: string;
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'gitdrift-connections-'));
    path = here.folder({ 'page.yaml': desired });
    token = (load(readFileSync(admin, 'utf8')) as unknown as Config).users[0]?.user.token ?? '';
    expect(token).not.toBe('');
    await apply(desired);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const kubeconfigOf = (cluster: object, user: object = { token }): string => {
    const folder = join(root, randomUUID());
    mkdirSync(folder);
    const file = join(folder, 'config');
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': 'shop',
      clusters: [{ name: 'shop', cluster }],
      users: [{ name: 'ana', user }],
      contexts: [{ name: 'shop', context: { cluster: 'shop', user: 'ana', namespace } }],
    };
    writeFileSync(file, JSON.stringify(config), { mode: 0o600 });
    return file;
  };
  const commands = [
    ['diff', () => ['diff', path, '-o', 'json']],
    ['owners', () => ['owners', 'configmap/page', '-o', 'json']],
    ['suspend-plan', () => ['suspend-plan', 'configmap/page', '-o', 'json']],
  ] as const;
  const run = async (args: readonly string[], kubeconfig: string, env: Readonly<Record<string, string>> = {}) => {
    const ended = plainly(await here.gitdrift(args, { kubeconfig, env }));
    expect(`${ended.out}${ended.err}`).not.toContain(token);
    return ended;
  };
  const diff = (kubeconfig: string, env: Readonly<Record<string, string>> = {}) =>
    run(['diff', path, '-o', 'json'], kubeconfig, env);

  describe.skipIf(!hasOpenssl)('with TLS', () => {
    let ours: Authority;
    let theirs: Authority;
    beforeAll(() => {
      ours = authority(root, 'ours');
      theirs = authority(root, 'theirs');
    });
    const ca = (text: string): object => ({ 'certificate-authority-data': Buffer.from(text).toString('base64') });
    /** A server with this certificate, and what it was asked: nothing, where nobody should speak to it. */
    const before = async (certificate: Certificate, use: (proxy: FaultProxy) => Promise<void>): Promise<void> => {
      const proxy = await faultProxy(server, { tls: certificate });
      try {
        await use(proxy);
      } finally {
        proxy.close();
      }
    };

    it('goes through where the certificate is right', () =>
      before(ours.sign('IP:127.0.0.1'), async ({ url }) => {
        const { report } = compared(await diff(kubeconfigOf({ server: url, ...ca(ours.ca) })));
        expect(report.summary).toMatchObject({ synced: 1, unknown: 0 });
      }));

    describe.each([
      [
        'of another authority',
        'is signed by nobody the kubeconfig trusts',
        () => theirs.sign('IP:127.0.0.1'),
        'certificate-authority',
      ],
      [
        'for another name',
        'its certificate is for another name',
        () => ours.sign('DNS:other.example.com'),
        'tls-server-name',
      ],
      [
        'that has expired',
        'its certificate has expired',
        () => ours.sign('IP:127.0.0.1', true),
        'renew the certificate',
      ],
    ] as const)('and a certificate %s', (_, why, certificate, hint) => {
      it.each(commands)('ends %s with 2, before anything is sent', (__, args) =>
        before(certificate(), async ({ url, heard }) => {
          const ended = await run(args(), kubeconfigOf({ server: url, ...ca(ours.ca) }));
          expect(ended).toMatchObject({ code: 2, out: '' });
          expect(ended.err).toContain(`cannot reach the API server ${url} of context shop`);
          expect(ended.err).toContain(why);
          expect(ended.err).toMatch(new RegExp(`^hint: .*${hint}`, 'm'));
          expect(heard).toEqual([]);
        }),
      );
    });

    it('goes through by the name that tls-server-name says', () =>
      before(ours.sign('DNS:other.example.com'), async ({ url }) => {
        const cluster = { server: url, 'tls-server-name': 'other.example.com', ...ca(ours.ca) };
        expect(compared(await diff(kubeconfigOf(cluster))).report.summary).toMatchObject({ synced: 1 });
      }));

    it('is not spoken where the server has none', async () => {
      const proxy = await faultProxy(server);
      const ended = await diff(kubeconfigOf({ server: proxy.url.replace('http:', 'https:'), ...ca(ours.ca) }));
      proxy.close();
      expect(ended.code).toBe(2);
      expect(ended.err).toContain('it does not speak TLS there');
      expect(proxy.heard).toEqual([]);
    });

    it('is not left out where the server has it', () =>
      before(ours.sign('IP:127.0.0.1'), async ({ url, heard }) => {
        const ended = await diff(kubeconfigOf({ server: url.replace('https:', 'http:') }));
        expect(ended.code).toBe(2);
        expect(ended.err).toMatch(/^error: cannot reach the API server http:.+/m);
        expect(heard).toEqual([]);
      }));

    describe('through a proxy', () => {
      const SERVER = 'https://api.cluster.example:6443';
      let target: FaultProxy;
      let tunnel: Tunnel;
      beforeAll(async () => {
        target = await faultProxy(server, { tls: ours.sign('DNS:api.cluster.example') });
        tunnel = await tunnelTo(Number(new URL(target.url).port));
      });
      afterAll(() => {
        tunnel.close();
        target.close();
      });
      const far = (more: object = {}): string => kubeconfigOf({ server: SERVER, ...ca(ours.ca), ...more });

      it('of HTTPS_PROXY goes through, and the proxy sees the name of the server and no token', async () => {
        tunnel.heard.length = 0;
        const { report } = compared(await diff(far(), { HTTPS_PROXY: tunnel.url }));
        expect(report.summary).toMatchObject({ synced: 1, unknown: 0 });
        expect(new Set(tunnel.heard.map(({ to }) => to))).toEqual(new Set(['api.cluster.example:6443']));
        expect(JSON.stringify(tunnel.heard)).not.toContain(token);
        expect(JSON.stringify(tunnel.heard)).not.toContain('authorization');
      });

      it('of proxy-url in the kubeconfig goes before the environment', async () => {
        const kubeconfig = far({ 'proxy-url': tunnel.url });
        const { report } = compared(await diff(kubeconfig, { HTTPS_PROXY: 'http://127.0.0.1:1' }));
        expect(report.summary).toMatchObject({ synced: 1 });
      });

      it.each([
        ['that is not there', () => 'http://ana:hunter2@127.0.0.1:1', 'http://127.0.0.1:1: connection refused'],
        ['that refuses', () => tunnel.url, 'the proxy refuses with HTTP 407'],
      ])('%s ends the run with 2, and is named', async (which, address, why) => {
        tunnel.refuse = which === 'that refuses';
        const ended = await diff(far(), { HTTPS_PROXY: address() });
        tunnel.refuse = false;
        expect(ended.code).toBe(2);
        expect(ended.err).toContain(`cannot reach the API server ${SERVER} of context shop through the proxy http://`);
        expect(ended.err).toContain(why);
        expect(ended.err).toMatch(/^hint: check proxy-url in the kubeconfig, or HTTPS_PROXY and NO_PROXY/m);
        expect(ended.err).not.toContain('hunter2');
      });

      it('of NO_PROXY is not used', async () => {
        tunnel.heard.length = 0;
        const ended = await diff(far(), { HTTPS_PROXY: tunnel.url, NO_PROXY: '.cluster.example' });
        expect(ended.code).toBe(2);
        expect(ended.err).toContain('its host name cannot be resolved');
        expect(tunnel.heard).toEqual([]);
      });
    });
  });

  describe('with credentials that run out', () => {
    let proxy: FaultProxy;
    beforeAll(async () => {
      proxy = await faultProxy(server);
    });
    afterAll(() => proxy.close());
    const unauthorized = status(401, 'Unauthorized');

    it.each(commands)('ends %s with 2 where there are no others, and says who was refused', async (_, args) => {
      proxy.set(({ path: asked }) => (asked === '/version' ? undefined : unauthorized));
      const ended = await run(args(), kubeconfigOf({ server: proxy.url }));
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toContain('does not accept the credentials of user ana');
      expect(ended.err).toMatch(/^hint: sign in again, then check with: kubectl auth whoami$/m);
    });

    /** A plugin whose first token is an old one; it counts its runs. */
    const plugin = (...tokens: readonly string[]): { user: object; runs: () => number } => {
      const log = join(root, randomUUID());
      const script = `const fs = require('node:fs');
        fs.appendFileSync(process.argv[1], 'x');
        const tokens = ${JSON.stringify(tokens)};
        const nth = fs.readFileSync(process.argv[1], 'utf8').length;
        const token = tokens[Math.min(nth, tokens.length) - 1];
        console.log(JSON.stringify({apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: {token}}));`;
      const apiVersion = 'client.authentication.k8s.io/v1';
      const args = ['-e', script, log];
      const exec = { apiVersion, command: process.execPath, args, interactiveMode: 'Never' };
      return { user: { exec }, runs: () => readFileSync(log, 'utf8').length };
    };

    it('asks a plugin for new ones once, and compares everything', async () => {
      // The old token is good for the first question, as one is that runs out in the middle of a run.
      const { user, runs } = plugin('an-old-token', token);
      proxy.set(({ path: asked, headers }) => {
        if (headers.authorization !== 'Bearer an-old-token') return undefined;
        return asked === '/version' ? { kind: 'answer', status: 200, body: '{"gitVersion":"v1.36.3"}' } : unauthorized;
      });
      const { report } = compared(await diff(kubeconfigOf({ server: proxy.url }, user)));
      expect(report.summary).toMatchObject({ synced: 1, unknown: 0 });
      expect(runs()).toBe(2);
    });

    it('asks a plugin no third time', async () => {
      const { user, runs } = plugin('an-old-token', 'another-old-token');
      proxy.set(() => undefined);
      const ended = await diff(kubeconfigOf({ server: proxy.url }, user));
      expect(ended.code).toBe(2);
      expect(ended.err).toContain('does not accept the credentials of user ana');
      expect(`${ended.out}${ended.err}`).not.toContain('old-token');
      expect(runs()).toBe(2);
    });
  });
});

interface Tunnel {
  readonly url: string;
  readonly heard: { readonly to: string; readonly headers: http.IncomingHttpHeaders }[];
  refuse: boolean;
  close(): void;
}

/** A proxy that opens every tunnel to one port of this machine, whatever was asked for. */
async function tunnelTo(port: number): Promise<Tunnel> {
  const proxy = http.createServer();
  const sockets = new Set<net.Socket>();
  const tunnel: Tunnel = { url: '', heard: [], refuse: false, close: () => {} };
  proxy.on('connect', ({ url = '', headers }, client: net.Socket) => {
    tunnel.heard.push({ to: url, headers });
    client.on('error', () => {});
    if (tunnel.refuse) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    const onward = net.connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(onward).pipe(client);
    });
    onward.on('error', () => client.destroy());
    for (const socket of [client, onward]) sockets.add(socket);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return Object.assign(tunnel, {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  });
}
