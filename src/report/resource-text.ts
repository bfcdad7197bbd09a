import type { FieldDrift } from '../model/drift.js';
import type { ResourceReport } from '../model/report.js';
import { refText } from '../model/resource.js';
import type { Health } from '../model/status.js';
import { explanationFacts, fieldFacts } from './field-facts.js';
import { isOpen, statusWord, WRITER_RANKS, writerRank } from './field-standing.js';
import { type FieldList, fieldLines } from './field-text.js';
import { DEFAULT_WIDTH, hang, indent, wrapWords } from './layout.js';
import type { Paint, Palette } from './palette.js';
import { count } from './plural.js';
import { printable } from './safe-text.js';
import { listsAll, type TextOptions } from './text-options.js';

/** Columns of the status word and what is before it; below it on a narrow terminal. */
const STATUS_AT = 4;
const STATUS_WIDTH = 13;

/** How one resource is shown: its heading with both verdicts, then its fields in groups that share a writer and a fate. */
export function resourceLines(
  resource: ResourceReport,
  nameWidth: number,
  options: TextOptions,
  paint: Palette,
): string[] {
  return [
    ...heading(resource, nameWidth, options, paint),
    ...indent(messageLines(resource, options, paint), STATUS_AT),
    ...wholeObjectLines(resource, options, paint),
    ...fieldGroups(resource, options, paint),
    ...countedLines(resource, options, paint),
    ...(options.verbose ? skippedLines(resource, options, paint) : []),
  ];
}

/** The fields that were left out, grouped by the rule that says why. */
export function skippedLines({ skipped = [] }: ResourceReport, options: TextOptions, paint: Palette): string[] {
  const rules = new Map<string, { readonly why: string; readonly paths: string[] }>();
  for (const { path, rule, reason } of skipped) {
    const known = rules.get(rule) ?? { why: `${reason} (${rule})`, paths: [] };
    rules.set(rule, known);
    known.paths.push(path);
  }
  const facts = [...rules.values()].map(({ why, paths }) => printable(`${paths.join(', ')}: ${why}`));
  return facts.length === 0 ? [] : statusBlock('left out', wrapFacts(facts, options).map(paint.dim), options, paint);
}

/** `Deployment marketplace/catalog`; the widest of them gives the column of the verdicts. */
export function resourceName(resource: ResourceReport): string {
  return printable(refText(resource));
}

/** True where there is something to say of a resource beyond that it is Synced and Healthy. */
export function isWorthShowing(resource: ResourceReport, options: TextOptions): boolean {
  // Left out by design: only what differs all the same, of an object that its controller leaves alone.
  if (resource.sync === 'None') return listsAll(options) && resource.ignored.length > 0;
  if (resource.sync !== 'Synced' || resource.message !== undefined) return true;
  if (resource.health !== null && resource.health.status !== 'Healthy') return true;
  const listed = [...resource.undeclared, ...resource.ignored, ...resource.drift];
  return (
    listed.some((drift) => drift.explanation.status === 'unexplained' && !resource.ignored.includes(drift)) ||
    (listsAll(options) && listed.length > 0)
  );
}

/** What the sign, both verdicts and the gaps between them take of a line. */
export const VERDICT_COLUMNS = '✗ '.length + 3 + 'OutOfSync'.length + 3 + 'Progressing'.length;

/** The name and both verdicts in columns; below the name where it leaves them no room. */
function heading(resource: ResourceReport, nameWidth: number, options: TextOptions, paint: Palette): string[] {
  const { sign, look } = signOf(resource, paint);
  const name = resourceName(resource);
  const verdicts = `${look(resource.sync.padEnd(9))}   ${healthText(resource, paint)}`.trimEnd();
  const line = `${look(sign)} ${paint.strong(name)}`;
  const { width } = options;
  if (width !== undefined && name.length + VERDICT_COLUMNS > width) {
    const [first = '', ...rest] = hang(`${sign} ${name}`, width, 2);
    const below = `${resource.sync}   ${resource.health?.status ?? ''}`.trimEnd().length + STATUS_AT <= width;
    const words = below ? [verdicts] : [look(resource.sync), healthText(resource, paint)].filter((word) => word !== '');
    return [
      `${look(sign)}${paint.strong(first.slice(sign.length))}`,
      ...rest.map(paint.strong),
      ...indent(words, STATUS_AT),
    ];
  }
  return [`${line}${' '.repeat(Math.max(nameWidth - name.length, 0) + 3)}${verdicts}`];
}

