import { isReplicas } from '../../explain/autoscaler.js';
import type { ObjectEvidence } from '../../explain/object-evidence.js';
import type { Difference } from '../../model/drift.js';
import type { Standing } from '../../model/explain-report.js';
import { comparePaths, type FieldPath, printPath, startsWith, valueAt } from '../../model/field-path.js';
import { isObject, type JsonValue } from '../../model/json.js';
import { parsePath } from '../../model/parse-path.js';
import { refText } from '../../model/resource.js';
import { shellWord } from '../../model/shell-word.js';
import type { FieldEdit } from '../../render/edit/edit-document.js';
import type { ComparedObject } from '../application/field-report.js';
import type { FieldWorld } from '../explain/field-world.js';
import type { FoundField } from '../explain/find-field.js';

/** What Git would have to say, or why it cannot be told. */
export type AdoptPlan =
  | { readonly kind: 'adopt' | 'drop'; readonly edits: readonly FieldEdit[]; readonly why: string }
  | { readonly kind: 'refused'; readonly reason: string; readonly hint?: string };

/** Decides what has to change in Git so that the field is no difference any more. */
export async function planAdoption(
  world: FieldWorld,
  found: FoundField,
  evidence: (object: ComparedObject) => Promise<ObjectEvidence>,
): Promise<AdoptPlan> {
  const { ref, object, desired } = world;
  if (object === undefined || desired === undefined || world.outcome !== 'compared') {
    return refused(`${refText(ref)} was not compared${world.message === undefined ? '' : `: ${world.message}`}`);
  }
  if (desired.encrypted) {
    return refused(
      `${desired.origins.file} is encrypted with SOPS, which seals the whole file: no patch can be made for it`,
      `edit it with sops ${shellWord(desired.origins.file)}`,
    );
  }
  const { place, standing, entry } = found;
  const { showSecrets } = world.judging.request;
  const isSecret = ref.group === '' && ref.kind === 'Secret';
  if ((isSecret || entry?.masked) && !showSecrets) {
    return refused(
      'values of Secrets are never printed, and a patch of the file would show them',
      'change it in Git by hand, or add --show-secrets where nobody reads along',
    );
  }
  if (isReplicas(place.path) && (await isScaled(world, found, evidence))) {
    const why = 'an autoscaler sets it, and every sync undoes that: Git leaves it to the autoscaler';
    return { kind: 'drop', edits: [{ kind: 'remove', path: place.path }], why };
  }
  if (standing.standing === 'fields-below') return planBelow(world, found);
  if (standing.standing !== 'drift' && standing.standing !== 'undeclared') return notNeeded(found);
  if (entry?.explanation.code === 'git-ahead') {
    return refused(`Git is ahead of live here: ${entry.explanation.message}`, AHEAD);
  }
  const difference = differenceAt(world, parsePath(entry?.path ?? ''));
  if (difference === undefined) return refused(`${printPath(place.path)} is not in the comparison`);
  return { kind: 'adopt', edits: editsFor(world, difference), why: whyAdopt(difference) };
}

function refused(reason: string, hint?: string): AdoptPlan {
  return { kind: 'refused', reason, ...(hint === undefined ? {} : { hint }) };
}

/** True where an autoscaler wrote what live has, or targets the workload that Git declares a number for. */
export async function isScaled(
  world: FieldWorld,
  { entry, place }: FoundField,
  evidence: (object: ComparedObject) => Promise<ObjectEvidence>,
): Promise<boolean> {
  if (place.desired === undefined || world.object === undefined) return false;
  if (entry?.writer.category === 'autoscaler') return true;
  const { autoscalers } = await evidence(world.object);
  return autoscalers.kind === 'known' && autoscalers.autoscalers.length > 0;
}

