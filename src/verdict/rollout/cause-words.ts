import type { RolloutCause } from '../../model/rollout-cause.js';
import type { Health } from '../../model/status.js';
import { listed } from '../wording.js';

/** A health whose message goes on with what holds up its pods. */
export function withCauseWords(health: Health, causes: readonly RolloutCause[]): Health {
  if (causes.length === 0) return health;
  const told = causeWords(causes);
  return { ...health, message: health.message === '' ? told : `${health.message}${GLUE}${told}`, causes };
}

/** The two halves of the message of such a health: what the verdict rests on, and the first cause; the rest alone has none. */
export function messageParts({ message, causes = [] }: Health): readonly [rests: string, cause?: string] {
  const [first] = causes;
  if (first === undefined) return [message];
  const told = causeWords(causes);
  const rests = message.endsWith(`${GLUE}${told}`) ? message.slice(0, -(GLUE.length + told.length)) : '';
  return [rests, first.message];
}

const GLUE = '; ';

function causeWords(causes: readonly RolloutCause[]): string {
  return listed(
    causes.map(({ message }) => message),
    GLUE,
  );
}
