import type { Engine } from '../../src/cli/engine.js';
import type { Io, Stream } from '../../src/cli/io.js';
import { run } from '../../src/main.js';
import { NOW } from '../report/worlds.js';

export interface Transcript {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  readonly env?: Io['env'];
  readonly tty?: boolean;
  readonly columns?: number;
  readonly cwd?: string;
  readonly stdin?: string;
  readonly program?: string;
  readonly now?: Date;
  readonly signal?: AbortSignal;
  readonly wait?: (milliseconds: number) => Promise<void>;
  readonly clock?: () => Date;
}

/** An engine that fails a test which reaches it. */
const NO_ENGINE: Engine = {
  analyze: () => Promise.reject(new Error('analyze is not expected here')),
  owners: () => Promise.reject(new Error('owners is not expected here')),
  writers: () => Promise.reject(new Error('writers is not expected here')),
  adopt: () => Promise.reject(new Error('adopt is not expected here')),
  explain: () => Promise.reject(new Error('explain is not expected here')),
  timeline: () => Promise.reject(new Error('timeline is not expected here')),
  suspendPlan: () => Promise.reject(new Error('suspendPlan is not expected here')),
  mergeReports: () => Promise.reject(new Error('mergeReports is not expected here')),
  rbac: () => Promise.reject(new Error('rbac is not expected here')),
  record: () => Promise.reject(new Error('record is not expected here')),
};

/** Runs a command line in a process of paper: what it printed, and its exit code. */
export async function transcript(
  argv: readonly string[],
  engine: Partial<Engine> = {},
  around: Surroundings = {},
): Promise<Transcript> {
  const written = { out: '', err: '' };
  const stream = (name: 'out' | 'err'): Stream => ({
    write: async (text) => {
      written[name] += text;
    },
    isTty: around.tty ?? false,
    ...(around.columns === undefined ? {} : { columns: around.columns }),
  });
  const code = await run(
    argv,
    {
      stdout: stream('out'),
      stderr: stream('err'),
      env: around.env ?? {},
      cwd: around.cwd ?? '/nowhere',
      now: around.clock ?? (() => around.now ?? NOW),
      readStdin: async () => around.stdin ?? '',
      wait: around.wait ?? (async () => {}),
      signal: around.signal ?? new AbortController().signal,
      program: around.program ?? 'gitdrift',
    },
    { ...NO_ENGINE, ...engine },
  );
  return { code, ...written };
}
