import { resolve } from 'node:path';
import type { Tools } from '../../cli/engine.js';
import { DEFAULT_FAIL_ON } from '../../config/conditions.js';
import { parsePolicy } from '../../config/policy/parse-policy.js';
import { POLICY_NAME } from '../../config/policy/read-policy.js';
import type { Policy, UsedPolicy } from '../../model/policy.js';
import type { Finding } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { OpenedSource } from '../../model/source.js';
import { fileAtRevision } from '../../source/file-at-revision.js';

/** The request with the policy that judges it, and what is to be said of that. */
export interface JudgedRequest {
  readonly request: AnalyzeRequest;
  readonly findings: readonly Finding[];
}

/**
 * With `--base`, a policy file of the compared repository is read as the base has it, whether it was found by its name
 * or named by `--policy`: a change must not switch off the gate that judges it. One that lies elsewhere, or that no
 * commit has, stays. Throws `config` where the base's cannot be used.
 */
export async function withBasePolicy(
  asked: AnalyzeRequest,
  source: OpenedSource,
  tools: Tools,
): Promise<JudgedRequest> {
  const { base, policy } = asked;
  if (base === undefined) return { request: asked, findings: [] };
  const wanted =
    policy?.discovered === false
      ? ({ kind: 'exact', file: resolve(tools.cwd, policy.file) } as const)
      : ({ kind: 'nearest', folder: tools.cwd, name: POLICY_NAME } as const);
  const found = await fileAtRevision(asked.source, source, base, wanted, { ...tools, stdin: tools.readStdin });
  if (found === undefined || !found.tracked) return { request: asked, findings: [] };
  const at = `base ${found.revision.slice(0, 7)}`;
  const judging = found.file === undefined ? undefined : parsePolicy(found.file.text, `${found.file.path} at ${at}`);
  return {
    request: judgedBy(asked, judging),
    findings: isSame(policy, judging) ? [] : [changed(policy, judging, at)],
  };
}

function judgedBy(asked: AnalyzeRequest, judging: Policy | undefined): AnalyzeRequest {
  const { policy, ...bare } = asked;
  const used: UsedPolicy | undefined =
    judging === undefined ? undefined : { ...judging, discovered: policy?.discovered ?? true };
  return {
    ...bare,
    ...(used === undefined ? {} : { policy: used }),
    ...(asked.failOnByPolicy === true ? { failOn: judging?.failOn ?? DEFAULT_FAIL_ON } : {}),
  };
}

/** What the policies say is compared, not their text: a comment changes no gate. */
function isSame(one: Policy | undefined, other: Policy | undefined): boolean {
  const said = (policy: Policy | undefined): string => {
    if (policy === undefined) return '';
    const { file: _file, lines: _lines, discovered: _discovered, ...rest } = policy as Partial<UsedPolicy>;
    return JSON.stringify(rest);
  };
  return said(one) === said(other);
}

function changed(now: Policy | undefined, then: Policy | undefined, at: string): Finding {
  const what = then === undefined ? 'adds' : now === undefined ? 'removes' : 'changes';
  const judged = then === undefined ? `without a policy, as ${at} has none` : `by the policy of ${at}`;
  return {
    code: 'policy-changed',
    severity: 'warning',
    message: `the request ${what} the policy file ${now?.file ?? POLICY_NAME}: this comparison is judged ${judged}; a file outside of the repository, named by --policy, judges whatever a request changes`,
  };
}
