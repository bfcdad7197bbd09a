import type { Report } from '../model/report.js';
import { type Entry, entriesOf, type Level, publicReport } from './ci/entries.js';
import { countsOf } from './counts.js';
import { driftWords } from './drift-words.js';
import { gateText } from './gate-text.js';
import { cutMiddle } from './layout.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** GitHub shows so many annotations of each type for a step, and 50 for a job; the rest it drops without a word. */
const MOST_OF_A_TYPE = 10;

/** Characters; GitHub cuts longer titles, and nobody reads a longer message beside a line of code. */
const LONGEST_TITLE = 250;
const LONGEST_MESSAGE = 2000;

/**
 * The report as workflow commands of GitHub Actions, a line each: what the gate counts as errors, what else needs a look as
 * warnings, at most ten of a type with the summary, which comes last and says how many were left out. Drift that is
 * accounted for is no annotation.
 */
export function githubReport(whole: Report, options: TextOptions): string {
  const report = publicReport(whole, options);
  const entries = entriesOf(report, options).filter(({ level }) => level !== 'note');
  const type = report.gate.passed ? 'notice' : report.gate.counted > 0 ? 'error' : 'warning';
  const most = (level: Level): number => MOST_OF_A_TYPE - (level === type ? 1 : 0);
  const shown = (['error', 'warning'] as const).flatMap((level) =>
    entries.filter((entry) => entry.level === level).slice(0, most(level)),
  );
  const left = entries.length - shown.length;
  const rest =
    left === 0 ? '' : `; ${count(left, 'more entry', 'more entries')} left out here, GitHub shows ten of a type`;
  const summary = command(type, { title: 'gitdrift' }, `${overview(report)}${gateText(report)}${rest}`);
  return [...shown.map(annotation), summary].map((line) => `${line}\n`).join('');
}

/** `catalog-prod: OutOfSync, Healthy, 2 fields drifted: …`, of several applications their number; with a stop behind it. */
function overview({ applications }: Report): string {
  const words = driftWords(countsOf(applications)) || 'no drift';
  const [only] = applications;
  if (applications.length !== 1 || only === undefined) {
    return `${count(applications.length, 'application')}, ${words}. `;
  }
  return `${printable(only.name)}: ${only.sync.status}, ${only.health.status}, ${words}. `;
}

function annotation(entry: Entry): string {
  const { file, line } = entry.place;
  // A folder is no place for an annotation; without a file GitHub shows it on the run.
  const place = line === undefined || file.startsWith('/') ? {} : { file: printable(file), line: String(line) };
  const title = cutMiddle(entry.title, LONGEST_TITLE);
  return command(entry.level, { ...place, title }, `${entry.message} [${entry.code}]`);
}

/** `::error file=…,line=…,title=…::message`, escaped as the runner reads it (actions/runner, ActionCommand.cs). */
function command(type: string, properties: Readonly<Record<string, string>>, message: string): string {
  const given = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
  return `::${type} ${given.join(',')}::${data(cutMiddle(message, LONGEST_MESSAGE))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
