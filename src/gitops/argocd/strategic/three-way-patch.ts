import type { JsonObject } from '../../../model/json.js';
import type { SchemaBundle, TypeRef } from '../../../model/schema.js';
import { diffObjects } from './diff.js';
import { mergeObject } from './merge.js';
import { copyOf, type Draft } from './shapes.js';

export { PatchFault } from './patch-meta.js';

/** The three states that a client-side apply looks at. */
export interface ThreeStates {
  /** What was applied last. */
  readonly original: JsonObject;
  /** What is to be applied. */
  readonly modified: JsonObject;
  readonly current: JsonObject;
}

/**
 * The strategic merge patch that a client-side apply of a built-in kind sends: what `modified` adds to and changes in
 * `current`, and what it no longer has of `original` (CreateThreeWayMergePatch, with overwrite). Throws a PatchFault.
 */
export function strategicPatch(states: ThreeStates, bundle: SchemaBundle, type: TypeRef): JsonObject {
  const at = { bundle, type };
  const modified = copyOf(states.modified);
  const additions = diffObjects(states.current, modified, at, { half: 'additions', retainKeys: false });
  const deletions = diffObjects(states.original, modified, at, { half: 'deletions', retainKeys: false });
  return mergeObject(copyOf(deletions) as Draft, copyOf(additions) as Draft, at, 'patch');
}

/** The object after a strategic merge patch. Throws a PatchFault where the patch does not fit. */
export function applyStrategicPatch(
  current: JsonObject,
  patch: JsonObject,
  bundle: SchemaBundle,
  type: TypeRef,
): JsonObject {
  return mergeObject(copyOf(current) as Draft, copyOf(patch) as Draft, { bundle, type }, 'document');
}