function signOf(resource: ResourceReport, paint: Palette): { sign: string; look: Paint } {
  if (resource.sync === 'Unknown') return { sign: '?', look: paint.bad };
  if (resource.sync === 'OutOfSync') return { sign: '✗', look: paint.bad };
  if (resource.sync === 'None') return { sign: '-', look: paint.dim };
  const well = resource.health === null || resource.health.status === 'Healthy';
  return well && resource.undeclared.every((drift) => drift.explanation.status !== 'unexplained')
    ? { sign: '✓', look: paint.good }
    : { sign: '!', look: paint.warn };
}

function healthText(resource: ResourceReport, paint: Palette): string {
  if (resource.health === null) return '';
  const { status } = resource.health;
  return status === 'Healthy' ? paint.good(status) : status === 'Degraded' ? paint.bad(status) : paint.warn(status);
}

/** Why it could not be read or compared, and what its health is made of where that is not Healthy. */
function messageLines(resource: ResourceReport, options: TextOptions, paint: Palette): string[] {
  const width = options.width === undefined ? undefined : options.width - STATUS_AT;
  const lines: string[] = [];
  if (resource.message !== undefined && resource.message !== '') {
    const text = wrapWords(`${MESSAGE_LABELS[resource.outcome]}${printable(resource.message)}`, width);
    lines.push(...text.map(resource.sync === 'Unknown' ? paint.warn : (line) => line));
  }
  const { health } = resource;
  // A health message says nothing where it came down to the same as the verdict, or the object is not there.
  if (
    resource.outcome !== 'missing' &&
    health !== null &&
    health.status !== 'Healthy' &&
    health.message !== '' &&
    health.message !== resource.message
  ) {
    lines.push(...wrapWords(`${health.status}: ${printable(health.message)}`, width));
  }
  if (options.verbose && health !== null) {
    const beside = causeLines(health).flatMap((text) => wrapWords(printable(text), width));
    lines.push(...beside.map(paint.dim));
  }
  return lines;
}

/** Which pods a cause holds up where the message cuts their names, and why none were looked at. */
function causeLines({ causes = [], causesNotRead }: Health): readonly string[] {
  return [
    ...causes
      .filter(({ pods }) => pods.length > 1)
      .map(({ trouble, pods }) => `held up (${trouble}): ${pods.join(', ')}`),
    ...(causesNotRead === undefined ? [] : [`what holds up its pods is not known: ${causesNotRead}`]),
  ];
}

const MESSAGE_LABELS: Readonly<Record<ResourceReport['outcome'], string>> = {
  compared: '',
  missing: '',
  extraneous: '',
  unreadable: 'NOT COMPARED, could not be read: ',
  'not-compared': 'not compared: ',
};

/** The fate of an object that only one side has. */
function wholeObjectLines(resource: ResourceReport, options: TextOptions, paint: Palette): string[] {
  if (resource.outcome !== 'missing' && resource.outcome !== 'extraneous') return [];
  const what =
    resource.outcome === 'missing' ? 'desired, but missing from the cluster' : 'in the cluster, but not in desired';
  const facts = explanationFacts(resource.explanation, resource.next, options);
  return statusBlock(statusWord(resource.explanation, 'drift'), wrapFacts([what, ...facts], options), options, paint);
}

