import type { Difference, Explanation, Next } from '../model/drift.js';
import type { JsonValue } from '../model/json.js';
import type { Attribution } from './attribution.js';

/** Codes of replicas that an autoscaler sets again. */
const AUTOSCALED: ReadonlySet<string> = new Set(['hpa-controls-replicas', 'keda-controls-replicas']);

/**
 * What happens to a difference if nobody acts. Without a controller's settings only little is certain, and the rest is
 * said to be unknown.
 */
export function whatHappensNext(difference: Difference, attribution: Attribution, explanation: Explanation): Next {
  const scaled = AUTOSCALED.has(explanation.code);
  if (difference.kind === 'undeclared') {
    return {
      code: 'stays',
      message: scaled
        ? `a sync leaves it to ${attribution.writer.name}, for desired says nothing about it`
        : 'a sync leaves it, for desired says nothing about it',
    };
  }
  if (scaled) {
    return {
      code: 'autoscaler-rewrites',
      message: `a sync would set ${text(difference.desired)}, and ${attribution.writer.name} would scale again`,
    };
  }
  if (explanation.code === 'unknown-field') {
    return { code: 'stays', message: 'a sync changes nothing, for the server drops the field' };
  }
  if (explanation.code === 'immutable-field') {
    return { code: 'stays', message: 'a sync would be refused' };
  }
  if (difference.change === 'extra') return { code: 'removed-at-sync', message: `a sync removes it; ${BY_ITSELF}` };
  const would = difference.change === 'missing' ? 'add' : 'overwrite';
  return { code: 'unknown', message: `a sync would ${would} it; ${BY_ITSELF}` };
}

/** What happens to an object that live lacks. */
export function whatHappensToMissing(explanation: Explanation): Next {
  const again = explanation.code === 'job-ttl-expired' ? ', and so run it again' : '';
  return { code: 'unknown', message: `a sync would create it${again}; ${BY_ITSELF}` };
}

const BY_ITSELF = 'whether one comes by itself is not known';

const text = (value: JsonValue | undefined): string => String(value ?? 'the default');
