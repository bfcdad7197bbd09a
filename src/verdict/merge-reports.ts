import { compareApplications } from '../model/application-order.js';
import { GitdriftError } from '../model/errors.js';
import type { FailOn } from '../model/fail-on.js';
import type { ApplicationReport, Report } from '../model/report.js';
import type { MergeRequest, SavedReport } from '../model/saved-report.js';
import { judgeGate } from './gate.js';
import { summarize } from './summary.js';

/**
 * Saved reports as one, counted and judged anew; applications sorted by name. Of parts of a divided run that are not all
 * there it names the missing ones, and is incomplete: exit code 3 where nothing fails. Throws `usage` where an application
 * or a part is in two files: which of them holds is not for a merge to guess. `reports` holds one at least.
 */
export function mergeReports(reports: readonly SavedReport[], request: MergeRequest): Report {
  refuseTwins(reports);
  const newest = reports.reduce((a, b) =>
    Date.parse(b.report.generatedAt) > Date.parse(a.report.generatedAt) ? b : a,
  );
  const { schemaVersion, tool, generatedAt } = newest.report;
  const applications = reports.flatMap(({ report }) => report.applications).sort(compareApplications);
  const policy = commonPolicy(reports);
  const missingShards = missingOf(reports);
  const gate = judgeGate(applications, request.failOn ?? gatedOn(reports), request.noExitCode);
  return {
    schemaVersion,
    tool,
    generatedAt,
    ...(policy === undefined ? {} : { policy }),
    ...(missingShards === undefined ? {} : { missingShards }),
    applications,
    summary: summarize(applications),
    gate:
      missingShards === undefined
        ? gate
        : { ...gate, passed: false, exitCode: gate.exitCode === 0 ? 3 : gate.exitCode },
  };
}

function refuseTwins(reports: readonly SavedReport[]): void {
  const seen = new Map<string, SavedReport>();
  for (const saved of reports) {
    const { file, report } = saved;
    for (const application of new Set(report.applications.map(identity))) {
      const other = seen.get(application);
      if (other !== undefined && !areParts(other.report, report)) {
        const name = report.applications.find((one) => identity(one) === application)?.name ?? '';
        throw new GitdriftError('usage', `the application ${name} is in ${other.file} and in ${file}`, {
          hint: 'leave out the older of the two files; --compare-with says what changed between them',
        });
      }
      seen.set(application, saved);
    }
  }
}

/** Parts of one run hold no application twice; what looks the same there has another namespace of its own. */
function areParts({ shard: one }: Report, { shard: other }: Report): boolean {
  return one !== undefined && one.of === other?.of && one.index !== other.index;
}

/** One desired state with one destination: the same name in two clusters is two applications. */
function identity({ name, kind, destination }: ApplicationReport): string {
  const { server, context, recording, namespace } = destination;
  return JSON.stringify([name, kind, server ?? context ?? recording ?? '', namespace ?? '']);
}

/** The policy that all of them used; one of several would be named for what another one decided. */
function commonPolicy([first, ...rest]: readonly SavedReport[]): Report['policy'] {
  const policy = first?.report.policy;
  return rest.every(({ report }) => report.policy?.file === policy?.file) ? policy : undefined;
}

/** Everything that any of them was gated on; `none` only where nothing else is. */
function gatedOn(reports: readonly SavedReport[]): readonly FailOn[] {
  const terms = [...new Set(reports.flatMap(({ report }) => report.gate.failOn))] as FailOn[];
  const real = terms.filter((term) => term !== 'none');
  return real.length === 0 ? terms : real;
}

function missingOf(reports: readonly SavedReport[]): Report['missingShards'] {
  const parts = reports.flatMap(({ file, report: { shard } }) => (shard === undefined ? [] : [{ file, ...shard }]));
  const [first, ...rest] = parts;
  // What was put together from parts before keeps its gaps, and nothing tells which file would fill them.
  const earlier = reports.find(({ report }) => report.missingShards !== undefined)?.report.missingShards;
  if (first === undefined) return earlier;
  const other = rest.find(({ of }) => of !== first.of);
  if (other !== undefined) {
    throw new GitdriftError(
      'usage',
      `${first.file} is a part of ${first.of}, and ${other.file} a part of ${other.of}: they are of different runs`,
      { hint: 'name the parts of one run' },
    );
  }
  const beyond = parts.find(({ index, of }) => index > of);
  if (beyond !== undefined) {
    throw new GitdriftError('usage', `${beyond.file} says that it is part ${beyond.index} of ${beyond.of}`, {
      hint: 'parts are counted from 1',
    });
  }
  const twin = parts.find(({ index }, at) => parts.findIndex((one) => one.index === index) !== at);
  if (twin !== undefined) {
    const known = parts.find(({ index }) => index === twin.index);
    throw new GitdriftError('usage', `${known?.file} and ${twin.file} are both part ${twin.index} of ${twin.of}`, {
      hint: 'leave out the older of the two files',
    });
  }
  const there = new Set(parts.map(({ index }) => index));
  const missing = Array.from({ length: first.of }, (_, at) => at + 1).filter((index) => !there.has(index));
  return missing.length === 0 ? undefined : { of: first.of, missing };
}
