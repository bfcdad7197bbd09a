import type { JsonValue } from './json.js';
import { printJson } from './json-text.js';

/** A value as YAML, in one line: JSON is YAML, and a plain word needs no quotes. */
export function yamlText(value: JsonValue): string {
  if (typeof value === 'string' && /^[A-Za-z][\w.-]*$/.test(value) && !RESERVED.test(value)) return value;
  return printJson(value);
}

/** Words that YAML reads as something else than text. */
const RESERVED = /^(?:y|yes|n|no|on|off|true|false|null)$/i;
