import { withoutLogins } from '../model/url-login.js';
import { count } from '../report/plural.js';
import { printable } from '../report/safe-text.js';
import type { Tools } from './engine.js';
import type { Io } from './io.js';
import { progressLine } from './progress.js';

/** So many notes are a list; more are a count. */
const NOTES = 10;

function shownNotes(notes: readonly string[]): readonly string[] {
  return notes.length <= NOTES
    ? notes
    : [...notes.slice(0, NOTES), `and ${count(notes.length - NOTES, 'more such note')}`];
}

/** Runs the work of a command with its tools; progress is gone before it returns, notes (`verbose`) and warnings come after it. */
export async function withTools<Result>(
  io: Io,
  quiet: boolean,
  work: (tools: Tools) => Promise<Result>,
  verbose = false,
): Promise<Result> {
  const progress = progressLine(io.stderr, quiet);
  const warnings: string[] = [];
  const notes: string[] = [];
  try {
    return await work({
      env: io.env,
      cwd: io.cwd,
      now: io.now(),
      readStdin: io.readStdin,
      progress: progress.report,
      warn: (warning) => warnings.push(warning),
      ...(verbose ? { note: (note: string) => void notes.push(note) } : {}),
      signal: io.signal,
    });
  } finally {
    await progress.clear();
    for (const note of shownNotes([...new Set(notes)])) await io.stderr.write(`note: ${printable(note)}\n`);
    if (!quiet)
      for (const warning of new Set(warnings)) await io.stderr.write(`warning: ${printable(withoutLogins(warning))}\n`);
  }
}
