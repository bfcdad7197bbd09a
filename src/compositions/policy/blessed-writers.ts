import type { AnalyzeRequest } from '../../model/request.js';

/**
 * A sentence where a policy that came with what is judged calls a manager gitops: what it writes then counts as Git's own.
 * Undefined where there is nothing to say: the policy was pinned, or the base's judges.
 */
export function blessedWriters({ policy, base }: AnalyzeRequest): string | undefined {
  if (policy === undefined || !policy.discovered || base !== undefined) return undefined;
  const names = policy.writers
    .filter(({ category }) => category === 'gitops')
    .map(({ manager }) => (typeof manager === 'string' ? manager : Object.values(manager).join('')));
  if (names.length === 0) return undefined;
  return `${policy.file} calls ${names.join(', ')} gitops: what it writes counts as Git's own and passes the gate; in a pull request --base keeps the request's own file from saying so`;
}
