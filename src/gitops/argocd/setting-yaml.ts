import { load, YAML11_SCHEMA, YAMLException } from 'js-yaml';
import type { JsonValue } from '../../model/json.js';
import { isTree } from '../../model/tree.js';

/** The YAML text under `key`, parsed; undefined where the key is absent, empty, or cannot be read, which `faults` then says. */
export function readSettingYaml(
  values: Readonly<Record<string, string>>,
  key: string,
  faults: string[],
): JsonValue | undefined {
  const value = Object.hasOwn(values, key) ? values[key] : undefined;
  return value === undefined ? undefined : parseSetting(value, `the key ${key} of argocd-cm`, faults);
}

/** As `readSettingYaml`, of a text that stands elsewhere; `what` names it. */
export function parseSetting(value: string, what: string, faults: string[]): JsonValue | undefined {
  if (value.trim() === '') return undefined;
  try {
    const read = load(value, { schema: YAML11_SCHEMA }) as JsonValue;
    if (isTree(read)) return read;
    faults.push(`${what} holds aliases that make it hold itself, or grow beyond reason`);
    return undefined;
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    faults.push(`${what} is no valid YAML: ${cause.reason}`);
    return undefined;
  }
}