function fieldGroups(resource: ResourceReport, options: TextOptions, paint: Palette): string[] {
  const listed: { drift: FieldDrift; list: FieldList }[] = [
    ...resource.drift.map((drift) => ({ drift, list: 'drift' as const })),
    ...resource.undeclared.map((drift) => ({ drift, list: 'undeclared' as const })),
    ...(listsAll(options) ? resource.ignored.map((drift) => ({ drift, list: 'ignored' as const })) : []),
  ].filter(
    ({ drift, list }) => list !== 'undeclared' || drift.explanation.status === 'unexplained' || listsAll(options),
  );
  const groups = new Map<string, { word: string; facts: readonly string[]; fields: typeof listed }>();
  for (const one of listed) {
    const word = statusWord(one.drift.explanation, one.list);
    const facts = fieldFacts(one.drift, options);
    const key = JSON.stringify([word, facts]);
    const group = groups.get(key) ?? { word, facts, fields: [] };
    group.fields.push(one);
    groups.set(key, group);
  }
  // Capitals first: what nobody accounts for. Within that persons first, then the order of the paths.
  const urgent = (word: string): number => (isOpen(word) ? 0 : 1);
  const rank = ({ fields: [first] }: { fields: typeof listed }): number =>
    first === undefined ? 0 : LIST_ORDER[first.list] * WRITER_RANKS + writerRank(first.drift);
  return [...groups.values()]
    .sort((a, b) => urgent(a.word) - urgent(b.word) || rank(a) - rank(b))
    .flatMap(({ word, facts, fields }) => {
      const values = fields.flatMap(({ drift, list }) => fieldLines(drift, list, options, paint, textAt(options)));
      return statusBlock(word, [...values, ...wrapFacts(facts, options)], options, paint);
    });
}

const LIST_ORDER: Readonly<Record<FieldList, number>> = { drift: 0, undeclared: 1, ignored: 2 };

/** Lines with the status word before the first: in a column of its own, or above them on a narrow terminal. */
function statusBlock(word: string, lines: readonly string[], options: TextOptions, paint: Palette): string[] {
  const look = word === 'UNEXPLAINED' ? paint.bad : word === 'UNDECLARED' ? paint.warn : paint.dim;
  const body = indent(lines, textAt(options));
  if (isNarrow(options)) return [`${' '.repeat(STATUS_AT)}${look(word)}`, ...body];
  const [first = '', ...rest] = body;
  return [`${' '.repeat(STATUS_AT)}${look(word.padEnd(STATUS_WIDTH - 1))} ${first.trimStart()}`, ...rest];
}

function wrapFacts(facts: readonly string[], options: TextOptions): string[] {
  const width = options.width === undefined ? undefined : options.width - textAt(options);
  return facts.flatMap((fact) => hang(fact, width, 2));
}

function isNarrow(options: TextOptions): boolean {
  return (options.width ?? DEFAULT_WIDTH) < 80;
}

function textAt(options: TextOptions): number {
  return isNarrow(options) ? STATUS_AT + 2 : STATUS_AT + STATUS_WIDTH;
}

/** What is only counted, so that nobody takes the list for all there is. */
function countedLines(resource: ResourceReport, options: TextOptions, paint: Palette): string[] {
  if (options.quiet || listsAll(options)) return [];
  const noted = resource.undeclared.filter((drift) => drift.explanation.status !== 'unexplained');
  const parts = [
    ...(noted.length > 0 ? [`${count(noted.length, 'undeclared field')} noted: ${byWriter(noted)}`] : []),
    ...(resource.ignored.length > 0 ? [`${count(resource.ignored.length, 'field')} ignored by rule`] : []),
  ];
  if (parts.length === 0) return [];
  const width = options.width === undefined ? undefined : options.width - STATUS_AT;
  return indent(wrapWords(`${parts.join(', ')} (--show-explained lists them)`, width).map(paint.dim), STATUS_AT);
}

/** `2 by istiod, 1 by nobody recorded`, persons first. */
function byWriter(fields: readonly FieldDrift[]): string {
  const counts = new Map<string, number>();
  for (const field of [...fields].sort((a, b) => writerRank(a) - writerRank(b))) {
    const name = field.writer.category === 'unowned' ? 'nobody recorded' : printable(field.writer.name);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, n]) => `${n} by ${name}`).join(', ');
}
