import { constants, open } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { promisify } from 'node:util';

/** What was to be read is a device, a socket or the like: it may never end. */
export class NoFileError extends Error {}

/**
 * The text of a file or a pipe (`<(kubectl get …)`), as UTF-8. Rejects with Node's error, with NoFileError, and with an
 * AbortError after `signal`.
 */
export async function readText(file: string, signal: AbortSignal | undefined): Promise<string> {
  const options = signal === undefined ? {} : { signal };
  const stats = await stat(file);
  // Reading a folder gives the error that says that it is one.
  if (stats.isFile() || stats.isDirectory()) return readFile(file, { encoding: 'utf8', ...options });
  if (!stats.isFIFO()) throw new NoFileError('neither a file nor a pipe');
  // Opening a pipe the usual way waits for somebody to write, in a thread that nothing can interrupt and that keeps the
  // process from ending. So it is opened without waiting, and the waiting is left to a stream.
  const fd = await promisify(open)(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const pipe = new Socket({ fd, readable: true, writable: false, ...options });
  const chunks: Buffer[] = [];
  for await (const chunk of pipe) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
