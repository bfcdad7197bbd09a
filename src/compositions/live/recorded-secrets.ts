import { field, isObject } from '../../model/json.js';
import { isRecordedSecret, RECORDED_NOTHING } from '../../model/recorded-secret.js';
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
