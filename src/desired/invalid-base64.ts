import { field, isArray, isObject, type JsonValue } from '../model/json.js';
import { pointerOf } from '../model/json-pointer.js';
import { originAt } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import type { DesiredObject } from '../model/resource.js';
import { isEncrypted, isPlaceholder } from '../model/withheld.js';

/** Go's encoding/base64 StdEncoding: padded, of this alphabet; line ends are passed over. */
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A finding for a Secret with values under `data` that the API server cannot decode; it names keys, never values. */
export function base64Findings({ ref, object, origins }: DesiredObject): readonly Finding[] {
  const data = ref.group === '' && ref.kind === 'Secret' ? field(object, 'data') : undefined;
  if (!isObject(data)) return [];
  const keys = Object.keys(data).filter((key) => !isDecodable(field(data, key)));
  const [first] = keys;
  if (first === undefined) return [];
  const what =
    keys.length === 1
      ? `the value of ${first} under data is`
      : `the values of ${[...keys].sort().join(', ')} under data are`;
  return [
    {
      code: 'invalid-base64',
      severity: 'error',
      resource: ref,
      message: `the API server refuses this Secret: ${what} no base64`,
      origin: originAt(origins, pointerOf(['data', first])),
    },
  ];
}

function isDecodable(value: JsonValue | undefined): boolean {
  // Go reads null as no bytes, and a list of numbers as bytes.
  if (value === undefined || value === null || isArray(value)) return true;
  if (typeof value !== 'string') return false;
  return BASE64.test(value.replace(/[\r\n]/g, '')) || isPlaceholder(value) || isEncrypted(value);
}
