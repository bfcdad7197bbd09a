import type { Difference, Explanation, Next } from '../model/drift.js';
import type { Attribution } from './attribution.js';

/**
 * What happens to a difference if nobody acts. Without a controller's settings only little is certain, and the rest is
 * said to be unknown.
 */
export function whatHappensNext(difference: Difference, attribution: Attribution, explanation: Explanation): Next {
  if (explanation.code === 'hpa-controls-replicas') {
    return {
      code: 'autoscaler-rewrites',
      message: `a sync would set ${text(difference.desired)}, and ${attribution.writer.name} would scale again`,
    };
  }
  if (difference.kind === 'undeclared') {
    return { code: 'stays', message: 'a sync leaves it, for desired says nothing about it' };
  }
  return {
    code: 'unknown',
    message: 'a sync would overwrite it; whether a controller syncs by itself is not known, for none was read',
  };
}

const text = (value: unknown): string => (value === undefined ? 'the default' : String(value));
