import type { FieldChange, TimelineCode, TimelineEntry, TimelineSource } from '../model/timeline-report.js';
import { userText } from '../model/user-text.js';
import type { Writer } from '../model/writer.js';
import { cutMiddle, cutPair, hang, indent } from './layout.js';
import { maskNamedSecrets, NAMED_SECRET } from './named-secrets.js';
import type { Palette } from './palette.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';
import { timeText } from './time-text.js';
import { valueText } from './value-text.js';
import { writerName } from './writer-text.js';

/** A line of the story as its parts; `marks` is what stands before the time. */
export interface EntryText {
  readonly mark: string;
  readonly time: string;
  /** The day in UTC, where the time is shown without it. */
  readonly day: string;
  readonly sentence: string;
  readonly sources: string;
  /** What changed, what is owned, and what the line does not prove. */
  readonly details: readonly string[];
  readonly alarming: boolean;
}

const MARKS: Readonly<Record<TimelineEntry['certainty'], string>> = {
  exact: ' ',
  'at-the-latest': '≤',
  'as-told': '~',
  'not-recorded': ' ',
};

/** Puts one entry into words. */
export function entryText(entry: TimelineEntry, options: TextOptions): EntryText {
  const again = entry.times === undefined ? '' : ` (${entry.times} times${sinceText(entry, options)})`;
  const safe = (text: string): string => printable(options.maskNamed ? withoutNamed(text) : text);
  return {
    mark: MARKS[entry.certainty],
    time: entry.time === undefined ? '' : printable(clockText(entry.time, options)),
    day: entry.time === undefined || options.time === 'full' ? '' : inUtc(entry.time).slice(0, 10),
    sentence: `${safe(sentenceOf(entry, options))}${again}`,
    sources: printable(sourcesText(entry.sources)),
    details: [
      ...changeLines(entry.changes ?? [], options),
      ...fieldLines(entry, options),
      ...(entry.notBefore === undefined ? [] : [`not before ${momentText(entry.notBefore, entry, options)}`]),
      ...(entry.note === undefined ? [] : [safe(entry.note)]),
      ...(entry.origin === undefined ? [] : [printable(originText(entry.origin))]),
    ],
    alarming: ALARMING.has(entry.code) || / Warning |^Warning /.test(` ${entry.message}`),
  };
}

/** `21:26:43  16m ago`: the clock to compare with other logs, in UTC; the day stands above. With `full` the time as it is. */
function clockText(time: string, options: TextOptions): string {
  const said = timeText(time, options.now, options.time);
  return options.time === 'full' ? said : `${inUtc(time).slice(11, 19)}  ${said.padStart(RELATIVE_COLUMNS)}`;
}

/** `999d ago`, `just now`. */
const RELATIVE_COLUMNS = 8;

function inUtc(time: string): string {
  return new Date(time).toISOString();
}

const ALARMING: ReadonlySet<TimelineCode> = new Set(['deletion-requested', 'sync-failed']);

function sinceText(entry: TimelineEntry, options: TextOptions): string {
  return entry.since === undefined ? '' : `, first at ${momentText(entry.since, entry, options)}`;
}

/** A second time of an entry: the clock, and the day where it is another one. */
function momentText(time: string, entry: TimelineEntry, options: TextOptions): string {
  if (options.time === 'full' || Number.isNaN(Date.parse(time))) return printable(time);
  const [day, clock] = [inUtc(time).slice(0, 10), inUtc(time).slice(11, 19)];
  return entry.time !== undefined && day === inUtc(entry.time).slice(0, 10) ? clock : `${day} ${clock}`;
}

/** What controllers say may be a page long; its beginning tells what it is about. */
const LONGEST_SENTENCE = 200;

function cutText(message: string, { verbose }: TextOptions): string {
  if (verbose || message.length <= LONGEST_SENTENCE) return message;
  return `${message.slice(0, LONGEST_SENTENCE).replace(/[\ud800-\udbff]$/, '')}… (-v has the rest)`;
}

/** How who and what make a sentence: `WHO wrote …`, `WHO: …`, `… by WHO`. */
const FORMS: Readonly<Record<TimelineCode, 'subject' | 'colon' | 'by' | 'asked'>> = {
  created: 'by',
  'deletion-requested': 'by',
  written: 'subject',
  revision: 'asked',
  'rolled-back': 'asked',
  'restart-requested': 'by',
  rescaled: 'subject',
  condition: 'colon',
  event: 'colon',
  sync: 'colon',
  'sync-running': 'colon',
  'sync-failed': 'colon',
  reconciled: 'colon',
  'reconcile-requested': 'by',
  release: 'colon',
  commit: 'by',
  'not-committed': 'by',
};

function sentenceOf(entry: TimelineEntry, options: TextOptions): string {
  const { author, code } = entry;
  const message = cutText(entry.message, options);
  const who = entry.writer === undefined ? author : whoText(entry.writer);
  const form = FORMS[code];
  if (who === undefined) return form === 'asked' ? `${message}; by whom is not recorded` : message;
  if (form === 'subject') return `${who}${entry.writer?.user === undefined ? '' : ','} ${message}`;
  return form === 'colon' ? `${who}: ${message}` : `${message}, by ${who}`;
}

