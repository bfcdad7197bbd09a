import { GitdriftError } from '../model/errors.js';
import { FINDING_SEVERITIES } from '../model/finding-codes.js';
import type { AnalyzeRequest, FailOn } from '../model/request.js';
import { didYouMean } from './did-you-mean.js';
import type { Settings } from './settings.js';

/** What `--fail-on` takes beside `finding:CODE`. */
export const CONDITIONS = ['unexplained', 'any', 'manual', 'undeclared', 'degraded', 'error', 'none'] as const;

/** What fails where nobody says anything else. */
export const DEFAULT_FAIL_ON: readonly FailOn[] = ['unexplained'];

/**
 * The conditions of the gate, each once, in the order given: those of `--fail-on`, else of the policy, else the default.
 * Throws `usage`.
 */
export function failOnOf(
  settings: Settings,
  policy: readonly FailOn[] | undefined,
): Pick<AnalyzeRequest, 'failOn' | 'failOnByPolicy'> {
  const saidAs = settings.saidAs('fail-on');
  const given = settings.values['fail-on'];
  if (given === undefined) return { failOn: policy ?? DEFAULT_FAIL_ON, failOnByPolicy: true };
  const words = given.flatMap((text) => text.split(',')).map((word) => word.trim());
  const read = readConditions(words.filter((word) => word !== ''));
  if (read.kind === 'conditions') return { failOn: read.conditions };
  throw new GitdriftError('usage', `${saidAs} ${read.fault}`, { hint: read.hint });
}

type ReadConditions =
  | { readonly kind: 'conditions'; readonly conditions: readonly FailOn[] }
  | { readonly kind: 'fault'; readonly fault: string; readonly hint: string };

/** Words as conditions of the gate, each once; else what is wrong with them, to follow the name of their place. */
export function readConditions(words: readonly string[]): ReadConditions {
  const fault = (what: string, hint: string) => ({ kind: 'fault', fault: what, hint }) as const;
  const conditions: FailOn[] = [];
  for (const word of new Set(words)) {
    const code = word.startsWith('finding:') ? word.slice('finding:'.length) : '';
    const known = CONDITIONS.find((one) => one === word);
    if (code !== '' && !Object.hasOwn(FINDING_SEVERITIES, code)) {
      // A code that no finding has would never fail the gate.
      return fault(
        `names no finding: there is no code ${JSON.stringify(code)}`,
        didYouMean(code, Object.keys(FINDING_SEVERITIES)),
      );
    }
    if (code === '' && known === undefined) {
      return fault(`has no condition ${JSON.stringify(word)}`, didYouMean(word, [...CONDITIONS, 'finding:CODE']));
    }
    conditions.push(known ?? `finding:${code}`);
  }
  if (conditions.length === 0) return fault('names no condition', `choose from ${CONDITIONS.join(', ')}`);
  if (conditions.includes('none') && conditions.length > 1) {
    const others = conditions.filter((one) => one !== 'none').join(',');
    return fault(`says none and ${others} at once`, 'leave out one of them');
  }
  return { kind: 'conditions', conditions };
}

/** The objects of `--resource`, checked for their form: `KIND/NAME` or `KIND/NAMESPACE/NAME`. Throws `usage`. */
export function resourcesOf(settings: Settings): readonly string[] {
  const saidAs = settings.saidAs('resource');
  return (settings.values.resource ?? []).map((text) => {
    const parts = text.split('/');
    if ((parts.length === 2 || parts.length === 3) && parts.every((part) => part !== '')) return text;
    throw new GitdriftError('usage', `${saidAs} cannot read ${JSON.stringify(text)}`, {
      hint: 'write it as Deployment/catalog or Deployment/marketplace/catalog',
    });
  });
}
