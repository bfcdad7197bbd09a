import type { Report } from '../../model/report.js';
import { jsonOutput } from '../json-output.js';
import { compareReports } from './compare-reports.js';

/** What changed between two reports as JSON: docs/comparison.schema.json. Values of Secrets are as the reports have them. */
export function comparisonJson(before: Report, after: Report): string {
  return jsonOutput(compareReports(before, after));
}
