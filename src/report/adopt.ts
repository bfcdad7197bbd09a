import type { AdoptReport } from '../model/adopt-report.js';
import { printJson } from '../model/json-text.js';
import { refText } from '../model/resource.js';
import { hang } from './layout.js';
import { printable } from './safe-text.js';

/** The report of `adopt` as JSON; ends with a line break. */
export function jsonAdopt(report: AdoptReport): string {
  return `${printJson(report, 2)}\n`;
}

/** What the patch does, what to know before it is applied, and how to apply it; `folder` is where that is done. */
export function adoptSentences(report: AdoptReport, folder: string | undefined, width: number | undefined): string {
  const { files, paths, resource, reason, warnings } = report;
  const what = paths.length === 1 ? (paths[0] ?? '') : `${paths.length} fields`;
  const place = folder === undefined ? '' : ` (${folder})`;
  const lines = [
    `${files.join(', ')}: ${what} of ${refText(resource)}: ${reason}`,
    'verified: rendered with the patch, that is all that changes',
    ...warnings.map((warning) => `careful: ${warning}`),
    `nothing was written; to apply it, pipe it into git apply at the root of the repository${place}`,
  ];
  return `${lines.flatMap((line) => hang(printable(line), width, 2)).join('\n')}\n`;
}
