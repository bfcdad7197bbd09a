import type { Difference } from '../model/drift.js';
import { printPath } from '../model/field-path.js';
import { isArray, isObject, type JsonValue, jsonEqual } from '../model/json.js';
import type { Evidence } from '../model/writer.js';

/**
 * What the last client-side apply said of a difference's path: the third side of a three-way comparison, from the
 * last-applied annotation. A server-side apply leaves no values behind, so nothing of the kind is known there.
 */
export type LastApply =
  /** It did not declare the field. */
  | { readonly kind: 'lacks' }
  /** It set the value that live has: nothing has changed it since. */
  | { readonly kind: 'holds-live' }
  /** It set another value than live has; `value` is absent where it is secret. */
  | { readonly kind: 'holds-other'; readonly value?: JsonValue };

/** The annotation's word on a difference, as evidence; it never quotes a value. */
export function lastApplyEvidence(lastApply: LastApply, difference: Difference): Evidence {
  const path = printPath(difference.path);
  const says =
    lastApply.kind === 'holds-other' && difference.change === 'missing'
      ? `declares ${path}, which live lacks`
      : SAYS[lastApply.kind](path);
  return { kind: 'annotation', message: `the last-applied annotation ${says}` };
}

const SAYS: Readonly<Record<LastApply['kind'], (path: string) => string>> = {
  lacks: (path) => `does not declare ${path}`,
  'holds-live': (path) => `declares ${path} as live has it`,
  'holds-other': (path) => `declares ${path}, but not as live has it`,
};

/** What the last apply had set where live holds something else: `the last apply set "2.4.0"`; '' where that is no news. */
export function lastApplyText(lastApply: LastApply | undefined, difference: Difference): string {
  if (lastApply?.kind !== 'holds-other') return '';
  const { value } = lastApply;
  if (difference.desired !== undefined && jsonEqual(value, difference.desired)) {
    return 'the last apply set what Git declares';
  }
  const text = value === undefined || isObject(value) || isArray(value) ? undefined : shortText(value);
  return text === undefined ? 'the last apply set another value' : `the last apply set ${text}`;
}

/** A value this long says nothing in a sentence. */
const LENGTH = 60;

function shortText(value: string | number | bigint | boolean | null): string | undefined {
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length <= LENGTH ? text : undefined;
}
