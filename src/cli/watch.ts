import { GitdriftError } from '../model/errors.js';
import type { Report } from '../model/report.js';
import { changeLine, clock, type FieldNow } from '../report/change-text.js';
import { changesBetween, type LookChange } from '../report/changes.js';
import { count } from '../report/plural.js';
import { printable } from '../report/safe-text.js';
import type { Io } from './io.js';

/** What watching needs: another look, and what live holds at a field that no longer differs. */
export interface Watching {
  readonly intervalMs: number;
  readonly quiet: boolean;
  look(): Promise<Report>;
  now(change: Extract<LookChange, { kind: 'gone' }>): Promise<FieldNow>;
}

/**
 * Looks again at every interval until it is interrupted, and prints what changed since the look before. Gives the exit code
 * of the last look, 2 where that failed; a look that fails is told, and the next one goes on from the last that did not.
 */
export async function watch(first: Report, io: Io, watching: Watching): Promise<number> {
  const { signal } = io;
  let last = first;
  let exitCode: number = first.gate.exitCode;
  const tally = { looks: 1, failed: 0, changes: 0 };
  for (;;) {
    await io.wait(watching.intervalMs);
    if (signal.aborted) break;
    try {
      const report = await watching.look();
      const at = new Date(report.generatedAt);
      for (const change of changesBetween(last, report)) {
        const now = change.kind === 'gone' ? await watching.now(change) : undefined;
        tally.changes += 1;
        await io.stdout.write(`${changeLine(change, at, now)}\n`);
      }
      tally.looks += 1;
      last = report;
      exitCode = report.gate.exitCode;
    } catch (error) {
      if (signal.aborted) break;
      if (!(error instanceof GitdriftError)) throw error;
      tally.failed += 1;
      exitCode = 2;
      await io.stderr.write(`${clock(io.now())} this look failed: ${printable(error.message)}\n`);
    }
  }
  if (!watching.quiet) await io.stderr.write(`${summary(first, last, tally)}\n`);
  return exitCode;
}

function summary(
  first: Report,
  last: Report,
  { looks, failed, changes }: Record<'looks' | 'failed' | 'changes', number>,
): string {
  const what = changes === 0 ? 'nothing changed' : count(changes, 'change');
  const missed = failed === 0 ? '' : `, and ${count(failed, 'look')} failed`;
  const span = `${clock(new Date(first.generatedAt))} to ${clock(new Date(last.generatedAt))}`;
  return `watched from ${span}, ${count(looks, 'look')}: ${what}${missed}`;
}
