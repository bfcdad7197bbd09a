import type { FieldPath } from '../model/field-path.js';
import { type FieldSet, holdsAnything } from '../model/field-set.js';
import type { JsonValue } from '../model/json.js';
import type { FilledCategory } from '../model/report.js';
import { isAllocated, isBookkeeping, mayBeAggregated } from './defaults/allocated.js';
import { markAt } from './marks.js';
import type { Place, Walk } from './walk.js';

/** A rule by which a live value is nobody's will. */
export interface FilledInRule {
  readonly id: string;
  readonly category: FilledCategory;
  readonly reason: string;
}

/**
 * The rule by which a live-only value is the server's, a controller's or admission's own, whatever it is; undefined
 * where none is. What admission fills in is only recognised where nobody is recorded as its writer.
 */
export function ruleFor(walk: Walk, place: Place, live: JsonValue): FilledInRule | undefined {
  const mark = markAt(place.path, live, walk.liveRoot);
  if (mark !== undefined) return mark;
  const allocated = isAllocated(walk.ref, place.path, walk.liveRoot);
  if (allocated !== undefined && (allocated.category !== 'admission' || !isOwned(walk.owned, place.path)))
    return allocated;
  return isBookkeeping(walk.ref, place.path, walk.liveRoot, walk.kind);
}

/** The rule by which even a declared value is computed from other objects, so that declaring it means nothing. */
export function aggregatedRule(walk: Walk, place: Place): FilledInRule | undefined {
  if (!mayBeAggregated(walk.ref)) return undefined;
  const rule = isAllocated(walk.ref, place.path, walk.liveRoot);
  if (rule?.category !== 'aggregated') return undefined;
  walk.found.skipped.push({ path: place.path, category: rule.category, rule: rule.id, reason: rule.reason });
  return rule;
}

/** True where an entry names the path or anything below it. */
export function isOwned(sets: readonly FieldSet[], path: FieldPath): boolean {
  return sets.some((set) => holdsAnything(set, path));
}
