import type { KindSelector } from '../../model/policy.js';
import { type Checked, invalid, mapping, text } from './checked-value.js';

/**
 * An item of `kinds`: `{group: apps, kind: Deployment}`, either part may be left out. `part` reads one of them; by
 * default it is a plain name. Throws `config`.
 */
export function kindSelector(at: Checked, part: (at: Checked) => string = plain): KindSelector {
  const { group, kind } = mapping(at, ['group', 'kind'] as const);
  if (group === undefined && kind === undefined)
    throw invalid(at, 'names neither group nor kind', 'write {group: apps, kind: Deployment}, or either of the two');
  return {
    ...(group === undefined ? {} : { group: part(group) }),
    ...(kind === undefined ? {} : { kind: part(kind) }),
  };
}

/** The core group has no name. */
function plain(at: Checked): string {
  return at.value === '' ? '' : text(at);
}
