import type { Tools } from '../../cli/engine.js';
import { parsePolicy } from '../../config/policy/parse-policy.js';
import { POLICY_NAME } from '../../config/policy/read-policy.js';
import type { Policy } from '../../model/policy.js';
import type { Finding } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { OpenedSource } from '../../model/source.js';
import { nearestFileAt } from '../../source/local-repository.js';

/** The request with the policy that judges it, and what is to be said of that. */
export interface JudgedRequest {
  readonly request: AnalyzeRequest;
  readonly findings: readonly Finding[];
}

/**
 * With `--base`, a policy file that was found by its name is read as the base has it: a change must not switch off the
 * gate that judges it. A policy that `--policy` pins stays, and so does one that is no part of the compared repository.
 * Throws `config` where the base's cannot be used.
 */
export async function withBasePolicy(
  asked: AnalyzeRequest,
  source: OpenedSource,
  tools: Tools,
): Promise<JudgedRequest> {
  const { base, policy } = asked;
  if (base === undefined || policy?.discovered === false) return { request: asked, findings: [] };
  const io = { ...tools, stdin: tools.readStdin };
  const found = await nearestFileAt(source, base, { folder: tools.cwd, name: POLICY_NAME }, io);
  if (found === undefined) return { request: asked, findings: [] };
  const { policy: _, ...bare } = asked;
  const at = `base ${found.revision.slice(0, 7)}`;
  const judging = found.file === undefined ? undefined : parsePolicy(found.file.text, `${found.file.path} at ${at}`);
  return {
    request: judging === undefined ? bare : { ...bare, policy: { ...judging, discovered: true } },
    findings: isSame(policy, judging) ? [] : [changed(policy, judging, at)],
  };
}

/** What the policies say is compared, not their text: a comment changes no gate. */
function isSame(one: Policy | undefined, other: Policy | undefined): boolean {
  const said = (policy: Policy | undefined): string => {
    if (policy === undefined) return '';
    const { file: _file, discovered: _discovered, ...rest } = policy as Policy & { readonly discovered?: boolean };
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
    message: `the request ${what} the policy file ${now?.file ?? POLICY_NAME}: this comparison is judged ${judged}; --policy pins one`,
  };
}
