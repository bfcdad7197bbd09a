import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { build, type Plugin } from 'esbuild';

// Fuzzes the readers of what others wrote: npm run fuzz -- --minutes 60 [--reader yaml]... [--seed 1] [--out DIR].
// Mutations are guided by the code that they reach. What is neither read nor refused with one of our own errors, and what takes
// more than two seconds, is a failure; its input is saved, and the exit code is 1.

const READERS = [
  'yaml',
  'fieldsV1',
  'managedFields',
  'paths',
  'patterns',
  'setPath',
  'policy',
  'audit',
  'report',
  'kubeconfig',
  'argocd',
  'flux',
  'recording',
];
const HANG_MS = 2000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '1' },
    reader: { type: 'string', multiple: true, default: READERS },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    out: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'gitdrift-fuzz-run-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const out = values.out ?? join(tmpdir(), 'gitdrift-fuzz');
const script = join(folder, 'fuzz-worker.mjs');
const { yamlModulesForBundle } = (await import(join(root, '.ci/yaml-modules.mjs'))) as { yamlModulesForBundle: Plugin };
await build({
  entryPoints: [join(root, 'test/fuzz/worker.ts')],
  outfile: script,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  logLevel: 'error',
  plugins: [yamlModulesForBundle],
  banner: {
    js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(${JSON.stringify(join(root, 'package.json'))});`,
  },
});

interface Tally {
  inputs: number;
  places: number;
  corpus: number;
  readonly failures: Map<string, string>;
}

/** The first lines of an error that name our code: two inputs with the same ones found the same fault. */
function signature(error: string): string {
  const lines = error.split('\n');
  return [
    lines[0]?.replace(/\d+/g, 'N').slice(0, 120),
    ...lines.slice(1, 4).map((line) => line.replace(/\(.*fuzz-worker/, '(').trim()),
  ].join(' | ');
}

function save(reader: string, what: string, text: string): string {
  mkdirSync(out, { recursive: true });
  const file = join(out, `${reader}-${what}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`);
  writeFileSync(file, text);
  return file;
}

function start(reader: string, seed: number, only?: string) {
  const state = new SharedArrayBuffer(8);
  const input = new SharedArrayBuffer(256 * 1024);
  const worker = new Worker(script, {
    workerData: { reader, seed, fixtures: join(root, 'fixtures'), state, input, only },
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
  });
  const current = (): string =>
    new TextDecoder().decode(new Uint8Array(input).slice(0, Atomics.load(new Int32Array(state), 1)));
  return { worker, current, count: () => Atomics.load(new Int32Array(state), 0) };
}

/** True where an input alone is over in time: three tries, with more of it, for the machine may be busy. */
async function endsAlone(reader: string, text: string): Promise<boolean> {
  for (let tries = 3; tries > 0; tries--) {
    const { worker, count } = start(reader, 0, text);
    const ended = new Promise<boolean>((resolve) => {
      worker.on('message', (message: { done?: true }) => message.done && resolve(true));
      worker.on('error', () => resolve(true));
    });
    while (count() === 0) await delay(20);
    const isOver = await Promise.race([ended, delay(5 * HANG_MS).then(() => false)]);
    await worker.terminate();
    if (isOver) return true;
  }
  return false;
}

async function fuzzReader(reader: string, until: number, tally: Tally): Promise<void> {
  for (let round = 0; Date.now() < until; round++) {
    const { worker, current, count } = start(reader, Number(values.seed) + round);
    let ended: string | undefined;
    worker.on('message', (message: { crash?: string; error?: string; places?: number; corpus?: number }) => {
      tally.places = Math.max(tally.places, message.places ?? 0);
      tally.corpus = Math.max(tally.corpus, message.corpus ?? 0);
      if (message.crash === undefined) return;
      const kind = signature(message.error ?? '');
      if (tally.failures.has(kind)) return;
      tally.failures.set(kind, save(reader, 'crash', message.crash));
      process.stdout.write(`CRASH ${reader}: ${tally.failures.get(kind)}\n${message.error}\n`);
    });
    worker.on('error', (error) => {
      ended = error.stack ?? String(error);
    });
    let [seen, since] = [-1, Date.now()];
    while (Date.now() < until && ended === undefined) {
      await delay(100);
      const now = count();
      if (now !== seen || now === 0) [seen, since] = [now, Date.now()];
      else if (Date.now() - since > HANG_MS) break;
    }
    const text = current();
    const wasStuck = Date.now() - since > HANG_MS;
    tally.inputs += count();
    await worker.terminate();
    if (ended !== undefined || (wasStuck && !(await endsAlone(reader, text)))) {
      const kind = ended === undefined ? `hang ${text.length}` : signature(ended);
      if (!tally.failures.has(kind)) tally.failures.set(kind, save(reader, ended === undefined ? 'hang' : 'end', text));
      process.stdout.write(
        `${ended === undefined ? 'HANG' : 'END'} ${reader}: ${tally.failures.get(kind)}\n${ended ?? ''}\n`,
      );
    }
  }
}

let failed = false;
const share = (Number(values.minutes) * 60_000) / values.reader.length;
process.stdout.write(`seed ${values.seed}, ${Math.round(share / 1000)} s for each of ${values.reader.join(', ')}\n`);
for (const reader of values.reader) {
  const tally: Tally = { inputs: 0, places: 0, corpus: 0, failures: new Map() };
  await fuzzReader(reader, Date.now() + share, tally);
  failed ||= tally.failures.size > 0;
  process.stdout.write(
    `${reader}: ${tally.inputs} inputs, ${tally.corpus} kept, ${tally.places} places reached, ${tally.failures.size} failures\n`,
  );
}
process.exitCode = failed ? 1 : 0;
