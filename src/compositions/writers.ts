import { compileName } from '../model/name-pattern.js';
import type { UsedPolicy } from '../model/policy.js';
import type { ListedWriter, WritersReport } from '../model/writers-report.js';
import { loadCatalogue } from '../ownership/catalogue.js';

/**
 * The catalogue that a run with this policy uses, cut down to the rules that could name one of `managers` (all where
 * the list is empty). Reads nothing.
 */
export function writers(
  policy: UsedPolicy | undefined,
  managers: readonly string[],
  toolVersion: string,
): WritersReport {
  const own = policy?.writers ?? [];
  const listed = loadCatalogue(own).rules.map(
    (rule, at): ListedWriter => ({ ...rule, origin: at < own.length ? 'policy' : 'shipped' }),
  );
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: toolVersion },
    writers: listed.filter(({ manager }) => managers.length === 0 || managers.some(compileName(manager))),
  };
}
