import { Session } from 'node:inspector';
import { parentPort, workerData } from 'node:worker_threads';
import { mutate, numbersFrom } from './mutate.js';
import { readers } from './readers.js';

/** What the thread shares with its watcher: state[0] counts inputs, state[1] is the length of the current one. */
interface Shared {
  readonly reader: string;
  readonly seed: number;
  readonly fixtures: string;
  readonly state: SharedArrayBuffer;
  readonly input: SharedArrayBuffer;
  /** One input alone, in place of mutations. */
  readonly only?: string;
}

/** How many inputs between two looks at which code they reached. */
const BATCH = 200;

const { reader: name, seed, fixtures, state, input, only } = workerData as Shared;
const counters = new Int32Array(state);
const shown = new Uint8Array(input);
const encoder = new TextEncoder();
const reader = readers(fixtures)[name];
if (reader === undefined) throw new Error(`there is no reader ${name}`);
const { read, allows } = reader;

async function tryOne(text: string): Promise<void> {
  const { written } = encoder.encodeInto(text, shown);
  Atomics.store(counters, 1, written);
  Atomics.add(counters, 0, 1);
  try {
    await read(text);
    if (Object.keys(Object.prototype).length > 0) throw new Error('Object.prototype has a new key');
  } catch (error) {
    if (!allows(error))
      parentPort?.postMessage({
        crash: text,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
  }
}

const session = new Session();
session.connect();

/** The stretches of code that ran since the last call. */
function reached(): string[] {
  const found: string[] = [];
  session.post('Profiler.takePreciseCoverage', (_error, answer) => {
    for (const script of answer?.result ?? []) {
      if (!script.url.includes('fuzz-worker')) continue;
      for (const { ranges } of script.functions) {
        for (const { startOffset, endOffset, count } of ranges)
          if (count > 0) found.push(`${startOffset}-${endOffset}`);
      }
    }
  });
  return found;
}

async function fuzz(seeds: readonly string[]): Promise<void> {
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const below = numbersFrom(seed);
  const corpus = [...seeds];
  const known = new Set<string>();
  for (const text of seeds) await tryOne(text);
  for (const place of reached()) known.add(place);
  for (;;) {
    const batch: string[] = [];
    for (let left = BATCH; left > 0; left--) batch.push(mutate(corpus, below));
    for (const text of batch) await tryOne(text);
    if (reached().every((place) => known.has(place))) continue;
    // Somewhere in the batch is what reached new code: it is worth changing further.
    for (const text of batch) {
      await tryOne(text);
      const news = reached().filter((place) => !known.has(place));
      if (news.length > 0) corpus.push(text);
      for (const place of news) known.add(place);
    }
    parentPort?.postMessage({ corpus: corpus.length, places: known.size });
    await new Promise((resolve) => setImmediate(resolve));
  }
}

if (only === undefined) await fuzz(reader.seeds);
else {
  await tryOne(only);
  parentPort?.postMessage({ done: true });
}
