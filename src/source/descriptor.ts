import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { GitdriftError } from '../model/errors.js';

/** What a shell hands over: `/dev/stdin`, and `/dev/fd/63` for `<(kustomize build apps/catalog)`. */
const DESCRIPTOR = /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/(\d+))$/;

/**
 * The text of a stream that this process was given, where the path names one; undefined for any other path. Named pipes
 * are not among them: nobody may ever write to one.
 */
export async function textOfDescriptor(
  path: string,
  io: { readonly stdin: () => Promise<string>; readonly signal?: AbortSignal },
): Promise<string | undefined> {
  const [isDescriptor, number] = DESCRIPTOR.exec(path) ?? [];
  if (isDescriptor === undefined) return undefined;
  const fd = Number(number ?? 0);
  const found: Stats | undefined = await stat(path).catch(() => undefined);
  // A redirected file is read by its own path.
  if (found === undefined || found.isFile() || found.isDirectory()) return undefined;
  if (fd === 0) return io.stdin();
  if (!found.isFIFO() && !found.isSocket()) return undefined;
  return textOf(fd, path, io.signal);
}

/** Through the event loop rather than a thread, so that a stream that never ends can be interrupted. */
async function textOf(fd: number, shown: string, signal: AbortSignal | undefined): Promise<string> {
  const stream = new Socket({ fd, readable: true, writable: false, ...(signal && { signal }) });
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    if (signal?.aborted) throw new GitdriftError('interrupted', `interrupted while ${shown} was read`, { cause });
    throw new GitdriftError('manifest-invalid', `${shown} cannot be read as UTF-8 text`, {
      hint: 'write the manifests to a file, and give that',
      cause,
    });
  }
}
