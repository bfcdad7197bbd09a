import { sharedObjects } from '../../explain/shared-objects.js';
import { compareApplications } from '../../model/application-order.js';
import type { ApplicationReport, Finding, Report } from '../../model/report.js';
import type { MergeRequest, SavedReport } from '../../model/saved-report.js';
import { mergeReports } from '../../verdict/merge-reports.js';
import { compareFindings } from './application-report.js';

/**
 * Saved reports as one, with what only all of their applications together tell: objects that applications of several files
 * declare. What concerns the policy's rules as such is said once. Throws as mergeReports.
 */
export function mergedReport(reports: readonly SavedReport[], request: MergeRequest): Report {
  if (reports.length < 2) return mergeReports(reports, request);
  const seen = reports.flatMap(({ report }) => {
    const known = sharedObjects(report.applications);
    return report.applications.map((application, at) => ({ application, known: known[at] ?? [] }));
  });
  seen.sort((a, b) => compareApplications(a.application, b.application));
  const shared = sharedObjects(seen.map(({ application }) => application));
  const said = new Set<string>();
  const whole = new Map<ApplicationReport, ApplicationReport>();
  for (const [at, { application, known }] of seen.entries()) {
    const old = new Set(known.map(textOf));
    const own = application.findings.filter((finding) => !old.has(textOf(finding)) && isNew(finding, said));
    const findings = [...own, ...(shared[at] ?? [])].sort(compareFindings);
    whole.set(application, { ...application, findings });
  }
  const together = reports.map(({ file, report }) => ({
    file,
    report: { ...report, applications: report.applications.map((one) => whole.get(one) ?? one) },
  }));
  return mergeReports(together, request);
}

/** False for what was said of a rule of the same policy before: each part of a run says it anew. */
function isNew(finding: Finding, said: Set<string>): boolean {
  if (finding.code !== 'rule-too-broad') return true;
  const text = textOf(finding);
  if (said.has(text)) return false;
  said.add(text);
  return true;
}

/** The finding without regard to the order of its keys, which files have in their own. */
function textOf({ code, resource, path, message, origin }: Finding): string {
  const { group, version, kind, namespace, name } = resource ?? {};
  return JSON.stringify([code, group, version, kind, namespace, name, path, message, origin?.file, origin?.line]);
}
