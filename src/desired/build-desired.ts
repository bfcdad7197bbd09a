import type { ManifestDocument } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import { compareRefs, type DesiredObject, type NotCompared } from '../model/resource.js';
import { duplicateKeyFindings } from './duplicate-keys.js';
import { lastOfEach } from './duplicate-objects.js';
import { identify } from './identity.js';
import { leftOut } from './left-out.js';
import { type DesiredOptions, scoped } from './scope.js';
import { unwrapLists } from './unwrap-lists.js';

/** What desired declares: sorted, each object once, with what is left out and what a user should be told. */
export interface Desired {
  readonly objects: readonly DesiredObject[];
  readonly notCompared: readonly NotCompared[];
  readonly findings: readonly Finding[];
}

/**
 * Turns rendered documents into desired objects: lists unwrapped, namespaces filled in or dropped, hooks and the like
 * set apart, of duplicates the last kept. Throws `manifest-invalid` for a document that is no Kubernetes object.
 */
export function buildDesired(documents: readonly ManifestDocument[], options: DesiredOptions): Desired {
  const items = documents.flatMap(unwrapLists);
  const identified = items.map((item) => scoped(identify(item), options));
  const notCompared: NotCompared[] = [];
  const objects: DesiredObject[] = [];
  for (const one of identified) {
    const reason = leftOut(one);
    if (reason === undefined) objects.push(one);
    else notCompared.push(reason);
  }
  const unique = lastOfEach(objects);
  return {
    objects: [...unique.objects].sort((a, b) => compareRefs(a.ref, b.ref)),
    notCompared: [...notCompared].sort((a, b) => compareRefs(a.ref, b.ref)),
    findings: [...items.flatMap(duplicateKeyFindings), ...unique.findings],
  };
}
