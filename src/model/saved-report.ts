import type { FailOn } from './fail-on.js';
import type { Report } from './report.js';

/** A report as it was read from a file; `file` is what the user calls it. */
export interface SavedReport {
  readonly file: string;
  readonly report: Report;
}

/** How saved reports are put together and judged anew. */
export interface MergeRequest {
  /** What fails the gate; absent: whatever the reports were gated on. */
  readonly failOn?: readonly FailOn[];
  readonly noExitCode: boolean;
}
