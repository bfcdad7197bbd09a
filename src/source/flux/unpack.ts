import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { GitdriftError } from '../../model/errors.js';
import { systemReason } from '../../model/system-error.js';

/** An artifact of more is no set of manifests; fluxcd/pkg/tar stops at 100 MiB. */
const LARGEST = 100 * 1024 * 1024;

/**
 * Unpacks the regular files of a tar archive, compressed or not, into a folder: links and what would lie outside it are left
 * out. Throws `source-not-found` for what is no archive or is too large; `what` names it.
 */
export async function unpack(archive: Buffer, into: string, what: string): Promise<void> {
  const files = extract();
  const isZipped = archive[0] === 0x1f && archive[1] === 0x8b;
  let size = 0;
  const write = async (): Promise<void> => {
    for await (const entry of files) {
      const { name, type } = entry.header;
      const parts: Buffer[] = [];
      for await (const part of entry) {
        size += (part as Buffer).length;
        if (size > LARGEST) throw new Error('it is larger than 100 MiB');
        parts.push(part as Buffer);
      }
      const steps = name.split('/').filter((step) => step !== '' && step !== '.');
      if (type !== 'file' || steps.includes('..')) continue;
      const path = join(into, ...steps);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, Buffer.concat(parts));
    }
  };
  const source = Readable.from([archive]);
  const reading = isZipped ? pipeline(source, createGunzip(), files) : pipeline(source, files);
  try {
    await Promise.all([reading, write()]);
  } catch (cause) {
    throw new GitdriftError('source-not-found', `${what} cannot be unpacked: ${systemReason(cause)}`, {
      hint: 'it has to be a tar archive, as flux push artifact makes it',
      cause,
    });
  }
}
