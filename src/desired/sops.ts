import { digString, field, isObject } from '../model/json.js';
import { apiVersionOf, type DesiredObject, type ResourceRef } from '../model/resource.js';
import { isEncrypted } from '../model/withheld.js';

/** What stands in the identity of an object for a part that SOPS encrypted. */
const ENCRYPTED = '(encrypted)';

/** True where SOPS encrypted values of the object: it keeps its notes and a MAC under the key `sops`. */
export function isSopsObject(object: DesiredObject['object']): boolean {
  return isObject(field(object, 'sops')) && digString(object, 'sops', 'mac') !== undefined;
}

/** The object as whoever decrypts it applies it, but for the values: without the notes of SOPS. */
export function withoutSopsNotes(declared: DesiredObject): DesiredObject {
  if (!isSopsObject(declared.object)) return declared;
  const { sops: _notes, ...object } = declared.object;
  return { ...declared, object: object as unknown as DesiredObject['object'], encrypted: true };
}

/**
 * The identity without ciphertext, where SOPS encrypted a part of it (it encrypts everything where no rule says which
 * fields); undefined where all of it can be read.
 */
export function encryptedIdentity({ ref, object }: Pick<DesiredObject, 'ref' | 'object'>): ResourceRef | undefined {
  if (!isSopsObject(object)) return undefined;
  const readable = (text: string): string => (isEncrypted(text) ? ENCRYPTED : text);
  const isHidden = isEncrypted(apiVersionOf(ref));
  const shown: ResourceRef = {
    group: isHidden ? '' : ref.group,
    version: isHidden ? ENCRYPTED : ref.version,
    kind: readable(ref.kind),
    namespace: readable(ref.namespace),
    name: readable(ref.name),
  };
  return Object.values(shown).includes(ENCRYPTED) ? shown : undefined;
}
