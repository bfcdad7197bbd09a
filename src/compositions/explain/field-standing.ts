import { uncomparedReason } from '../../compare/compare.js';
import { type FieldPlace, isLeaf, placesBelow, type TreeKind } from '../../explain/field-tree.js';
import { withheldMessage } from '../../explain/withheld.js';
import type { FieldDrift } from '../../model/drift.js';
import type { Standing } from '../../model/explain-report.js';
import { comparePaths, type FieldPath, printPath, startsWith } from '../../model/field-path.js';
import { isArray, isObject, type JsonValue, jsonEqual } from '../../model/json.js';
import { parsePath } from '../../model/parse-path.js';
import { RECORDED_EQUAL } from '../../model/recorded-secret.js';
import type { FilledCategory, ResourceReport } from '../../model/report.js';
import { gvkKey, type KindSchema } from '../../model/schema.js';
import type { ComparedObject, Judging } from '../application/field-report.js';

/** Where a place stands in a comparison, and why. */
export interface PlaceStanding {
  readonly standing: Standing;
  readonly reason?: string;
  readonly rule?: string;
  /** The report's entry for it, or for the whole that it lies in. */
  readonly entry?: FieldDrift;
}

/** What it means that a rule knows a live value. */
const FILLED: Readonly<Record<FilledCategory, string>> = {
  default: 'the server fills it in where Git says nothing',
  allocated: 'the cluster chooses it, and Git does not ask for a value',
  converted: 'the server keeps it beside what Git says, in the form of another version',
  aggregated: 'it is computed from other objects',
  admission: 'admission fills it in, and nobody else is recorded for it',
  bookkeeping: "it is the server's or a controller's own note",
  mark: 'it is a mark that a controller leaves on the objects it looks after',
};

function filledIn({ category, reason }: { readonly category: FilledCategory; readonly reason: string }): string {
  return `${FILLED[category]}: ${reason.replace(/\.$/, '')}`;
}

type List = 'drift' | 'ignored' | 'undeclared';

/** What a comparison said, asked place by place. */
export interface Standings {
  of(place: FieldPlace): PlaceStanding;
  /** The leaves below a place: what is reported as one thing, and else every value. */
  leavesBelow(place: FieldPlace): readonly FieldPlace[];
}

/** Reads a comparison by place. `report` is absent where live was compared with nothing but its own identity. */
export function standingsOf(
  object: ComparedObject,
  report: ResourceReport | undefined,
  judging: Judging,
  kind: TreeKind,
): Standings {
  const { comparison, desired } = object;
  const key = gvkKey(desired.ref);
  const schema: KindSchema | undefined = Object.hasOwn(judging.schema.kinds, key)
    ? judging.schema.kinds[key]
    : undefined;
  const entries = (['drift', 'ignored', 'undeclared'] as const).flatMap((list) =>
    (report?.[list] ?? []).map((entry) => ({ list, entry, path: parsePath(entry.path) })),
  );
  const stops = [...entries, ...comparison.skipped, ...comparison.withheld];
  const at = <One extends { readonly path: FieldPath }>(ones: readonly One[], path: FieldPath): One | undefined =>
    ones.find((one) => comparePaths(one.path, path) === 0) ?? ones.find((one) => startsWith(path, one.path));

  const of = (place: FieldPlace): PlaceStanding => {
    const entry = at(entries, place.path);
    if (entry !== undefined) return ofEntry(entry);
    const uncompared = uncomparedReason(place.path, schema);
    if (uncompared !== undefined) return { standing: 'never-compared', reason: uncompared };
    const skipped = at(comparison.skipped, place.path);
    if (skipped !== undefined) return { standing: 'filled-in', reason: filledIn(skipped), rule: skipped.rule };
    const withheld = at(comparison.withheld, place.path);
    if (withheld !== undefined) {
      const reason = withheldMessage([{ path: printPath(withheld.path), reason: withheld.reason }]);
      return { standing: 'withheld', ...(reason === undefined ? {} : { reason }) };
    }
    const unknown = comparison.notRecorded.find((path) => startsWith(place.path, path));
    if (unknown !== undefined) return { standing: 'not-recorded', reason: NOT_RECORDED };
    if (!isLeaf(place) || entries.some(({ path }) => startsWith(path, place.path))) return { standing: 'fields-below' };
    return ofValues(place);
  };

  const leavesBelow = (place: FieldPlace): readonly FieldPlace[] =>
    placesBelow(place, kind).flatMap((below) => {
      if (printPath(below.path) === '.metadata.managedFields') return [];
      const isReported = stops.some(({ path }) => comparePaths(path, below.path) === 0);
      const holdsReported = stops.some(({ path }) => startsWith(path, below.path) && path.length > below.path.length);
      if (isReported || uncomparedReason(below.path, schema) !== undefined) return [below];
      return isLeaf(below) && !holdsReported ? [below] : leavesBelow(below);
    });

  return { of, leavesBelow };
}

function ofEntry({ list, entry }: { readonly list: List; readonly entry: FieldDrift }): PlaceStanding {
  const { explanation } = entry;
  return {
    standing: list,
    entry,
    ...(list === 'ignored' ? { reason: explanation.message } : {}),
    ...(explanation.rule === undefined ? {} : { rule: explanation.rule }),
  };
}

const NOT_RECORDED =
  'the recording left its value out, so whether it differs is not known: record again against this desired state';

/** Neither drift, nor left out: what the two values themselves say. */
function ofValues({ desired, live, whole, path }: FieldPlace): PlaceStanding {
  const inside =
    whole !== undefined && whole.length < path.length
      ? `; it lies in ${printPath(whole)}, which is compared and replaced as one thing and does not differ`
      : '';
  if (desired !== undefined && live !== undefined) {
    if (live === RECORDED_EQUAL) return { standing: 'equal', reason: 'the recording says that live has what Git says' };
    if (jsonEqual(desired, live)) return { standing: 'equal', reason: `live has it as Git writes it${inside}` };
    return { standing: 'same-in-other-words', reason: `${sameness(desired, live)}${inside}` };
  }
  if (desired !== undefined) return { standing: 'declared-as-nothing', reason: nothingness(desired) };
  if (live !== undefined) return { standing: 'filled-in', reason: `Git does not declare it${inside}` };
  return { standing: 'absent', reason: 'Git does not declare it and live has none' };
}

function sameness(desired: JsonValue, live: JsonValue): string {
  if (isArray(desired) || isObject(desired)) {
    return 'the server fills in and rewrites parts of it; what an apply would store is what live has';
  }
  if (typeof desired === 'string' || typeof live === 'string') {
    return 'both texts mean the same to Kubernetes, which keeps one form: an apply changes nothing';
  }
  return 'both mean the same to Kubernetes: an apply changes nothing';
}

function nothingness(desired: JsonValue): string {
  return desired === null
    ? 'Git declares null, which asks for no value here, and live has none'
    : 'Git declares an empty value, which the server takes for none, and live has none';
}
