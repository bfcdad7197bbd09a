import { spawnSync } from 'node:child_process';
import { comparePair } from '../../../src/gitops/argocd/compare-pair.js';
import { ComparisonFault } from '../../../src/gitops/argocd/comparing.js';
import { digString, field, type JsonObject, type JsonValue, jsonEqual } from '../../../src/model/json.js';
import { parseJson, printJson } from '../../../src/model/json-text.js';
import { type KubernetesObject, refOf } from '../../../src/model/resource.js';
import { type Random, randomOf } from '../../differential/random.js';
import { entry, SCHEMA, settingsOf, TOOLS } from '../../gitops/argocd/tiny-world.js';
import { mutated } from './mutate.js';
import { type World, worlds } from './worlds.js';

interface Question {
  readonly config: KubernetesObject;
  readonly live: KubernetesObject;
  readonly serverSideApply: boolean;
}

type Word = 'same' | 'modified' | 'failed';

/** Asks both about changed worlds and prints how far they agree; gives the exit code. */
export function main(args: readonly string[]): number {
  const [program, swagger] = args;
  if (program === undefined || swagger === undefined) {
    process.stderr.write('usage: run.ts PROGRAM SWAGGER [--count N] [--seed N]\n');
    return 2;
  }
  const all = worlds();
  const seed = numberOf(args, '--seed', 1);
  const questions = Array.from({ length: numberOf(args, '--count', 2000) }, (_, index) => {
    const random = randomOf(seed, index);
    return question(random.pick(all), random);
  });
  const input = questions.map((one) => `${printJson(one)}\n`).join('');
  const { stdout } = spawnSync(program, [swagger], { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  const answers = stdout.trim().split('\n').map(parseJson);
  let [words, states, modified] = [0, 0, 0];
  for (const [index, asked] of questions.entries()) {
    const theirs = answers[index] as JsonValue;
    const ours = compared(asked);
    const said = wordOf(theirs);
    if (said === ours.word) words++;
    else
      process.stdout.write(
        `${refOf(asked.config).kind}: Argo CD ${said}, here ${ours.word} ${digString(theirs, 'error') ?? ''}\n  ${printJson(asked)}\n`,
      );
    if (said !== 'modified' || ours.states === undefined) continue;
    modified++;
    if (
      jsonEqual(field(theirs, 'live'), ours.states.live) &&
      jsonEqual(field(theirs, 'predicted'), ours.states.predicted)
    )
      states++;
  }
  process.stdout.write(
    `${words} of ${questions.length} agree in the word, ${states} of ${modified} modified ones in both states\n`,
  );
  return words === questions.length ? 0 : 1;
}

function wordOf(said: JsonValue): Word {
  if (field(said, 'error') !== undefined) return 'failed';
  return field(said, 'modified') === true ? 'modified' : 'same';
}

function compared({ config, live, serverSideApply }: Question): {
  word: Word;
  states?: { live: JsonObject; predicted: JsonObject };
} {
  // Marks are no part of this: with tracking by label nothing is filled in.
  const settings = settingsOf({ 'application.resourceTrackingMethod': 'label' });
  const comparing = { settings, ignoreDifferences: [], schema: SCHEMA, tools: TOOLS, ignored: [] };
  try {
    const result = comparePair(config, live, { serverSideDiff: false, serverSideApply }, comparing);
    return { word: result.modified ? 'modified' : 'same', states: result.states };
  } catch (fault) {
    if (fault instanceof ComparisonFault) return { word: 'failed' };
    throw fault;
  }
}

/** Desired, live and what was applied last, each changed up to two times. */
function question({ desired, live }: World, random: Random): Question {
  const serverSideApply = random.chance(0.4);
  const applied = changedOften(desired, random);
  const stored =
    live !== undefined && random.chance(0.6)
      ? live
      : (TOOLS.complete(desired, refOf(desired), 'server') as KubernetesObject);
  const found = changedOften(stored, random);
  const annotation = { 'kubectl.kubernetes.io/last-applied-configuration': printJson(applied) };
  const annotations = { ...(field(found.metadata, 'annotations') as JsonObject | undefined), ...annotation };
  const managedFields = [entry('argocd-controller', 'Apply', desired)];
  const metadata = serverSideApply ? { ...found.metadata, managedFields } : { ...found.metadata, annotations };
  return { config: changedOften(desired, random), live: { ...found, metadata }, serverSideApply };
}

function changedOften(object: KubernetesObject, random: Random): KubernetesObject {
  let here = object;
  for (let left = random.int(3); left > 0; left--) here = mutated(here, random);
  return here;
}

function numberOf(args: readonly string[], flag: string, otherwise: number): number {
  const at = args.indexOf(flag);
  return at < 0 ? otherwise : Number(args[at + 1]);
}
