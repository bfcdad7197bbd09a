import type { JsonValue } from '../../model/json.js';
import type { ResourceRef } from '../../model/resource.js';
import { yamlText } from '../../model/yaml-text.js';

/** A field that somebody changed by hand; `value` is absent where it must not be shown. */
export interface ChangedField {
  readonly path: string;
  readonly value?: JsonValue;
}

const DAY_MS = 24 * 3_600_000;
const HOUR_MS = 3_600_000;

/**
 * The records of a deliberate departure from Git, as the policy file takes them: one for each field that was changed by
 * hand, or one to fill in where none is known. It ends a day from `now`.
 */
export function overrideRecord(ref: ResourceRef, fields: readonly ChangedField[], now: Date): string {
  const until = new Date(Math.ceil((now.getTime() + DAY_MS) / HOUR_MS) * HOUR_MS).toISOString().replace('.000Z', 'Z');
  const resource = (['group', 'kind', 'namespace', 'name'] as const)
    .map((part) => `${part}: ${yamlText(ref[part])}`)
    .join(', ');
  const records = (fields.length === 0 ? [{ path: '' }] : fields).map((field: ChangedField) => [
    `  - resource: {${resource}}`,
    field.path === '' ? "    path: ''            # the field that is changed" : `    path: ${yamlText(field.path)}`,
    ...(field.value === undefined ? [] : [`    value: ${yamlText(field.value)}`]),
    "    reason: ''          # what broke, and why this mends it",
    "    ticket: ''",
    "    approvedBy: ''",
    `    until: ${until}`,
  ]);
  return `${['overrides:', ...records.flat()].join('\n')}\n`;
}
