import { scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { field, isObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import { isRecordedSecret } from '../../model/recorded-secret.js';
import { type KubernetesObject, refKey, refOf } from '../../model/resource.js';
import { declaredBytes, isSecret } from './mask-secret.js';
import type { RecordedSecret } from './recording-index.js';
import type { RecordingParts } from './write.js';

/** One byte, so that whoever guesses at the values learns no more than eight bits about all of them together. */
const BYTES = 1;

/**
 * No random salt: two recordings of the same values have to say the same eight bits, or every further one would say
 * eight more. Costs a guesser about 30 ms each, and a replay as much for each Secret.
 */
const SALT = 'gitdrift desiredCheck 1';
const COST = { N: 2 ** 14, r: 8, p: 1 };

const derive = promisify<string, string, number, typeof COST, Buffer>(scrypt);

/**
 * Two hexadecimal digits that tell whether a Secret declares other values than it did: the same values always give the
 * same digits, others give others in 255 of 256 cases (ADR 0007). Keys count, and bytes, however they are written.
 */
export async function desiredCheck(desired: KubernetesObject): Promise<string> {
  const keys = new Set(['data', 'stringData'].flatMap((part) => keysOf(desired, part)));
  const values = [...keys].sort().map((key) => {
    const bytes = declaredBytes(desired, key);
    const value = field(field(desired, 'stringData'), key) ?? field(field(desired, 'data'), key) ?? null;
    return [key, bytes instanceof Uint8Array ? bytes.toString('base64') : [value]];
  });
  const digest = await derive(printJson(values), SALT, BYTES, COST);
  return digest.toString('hex');
}

/** The parts with a check of each Secret that desired declares; recorded ones of an earlier recording keep theirs. */
export async function withDesiredChecks(parts: RecordingParts): Promise<RecordingParts> {
  const desired = new Map(parts.desired.map((object) => [refKey(refOf(object)), object]));
  const computed = await Promise.all(
    parts.live.filter(isSecret).map(async (live): Promise<RecordedSecret[]> => {
      const declared = desired.get(refKey(refOf(live)));
      if (declared === undefined || holdsRecordedValues(live)) return [];
      return [{ ...refOf(live), desiredCheck: await desiredCheck(declared) }];
    }),
  );
  return { ...parts, index: { ...parts.index, secrets: [...parts.index.secrets, ...computed.flat()] } };
}

/** True for a Secret that has a recording's word in place of a value. */
function holdsRecordedValues(live: KubernetesObject): boolean {
  const data = field(live, 'data');
  return isObject(data) && Object.values(data).some(isRecordedSecret);
}

function keysOf(object: KubernetesObject, part: string): readonly string[] {
  const values = field(object, part);
  return isObject(values) ? Object.keys(values) : [];
}
