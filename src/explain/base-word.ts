import type { Change, Difference, DifferenceKind } from '../model/drift.js';
import { type FieldPath, printPath, startsWith } from '../model/field-path.js';
import type { JsonValue } from '../model/json.js';
import type { Evidence } from '../model/writer.js';

/** An earlier revision of the same desired state: the third side of a comparison. */
export interface EarlierRevision {
  /** For people, in a sentence: `base 1a2b3c4`, `the last synced revision 1a2b3c4 (Application argocd/catalog)`. */
  readonly name: string;
  /** The commit's full number. */
  readonly revision: string;
}

/** What an earlier revision says of one object. */
export type ObjectBase =
  | {
      readonly kind: 'declared' | 'absent';
      readonly at: EarlierRevision;
      /** Where live is not what that revision asks for; everywhere, where it does not declare the object. */
      readonly fromLive: readonly BaseDifference[];
      /** Where it is not what desired asks for: `missing` is what it lacks. */
      readonly fromDesired: readonly BaseDifference[];
      /** Values of it that cannot be compared with live. */
      readonly unknown: readonly FieldPath[];
    }
  /** It says nothing of the object, for a reason. */
  | { readonly kind: 'unknown'; readonly at: EarlierRevision; readonly reason: string };

/** A place where two sides differ. `declared`: the value of the earlier revision, where it may be shown. */
export interface BaseDifference {
  readonly path: FieldPath;
  readonly kind: DifferenceKind;
  readonly change: Change;
  readonly declared?: JsonValue;
}

/** What an earlier revision says of one difference: live against it, and it against desired. */
export type BaseWord =
  /** Live is what it asks for: Git has changed since, and live has not followed. */
  | { readonly kind: 'holds-live'; readonly at: EarlierRevision; readonly declares: boolean }
  /** It asks for what desired asks for: Git has not changed here, so live was changed, or never followed. */
  | { readonly kind: 'holds-desired'; readonly at: EarlierRevision; readonly declares: boolean }
  /** It does not declare the field, and live has a value all the same. */
  | { readonly kind: 'lacks'; readonly at: EarlierRevision }
  /** It declares something that neither desired nor live has. */
  | { readonly kind: 'holds-other'; readonly at: EarlierRevision; readonly declared?: JsonValue }
  | { readonly kind: 'unknown'; readonly at: EarlierRevision; readonly reason: string };

/** The word of an earlier revision on a difference; undefined where there is none to ask. */
export function baseWord(base: ObjectBase | undefined, difference: Difference): BaseWord | undefined {
  if (base === undefined) return undefined;
  const { at } = base;
  if (base.kind === 'unknown') return { kind: 'unknown', at, reason: base.reason };
  const { path } = difference;
  const touches = (other: FieldPath): boolean => startsWith(other, path) || startsWith(path, other);
  if (base.unknown.some(touches)) return { kind: 'unknown', at, reason: 'its value there cannot be compared' };
  const fromDesired = base.fromDesired.filter((other) => touches(other.path));
  const lacks = fromDesired.some((other) => other.change === 'missing' && startsWith(path, other.path));
  const declares = !lacks && (difference.desired !== undefined || fromDesired.length > 0);
  if (!base.fromLive.some((other) => touches(other.path))) return { kind: 'holds-live', at, declares };
  if (fromDesired.length === 0) return { kind: 'holds-desired', at, declares };
  if (lacks) return difference.change === 'missing' ? { kind: 'holds-live', at, declares } : { kind: 'lacks', at };
  const here = fromDesired.find((other) => samePath(other.path, path));
  return { kind: 'holds-other', at, ...(here?.declared === undefined ? {} : { declared: here.declared }) };
}

const samePath = (one: FieldPath, other: FieldPath): boolean => one.length === other.length && startsWith(one, other);

/** The earlier revision's word as evidence; it quotes no value. */
export function baseEvidence(word: BaseWord, difference: Difference): Evidence {
  const path = printPath(difference.path);
  const { name } = word.at;
  return { kind: 'git', message: `${name} ${said(word, path, difference.change)}` };
}

function said(word: BaseWord, path: string, change: Change): string {
  const live = change === 'missing' ? 'which live lacks' : 'as live has it';
  switch (word.kind) {
    case 'holds-live':
      return word.declares ? `declares ${path} ${live}` : `does not declare ${path}, and live is as it asks for`;
    case 'holds-desired':
      return word.declares ? `declares ${path} as desired does` : `does not declare ${path} either`;
    case 'lacks':
      return `does not declare ${path}`;
    case 'holds-other':
      return `declares ${path}, but neither as desired nor as live has it`;
    case 'unknown':
      return `tells nothing of ${path}: ${word.reason}`;
  }
}
