import type { AdoptReport } from '../model/adopt-report.js';
import { refText } from '../model/resource.js';
import { shellWord } from '../model/shell-word.js';
import { jsonOutput } from './json-output.js';
import { hang } from './layout.js';
import { printable } from './safe-text.js';

/** The report of `adopt` as JSON; ends with a line break. */
export function jsonAdopt(report: AdoptReport): string {
  return jsonOutput(report);
}

/**
 * What the patch does, what to know before it is applied, and how to apply it; `folder` is what its paths count from, absent for a clone
 * that is gone by then.
 */
export function adoptSentences(report: AdoptReport, folder: string | undefined, width: number | undefined): string {
  const { files, paths, resource, reason, warnings } = report;
  const what = paths.length === 1 ? (paths[0] ?? '') : `${paths.length} fields`;
  const apply =
    folder === undefined
      ? 'pipe it into git apply at the root of a checkout'
      : `pipe it into git -C ${shellWord(folder)} apply`;
  const lines = [
    `${files.join(', ')}: ${what} of ${refText(resource)}: ${reason}`,
    'verified: rendered with the patch, that is all that changes',
    ...warnings.map((warning) => `careful: ${warning}`),
    `nothing was written; to apply it, ${apply}`,
  ];
  return `${lines.flatMap((line) => hang(printable(line), width, 2)).join('\n')}\n`;
}
