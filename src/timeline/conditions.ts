import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import type { TimelineSource } from '../model/timeline-report.js';
import { timeOf } from './metadata.js';
import type { Told } from './told.js';

/**
 * When each condition of a status last changed: `Available became False (MinimumReplicasUnavailable): …`. `of` names
 * whose they are where they are another object's.
 */
export function toldByConditions(
  conditions: JsonValue | undefined,
  source: TimelineSource,
  about: Told['about'],
  of = '',
): readonly Told[] {
  if (!isArray(conditions)) return [];
  return conditions.flatMap((condition): Told[] => {
    const type = digString(condition, 'type');
    const time = timeOf(digString(condition, 'lastTransitionTime'));
    if (type === undefined || time === undefined) return [];
    return [
      {
        entry: {
          code: 'condition',
          time,
          certainty: 'exact',
          message: `${of === '' ? '' : `${of}: `}${sentence(type, condition)}`,
          sources: [source],
        },
        about,
      },
    ];
  });
}

/** Argo CD's conditions have no status: that one is there is all it says. */
function sentence(type: string, condition: JsonValue): string {
  const status = dig(condition, 'status');
  const reason = digString(condition, 'reason') ?? '';
  const message = digString(condition, 'message') ?? '';
  const became = typeof status === 'string' ? `${type} became ${status}` : type;
  return `${became}${reason === '' ? '' : ` (${reason})`}${message === '' ? '' : `: ${message}`}`;
}
