import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** A line without its line break. */
export interface Line {
  readonly bytes: Buffer;
  /** True of the last line where no line break ends it. */
  readonly open: boolean;
  /** True of one that was longer than any event; `bytes` is empty. */
  readonly tooLong: boolean;
}

const CHUNK = 1024 * 1024;
const LINE_BREAK = 10;

/** An event holds a request and an answer of at most a few MB each; more without a line break is something else. */
const LONGEST = 64 * CHUNK;

/**
 * The lines of a file, empty ones left out, gunzipped where it is compressed (whatever its name), never more of it in
 * memory than a line. Throws what the file system or zlib throws.
 */
export async function* fileLines(file: string, signal?: AbortSignal): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of await chunks(file, signal)) {
    let from = 0;
    for (let end = chunk.indexOf(LINE_BREAK); end >= 0; end = chunk.indexOf(LINE_BREAK, from)) {
      const part = chunk.subarray(from, end);
      if (size + part.length > 0) yield lineOf(rest, part, size, false);
      rest = [];
      size = 0;
      from = end + 1;
    }
    const part = chunk.subarray(from);
    size += part.length;
    if (size <= LONGEST) rest.push(part);
    else rest = [];
  }
  if (size > 0) yield lineOf(rest, EMPTY, size, true);
}

const EMPTY = Buffer.alloc(0);

function lineOf(rest: readonly Buffer[], part: Buffer, size: number, open: boolean): Line {
  if (size > LONGEST) return { bytes: EMPTY, open, tooLong: true };
  const bytes = rest.length === 0 ? part : Buffer.concat([...rest, part]);
  return { bytes, open, tooLong: false };
}

/** The file's bytes, or what they are unpacked: a pipe can be read only once, so the first bytes decide. */
async function chunks(file: string, signal: AbortSignal | undefined): Promise<AsyncIterable<Buffer>> {
  const raw = createReadStream(file, { highWaterMark: CHUNK, ...(signal === undefined ? {} : { signal }) });
  const first = await firstChunk(raw);
  if (first === undefined) return raw;
  raw.unshift(first);
  if (first[0] !== 0x1f || first[1] !== 0x8b) return raw;
  const plain = createGunzip({ chunkSize: CHUNK });
  // Its failure reaches whoever reads `plain`.
  pipeline(raw, plain, () => {});
  return plain;
}

function firstChunk(stream: Readable): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('end', () => resolve(undefined));
    stream.once('readable', () => resolve((stream.read() as Buffer | null) ?? undefined));
  });
}
