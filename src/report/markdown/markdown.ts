import type { ApplicationReport, Report, ResourceReport } from '../../model/report.js';
import { refKey, refText } from '../../model/resource.js';
import { type Entry, entriesOf, publicReport } from '../ci/entries.js';
import { countsOf } from '../counts.js';
import { driftWords } from '../drift-words.js';
import { gateText } from '../gate-text.js';
import { cutMiddle } from '../layout.js';
import { count } from '../plural.js';
import { printable } from '../safe-text.js';
import type { TextOptions } from '../text-options.js';
import { entryBlock } from './field-block.js';
import { codeSpan, fenced, htmlText, prose } from './inline.js';

export interface MarkdownOptions extends TextOptions {
  /** What the marker of a sticky comment is called; absent: the application's name, of several `all`. */
  readonly commentKey?: string | undefined;
  /** Bytes that the text may take; absent: those of a comment. */
  readonly limit?: number;
}

/** GitHub's limit of a comment is 65,536 characters; GitLab's is higher. Bytes are on the safe side of any count. */
const COMMENT_LIMIT = 65_536;

/** Of a message in the summary; the JSON report has it whole. */
const LONGEST_MESSAGE = 1000;

/**
 * The report as a comment of a pull request: a marker to find it again, the gate, the verdicts and advice, then a folded
 * block for each object. Objects that do not fit are left out whole and counted; the summary and the verdict always stay.
 * Nothing that Git or the cluster says is markup in it.
 */
export function markdownReport(whole: Report, options: MarkdownOptions): string {
  const report = publicReport(whole, options);
  const limit = options.limit ?? COMMENT_LIMIT;
  const entries = entriesOf(report, options);
  const marker = `<!-- gitdrift:${markerKey(report, options.commentKey)} -->`;
  const head = [marker, `### gitdrift: ${prose(verdict(report))}`];
  // The end is made first: it has to fit.
  const foot = prose(`gitdrift ${printable(report.tool.version)}, ${printable(report.generatedAt)}`);
  const parts: string[] = [...head];
  let room = limit - bytes([...head, left(report.applications.length, 'application'), left(10 ** 9, 'object'), foot]);
  const take = (part: string): boolean => {
    const size = Buffer.byteLength(part) + GAP.length;
    if (size > room) return false;
    room -= size;
    parts.push(part);
    return true;
  };
  const applications = report.applications.filter((application) => !take(applicationPart(application)));
  if (applications.length > 0) parts.push(left(applications.length, 'application'));
  const objects = blocksOf(report, entries, options).filter((block) => !take(block));
  if (objects.length > 0) parts.push(left(objects.length, 'object'));
  return `${[...parts, foot].join(GAP)}\n`;
}

const GAP = '\n\n';

function bytes(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + Buffer.byteLength(part) + GAP.length, 0);
}

function left(n: number, what: string): string {
  return `**${count(n, what)} left out**, as a comment has a limit: the JSON report has all of them.`;
}

const verdict = (report: Report): string => gateText(report).replace(/^gate: /, 'gate ');

/** What may stand in a comment of HTML without ending it. */
function markerKey({ applications }: Report, given: string | undefined): string {
  const key = given ?? (applications.length === 1 ? (applications[0]?.name ?? '') : 'all');
  return key.replace(/[^A-Za-z0-9._]+/g, '-');
}

function applicationPart(application: ApplicationReport): string {
  const { name, sync, health, action } = application;
  const words = driftWords(countsOf([application])) || 'no drift';
  const lines = [
    `- **${codeSpan(printable(name))}**: ${sync.status}, ${health.status}: ${prose(words)}`,
    ...(sync.status === 'Unknown' ? [`  - Unknown: ${sentence(sync.message)}`] : []),
    ...(health.status === 'Healthy' || health.message === ''
      ? []
      : [`  - ${health.status}: ${sentence(health.message)}`]),
    ...(action.code === 'none'
      ? []
      : (action.steps ?? [action]).map(({ message }) => `  - To do: ${sentence(message)}`)),
    ...(application.next === undefined ? [] : [`  - Next: ${sentence(application.next.message)}`]),
  ];
  return lines.join('\n');
}

const sentence = (message: string): string =>
  message === '' ? 'no reason is given' : prose(cutMiddle(printable(message), LONGEST_MESSAGE));

/** A folded block for each object and, for what is said of none, each application; the most important first. */
function blocksOf(report: Report, entries: readonly Entry[], options: TextOptions): readonly string[] {
  const numbers = new Map(report.applications.map((application, at) => [application, at]));
  const keyOf = (application: ApplicationReport, resource: Entry['resource']): string =>
    `${numbers.get(application)} ${resource === undefined ? '' : refKey(resource)}`;
  const resources = new Map(
    report.applications.flatMap((one) => one.resources.map((resource) => [keyOf(one, resource), resource] as const)),
  );
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const key = keyOf(entry.application, entry.resource);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups].map(([key, group]) => block(group, resources.get(key), numbers.size > 1, options));
}

function block(
  group: readonly [Entry, ...Entry[]],
  known: ResourceReport | undefined,
  several: boolean,
  options: TextOptions,
): string {
  const [{ application, resource }] = group;
  const name = resource === undefined ? `application ${application.name}` : refText(resource);
  const of = several && resource !== undefined ? ` of <code>${htmlText(printable(application.name))}</code>` : '';
  const counted = group.filter(({ level }) => level === 'error').length;
  const words = [
    ...(known === undefined ? [] : known.health === null ? [known.sync] : [known.sync, known.health.status]),
    counted > 0 ? `${counted} counted by the gate` : 'none counted by the gate',
  ];
  return [
    '<details>',
    `<summary><code>${htmlText(printable(name))}</code>${of}: ${words.join(', ')}</summary>`,
    '',
    fenced(
      group.flatMap((entry) => entryBlock(entry, options)),
      'diff',
    ),
    '',
    '</details>',
  ].join('\n');
}
