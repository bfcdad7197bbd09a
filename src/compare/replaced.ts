import { isReplacedByPatch } from './semantics.js';
import type { Place, Walk } from './walk.js';

/**
 * True where a client-side apply writes the value anew as soon as a part of it differs, whatever others have in it:
 * lists of custom kinds, for a JSON merge patch knows no list keys (kubectl pkg/cmd/apply/patcher.go; RFC 7396), and
 * what semantics.yaml names of the built-in kinds.
 */
export function replacesValue(walk: Walk, { type, path }: Place): boolean {
  if (walk.formerly.kind !== 'last-applied') return false;
  if (walk.kind?.custom) return type.kind === 'list';
  return isReplacedByPatch(walk.ref, path);
}
