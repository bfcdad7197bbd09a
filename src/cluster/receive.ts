import type http from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

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
 * Reads the whole answer to a request that is on its way. Rejects with Node's error where the connection fails, and
 * with TimeLimitError; a limit of 0 milliseconds is none.
 */
export async function receive(request: http.ClientRequest, timeoutMs: number): Promise<RawAnswer> {
  const { status, headers, body } = await new Promise<{
    status: number;
    headers: http.IncomingHttpHeaders;
    body: Buffer;
  }>((resolve, reject) => {
    const timer =
      timeoutMs > 0 ? setTimeout(() => request.destroy(new TimeLimitError('time limit')), timeoutMs) : undefined;
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