/** The sentence says what was written through which subresource. A person behind a controller's sync is named, too. */
function whoText(writer: Writer): string {
  const { subresource: _, ...rest } = writer;
  const name = writerName(rest);
  const user = writer.user?.kind === 'user' ? printable(userText(writer.user)) : '';
  return user === '' || name.includes(user) ? name : `${name}, ${user}`;
}

const SOURCE_NAMES: Readonly<Record<TimelineSource['kind'], string>> = {
  metadata: 'metadata',
  'managed-fields': 'managedFields',
  history: '',
  autoscaler: '',
  status: 'status',
  event: 'event',
  gitops: '',
  annotation: 'annotation',
  git: 'git',
  audit: 'audit log',
};

function sourcesText(sources: readonly TimelineSource[]): string {
  const names = sources.map(({ kind, name }) => (SOURCE_NAMES[kind] === '' ? (name ?? kind) : SOURCE_NAMES[kind]));
  return [...new Set(names)].join(', ');
}

/** How many changes and fields are listed before the rest is only counted. */
const SHOWN = 4;

function changeLines(changes: readonly FieldChange[], options: TextOptions): string[] {
  const shown = options.verbose ? changes : changes.slice(0, SHOWN);
  const lines = shown.map(({ path, from, to, masked }) => {
    const named = options.maskNamed && masked !== true;
    const [before, after] = [from, to].map((value) => {
      const shown = value === undefined || !named ? value : maskNamedSecrets(path, value);
      return typeof shown === 'string' && (masked === true || shown === NAMED_SECRET)
        ? printable(shown)
        : valueText(shown);
    });
    const room = options.width === undefined ? undefined : Math.max(20, Math.floor((options.width - 16) / 2));
    const [left, right] = cutPair(before ?? '', after ?? '', room);
    return `${printable(path)}: ${left} → ${right}`;
  });
  return changes.length > shown.length ? [...lines, `and ${moreText(changes.length - shown.length)}`] : lines;
}

/** Paths say less than changes, and the one path of a write is in its sentence. */
function fieldLines(entry: TimelineEntry, options: TextOptions): string[] {
  const { fields = [], changes, code, message, sources } = entry;
  const [only] = fields;
  if (only === undefined || ((changes?.length ?? 0) > 0 && !options.verbose)) return [];
  if (fields.length === 1 && (message.includes(only) || code === 'rescaled')) return [];
  const shown = options.verbose ? fields : fields.slice(0, SHOWN);
  const more = fields.length > shown.length ? ` and ${moreText(fields.length - shown.length)}` : '';
  const label = sources.some(({ kind }) => kind === 'managed-fields') ? 'owns now' : 'sent';
  return [printable(`${label}: ${shown.join(', ')}${more}`)];
}

function moreText(rest: number): string {
  return `${rest} more (-v lists all)`;
}

function originText({ file, line }: { readonly file: string; readonly line?: number }): string {
  return line === undefined ? file : `${file}:${line}`;
}

/** `NAME=value` and `name: value` in a sentence (a recorded command, a declaring line) whose name looks secret. */
const ASSIGNED = /([A-Za-z_][\w.-]*)(=|: ?)("(?:[^"\\]|\\.)*"|[^\s"]+)/g;

function withoutNamed(text: string): string {
  return text.replace(ASSIGNED, (whole, name: string, sign: string, value: string) =>
    maskNamedSecrets(`.data[${JSON.stringify(name)}]`, value) === value ? whole : `${name}${sign}${NAMED_SECRET}`,
  );
}

/** The lines of an entry beside a column for the time, which is `columns` wide. */
export function linesBeside(text: EntryText, columns: number, options: TextOptions, paint: Palette): string[] {
  const { width } = options;
  const left = `${text.mark} ${text.time.padEnd(columns)}  `;
  const room = width === undefined ? undefined : width - left.length;
  const [first = '', ...rest] = hang(withSources(text), room, 2);
  const colored = (line: string): string => (text.alarming ? paint.warn(line) : line);
  return [
    `${paint.dim(left)}${colored(first)}`,
    ...indent(rest.map(colored), left.length),
    ...detailLines(text, left.length + 2, width).map(paint.dim),
  ];
}

/** The lines of an entry below its time, where the terminal is narrow. */
export function linesBelow(text: EntryText, options: TextOptions, paint: Palette): string[] {
  const { width } = options;
  const head = `${text.mark} ${text.time}`.trim();
  return [
    ...(head === '' ? [] : [paint.dim(head)]),
    ...indent(hang(withSources(text), width === undefined ? undefined : width - 2, 2), 2).map((line) =>
      text.alarming ? paint.warn(line) : line,
    ),
    ...detailLines(text, 4, width).map(paint.dim),
  ];
}

function withSources({ sentence, sources }: EntryText): string {
  return `${sentence}  [${sources}]`;
}

function detailLines({ details }: EntryText, columns: number, width: number | undefined): string[] {
  const room = width === undefined ? undefined : Math.max(width - columns, 16);
  return indent(
    details.flatMap((line) => hang(line, room, 2).map((part) => cutMiddle(part, room))),
    columns,
  );
}
