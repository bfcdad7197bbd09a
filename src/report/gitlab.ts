import type { Report } from '../model/report.js';
import { entriesOf, type Level, publicReport } from './ci/entries.js';
import { fingerprintsOf } from './ci/fingerprint.js';
import { jsonOutput } from './json-output.js';
import { printable } from './safe-text.js';
import type { TextOptions } from './text-options.js';

/** GitLab's words; `critical` and `blocker` are for what breaks a build by itself. */
const SEVERITIES: Readonly<Record<Level, string>> = { error: 'major', warning: 'minor', note: 'info' };

/**
 * The report as a code quality artifact of GitLab: an array of issues, each at the declaring line
 * (https://docs.gitlab.com/ci/testing/code_quality/, "Code Quality report format").
 */
export function gitlabReport(report: Report, options: TextOptions): string {
  const entries = entriesOf(publicReport(report, options), options);
  const fingerprints = fingerprintsOf(entries);
  return jsonOutput(
    entries.map((entry, at) => ({
      description: `${entry.title}: ${entry.message}`,
      check_name: entry.code,
      fingerprint: fingerprints[at],
      severity: SEVERITIES[entry.level],
      location: { path: printable(entry.place.file), lines: { begin: entry.place.line ?? 1 } },
    })),
  );
}
