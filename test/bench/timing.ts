import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';

/** One program run to its end. */
export interface Ran {
  readonly ms: number;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program to run: what it is called in messages is `program` and its first arguments. */
export interface Program {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program, from before it is started to after its output is closed. */
export function runTimed({ program, args, env }: Program): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      const ms = performance.now() - start;
      const text = (chunks: readonly Buffer[]) => Buffer.concat(chunks).toString('utf8');
      resolve({ ms, code: code ?? 1, stdout: text(stdout), stderr: text(stderr) });
    });
  });
}

/** What is measured: `once` gives the milliseconds of one run. It is run in at most `rounds` of the rounds. */
export interface Contender {
  readonly name: string;
  readonly rounds: number;
  readonly once: () => Promise<number>;
}

/** The runs of one contender, in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly runs: readonly number[];
  readonly median: number;
  readonly min: number;
}

/**
 * Runs the contenders in turns, so that whatever else the machine does meets all of them. One round before the first
 * is not counted: it fills the caches of files and of the server.
 */
export async function measure(
  contenders: readonly Contender[],
  progress: (doing: string) => void,
): Promise<ReadonlyMap<string, Measured>> {
  const runs = new Map(contenders.map(({ name }) => [name, [] as number[]]));
  const rounds = Math.max(...contenders.map((contender) => contender.rounds));
  for (let round = -1; round < rounds; round++) {
    for (const { name, rounds: own, once } of contenders) {
      // Whoever is slow enough to be run once or twice only notices no cold cache.
      if (round < 0 ? own < 3 : round >= own) continue;
      progress(`${name}: ${round < 0 ? 'warming up' : `${round + 1} of ${own}`}`);
      const ms = await once();
      if (round >= 0) runs.get(name)?.push(ms);
    }
  }
  return new Map([...runs].map(([name, all]) => [name, summary(name, all)]));
}

function summary(name: string, runs: readonly number[]): Measured {
  const sorted = [...runs].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { name, runs, median: (low + high) / 2, min: sorted[0] ?? 0 };
}
