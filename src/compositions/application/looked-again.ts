import type { Tools } from '../../cli/engine.js';
import type { ApplicationReport, Report } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { refKey } from '../../model/resource.js';
import { withBlame } from '../base/blame.js';
import { observe } from '../evidence/observe.js';
import { compareFindings, wholeReport } from './application-report.js';
import { type JudgedApplication, partsByObject, type SeenApplication } from './judged-application.js';

/**
 * The reports with what takes another look once all are judged: the commits of declaring lines (`--git-blame`), and what
 * changes while all clusters are watched at once (`--observe`). Unchanged where neither is asked for.
 */
export async function lookedAgain(
  reports: readonly ApplicationReport[],
  seen: readonly SeenApplication[],
  request: AnalyzeRequest,
  tools: Tools,
): Promise<readonly ApplicationReport[]> {
  const judged = new Map(seen.flatMap((one) => (one.kind === 'judged' ? [[one.report, one] as const] : [])));
  const again = new Map(reports.map((report) => [report, report]));
  if (request.gitBlame === true) {
    for (const [report, application] of judged) again.set(report, await blamed(application, request, tools));
  }
  const { observeMs } = request;
  if (observeMs === undefined) return [...again.values()];
  const found = await Promise.all(
    [...judged].map(async ([report, { open, compared, evidence, judging }]) => {
      const what = { cluster: open.cluster, compared, evidence, judging, durationMs: observeMs };
      return [report, await observe(what, tools)] as const;
    }),
  );
  for (const [report, findings] of found) {
    const before = again.get(report) ?? report;
    again.set(report, { ...before, findings: [...before.findings, ...findings].sort(compareFindings) });
  }
  return [...again.values()];
}

/** Each source is asked for the lines of the objects that it declares. */
async function blamed(
  application: JudgedApplication,
  request: AnalyzeRequest,
  tools: Tools,
): Promise<ApplicationReport> {
  const { parts, open } = application;
  const byObject = await partsByObject(application);
  let { report } = application;
  for (const part of parts) {
    if (part.source === undefined) {
      tools.warn(`--git-blame names no commit for ${report.name}: ${part.shown} is in no Git repository`);
      continue;
    }
    const isOf = (resource: ApplicationReport['resources'][number]): boolean => byObject.get(refKey(resource)) === part;
    // Findings name files too; of several sources nobody can tell which one they mean.
    const findings = parts.length === 1 ? report.findings : [];
    const own: ApplicationReport = { ...report, resources: report.resources.filter(isOf), findings };
    const whole: Report = wholeReport([own], { ...request, failOn: ['none'] }, open.cluster.now);
    const [told] = (await withBlame({ ...whole, applications: [own] }, part.source, request, tools)).applications;
    const resources = new Map((told?.resources ?? []).map((resource) => [refKey(resource), resource]));
    report = {
      ...report,
      resources: report.resources.map((resource) => resources.get(refKey(resource)) ?? resource),
      ...(parts.length === 1 && told !== undefined ? { findings: told.findings } : {}),
    };
  }
  return report;
}
