import { Buffer } from 'node:buffer';
import { isSecret } from '../../compare/secret.js';
import { field, isObject } from '../../model/json.js';
import type { KubernetesObject, ResourceRef } from '../../model/resource.js';

/** A message of the server's longer than this is cut in its middle: what it names first and concludes last stays. */
const MOST = 800;
const HEAD = 550;

const MASK = '(secret value)';

/** A shorter value stands in a sentence by chance; it is only taken out where it is quoted. */
const SHORTEST_BARE = 4;

/**
 * The API server's own message about an object, on one line, cut where it is very long. Values of a Secret are taken
 * out: validation may quote what it refuses. `objects` are the desired and the live object.
 */
export function serverText(ref: ResourceRef, message: string, objects: readonly KubernetesObject[]): string {
  const masked = isSecret(ref) ? objects.flatMap(valuesOf).sort(longestFirst).reduce(withoutValue, message) : message;
  const text = masked.replace(/\s+/g, ' ').trim();
  return text.length <= MOST ? text : `${text.slice(0, HEAD)} … ${text.slice(HEAD - MOST)}`;
}

/** All texts of a Secret's values: as they stand, and decoded. */
function valuesOf(object: KubernetesObject): string[] {
  return ['data', 'stringData'].flatMap((name) => {
    const values = field(object, name);
    const texts = isObject(values) ? Object.values(values).filter((value) => typeof value === 'string') : [];
    return name === 'data' ? texts.flatMap((text) => [text, Buffer.from(text, 'base64').toString('utf8')]) : texts;
  });
}

const longestFirst = (a: string, b: string): number => b.length - a.length;

function withoutValue(message: string, value: string): string {
  if (value === '') return message;
  const quoted = JSON.stringify(value);
  const unquoted = message.replaceAll(quoted, MASK);
  return value.length < SHORTEST_BARE
    ? unquoted
    : unquoted.replaceAll(value, MASK).replaceAll(quoted.slice(1, -1), MASK);
}
