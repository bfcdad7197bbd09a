import type { ManifestDocument } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import { compareRefs, type DesiredObject, type Gvk } from '../model/resource.js';
import { gvkKey } from '../model/schema.js';
import { duplicateKeyFindings, listKeyFindings } from './duplicate-keys.js';
import { lastOfEach } from './duplicate-objects.js';
import { identify } from './identity.js';
import { base64Findings } from './invalid-base64.js';
import { nameFindings } from './invalid-names.js';
import { type LeftOut, leftOut } from './left-out.js';
import { mutableImageFindings } from './mutable-images.js';
import { plaintextFindings } from './plaintext-secrets.js';
import { type DesiredOptions, scoped } from './scope.js';
import { encryptedIdentity, withoutSopsNotes } from './sops.js';
import { unwrapLists } from './unwrap-lists.js';

/** What desired declares: sorted, each object once, with what is left out and what a user should be told. */
export interface Desired {
  readonly objects: readonly DesiredObject[];
  readonly notCompared: readonly LeftOut[];
  /** Repeated keys in document order, then repeated objects, then what the API server refuses, and readable Secrets. */
  readonly findings: readonly Finding[];
}

/** The kinds of all objects, as far as they can be read, so that their scopes can be looked up before. Throws as below. */
export function declaredKinds(documents: readonly ManifestDocument[]): ReadonlyMap<string, Gvk> {
  const kinds = new Map<string, Gvk>();
  for (const item of documents.flatMap(unwrapLists)) {
    const { ref, object } = identify(item);
    if (encryptedIdentity({ ref, object }) === undefined) kinds.set(gvkKey(ref), ref);
  }
  return kinds;
}

/**
 * Turns rendered documents into desired objects: lists unwrapped, namespaces filled in or dropped, hooks and the like
 * set apart, of duplicates the last kept. Throws `manifest-invalid` for a document that is no Kubernetes object.
 */
export function buildDesired(documents: readonly ManifestDocument[], options: DesiredOptions): Desired {
  const notCompared: LeftOut[] = [];
  const objects: DesiredObject[] = [];
  const findings: Finding[] = documents.flatMap(listKeyFindings);
  for (const item of documents.flatMap(unwrapLists)) {
    const identified = identify(item);
    const unreadable = encryptedIdentity(identified);
    // Nobody can say where an object belongs whose kind or name is ciphertext.
    const declared = unreadable === undefined ? scoped(identified, options) : { ...identified, ref: unreadable };
    findings.push(...duplicateKeyFindings(item, declared.ref));
    const out = leftOut(declared);
    if (out === undefined) objects.push(withoutSopsNotes(declared));
    else notCompared.push(out);
  }
  const unique = lastOfEach(objects);
  return {
    objects: [...unique.objects].sort((a, b) => compareRefs(a.ref, b.ref)),
    notCompared: notCompared.sort((a, b) => compareRefs(a.ref, b.ref)),
    findings: [
      ...findings,
      ...unique.findings,
      ...[nameFindings, base64Findings, plaintextFindings].flatMap((find) => unique.objects.flatMap(find)),
      ...mutableImageFindings(unique.objects),
    ],
  };
}
