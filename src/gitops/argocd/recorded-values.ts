import { Buffer } from 'node:buffer';
import { digString, field, isObject, type JsonValue, setField } from '../../model/json.js';
import { LAST_APPLIED } from '../../model/last-applied.js';
import { isLeftOut, isRecordedSecret, RECORDED_EQUAL, RECORDED_UNDECLARED } from '../../model/recorded-secret.js';
import { type KubernetesObject, refOf } from '../../model/resource.js';

/** A live Secret whose values can be compared, and whether what a recording left out could change the result. */
export interface ComparableSecret {
  readonly live: KubernetesObject;
  readonly lacksValues: boolean;
}

/**
 * A recorded Secret with values in place of the words that the recording put there: desired's own where it says that they are equal,
 * one that nobody declares for all others. Any other object is given back as it is.
 */
export function withRecordedValues(live: KubernetesObject, desired: KubernetesObject): ComparableSecret {
  const { group, kind } = refOf(live);
  const data = field(live, 'data');
  if (group !== '' || kind !== 'Secret' || !isObject(data)) return { live, lacksValues: false };
  if (!Object.values(data).some(isRecordedSecret)) return { live, lacksValues: false };
  const values: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(data)) {
    // What is not known is taken to be equal; the result then says so.
    const own = value === RECORDED_EQUAL || isLeftOut(value) ? declaredValue(desired, key) : undefined;
    setField(values, key, own ?? (isRecordedSecret(value) ? Buffer.from(value).toString('base64') : value));
  }
  // Whether Git once declared a key that it does not declare now is told by the copy of the last apply, which is not recorded.
  const lacksCopy = isLeftOut(digString(live, 'metadata', 'annotations', LAST_APPLIED));
  const words = Object.values(data);
  return {
    live: { ...live, data: values },
    lacksValues: words.some(isLeftOut) || (lacksCopy && words.includes(RECORDED_UNDECLARED)),
  };
}

/** As base64; `stringData` wins over `data`, as on the server. */
function declaredValue(desired: KubernetesObject, key: string): JsonValue | undefined {
  const text = digString(desired, 'stringData', key);
  return text === undefined ? field(field(desired, 'data'), key) : Buffer.from(text, 'utf8').toString('base64');
}
