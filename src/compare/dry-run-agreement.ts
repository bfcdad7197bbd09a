import type { Difference } from '../model/drift.js';
import { comparePaths, type FieldPath, printPath, startsWith } from '../model/field-path.js';
import type { JsonValue } from '../model/json.js';
import type { Comparison } from './compare.js';
import type { ServerChange } from './dry-run-difference.js';

/** Where a dry run says more or something else than our own comparison. Values are absent where there are none. */
export type Disagreement =
  /** An apply would change it, and the comparison finds no drift there. */
  | { readonly kind: 'unseen'; readonly path: FieldPath; readonly before?: JsonValue; readonly after?: JsonValue }
  /** The comparison finds drift, and an apply would leave live as it is. */
  | { readonly kind: 'kept'; readonly path: FieldPath; readonly desired?: JsonValue; readonly live?: JsonValue }
  /** What would be stored is not what is declared (`desired`), or is declared by nobody and no known default. */
  | { readonly kind: 'admission'; readonly path: FieldPath; readonly desired?: JsonValue; readonly after?: JsonValue };

/**
 * Lays the dry run beside the comparison: `own` is desired with live, `after` desired with what the dry run gave, and
 * `changes` live with what it gave. Agreement gives nothing. Sorted by path.
 */
export function disagreements(
  own: Comparison,
  after: Comparison,
  changes: readonly ServerChange[],
): readonly Disagreement[] {
  const drift = own.differences.filter(({ kind }) => kind === 'drift');
  const found = [
    ...changes.flatMap((change) => judgeChange(change, drift, own, after)),
    ...drift.filter((difference) => isKept(difference, changes)).map(kept),
  ];
  const unique = new Map(found.map((one) => [`${one.kind} ${printPath(one.path)}`, one]));
  return [...unique.values()].sort((a, b) => comparePaths(a.path, b.path));
}

/** What admission makes of an object that an apply would create: all that is neither declared nor a known default. */
export function admissionOnCreate(after: Comparison): readonly Disagreement[] {
  return after.differences.map(admission);
}

function judgeChange(
  change: ServerChange,
  drift: readonly Difference[],
  own: Comparison,
  after: Comparison,
): readonly Disagreement[] {
  const remains = after.differences.filter(({ path }) => related(path, change.path));
  const rewritten = remains.find((one) => one.kind === 'drift' && one.change !== 'extra');
  if (rewritten !== undefined) return [admission(rewritten)];
  if (change.byRule || drift.some(({ path }) => related(path, change.path))) return [];
  const { path, before, after: result } = change;
  if (result !== undefined && remains.some(({ kind }) => kind === 'undeclared')) {
    return [{ kind: 'admission', path, after: result }];
  }
  if (followsFromDrift(change, drift.length > 0, own, after)) return [];
  return [
    {
      kind: 'unseen',
      path,
      ...(before === undefined ? {} : { before }),
      ...(result === undefined ? {} : { after: result }),
    },
  ];
}

/** Defaults that come or go with a neighbour that drifted: the ports of a Service whose type changes. */
function followsFromDrift(change: ServerChange, drifted: boolean, own: Comparison, after: Comparison): boolean {
  const isFilledIn = ({ skipped }: Comparison): boolean => skipped.some(({ path }) => startsWith(change.path, path));
  if (change.before === undefined) return isFilledIn(after);
  return change.after === undefined && drifted && isFilledIn(own);
}

/**
 * A removal that only a client-side apply makes (its evidence is the last-applied copy) cannot show in a server-side
 * dry run, so that its absence there says nothing.
 */
function isKept(difference: Difference, changes: readonly ServerChange[]): boolean {
  const shows =
    difference.change !== 'extra' ||
    difference.notes.some(
      (note) =>
        note.kind === 'owned-as-whole' || (note.kind === 'removed-from-desired' && note.evidence === 'apply-entry'),
    );
  return shows && !changes.some(({ path }) => related(path, difference.path));
}

function kept({ path, desired, live }: Difference): Disagreement {
  return {
    kind: 'kept',
    path,
    ...(desired === undefined ? {} : { desired }),
    ...(live === undefined ? {} : { live }),
  };
}

function admission({ path, desired, live }: Difference): Disagreement {
  return {
    kind: 'admission',
    path,
    ...(desired === undefined ? {} : { desired }),
    ...(live === undefined ? {} : { after: live }),
  };
}

const related = (a: FieldPath, b: FieldPath): boolean => startsWith(a, b) || startsWith(b, a);
