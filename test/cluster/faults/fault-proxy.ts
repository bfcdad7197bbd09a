import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';

/** One request as it came; `nth` counts those for the same path since the faults were last set, from 1. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: http.IncomingHttpHeaders;
  readonly nth: number;
}

/** What goes wrong with one request. */
export type Fault =
  /** Another answer than the API server's, which is not asked. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: string;
      readonly headers?: http.OutgoingHttpHeaders;
    }
  /** The API server's answer with another body. */
  | { readonly kind: 'rewritten'; readonly change: (body: string) => string }
  /** The connection is reset after so many bytes of the API server's answer. */
  | { readonly kind: 'cut'; readonly after: number }
  /** The answer comes a byte at a time. */
  | { readonly kind: 'trickle'; readonly everyMs: number }
  /** No answer ever. */
  | { readonly kind: 'silence' }
  /** Something else happens in the cluster before the request gets there. */
  | { readonly kind: 'meanwhile'; readonly act: () => Promise<void> };

export type Faults = (asked: Asked) => Fault | undefined;

export interface FaultProxy {
  readonly url: string;
  readonly heard: readonly Asked[];
  /** What goes wrong from now on. */
  set(faults: Faults): void;
  close(): void;
}

interface Options {
  /** A certificate and key in PEM: the proxy then speaks TLS. */
  readonly tls?: { readonly cert: string; readonly key: string };
  /** Objects of a page, whatever was asked for, so that a few objects are several pages. */
  readonly page?: number;
}

/** Stands before an API server and breaks what a test wants broken; passes tokens on, no client certificates. */
export async function faultProxy(server: string, { tls, page }: Options = {}): Promise<FaultProxy> {
  const heard: Asked[] = [];
  const counts = new Map<string, number>();
  let faults: Faults = () => undefined;
  const agent = new https.Agent({ keepAlive: true, rejectUnauthorized: false });

  const answer = async (request: http.IncomingMessage, response: http.ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', server);
    const nth = (counts.get(url.pathname) ?? 0) + 1;
    counts.set(url.pathname, nth);
    const { method = '', headers } = request;
    const asked: Asked = { method, path: url.pathname, query: url.searchParams, headers, nth };
    heard.push(asked);
    const fault = faults(asked);
    if (fault?.kind === 'silence') return;
    if (fault?.kind === 'answer') {
      response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers });
      response.end(fault.body ?? '');
      return;
    }
    if (fault?.kind === 'meanwhile') await fault.act();
    if (page !== undefined && url.searchParams.has('limit')) url.searchParams.set('limit', String(page));
    const real = await passOn(url, request, agent);
    const body = fault?.kind === 'rewritten' ? Buffer.from(fault.change(real.body.toString('utf8'))) : real.body;
    response.writeHead(real.status, { ...real.headers, 'content-length': body.length });
    if (fault?.kind === 'cut') response.write(body.subarray(0, fault.after), () => response.socket?.resetAndDestroy());
    else if (fault?.kind === 'trickle') trickle(body, response, fault.everyMs);
    else response.end(body);
  };
  const listener: http.RequestListener = (request, response) => {
    answer(request, response).catch(() => response.destroy());
  };
  const proxy = tls === undefined ? http.createServer(listener) : https.createServer(tls, listener);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}`,
    heard,
    set(next) {
      faults = next;
      counts.clear();
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
      agent.destroy();
    },
  };
}

interface Real {
  readonly status: number;
  readonly headers: http.OutgoingHttpHeaders;
  readonly body: Buffer;
}

function passOn(url: URL, request: http.IncomingMessage, agent: https.Agent): Promise<Real> {
  const { host: _, 'accept-encoding': __, ...headers } = request.headers;
  return new Promise((resolve, reject) => {
    const onward = https.request(url, { agent, method: request.method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const { 'transfer-encoding': _, ...kept } = response.headers;
        resolve({ status: response.statusCode ?? 502, headers: kept, body: Buffer.concat(chunks) });
      });
    });
    onward.on('error', reject);
    request.pipe(onward);
  });
}

function trickle(body: Buffer, response: http.ServerResponse, everyMs: number): void {
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + 1));
    at++;
    if (at >= body.length) response.end();
  }, everyMs);
  response.on('close', () => clearInterval(timer));
}

/** A failure as the API server words it. */
export function status(code: number, message: string, headers: http.OutgoingHttpHeaders = {}): Fault {
  const body = JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', message, code });
  return { kind: 'answer', status: code, body, headers };
}
