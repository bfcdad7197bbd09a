import { dig, isArray, type JsonValue } from '../../../model/json.js';
import type { Condition } from '../status-fields.js';

/** A condition of a custom kind, with the severity that some give it. */
export interface CustomCondition extends Condition {
  readonly severity: string;
}

/** Custom kinds give their conditions any shape; an entry without a type and a status says nothing. */
export function conditionsIn(value: JsonValue | undefined): readonly CustomCondition[] {
  if (!isArray(value)) return [];
  return value.flatMap((entry) => {
    const text = (name: string): string => {
      const found = dig(entry, name);
      return typeof found === 'string' ? found : '';
    };
    const status = dig(entry, 'status');
    const statusText = typeof status === 'boolean' ? (status ? 'True' : 'False') : text('status');
    if (text('type') === '' || statusText === '') return [];
    return [
      {
        type: text('type'),
        status: statusText,
        reason: text('reason'),
        message: text('message'),
        severity: text('severity'),
      },
    ];
  });
}
