import type { FieldPath } from '../model/field-path.js';
import { field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../model/json.js';
import { parsePath } from '../model/parse-path.js';

/** What stands in place of a value whose name says that it is secret. */
export const NAMED_SECRET = '(masked: its name looks secret)';

const SECRET_WORDS: ReadonlySet<string> = new Set([
  ...['password', 'passwd', 'passphrase', 'pwd', 'pass', 'token', 'tokens', 'secret', 'secrets', 'credential'],
  ...['credentials', 'apikey', 'privatekey', 'accesskey', 'dsn', 'authorization', 'cookie', 'jwt'],
]);

/** Words that make `key` a secret one in the name of a declared field; alone it is an ordinary word of the API. */
const KEY_OWNERS: ReadonlySet<string> = new Set([
  'api',
  'private',
  'access',
  'encryption',
  'signing',
  'client',
  'master',
]);

/** Last words of names that point to a secret, or describe it, without holding it. */
const HARMLESS_ENDS: ReadonlySet<string> = new Set([
  ...['name', 'names', 'ref', 'refs', 'namespace', 'seconds', 'path', 'file', 'dir', 'ttl', 'type', 'class', 'mount'],
  ...['audience', 'audiences', 'selector', 'kind', 'length', 'policy', 'version', 'enabled', 'expiry'],
]);

/** Told of every value that is masked. */
export type Masked = (value: string | number) => void;

/**
 * Masks texts and numbers whose name looks secret (`DB_PASSWORD`, `api-token`, `tls.key`), in a value found at a printed
 * path and in everything below it. For output that leaves the hands of whoever runs it: CI logs and pull requests.
 */
export function maskNamedSecrets(path: string, value: JsonValue, masked: Masked = () => {}): JsonValue {
  return mask(value, nameAt(parseOrEmpty(path)), 0, masked);
}

interface Name {
  readonly text: string;
  /** True where people choose the name (variables, keys of ConfigMaps, annotations), false for a field of the API. */
  readonly chosen: boolean;
}

/** The name that a value goes by: its field, or the variable's where it is the `value` of an item with a name. */
function nameAt(path: FieldPath): Name {
  const [last, before] = [path.at(-1), path.at(-2)];
  if (last?.kind === 'key') return { text: String(last.key.name ?? ''), chosen: true };
  if (last?.kind !== 'field') return { text: '', chosen: false };
  if (last.name === 'value' && before?.kind === 'key') return { text: String(before.key.name ?? ''), chosen: true };
  return { text: last.name, chosen: before?.kind === 'field' && CHOSEN_BELOW.has(before.name) };
}

const CHOSEN_BELOW: ReadonlySet<string> = new Set(['data', 'stringData', 'binaryData', 'annotations']);

const MAX_DEPTH = 100;

function mask(value: JsonValue, name: Name, depth: number, masked: Masked): JsonValue {
  if (depth > MAX_DEPTH) return NAMED_SECRET;
  if (isArray(value)) return value.map((item) => mask(item, isObject(item) ? NO_NAME : name, depth + 1, masked));
  if (isObject(value)) return maskEntries(value, name, depth, masked);
  if ((typeof value !== 'string' && typeof value !== 'number') || !looksSecret(name)) return value;
  masked(value);
  return NAMED_SECRET;
}

const NO_NAME: Name = { text: '', chosen: false };

function maskEntries(value: JsonObject, name: Name, depth: number, masked: Masked): JsonValue {
  const result: Record<string, JsonValue> = {};
  const item = field(value, 'name');
  for (const key of Object.keys(value)) {
    const inner: Name =
      key === 'value' && typeof item === 'string'
        ? { text: item, chosen: true }
        : { text: key, chosen: CHOSEN_BELOW.has(name.text) };
    setField(result, key, mask(value[key] ?? null, inner, depth + 1, masked));
  }
  return result;
}

function looksSecret({ text, chosen }: Name): boolean {
  const words = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  if (HARMLESS_ENDS.has(words.at(-1) ?? '')) return false;
  if (words.some((word) => SECRET_WORDS.has(word))) return true;
  return words.some((word, at) => word === 'key' && (chosen || KEY_OWNERS.has(words[at - 1] ?? '')));
}

/** A path that cannot be read back names nothing; its value is then judged by what is below it. */
function parseOrEmpty(path: string): FieldPath {
  try {
    return parsePath(path);
  } catch {
    return [];
  }
}
