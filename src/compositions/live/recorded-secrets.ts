import { field, isObject, type JsonValue } from '../../model/json.js';
import { isRecordedSecret, RECORDED_EQUAL, RECORDED_NOTHING } from '../../model/recorded-secret.js';
import { type DesiredObject, type LiveResult, refKey } from '../../model/resource.js';

/**
 * Live without the words of a recording that hold for another desired state: "equal" is said of what desired declared
 * when it was recorded, so it is kept only where the recording's check says that desired still declares that.
 */
export async function withoutStaleWords(
  desired: readonly DesiredObject[],
  live: ReadonlyMap<string, LiveResult>,
): Promise<ReadonlyMap<string, LiveResult>> {
  const changed = await Promise.all(
    desired.map(async ({ ref, object }): Promise<[string, LiveResult][]> => {
      const result = live.get(refKey(ref));
      if (ref.group !== '' || ref.kind !== 'Secret' || result?.kind !== 'found') return [];
      const data = field(result.object, 'data');
      if (!isObject(data) || !Object.values(data).some(isRecordedSecret)) return [];
      // Only saved objects have such words; reading them costs nothing where there are none.
      const { desiredCheck } = await import('../../cluster/recording/desired-check.js');
      if (result.desiredCheck !== undefined && result.desiredCheck === (await desiredCheck(object))) return [];
      const words = Object.entries(data).map(([key, value]) => [
        key,
        isRecordedSecret(value) ? RECORDED_NOTHING : value,
      ]);
      const without = { ...result.object, data: Object.fromEntries(words) };
      return [[refKey(ref), { kind: 'found', object: without }]];
    }),
  );
  return new Map([...live, ...changed.flat()]);
}

/** Live with desired's own values where a recording says that the two are equal. Values that differ stay words. */
export function withEqualValues(
  desired: readonly DesiredObject[],
  live: ReadonlyMap<string, LiveResult>,
): ReadonlyMap<string, LiveResult> {
  const changed = desired.flatMap(({ ref, object }): [string, LiveResult][] => {
    const result = live.get(refKey(ref));
    const data = result?.kind === 'found' ? field(result.object, 'data') : undefined;
    if (ref.group !== '' || ref.kind !== 'Secret' || result?.kind !== 'found' || !isObject(data)) return [];
    if (!Object.values(data).includes(RECORDED_EQUAL)) return [];
    const values = Object.entries(data).map(([key, word]): [string, JsonValue] => {
      if (word !== RECORDED_EQUAL) return [key, word];
      const text = field(field(object, 'stringData'), key);
      const bytes = typeof text === 'string' ? Buffer.from(text).toString('base64') : field(field(object, 'data'), key);
      return [key, bytes ?? word];
    });
    return [[refKey(ref), { ...result, object: { ...result.object, data: Object.fromEntries(values) } }]];
  });
  return new Map([...live, ...changed]);
}
