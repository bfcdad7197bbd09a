import type https from 'node:https';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../src/cluster/connection.js';
import { authorize } from '../../src/cluster/credentials.js';
import { temporaryFolder } from './temporary-folder.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const CLUSTERS: Readonly<Record<string, Omit<Connection['cluster'], 'skipTlsVerify'>>> = {
  'the authorities of the system': {},
  'an authority in the kubeconfig': { caData: base64('authority') },
  'an authority in a file': { caFile: 'ca.crt', caData: base64('another') },
  'another name of the server': { tlsServerName: 'kubernetes' },
};
const USERS: Readonly<Record<string, Omit<Connection['user'], 'title'>>> = {
  nobody: {},
  'a token': { token: 'abc' },
  'an empty token': { token: '' },
  'a name and password': { username: 'ana', password: 'hunter2' },
  'a token beside a name': { token: 'abc', username: 'ana', password: 'hunter2' },
  'a certificate in the kubeconfig': { certData: base64('certificate'), keyData: base64('key') },
  'a certificate in files': { certFile: 'ana.crt', keyFile: 'ana.key' },
  'empty data': { certData: '', keyData: '' },
};
const cases = Object.keys(CLUSTERS).flatMap((cluster) =>
  Object.keys(USERS).flatMap((user) => [true, false].map((skip) => [cluster, user, skip] as const)),
);

describe('credentials are what client-node makes of the same kubeconfig', () => {
  test.each(cases)('%s, %s, without verification: %s', async (clusterName, userName, skipTlsVerify) => {
    const server = 'https://prod.test:6443';
    const folder = await temporaryFolder({ 'ca.crt': 'authority', 'ana.crt': 'certificate', 'ana.key': 'key' });
    const placed = <Part extends object>(part: Part | undefined): Part =>
      Object.fromEntries(
        Object.entries(part ?? {}).map(([key, text]) => [
          key,
          key.endsWith('File') ? join(folder, String(text)) : text,
        ]),
      ) as Part;
    const cluster = { ...placed(CLUSTERS[clusterName]), skipTlsVerify };
    const user = { title: 'user ana', ...placed(USERS[userName]) };
    const config = new KubeConfig();
    const { title: name, exec: _exec, execEntry: _entry, tokenFile: _file, ...rest } = user;
    config.loadFromClusterAndUser(
      { name: 'prod', server, ...cluster, skipTLSVerify: skipTlsVerify } as Parameters<
        KubeConfig['loadFromClusterAndUser']
      >[0],
      { name, ...rest } as Parameters<KubeConfig['loadFromClusterAndUser']>[1],
    );
    const expected: https.RequestOptions = {};
    await config.applyToHTTPSOptions(expected);

    const connection: Connection = { server, namespace: 'shop', cluster, user };
    const { agent, headers } = await authorize(connection, { env: {}, now: new Date(0) });
    const { ca, cert, key, servername, rejectUnauthorized } = (agent as https.Agent).options;
    expect({ ca, cert, key, servername, rejectUnauthorized }).toEqual({
      ca: expected.ca,
      cert: expected.cert,
      key: expected.key,
      servername: expected.servername,
      rejectUnauthorized: expected.rejectUnauthorized,
    });
    const basic = expected.auth == null ? {} : { Authorization: `Basic ${base64(expected.auth)}` };
    expect(headers).toEqual({ ...expected.headers, ...basic });
  });
});
