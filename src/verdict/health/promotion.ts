import { dig, digString, isArray, type JsonValue } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { genericHealth } from './generic/generic.js';
import { judged } from './status-fields.js';

/**
 * PromotionStrategy and ChangeTransferPolicy promoter.argoproj.io (GitOps Promoter API): what is active and what is
 * proposed each have checks. A failed check is a fault, a pending one and a commit that is not promoted are under way.
 */
export function promotionHealth(object: KubernetesObject): Health | null {
  const found = genericHealth(object);
  if (found?.status !== 'Healthy') return found;
  const status = dig(object, 'status');
  const listed = dig(status, 'environments');
  const environments = isArray(listed) ? listed : status === undefined ? [] : [status];
  const checks = environments.flatMap((one) => [...checksOf(one, 'active'), ...checksOf(one, 'proposed')]);
  const failed = checks.find(({ phase }) => phase === 'failure');
  if (failed !== undefined) return judged('Degraded', failed.text);
  const pending = checks.find(({ phase }) => phase === 'pending');
  if (pending !== undefined) return judged('Progressing', pending.text);
  const waiting = environments.find((one) => commitOf(one, 'proposed') !== commitOf(one, 'active'));
  return waiting === undefined
    ? found
    : judged('Progressing', `${branchOf(waiting)} waits for ${commitOf(waiting, 'proposed')}`);
}

interface Check {
  readonly phase: string;
  readonly text: string;
}

function checksOf(environment: JsonValue, side: 'active' | 'proposed'): readonly Check[] {
  const checks = dig(environment, side, 'commitStatuses');
  if (!isArray(checks)) return [];
  return checks.map((check) => {
    const phase = digString(check, 'phase') ?? '';
    return { phase, text: `check ${digString(check, 'key') ?? ''} of ${branchOf(environment)} (${side}) is ${phase}` };
  });
}

/** Undefined on both sides where nothing is told, which is no difference. */
function commitOf(environment: JsonValue, side: 'active' | 'proposed'): string | undefined {
  return digString(environment, side, 'dry', 'sha');
}

function branchOf(environment: JsonValue): string {
  return digString(environment, 'branch') ?? 'the branch';
}
