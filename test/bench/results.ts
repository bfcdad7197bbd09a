import { FLOOR } from './contenders.js';
import type { Measured } from './timing.js';

/** The names under which the contenders stand in the tables. */
export const NAMES = {
  node: 'node -e 0',
  help: 'gitdrift --help',
  recorded: 'gitdrift diff --live, one object',
  recordedBeside: 'the same of the gitdrift beside it',
  gitdrift: 'gitdrift diff',
  beside: 'the gitdrift beside it',
  floor: FLOOR,
  serverSide: 'kubectl diff --server-side',
  serverSideParallel: 'kubectl diff --server-side, concurrency 8',
  clientSide: 'kubectl diff',
} as const;

/** One goal, and whether it is met. */
export interface Verdict {
  readonly goal: string;
  readonly measured: string;
  readonly met: boolean;
}

/** How many objects the goals of comparing speak of. */
const GOAL_AT = 1000;

type Results = ReadonlyMap<string, Measured>;

/** A table of what was measured, each median also as a multiple of the one named `base`. */
export function table(title: string, results: Results, base: string): string {
  const unit = results.get(base)?.median ?? 1;
  const rows = [...results.values()].map(({ name, runs, median, min }) =>
    runs.length === 0
      ? [name, 'not run', '', '', '']
      : [name, milliseconds(median), milliseconds(min), `${(median / unit).toFixed(2)}×`, String(runs.length)],
  );
  return lines([[title, 'median', 'best', `of ${base}`, 'runs'], ...rows]);
}

/** The goals of starting: against a bare Node, and a recorded run in milliseconds. */
export function startVerdicts(results: Results): readonly Verdict[] {
  return [
    atMost(
      '--help, in starts of a bare Node, at most',
      median(results, NAMES.help) / median(results, NAMES.node),
      2,
      '',
    ),
    atMost('a recorded run of one object, at most', median(results, NAMES.recorded), 150, ' ms'),
  ];
}

/** The goals of a world of 1,000 objects; others have none of their own. */
export function worldVerdicts(count: number, results: Results, nodeStart: number): readonly Verdict[] {
  if (count !== GOAL_AT) return [];
  const own = median(results, NAMES.gitdrift);
  const bound = 2.5 * median(results, NAMES.floor) + nodeStart;
  const serverSide = results.get(NAMES.serverSide);
  const ratio = serverSide === undefined || serverSide.runs.length === 0 ? undefined : serverSide.median / own;
  return [
    atMost(`${count} objects: 2.5 × the floor + a bare Node start, at most`, own, Math.round(bound), ' ms'),
    ...(ratio === undefined
      ? []
      : [
          {
            goal: `${count} objects: times faster than kubectl diff --server-side, at least 10`,
            measured: ratio.toFixed(1),
            met: ratio >= 10,
          },
        ]),
  ];
}

/** How much each object costs at each size, once starting is taken away; linear growth keeps it the same or less. */
export function growthText(
  sizes: readonly { readonly count: number; readonly ms: number }[],
  nodeStart: number,
): string {
  const rows = sizes.map(({ count, ms }) => [
    String(count),
    milliseconds(ms),
    `${((ms - nodeStart) / count).toFixed(2)} ms`,
  ]);
  return lines([['objects', NAMES.gitdrift, 'each, without the start'], ...rows]);
}

/** Linear growth: an object costs no more among many than among 1,000, but for the noise of a shared machine. */
export function growthVerdicts(
  sizes: readonly { readonly count: number; readonly ms: number }[],
  nodeStart: number,
): readonly Verdict[] {
  const each = ({ count, ms }: { count: number; ms: number }): number => (ms - nodeStart) / count;
  const base = sizes.find(({ count }) => count === GOAL_AT);
  return sizes
    .filter(({ count }) => base !== undefined && count > GOAL_AT)
    .map((size) => {
      const ratio = base === undefined ? 1 : each(size) / each(base);
      return atMost(`an object among ${size.count}, in objects among ${GOAL_AT}, at most`, ratio, 1.25, '');
    });
}

/** The goals as a list. */
export function verdictText(verdicts: readonly Verdict[]): string {
  return lines(verdicts.map(({ goal, measured, met }) => [met ? 'met' : 'NOT MET', goal, measured]));
}

function median(results: Results, name: string): number {
  const found = results.get(name);
  if (found === undefined) throw new Error(`${name} was not measured`);
  return found.median;
}

function atMost(goal: string, value: number, limit: number, unit: string): Verdict {
  const digits = unit === '' ? 2 : 0;
  return { goal: `${goal} ${limit}${unit}`, measured: `${value.toFixed(digits)}${unit}`, met: value <= limit };
}

function milliseconds(value: number): string {
  return value < 10_000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(1)} s`;
}

function lines(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const padded = rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
  return `${padded.join('\n')}\n`;
}
