import type { Difference, Explanation } from '../model/drift.js';
import { isArray, isObject, type JsonValue } from '../model/json.js';
import type { ResourceRef } from '../model/resource.js';
import type { Attribution } from './attribution.js';
import type { BaseWord } from './base-word.js';
import type { LastApply } from './last-apply.js';
import { explainUndeclared } from './undeclared.js';
import { pairOf } from './unexplained.js';

/**
 * Git moved on since the earlier revision, and live still is as that asks for. Who wrote the live value is told beside
 * it: it is what Git said, whoever put it there.
 */
export function aheadOfBase(
  word: BaseWord | undefined,
  ref: ResourceRef,
  difference: Difference,
  attribution: Attribution,
): Explanation | undefined {
  if (word === undefined) return undefined;
  const { name, revision } = word.at;
  const ahead = (message: string): Explanation => {
    return { status: 'explained', code: 'git-ahead', message, base: revision };
  };
  if (word.kind === 'holds-live') {
    const byHand = attribution.writer.category === 'manual' ? `; ${attribution.writer.name} wrote that same value` : '';
    return ahead(`${movedOn(difference, word.declares, name)}${byHand}`);
  }
  // What stood there without Git's doing is no concern of a gate unless it would be one without the declaration, too.
  const undeclared = { ...difference, kind: 'undeclared' as const };
  if (
    word.kind === 'lacks' &&
    difference.change === 'changed' &&
    explainUndeclared(ref, undeclared, attribution).status !== 'unexplained'
  ) {
    return ahead(`Git declares it since ${name}; live has what stood there before without Git`);
  }
  return undefined;
}

function movedOn({ change, kind }: Difference, declares: boolean, name: string): string {
  if (change === 'missing') return `Git declares it since ${name}, and live has not followed yet`;
  if (change === 'changed') return `Git changed it since ${name}, and live still has what that asks for`;
  if (!declares) return `live is as ${name} asks for: what Git changed since then makes the difference`;
  const stays = kind === 'undeclared' ? '; whether a sync removes it depends on how it is applied' : '';
  return `${name} declares it and Git no longer does: live still has that value${stays}`;
}

/** Both sides have changed since the earlier revision: nothing accounts for live's part of it. */
export function bothChanged(word: BaseWord | undefined, difference: Difference): Explanation | undefined {
  if (word === undefined || pairOf(difference) !== undefined) return undefined;
  const { name, revision } = word.at;
  const both = (message: string): Explanation => {
    return { status: 'unexplained', code: 'both-changed', message, base: revision };
  };
  if (word.kind === 'lacks') {
    return both(`Git declares it since ${name}, and live has another value that Git never declared`);
  }
  if (word.kind !== 'holds-other') return undefined;
  const then = shortText(word.declared);
  const there = then === undefined ? '' : ` (${then} there)`;
  const git = difference.desired === undefined ? 'Git removed it' : 'Git changed it';
  const live = difference.change === 'missing' ? 'it was removed from live' : 'live has another value';
  return both(`both have changed since ${name}${there}: ${git}, and ${live}`);
}

/** True where the earlier revision shows that live's value is not what Git said before. */
export function isOutOfBand({ kind }: BaseWord): boolean {
  return kind === 'holds-desired' || kind === 'holds-other';
}

/** What an earlier revision adds to a value that the last client-side apply set and that Git did not declare then. */
export function appliedOtherwise(
  word: BaseWord | undefined,
  { message }: Explanation,
  lastApply: LastApply | undefined,
): string | undefined {
  if (word?.kind !== 'holds-desired' || lastApply?.kind !== 'holds-live') return undefined;
  return `${message}; the last apply set it, and Git has not changed it since ${word.at.name}: it was of an earlier version, or of none`;
}

/** What an earlier revision adds where it agrees with desired and live lacks the field: somebody took it out. */
export function missingSinceBase(word: BaseWord | undefined, difference: Difference): string | undefined {
  if (word?.kind !== 'holds-desired' || difference.change !== 'missing') return undefined;
  return `live lacks it, and ${word.at.name} declares it as well: it was removed from live, or no sync brought it there`;
}

/** A value this long says nothing in a sentence. */
const LENGTH = 60;

function shortText(value: JsonValue | undefined): string | undefined {
  if (value === undefined || isObject(value) || isArray(value)) return undefined;
  const text = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  return text.length <= LENGTH ? text : undefined;
}
