import { readFile } from 'node:fs/promises';
import https from 'node:https';
import { load } from 'js-yaml';
import { dig, digString, type JsonValue } from '../../src/model/json.js';

/** Where the API server is and how it lets us in, for requests of our own and for curl. */
export interface Access {
  readonly server: string;
  readonly token: string;
  /** PEM. */
  readonly ca: string;
}

/** What the kubeconfig of a test control plane says: one cluster, one user with a token. */
export async function readAccess(kubeconfig: string): Promise<Access> {
  const config = load(await readFile(kubeconfig, 'utf8')) as JsonValue;
  const text = (...steps: (string | number)[]): string => {
    const found = digString(config, ...steps);
    if (found === undefined) throw new Error(`the kubeconfig ${kubeconfig} has no ${steps.join('.')}`);
    return found;
  };
  const cluster = ['clusters', 0, 'cluster'] as const;
  if (dig(config, 'clusters', 1) !== undefined) throw new Error(`the kubeconfig ${kubeconfig} names several clusters`);
  return {
    server: text(...cluster, 'server'),
    token: text('users', 0, 'user', 'token'),
    ca: Buffer.from(text(...cluster, 'certificate-authority-data'), 'base64').toString('utf8'),
  };
}

/** Sends one write; throws what the server says where it refuses. */
export type Write = (method: 'PATCH', path: string, contentType: string, body: unknown) => Promise<void>;

/** Makes the function that writes, over connections that stay open; `close` ends them. */
export function writer(access: Access, connections: number): { readonly write: Write; readonly close: () => void } {
  const agent = new https.Agent({ keepAlive: true, maxSockets: connections, ca: access.ca });
  const write: Write = (method, path, contentType, body) =>
    new Promise((resolve, reject) => {
      const headers = { Authorization: `Bearer ${access.token}`, 'Content-Type': contentType };
      const request = https.request(new URL(path, access.server), { method, agent, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('error', reject);
        response.on('end', () => {
          if ((response.statusCode ?? 0) < 300) resolve();
          else reject(new Error(`${method} ${path}: HTTP ${response.statusCode}: ${text}`));
        });
      });
      request.on('error', reject);
      request.end(JSON.stringify(body));
    });
  return { write, close: () => agent.destroy() };
}
