import http from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Authorization } from './credentials.js';

/** The answer to one request, whole and uncompressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** The server took longer than the time limit allows. */
export class TimeLimitError extends Error {}

const unzip = promisify(gunzip);

/**
 * Sends one GET and reads the whole answer. No other method can be sent: this is the only place of the API client
 * that opens a request. Rejects with Node's error where the connection fails, and with TimeLimitError.
 */
export async function sendGet(
  url: URL,
  authorization: Authorization,
  options: {
    readonly accept: string;
    readonly userAgent: string;
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
  },
): Promise<RawAnswer> {
  const { status, headers, body } = await new Promise<{
    status: number;
    headers: http.IncomingHttpHeaders;
    body: Buffer;
  }>((resolve, reject) => {
    const get = url.protocol === 'http:' ? http.get : https.get;
    const request = get(url, {
      agent: authorization.agent,
      headers: {
        ...authorization.headers,
        Accept: options.accept,
        'Accept-Encoding': 'gzip',
        'User-Agent': options.userAgent,
      },
      ...(options.signal !== undefined && { signal: options.signal }),
    });
    const timer =
      options.timeoutMs > 0
        ? setTimeout(() => request.destroy(new TimeLimitError('time limit')), options.timeoutMs)
        : undefined;
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    request.on('error', fail);
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      // A body that breaks off ends in `error` with ECONNRESET.
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
  });
  return { status, headers, text: await textOf(body, headers) };
}

/** A body that claims to be compressed and is not is no JSON either, so it is as good as empty. */
async function textOf(body: Buffer, headers: http.IncomingHttpHeaders): Promise<string> {
  if (headers['content-encoding'] !== 'gzip') return body.toString('utf8');
  return unzip(body).then(
    (plain) => plain.toString('utf8'),
    () => '',
  );
}
