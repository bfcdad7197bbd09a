import { GitdriftError } from '../../model/errors.js';
import type { JsonValue } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { systemReason } from '../../model/system-error.js';
import { eventsOf, eventTime, isAuditEvent, writeOf } from './audit-event.js';
import { HOW_TO_LOG } from './audit-files.js';
import type { WriteCollection } from './collect-writes.js';
import { fileLines, type Line } from './file-lines.js';
import type { LineFilter } from './wanted-lines.js';

interface Reading {
  readonly isWanted: LineFilter;
  readonly writes: WriteCollection;
  readonly signal: AbortSignal | undefined;
}

/** What came of one file. `times`: of its first and last event, none where the file is empty. */
export type LogFileReading =
  | {
      readonly kind: 'read';
      readonly times: readonly string[];
      readonly unreadableLines: number;
      readonly warnings: readonly string[];
    }
  | { readonly kind: 'no-audit-log'; readonly message: string; readonly warnings: readonly string[] };

/** Lines at the head of a file among which there has to be an event. */
const HEAD = 20;

/** One JSON text over many lines may be as long as this many characters. */
const LONGEST_DOCUMENT = 256 * 1024 * 1024;

/** Reads one file of audit events into the collection. Throws `audit-log-invalid` where it cannot be read at all. */
export async function readLogFile(file: string, { isWanted, writes, signal }: Reading): Promise<LogFileReading> {
  const warnings: string[] = [];
  let lines = 0;
  let unreadableLines = 0;
  let cutOff = 0;
  let first: readonly JsonValue[] | undefined;
  let last: Buffer | undefined;
  let document: string[] | undefined;
  let length = 0;
  try {
    for await (const line of fileLines(file, signal)) {
      lines += 1;
      if (lines === 1 && opensDocument(line)) document = [];
      if (document !== undefined) {
        length += line.bytes.length;
        if (length > LONGEST_DOCUMENT || line.tooLong) return noAuditLog(file);
        document.push(line.bytes.toString());
        continue;
      }
      if (first === undefined) {
        first = isWhole(line) ? parsed(line.bytes) : undefined;
        if (first === undefined && lines >= HEAD) return noAuditLog(file);
      }
      if (isWhole(line)) {
        last = line.bytes;
        if (isWanted(line.bytes) && !collect(parsed(line.bytes), writes)) unreadableLines += 1;
      } else if (line.open) {
        warnings.push(`the last line of ${file} is cut off, and was left out`);
        cutOff = 1;
      } else {
        unreadableLines += 1;
      }
    }
  } catch (cause) {
    if (signal?.aborted === true) throw new GitdriftError('interrupted', 'interrupted');
    const reason = readingReason(cause);
    if (first === undefined) {
      throw new GitdriftError('audit-log-invalid', `cannot read the audit log ${file}: ${reason}`, {
        hint: HOW_TO_LOG,
        cause,
      });
    }
    warnings.push(`${file} could be read only in part: ${reason}`);
  }
  if (document !== undefined) {
    const events = parsed(Buffer.from(document.join('\n')));
    if (events === undefined) return noAuditLog(file);
    collect(events, writes);
    return { kind: 'read', times: timesOf(events), unreadableLines: 0, warnings };
  }
  if (lines === 0) return { kind: 'read', times: [], unreadableLines: 0, warnings };
  if (first === undefined) return noAuditLog(file);
  if (unreadableLines > 0) warnings.push(garbageText(file, unreadableLines));
  const end = last === undefined ? [] : timesOf(parsed(last) ?? []);
  return { kind: 'read', times: [...timesOf(first), ...end], unreadableLines: unreadableLines + cutOff, warnings };
}

const [OPEN, OPEN_LIST, CLOSE, CLOSE_LIST] = [0x7b, 0x5b, 0x7d, 0x5d];

/** True for a line that may be a whole JSON text: of most lines nothing else is ever looked at. */
function isWhole({ bytes, tooLong }: Line): boolean {
  if (tooLong) return false;
  const [head, tail] = [bytes[startOf(bytes)], bytes[endOf(bytes)]];
  return (head === OPEN && tail === CLOSE) || (head === OPEN_LIST && tail === CLOSE_LIST);
}

/** True for the first line of a JSON text that goes on below it. */
function opensDocument({ bytes, tooLong, open }: Line): boolean {
  const head = bytes[startOf(bytes)];
  // A single event that was cut off may be long; what a printer breaks into lines opens with a short one.
  return !tooLong && !open && (head === OPEN || head === OPEN_LIST) && endOf(bytes) - startOf(bytes) < 2;
}

/** The first byte that is no space; some writers begin a file with a byte order mark. */
function startOf(bytes: Buffer): number {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (isSpace(bytes[at])) at += 1;
  return at;
}

function endOf(bytes: Buffer): number {
  let at = bytes.length - 1;
  while (isSpace(bytes[at])) at -= 1;
  return at;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x0d || byte === 0x09;

/** The audit events of a JSON text; undefined where it is none, or holds something else. */
function parsed(bytes: Buffer): readonly JsonValue[] | undefined {
  try {
    const events = eventsOf(parseJson(bytes.toString('utf8', startOf(bytes), endOf(bytes) + 1)));
    return events.every(isAuditEvent) ? events : undefined;
  } catch {
    return undefined;
  }
}

function collect(events: readonly JsonValue[] | undefined, writes: WriteCollection): boolean {
  if (events === undefined) return false;
  for (const event of events) {
    const write = writeOf(event);
    if (write !== undefined) writes.add(write);
  }
  return true;
}

function timesOf(events: readonly JsonValue[]): string[] {
  return [events[0], events.at(-1)].flatMap((event) => (event === undefined ? [] : (eventTime(event) ?? [])));
}

function garbageText(file: string, lines: number): string {
  return `${lines} ${lines === 1 ? 'line' : 'lines'} of ${file} could not be read as audit events`;
}

function noAuditLog(file: string): LogFileReading {
  return { kind: 'no-audit-log', message: `${file} is no audit log: it holds no audit.k8s.io events`, warnings: [] };
}

/** In words also where the compressed text ends early or is damaged (zlib's codes). */
function readingReason(cause: unknown): string {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return 'the compressed file ends early';
  if (code?.startsWith('Z_')) return 'the compressed file is damaged';
  return systemReason(cause);
}
