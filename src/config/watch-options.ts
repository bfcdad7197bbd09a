import { GitdriftError } from '../model/errors.js';
import type { OutputOptions } from './output-options.js';
import type { Settings } from './settings.js';

const SHORTEST_MS = 1000;

/** How `diff --watch` looks again; undefined where it is not asked for. Throws `usage` where it cannot be done. */
export function watchOptions(
  settings: Settings,
  { outputs, quiet }: OutputOptions,
): { readonly intervalMs: number; readonly quiet: boolean } | undefined {
  const { watch: intervalMs, live } = settings.values;
  if (intervalMs === undefined) return undefined;
  const said = settings.saidAs('watch');
  if (intervalMs < SHORTEST_MS) throw usage(`${said} is shorter than a second`, 'give it as 10s or 1m');
  if (live !== undefined) {
    throw usage(
      `${settings.saidAs('live')} and ${said} exclude each other`,
      'saved objects do not change: leave out one',
    );
  }
  if (settings.path === '-') {
    throw usage(`${said} cannot read standard input again`, 'name the file or folder instead of -');
  }
  if (outputs.some(({ format, file }) => format !== 'text' || file !== undefined)) {
    throw usage(`${said} prints lines of text as they come`, `leave out ${settings.saidAs('output')}`);
  }
  return { intervalMs, quiet };
}

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
