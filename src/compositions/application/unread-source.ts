import { GitdriftError } from '../../model/errors.js';
import type { ApplicationReport } from '../../model/report.js';
import { shellWord } from '../../model/shell-word.js';
import { isUnreachable } from '../../source/git-failure.js';

/**
 * True where this machine, not the controller, lacks what it takes to render: access to a repository, a renderer. Then
 * nothing is known of the application, whatever the controller can see.
 */
export function isOursAlone(fault: GitdriftError): boolean {
  const cause = fault.cause instanceof GitdriftError ? fault.cause : fault;
  return cause.code === 'renderer-missing' || isUnreachable(cause);
}

/** The report of an application whose desired state this machine could not get: Unknown, why, and what to do, once each. */
export function unreadSource(report: ApplicationReport, fault: GitdriftError): ApplicationReport {
  const [repository] = report.sources.flatMap(({ repoURL }) => repoURL ?? []);
  const isGit = fault.code !== 'renderer-missing';
  const mapped = fault.message.includes('the local clone of') || repository === undefined || !isGit;
  const clone = mapped ? '' : `; or read a local clone: --repo-map ${shellWord(repository)}=DIR`;
  return {
    ...report,
    sync: { status: 'Unknown', message: fault.message },
    health: { status: 'Unknown', message: fault.message },
    action: { code: 'investigate', message: `What Git says is not known: ${fault.hint ?? 'see above'}${clone}` },
    // What the controller recorded cannot differ from what nobody knows.
    findings: report.findings.filter(({ code }) => code !== 'recorded-status-differs'),
  };
}
