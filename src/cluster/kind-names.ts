import type { Gvk } from '../model/resource.js';
import type { SchemaBundle } from '../model/schema.js';
import { SHORT_NAMES } from '../model/short-names.js';

/**
 * The kinds that a user may mean by `text`: a kind, its plural or singular, a short name, each with the group after a
 * dot or without. Newest stable version first; more than one where several groups have a kind of that name.
 */
export function kindsNamed(text: string, bundle: SchemaBundle): readonly Gvk[] {
  const [name = '', ...groupParts] = text.toLowerCase().split('.');
  const group = groupParts.join('.');
  const full = SHORT_NAMES.get(name) ?? name;
  const found = Object.entries(bundle.kinds)
    .map(([key, schema]) => ({ gvk: gvkOf(key), schema }))
    .filter(({ gvk, schema }) => schema.plural === full || gvk.kind.toLowerCase() === full)
    .map(({ gvk }) => gvk)
    .filter((gvk) => group === '' || gvk.group === group);
  return found.sort(byVersion);
}

/** `apps/v1/Deployment` or `v1/ConfigMap` read back. */
export function gvkOf(key: string): Gvk {
  const parts = key.split('/');
  return { group: parts.length > 2 ? (parts[0] ?? '') : '', version: parts.at(-2) ?? '', kind: parts.at(-1) ?? '' };
}

/** v2 before v1 before v1beta1, as kubectl prefers them (apimachinery pkg/version/helpers.go). */
function byVersion(a: Gvk, b: Gvk): number {
  const rank = ({ version }: Gvk): readonly number[] => {
    const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
    if (!match) return [-1, 0, 0];
    const stage = match[2] === undefined ? 2 : match[2] === 'beta' ? 1 : 0;
    return [stage, Number(match[1]), Number(match[3] ?? 0)];
  };
  const [left, right] = [rank(a), rank(b)];
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? 0;
    if (value !== other) return other - value;
  }
  return a.group < b.group ? -1 : a.group > b.group ? 1 : 0;
}
