import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { GitdriftError } from '../model/errors.js';
import type { Io, Stream } from './io.js';

/** The running process as an Io; `signal` is the caller's, who listens for Ctrl-C. */
export function processIo(signal: AbortSignal): Io {
  const stderr = streamOf(process.stderr, 'standard error');
  return {
    stdout: streamOf(process.stdout, 'standard output'),
    stderr,
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    readStdin: () => readStdin(stderr, signal),
    wait: (milliseconds) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
    signal,
    // kubectl runs `kubectl-gitdrift` from the PATH; node keeps the name of the link it was started by.
    program: basename(process.argv[1] ?? '').startsWith('kubectl-') ? 'kubectl gitdrift' : 'gitdrift',
  };
}

function streamOf(stream: NodeJS.WriteStream, name: string): Stream {
  // Without a listener the error that a closed pipe raises later would end the process.
  stream.on('error', () => {});
  return {
    write: (text) =>
      new Promise((resolve, reject) => {
        if (text === '') return resolve();
        stream.write(text, (error) =>
          error == null || isClosedPipe(error) ? resolve() : reject(unwritable(name, error)),
        );
      }),
    isTty: stream.isTTY === true,
    ...(stream.columns > 0 ? { columns: stream.columns } : {}),
  };
}

/** Nobody reads on (`gitdrift diff | head -1`): no fault, and nothing to say about it. */
function isClosedPipe(error: Error): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

function unwritable(name: string, error: Error): GitdriftError {
  return new GitdriftError('usage', `cannot write to ${name}: ${error.message}`, {
    hint: 'check the disk that the output is redirected to',
    cause: error,
  });
}

async function readStdin(stderr: Stream, signal: AbortSignal): Promise<string> {
  const stop = (): void => {
    process.stdin.destroy(new GitdriftError('interrupted', 'interrupted while reading standard input'));
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  if (process.stdin.isTTY) await stderr.write('reading from standard input, up to Ctrl-D\n');
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new GitdriftError('manifest-invalid', 'standard input is no text in UTF-8', {
      hint: 'pipe manifests into gitdrift as UTF-8 text',
      cause,
    });
  }
}
