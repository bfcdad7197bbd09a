import type { KindSelector } from '../../model/policy.js';
import { type Checked, invalid, mapping, text } from './checked-value.js';

/** An item of `kinds`: `{group: apps, kind: Deployment}`, either part may be left out. Throws `config`. */
export function kindSelector(at: Checked): KindSelector {
  const { group, kind } = mapping(at, ['group', 'kind'] as const);
  if (group === undefined && kind === undefined)
    throw invalid(at, 'names neither group nor kind', 'write {group: apps, kind: Deployment}, or either of the two');
  return {
    ...(group === undefined ? {} : { group: group.value === '' ? '' : text(group) }),
    ...(kind === undefined ? {} : { kind: text(kind) }),
  };
}
