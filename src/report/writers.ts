import Table from 'cli-table3';
import { printJson } from '../model/json-text.js';
import type { NamePattern } from '../model/policy.js';
import type { ListedWriter, WritersReport } from '../model/writers-report.js';
import { hang } from './layout.js';
import { palette } from './palette.js';
import { printable } from './safe-text.js';
import { NO_BORDERS } from './table-look.js';
import type { TextOptions } from './text-options.js';

const HEADINGS = ['MANAGER', 'CATEGORY', 'WRITER', 'ONLY'];

/** The catalogue as JSON; ends with a line break. */
export function jsonWriters(report: WritersReport): string {
  return `${printJson(report, 2)}\n`;
}

/**
 * A line for each rule, in order of precedence; with `verbose`, or where few rules are shown, what else the name can
 * mean, the reason and its source below it. On a terminal too narrow for the table a block each.
 */
export function textWriters(report: WritersReport, options: TextOptions): string {
  const paint = palette(options.color);
  const explained = options.verbose || report.writers.length <= FEW;
  const below = (writer: ListedWriter, indent: number): string[] =>
    explained
      ? notes(writer).flatMap((note) => hang(`${' '.repeat(indent)}${note}`, options.width, indent + 2).map(paint.dim))
      : [];
  if (report.writers.length === 0) return '';
  const [heading = '', ...rows] = tableLines(report.writers);
  const fits = options.width === undefined || rows.every((row) => row.length <= (options.width ?? 0));
  const lines = fits
    ? [paint.dim(heading), ...report.writers.flatMap((writer, at) => [rows[at] ?? '', ...below(writer, 2)])]
    : report.writers.flatMap((writer) => [...block(writer, options.width), ...below(writer, 4)]);
  return `${lines.join('\n')}\n`;
}

function tableLines(writers: readonly ListedWriter[]): string[] {
  const table = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
  });
  table.push(HEADINGS, ...writers.map(cells));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/** So few rules are an answer about a name, not a list. */
const FEW = 5;

function block(writer: ListedWriter, width: number | undefined): string[] {
  const [manager = '', category = '', name = '', where = ''] = cells(writer);
  return [
    ...hang(`${manager}   ${category}: ${name}`, width, 4),
    ...(where === '' ? [] : hang(`    ${where}`, width, 6)),
  ];
}

function cells(writer: ListedWriter): string[] {
  return [nameText(writer.manager), writer.category, writer.name, whereText(writer)].map(printable);
}

function nameText(name: NamePattern): string {
  if (typeof name === 'string') return name;
  return 'prefix' in name ? `${name.prefix}…` : `/${name.pattern}/`;
}

/** `Update, scale, on Deployment of apps, field .spec.replicas, tracked by flux`. */
function whereText({ operation, subresource, kinds = [], paths = [], tracking }: ListedWriter): string {
  const kindNames = kinds.map(
    ({ group, kind }) => kind ?? `all of ${group === '' || group === undefined ? 'core' : group}`,
  );
  return [
    operation,
    subresource === undefined ? undefined : subresource === '' ? 'no subresource' : subresource,
    kindNames.length === 0 ? undefined : `on ${kindNames.join('/')}`,
    paths.length === 0 ? undefined : paths.join(' or '),
    tracking === undefined ? undefined : `tracked by ${tracking}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

function notes({ alsoMeans, confidence = 'likely', reason, source, origin }: ListedWriter): string[] {
  const from = [source, origin === 'policy' ? 'policy file' : undefined].filter((part) => part !== undefined);
  return [
    ...(alsoMeans === undefined ? [] : [`can also mean: ${alsoMeans}`]),
    `${confidence}: ${reason}${from.length === 0 ? '' : ` (${from.join('; ')})`}`,
  ].map(printable);
}
