import type http from 'node:http';
import { promisify } from 'node:util';
import { gunzip, type ZlibOptions } from 'node:zlib';

/** The answer to one request, whole and uncompressed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

/** The server took longer than the time limit allows. */
export class TimeLimitError extends Error {}

/** The answer is longer than any that is meant to be read. */
export class TooLongError extends Error {}

/** Bytes of one answer, unpacked: below the longest text of Node, and more than a page of 500 objects has. */
const MAX_BYTES = 500_000_000;

const unzip = promisify<Buffer, ZlibOptions, Buffer>(gunzip);

/**
 * Reads the whole answer to a request that is on its way. Rejects with Node's error where the connection fails, and
 * with TimeLimitError or TooLongError; a limit of 0 milliseconds is none.
 */
export async function receive(
  request: http.ClientRequest,
  timeoutMs: number,
  maxBytes: number = MAX_BYTES,
): Promise<RawAnswer> {
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
      let length = 0;
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length <= maxBytes) chunks.push(chunk);
        else request.destroy(new TooLongError('too long'));
      });
      // A body that breaks off ends in `error` with ECONNRESET.
      response.on('error', fail);
      response.on('end', () => {
        clearTimeout(timer);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    });
  });
  return { status, headers, text: await textOf(body, headers, maxBytes) };
}

/** A body that claims to be compressed and is not is no JSON either, so it is as good as empty. */
async function textOf(body: Buffer, headers: http.IncomingHttpHeaders, maxBytes: number): Promise<string> {
  if (headers['content-encoding'] !== 'gzip') return body.toString('utf8');
  return unzip(body, { maxOutputLength: maxBytes }).then(
    (plain) => plain.toString('utf8'),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ERR_BUFFER_TOO_LARGE') throw new TooLongError('too long');
      return '';
    },
  );
}
