import { GitdriftError } from '../model/errors.js';
import { FINDING_SEVERITIES } from '../model/finding-codes.js';
import type { FailOn } from '../model/request.js';
import { didYouMean } from './did-you-mean.js';
import type { Settings } from './settings.js';

const CONDITIONS = ['unexplained', 'any', 'manual', 'undeclared', 'degraded', 'error', 'none'] as const;

/** The conditions of the gate, each once, in the order given; `unexplained` where none is. Throws `usage`. */
export function failOnOf(settings: Settings): readonly FailOn[] {
  const saidAs = settings.saidAs('fail-on');
  const given = settings.values['fail-on'];
  if (given === undefined) return ['unexplained'];
  const words = given.flatMap((text) => text.split(',')).map((word) => word.trim());
  const conditions = [...new Set(words.filter((word) => word !== '').map((word) => condition(word, saidAs)))];
  if (conditions.length === 0) {
    throw new GitdriftError('usage', `${saidAs} names no condition`, { hint: `choose from ${CONDITIONS.join(', ')}` });
  }
  if (conditions.includes('none') && conditions.length > 1) {
    const others = conditions.filter((one) => one !== 'none').join(',');
    throw new GitdriftError('usage', `${saidAs} says none and ${others} at once`, { hint: 'leave out one of them' });
  }
  return conditions;
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

function condition(word: string, saidAs: string): FailOn {
  const code = word.startsWith('finding:') ? word.slice('finding:'.length) : '';
  if (code !== '') return finding(code, saidAs);
  const known = CONDITIONS.find((one) => one === word);
  if (known !== undefined) return known;
  throw new GitdriftError('usage', `${saidAs} has no condition ${JSON.stringify(word)}`, {
    hint: didYouMean(word, [...CONDITIONS, 'finding:CODE']),
  });
}

/** A code that no finding has would never fail the gate. */
function finding(code: string, saidAs: string): FailOn {
  const codes = Object.keys(FINDING_SEVERITIES);
  if (codes.includes(code)) return `finding:${code}`;
  throw new GitdriftError('usage', `${saidAs} names no finding: there is no code ${JSON.stringify(code)}`, {
    hint: didYouMean(code, codes),
  });
}
