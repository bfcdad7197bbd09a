import { withoutLogins } from '../model/url-login.js';
import { printable } from '../report/safe-text.js';
import type { Tools } from './engine.js';
import type { Io } from './io.js';
import { progressLine } from './progress.js';

/** Runs the work of a command with its tools; progress is gone before it returns, warnings come after it. */
export async function withTools<Result>(
  io: Io,
  quiet: boolean,
  work: (tools: Tools) => Promise<Result>,
): Promise<Result> {
  const progress = progressLine(io.stderr, quiet);
  const warnings: string[] = [];
  try {
    return await work({
      env: io.env,
      cwd: io.cwd,
      now: io.now(),
      readStdin: io.readStdin,
      progress: progress.report,
      warn: (warning) => warnings.push(warning),
      signal: io.signal,
    });
  } finally {
    await progress.clear();
    if (!quiet)
      for (const warning of new Set(warnings)) await io.stderr.write(`warning: ${printable(withoutLogins(warning))}\n`);
  }
}