/** Everything that has drifted below a path; what is undeclared there has to be named by itself. */
function planBelow(world: FieldWorld, { place }: FoundField): AdoptPlan {
  const below = (world.object?.comparison.differences ?? []).filter(({ path }) => startsWith(path, place.path));
  // What Git alone changed is no change of live that Git could take over, nor is what an autoscaler sets.
  const entries = new Map((world.report?.drift ?? []).map((entry) => [entry.path, entry]));
  const drifted = below.filter(({ path }) => {
    const entry = entries.get(printPath(path));
    return entry !== undefined && entry.explanation.code !== 'git-ahead' && entry.writer.category !== 'autoscaler';
  });
  const alone = below.filter((one) => entries.has(printPath(one.path)) && !drifted.includes(one));
  if (drifted.length > 0) {
    const edits = drifted.flatMap((difference) => editsFor(world, difference));
    const what = drifted.length === 1 ? 'the field' : `the ${drifted.length} fields`;
    const left = alone.length === 0 ? '' : `; left alone, as Git is ahead or an autoscaler decides: ${pathsOf(alone)}`;
    return {
      kind: 'adopt',
      edits,
      why: `with the patch Git says what live has of ${what} below it that drifted${left}`,
    };
  }
  const left = below.filter(({ kind }) => kind === 'undeclared');
  const hint = left.length === 0 ? undefined : `what Git does not declare has to be named by itself: ${pathsOf(left)}`;
  return refused(`nothing that Git declares below ${printPath(place.path)} was changed in live`, hint);
}

function pathsOf(differences: readonly Difference[]): string {
  const more = differences.length > NAMED ? ` and ${differences.length - NAMED} more` : '';
  return `${differences
    .slice(0, NAMED)
    .map(({ path }) => printPath(path))
    .join(', ')}${more}`;
}

const NAMED = 5;

const AHEAD = 'sync to bring live along; to take the change back, revert it in Git';

function notNeeded({ standing, place }: FoundField): AdoptPlan {
  const path = printPath(place.path);
  const why = standing.reason === undefined ? '' : `: ${standing.reason}`;
  const rule = standing.rule === undefined ? '' : ` (rule ${standing.rule})`;
  return refused(`${path} ${NOT_NEEDED[standing.standing] ?? 'is no drift'}${why}${rule}`, HINTS[standing.standing]);
}

const NOT_NEEDED: Readonly<Partial<Record<Standing, string>>> = {
  equal: 'is in Git already',
  'same-in-other-words': 'is in Git already',
  'filled-in': 'does not belong into Git',
  'never-compared': 'does not belong into Git',
  ignored: 'may differ, a rule says so',
  withheld: 'cannot be adopted, for what Git means is not known',
  'not-recorded': 'cannot be adopted, for live is not known',
  absent: 'is nowhere, so there is nothing to adopt',
  'declared-as-nothing': 'is in Git already',
};

const HINTS: Readonly<Partial<Record<Standing, string>>> = {
  ignored: 'with --no-ignore-rules it counts as drift',
};

function differenceAt({ object }: FieldWorld, path: FieldPath): Difference | undefined {
  return object?.comparison.differences.find((one) => comparePaths(one.path, path) === 0);
}

/** What of live Git has to say: values as they are, for those of the comparison may be masked. */
function editsFor(world: FieldWorld, difference: Difference): readonly FieldEdit[] {
  const { path } = difference;
  const live = valueAt(world.object?.object, path);
  const pair = difference.notes.find((note) => note.kind === 'renumbered')?.pair;
  if (pair !== undefined) return renumbered(world, difference, pair);
  if (difference.change === 'missing' || live === undefined) return [{ kind: 'remove', path }];
  return [{ kind: 'set', path, value: live }];
}

/** An item that has another key in live: the item in Git gets that key, and keeps everything else. */
function renumbered(world: FieldWorld, difference: Difference, pair: FieldPath): readonly FieldEdit[] {
  const [declared, other] = difference.change === 'missing' ? [difference.path, pair] : [pair, difference.path];
  const live = valueAt(world.object?.object, other);
  const now = valueAt(world.desired?.object, declared);
  if (!isObject(live) || !isObject(now)) return [];
  const value = Object.fromEntries(
    Object.entries(now).map(([key, own]): [string, JsonValue] => [key, live[key] ?? own]),
  );
  return [{ kind: 'set', path: declared, value }];
}

function whyAdopt({ kind, change }: Difference): string {
  if (kind === 'undeclared') return 'Git does not declare it: with the patch it does, as live has it';
  if (change === 'missing') return 'live has none: with the patch Git declares none either';
  return 'with the patch Git says what live has';
}
