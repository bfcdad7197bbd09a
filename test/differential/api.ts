import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { load } from 'js-yaml';
import { digString, type JsonValue } from '../../src/model/json.js';
import { parseJson, printJson } from '../../src/model/json-text.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { apiVersionOf, type ResourceRef } from '../../src/model/resource.js';
import { gvkKey, type SchemaBundle } from '../../src/model/schema.js';

/** What the server said: an object or a Status. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly body: JsonValue;
}

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: JsonValue;
  readonly contentType?: string;
  readonly userAgent?: string;
}

/** A client that may write: the actors and the oracle need what gitdrift itself never does. */
export interface Api {
  call(call: Call): Promise<Answer>;
  close(): void;
}

/** Connects as the first user of a kubeconfig with a token and a CA file or data. */
export async function connect(kubeconfig: string): Promise<Api> {
  const config = load(await readFile(kubeconfig, 'utf8')) as JsonValue;
  const server = digString(config, 'clusters', 0, 'cluster', 'server') ?? '';
  const token = digString(config, 'users', 0, 'user', 'token') ?? '';
  const data = digString(config, 'clusters', 0, 'cluster', 'certificate-authority-data');
  const file = digString(config, 'clusters', 0, 'cluster', 'certificate-authority');
  const ca = data === undefined ? await readFile(file ?? '') : Buffer.from(data, 'base64');
  const agent = new Agent({ keepAlive: true, maxSockets: 8, ca });
  return { call: (call) => send(agent, server, token, call), close: () => agent.destroy() };
}

function send(agent: Agent, server: string, token: string, call: Call): Promise<Answer> {
  const body = call.body === undefined ? undefined : printJson(call.body);
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(call.path, server),
      {
        method: call.method,
        agent,
        headers: {
          authorization: `Bearer ${token}`,
          accept: 'application/json',
          'user-agent': call.userAgent ?? 'differential-test/1',
          ...(body === undefined
            ? {}
            : {
                'content-type': call.contentType ?? 'application/json',
                'content-length': String(Buffer.byteLength(body)),
              }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const status = response.statusCode ?? 0;
          resolve({ ok: status >= 200 && status < 300, status, body: readBody(text) });
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Errors below the API (a panic, a timeout) come as plain text. */
function readBody(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return { message: text };
  }
}

/** The URL path of an object, or of its collection, with query parameters. */
export function objectPath(
  bundle: SchemaBundle,
  ref: ResourceRef,
  options: {
    readonly collection?: true;
    readonly subresource?: string;
    readonly query?: Readonly<Record<string, string>>;
  } = {},
): string {
  const kind = bundle.kinds[gvkKey(ref)];
  if (kind === undefined) throw new Error(`no such kind: ${gvkKey(ref)}`);
  const root = ref.group === '' ? '/api' : '/apis';
  const namespace = kind.namespaced ? `/namespaces/${ref.namespace}` : '';
  const name = options.collection ? '' : `/${ref.name}`;
  const below = options.subresource === undefined ? '' : `/${options.subresource}`;
  const query = new URLSearchParams(options.query).toString();
  return `${root}/${apiVersionOf(ref)}${namespace}/${kind.plural}${name}${below}${query === '' ? '' : `?${query}`}`;
}

/** The answer's object; throws the server's message where there is none. */
export function objectOf(answer: Answer, what: string): KubernetesObject {
  if (!answer.ok) throw new Error(`${what}: ${digString(answer.body, 'message') ?? answer.status}`);
  return answer.body as KubernetesObject;
}
