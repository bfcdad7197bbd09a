import { parseArgs } from 'node:util';

/** What a run of the bench measures. */
export interface BenchOptions {
  /** Sizes of the worlds, in objects. */
  readonly objects: readonly number[];
  /** Rounds of what takes less than seconds. */
  readonly rounds: number;
  /** Also kubectl on worlds where it takes many minutes. */
  readonly all: boolean;
  /** Another gitdrift to measure in the same turns: a folder with bin/ and dist/. */
  readonly beside: string | undefined;
}

export const USAGE = `usage: npm run bench -- [--objects 100,1000,5000] [--rounds N] [--quick] [--all] [--beside FOLDER]

  --objects   sizes of the worlds
  --rounds    how often gitdrift and the floor run (9)
  --quick     100 objects, 3 rounds
  --all       kubectl on more than 1000 objects, too
  --beside    also measures the gitdrift in FOLDER (with bin/ and dist/), such as an earlier version
`;

/** Reads the arguments; throws an Error that names the wrong one. */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      objects: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      beside: { type: 'string' },
    },
  });
  const objects = values.objects ?? (values.quick ? '100' : '100,1000,5000');
  return {
    objects: objects.split(',').map((text) => positive(text, 20)),
    rounds: positive(values.rounds ?? (values.quick ? '3' : '9'), 1),
    all: values.all,
    beside: values.beside,
  };
}

function positive(text: string, least: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) throw new Error(`${text} is no whole number from ${least} on`);
  return value;
}
