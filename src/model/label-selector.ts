import { GitdriftError } from './errors.js';
import { digString } from './json.js';
import type { KubernetesObject } from './resource.js';

/** One requirement on a label; all of a selector's have to hold. */
export type Requirement =
  | { readonly kind: 'in' | 'not-in'; readonly key: string; readonly values: readonly string[] }
  | { readonly kind: 'exists' | 'absent'; readonly key: string }
  | { readonly kind: 'above' | 'below'; readonly key: string; readonly bound: bigint };

const KEY = '[A-Za-z0-9]([A-Za-z0-9_./-]*[A-Za-z0-9])?';
const SET = new RegExp(String.raw`^(${KEY})\s+(in|notin)\s*\(([^()]*)\)$`);
const EQUAL = new RegExp(String.raw`^(${KEY})\s*(==|=|!=)\s*([A-Za-z0-9_.-]*)$`);
const BOUND = new RegExp(String.raw`^(${KEY})\s*([<>])\s*(-?\d+)$`);
const BARE = new RegExp(String.raw`^(!?)\s*(${KEY})$`);

const INTEGER = /^-?\d+$/;

/** Reads a label selector as kubectl does (apimachinery pkg/labels/selector.go); empty selects everything. */
export function parseSelector(text: string): readonly Requirement[] {
  if (text.trim() === '') return [];
  // Commas inside the parentheses of `in (…)` separate values, not requirements.
  return text.split(/,(?![^()]*\))/).map((part) => parseRequirement(part.trim(), text));
}

function parseRequirement(part: string, whole: string): Requirement {
  const set = SET.exec(part);
  if (set) {
    const values = (set[4] ?? '').split(',').map((value) => value.trim());
    return { kind: set[3] === 'in' ? 'in' : 'not-in', key: set[1] ?? '', values };
  }
  const equal = EQUAL.exec(part);
  if (equal) return { kind: equal[3] === '!=' ? 'not-in' : 'in', key: equal[1] ?? '', values: [equal[4] ?? ''] };
  const bound = BOUND.exec(part);
  if (bound) return { kind: bound[3] === '>' ? 'above' : 'below', key: bound[1] ?? '', bound: BigInt(bound[4] ?? '0') };
  const bare = BARE.exec(part);
  if (bare) return { kind: bare[1] === '!' ? 'absent' : 'exists', key: bare[2] ?? '' };
  throw new GitdriftError(
    'usage',
    `cannot read ${JSON.stringify(part)} in the label selector ${JSON.stringify(whole)}`,
    {
      hint: 'write it as kubectl does: app=web,tier!=cache,env in (prod,stage),!debug',
    },
  );
}

/** True where the object's labels meet every requirement; a missing label meets `!=` and `notin`. */
export function matchesSelector(selector: readonly Requirement[], object: KubernetesObject): boolean {
  return selector.every((requirement) => meets(requirement, digString(object.metadata, 'labels', requirement.key)));
}

function meets(requirement: Requirement, value: string | undefined): boolean {
  switch (requirement.kind) {
    case 'in':
      return value !== undefined && requirement.values.includes(value);
    case 'not-in':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case 'absent':
      return value === undefined;
    case 'above':
      return value !== undefined && INTEGER.test(value) && BigInt(value) > requirement.bound;
    case 'below':
      return value !== undefined && INTEGER.test(value) && BigInt(value) < requirement.bound;
  }
}
