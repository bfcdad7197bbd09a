import { type FieldPath, startsWith } from '../model/field-path.js';
import { parsePath } from '../model/parse-path.js';
import type { TimelineEntry } from '../model/timeline-report.js';
import { compareTold, concerns, type Told } from './told.js';

/** How much of the story is wanted. */
export interface Wanted {
  readonly now: Date;
  /** Only what is about this field; `owns` tells for a manager's entry. */
  readonly field?: FieldPath;
  readonly owns?: (manager: string, operation: string, subresource: string) => boolean;
  readonly withinMs?: number;
  /** Writes that repeat themselves are not put together. */
  readonly withStatus: boolean;
}

/** The story in order. */
export interface Ordered {
  readonly dated: readonly TimelineEntry[];
  readonly undated: readonly TimelineEntry[];
  /** How many lie before `after`. */
  readonly earlier: number;
  readonly after?: string;
}

/** Sorts what was told, oldest first, and leaves out what is not wanted. What has no time has no place in the order. */
export function inOrder(told: readonly Told[], wanted: Wanted): Ordered {
  const { field } = wanted;
  const wantedOnes = told
    .filter((one) => isWanted(one, wanted))
    .map((one) => (field === undefined ? one : narrowed(one, field)))
    .sort(compareTold);
  const dated = wantedOnes.filter(({ entry }) => entry.time !== undefined);
  const undated = wantedOnes.filter(({ entry }) => entry.time === undefined);
  const after = wanted.withinMs === undefined ? undefined : wanted.now.getTime() - wanted.withinMs;
  const recent = dated.filter(({ entry }) => after === undefined || Date.parse(entry.time ?? '') >= after);
  return {
    dated: (wanted.withStatus ? recent : withoutRepeats(recent)).map(({ entry }) => entry),
    undated: undated.map(({ entry }) => entry),
    earlier: dated.length - recent.length,
    ...(after === undefined ? {} : { after: new Date(after).toISOString().replace('.000Z', 'Z') }),
  };
}

function isWanted(told: Told, { field, owns }: Wanted): boolean {
  if (field === undefined) return true;
  const { act, owned } = told;
  if (act !== undefined && owned !== undefined && owns?.(act.manager, act.operation, act.subresource)) return true;
  return concerns(told, field);
}

/** The line with those of its fields only that are asked for; how many others it is about stays said. */
function narrowed(told: Told, field: FieldPath): Told {
  const { entry } = told;
  const { changes, fields } = entry;
  const isAsked = (printed: string): boolean => {
    const path = parsePath(printed);
    return startsWith(path, field) || startsWith(field, path);
  };
  const kept = { changes: changes?.filter(({ path }) => isAsked(path)), fields: fields?.filter(isAsked) };
  const others = (changes?.length ?? 0) - (kept.changes?.length ?? 0);
  const note =
    others > 0
      ? [entry.note, `${others === 1 ? '1 other field' : `${others} other fields`} changed, too`]
      : [entry.note];
  const notes = note.filter((text) => text !== undefined);
  return {
    ...told,
    entry: {
      ...entry,
      ...(kept.changes === undefined ? {} : { changes: kept.changes }),
      ...(kept.fields === undefined ? {} : { fields: kept.fields }),
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
    },
  };
}

/**
 * Writes of one manager and user that follow each other, of which the source does not tell what they changed, become one
 * line: a GitOps controller may apply every few minutes.
 */
function withoutRepeats(told: readonly Told[]): readonly Told[] {
  const kept: Told[] = [];
  for (const one of told) {
    const last = kept.at(-1);
    if (last === undefined || !isRepeat(last, one)) {
      kept.push(one);
      continue;
    }
    const { entry } = one;
    kept[kept.length - 1] = {
      ...one,
      entry: { ...entry, times: (last.entry.times ?? 1) + 1, since: last.entry.since ?? last.entry.time ?? '' },
    };
  }
  return kept;
}

function isRepeat(last: Told, next: Told): boolean {
  const comparable = ({ entry, act }: Told): string | undefined =>
    entry.code !== 'written' ||
    entry.certainty !== 'exact' ||
    (entry.changes?.length ?? 0) > 0 ||
    entry.sources.length > 1
      ? undefined
      : JSON.stringify([act, entry.message, entry.writer?.user, entry.fields]);
  const text = comparable(last);
  return text !== undefined && text === comparable(next);
}
