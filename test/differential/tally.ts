import Table from 'cli-table3';
import type { Agreement } from './judge.js';
import { driftText, leafText } from './judge.js';

/** Counts of a group of cases. */
interface Counts {
  cases: number;
  sync: number;
  paths: number;
  writersAsked: number;
  writersRight: number;
}

/** Shares of agreement over all cases, from 0 to 1. */
export interface Shares {
  readonly cases: number;
  readonly sync: number;
  readonly paths: number;
  readonly writers: number;
}

const empty = (): Counts => ({ cases: 0, sync: 0, paths: 0, writersAsked: 0, writersRight: 0 });

function add(counts: Counts, agreement: Agreement): void {
  counts.cases += 1;
  if (agreement.syncAgrees) counts.sync += 1;
  if (agreement.missed.length === 0 && agreement.false.length === 0) counts.paths += 1;
  counts.writersAsked += agreement.writersAsked;
  counts.writersRight += agreement.writersAsked - agreement.wrongWriters.length;
}

function count(agreements: readonly Agreement[]): Counts {
  const counts = empty();
  for (const agreement of agreements) add(counts, agreement);
  return counts;
}

export function sharesOf(agreements: readonly Agreement[]): Shares {
  const { cases, sync, paths, writersAsked, writersRight } = count(agreements);
  const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole);
  return { cases, sync: share(sync, cases), paths: share(paths, cases), writers: share(writersRight, writersAsked) };
}

/** True where a case needs somebody's attention. */
export function disagrees({ syncAgrees, missed, wrongWriters, ...rest }: Agreement): boolean {
  return !syncAgrees || missed.length > 0 || rest.false.length > 0 || wrongWriters.length > 0;
}

/** The tables at the end of a run: agreement by way of applying and by kind, what the server said, the rules that excused. */
export function summaryText(agreements: readonly Agreement[]): string {
  const byWay = grouped(agreements, ({ judged }) => judged.play.plan.way.name);
  const byKind = grouped(agreements, ({ judged }) => judged.play.plan.kind);
  const excused = grouped(
    agreements.flatMap((one) => [...new Set(one.excused.map(({ id }) => id))]),
    (id) => id,
  );
  const verdicts = grouped(agreements, ({ judged: { verdict } }) =>
    verdict.kind === 'refused' ? 'refused' : verdict.leaves.length === 0 ? 'changes nothing' : 'changes something',
  );
  const list = (groups: Map<string, readonly unknown[]>): string =>
    groups.size === 0
      ? '  none'
      : [...groups].map(([name, items]) => `  ${String(items.length).padStart(6)}  ${name}`).join('\n');
  return [
    table('way of applying', byWay, agreements),
    table('kind', byKind, agreements),
    `The dry run of these cases\n${list(verdicts)}`,
    `Cases with something excused, by rule (docs/differential.md)\n${list(excused)}`,
  ].join('\n\n');
}

function table(title: string, groups: ReadonlyMap<string, readonly Agreement[]>, all: readonly Agreement[]): string {
  const made = new Table({ head: [title, 'cases', 'sync', 'paths', 'writers'], style: { head: [], border: [] } });
  for (const [name, agreements] of [...groups, ['all', all] as const]) {
    const { cases, sync, paths, writersAsked, writersRight } = count(agreements);
    made.push([name, cases, percent(sync, cases), percent(paths, cases), percent(writersRight, writersAsked)]);
  }
  return made.toString();
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${(Math.floor((part * 10000) / whole) / 100).toFixed(2)} %`;

function grouped<T>(items: readonly T[], by: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(by(item), [...(groups.get(by(item)) ?? []), item]);
  return new Map([...groups].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Everything that replaying and understanding a disagreement needs. */
export function caseText(agreement: Agreement, seed: number): string {
  const { judged, report } = agreement;
  const { play, live, verdict } = judged;
  const { plan } = play;
  const { managedFields, ...metadata } = live.metadata;
  return [
    `case ${plan.number} of seed ${seed} (replay: --seed ${seed} --only ${plan.number}): ${plan.kind}, ${plan.way.name} by ${plan.way.manager}`,
    ...agreement.missed.map((one) => `  MISSED ${one}`),
    ...agreement.false.map((one) => `  FALSE  ${one}`),
    ...agreement.wrongWriters.map((one) => `  WRITER ${one}`),
    ...(agreement.syncAgrees ? [] : ['  SYNC   disagrees']),
    `  desired   ${text(play.desired)}`,
    ...play.journal.lines.filter((line) => line !== '').map((line) => `  write     ${line}`),
    `  live      ${text({ ...live, metadata, status: undefined })}`,
    `  managed   ${text(managedFields)}`,
    ...report.drift.map((one) => `  drift     ${driftText(one)} (${one.writer.manager ?? one.writer.category})`),
    ...report.undeclared.map((one) => `  undeclared ${one.path}`),
    ...(verdict.kind === 'refused'
      ? [`  server    refuses: ${verdict.reason}`]
      : verdict.leaves.map((one) => `  server    ${leafText(one)}`)),
  ].join('\n');
}

const text = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
