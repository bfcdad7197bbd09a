import type { Tools } from '../../cli/engine.js';
import { GitdriftError } from '../../model/errors.js';
import type { ApplicationReport, Finding } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { ArgoRepositories, WantedRepository } from '../../source/argocd/open-repository.js';
import { compareFindings } from '../application/application-report.js';
import { type JudgedRequest, withBasePolicy } from './base-policy.js';

/**
 * With `--base`, a policy file in a clone of a repository that applications are deployed from is read as the base has it,
 * by the rules of `withBasePolicy`; a repository that does not have the revision changes nothing. Throws as that does.
 */
export async function withApplicationsPolicy(
  asked: AnalyzeRequest,
  wanted: readonly WantedRepository[],
  repositories: ArgoRepositories,
  tools: Tools,
): Promise<JudgedRequest> {
  const { base, source } = asked;
  const looked = new Set<string>();
  for (const one of base === undefined ? [] : wanted) {
    const repoURL = repositories.address(one);
    if (looked.has(repoURL)) continue;
    looked.add(repoURL);
    const opened = await openBoth(one, base ?? '', repositories);
    if (opened?.commit === undefined) continue;
    const own = {
      ...asked,
      base: opened.commit,
      source: { kind: 'git', repoURL, path: '.', recursive: false } as const,
    };
    const judged = await withBasePolicy(own, opened.head, tools);
    if (judged.request !== own) return { ...judged, request: { ...judged.request, base: asked.base ?? '', source } };
  }
  return { request: asked, findings: [] };
}

/** Both revisions; undefined where either cannot be had, which the applications say. */
async function openBoth(wanted: WantedRepository, base: string, repositories: ArgoRepositories) {
  try {
    const head = await repositories.open(wanted);
    return { head, commit: (await repositories.at(wanted, base)).revision };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code !== 'source-not-found') throw error;
    return undefined;
  }
}

/** The reports with what is to be said of the policy that judges all of them, once. */
export function withPolicyFindings(
  reports: readonly ApplicationReport[],
  findings: readonly Finding[],
): readonly ApplicationReport[] {
  return reports.map((report, index) =>
    index > 0 || findings.length === 0
      ? report
      : { ...report, findings: [...report.findings, ...findings].sort(compareFindings) },
  );
}
