import { elementId, type FieldPath } from '../../model/field-path.js';
import { EMPTY_FIELD_SET, type FieldSet, memberPaths } from '../../model/field-set.js';
import { field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import { type KubernetesObject, refOf, refText } from '../../model/resource.js';
import { gvkKey } from '../../model/schema.js';
import { applyOwnership, SYNC_MANAGER } from './apply-ownership.js';
import { type Comparing, ComparisonFault } from './comparing.js';
import { normalizeObject } from './normalize-object.js';
import { objectType } from './object-type.js';
import { decoded, remarshal, typedKind } from './remarshal.js';
import { applyTyped, type Ownership } from './structured/apply.js';
import { compareTyped } from './structured/compare.js';
import { fieldSetOf } from './structured/field-set-of.js';
import { mergeTyped } from './structured/merge.js';
import { removeItems } from './structured/remove.js';
import { difference, growingSet, insert, union } from './structured/set-operations.js';
import { StructureFault, type Typed } from './structured/typed.js';
import { validate } from './structured/validate.js';
import { type States, withoutLastApplied } from './three-way.js';

/**
 * What the API server would answer to Argo CD's dry run of a server-side apply, worked out here without asking it: desired is merged
 * over live by the kind's schema and live's managedFields, and the server's defaults are filled in. Admission webhooks and policies
 * are not run. Throws a ComparisonFault where the server would refuse (a field that the schema does not have, one that cannot
 * change), which makes everything of the application Unknown.
 */
export function compareServerSide(desired: KubernetesObject, live: KubernetesObject, comparing: Comparing): States {
  const gvk = refOf(desired);
  const typed = objectType(gvk, comparing.schema);
  if (typed === undefined) throw new ComparisonFault(`no schema of ${gvkKey(gvk)} is known`);
  try {
    validate(typed, live);
    validate(typed, desired);
    const owners = applyOwnership(live, comparing);
    if (owners === undefined) {
      throw new ComparisonFault(`${refText(refOf(live))} has no managedFields, by which a server-side apply goes`);
    }
    const applied = applyTyped(typed, live, desired, owners);
    const kind = typedKind(gvk, comparing.schema);
    if (kind !== undefined && decoded(applied, kind, comparing.schema) === undefined) {
      throw new ComparisonFault(
        `the dry run of ${refText(refOf(live))} would be refused: a value does not fit its type`,
      );
    }
    const answered = comparing.tools.complete(applied, gvk, 'server');
    checkRefusals(typed, live, answered, comparing);
    const own = ownFields(typed, desired, live, owners, comparing);
    const predicted = withoutForeignChanges(typed, live, answered, own);
    return {
      live: compared(live, comparing),
      predicted: compared(remarshal(predicted, gvk, comparing.schema), comparing),
    };
  } catch (fault) {
    if (fault instanceof StructureFault) throw new ComparisonFault(`the dry run would be refused: ${fault.message}`);
    throw fault;
  }
}

function checkRefusals(typed: Typed, live: KubernetesObject, answered: JsonObject, { tools }: Comparing): void {
  const ref = refOf(live);
  const { removed, modified, added } = compareTyped(typed, live, answered);
  for (const path of memberPaths(union(union(removed, modified), added))) {
    const reason = tools.refusal(ref, path, live);
    if (reason !== undefined) throw new ComparisonFault(`the dry run of ${refText(ref)} would be refused: ${reason}`);
  }
}

/** What the manager owns in the answer: what it applies, and what an older client-side sync still holds. */
function ownFields(
  typed: Typed,
  desired: JsonObject,
  live: KubernetesObject,
  owners: Ownership,
  { tools }: Comparing,
): FieldSet {
  const managed = tools.decodeManagedFields(live);
  const entries = managed.kind === 'entries' ? managed.entries : [];
  return entries
    .filter((entry) => entry.manager === SYNC_MANAGER && entry.fields !== owners.last)
    .map((entry) => entry.fields)
    .reduce(union, fieldSetOf(typed, desired));
}

/**
 * The answer with every field that the manager does not own put back to live's value (removeWebhookMutation): webhooks, but also
 * defaults that come back for a field that desired gave up.
 */
function withoutForeignChanges(typed: Typed, live: JsonObject, answered: JsonObject, own: FieldSet): JsonObject {
  const foreign = withoutAncestors(difference(fieldSetOf(typed, answered), own), own);
  const { removed } = compareTyped(typed, live, answered);
  const gone = difference(removed, foreign);
  const kept = removeItems(typed, answered, withoutKeyFields(foreign));
  const merged = mergeTyped(typed, live, isObject(kept) ? kept : {}) ?? {};
  const result = removeItems(typed, merged, gone);
  return isObject(result) ? result : live;
}

/** Without paths that lie above an own one: removing those would remove the own one too (excludeManagerOwnedAncestors). */
function withoutAncestors(set: FieldSet, own: FieldSet): FieldSet {
  return filtered(set, (path) => {
    let here: FieldSet | undefined = own;
    for (const element of path) here = here?.children.get(elementId(element))?.set;
    return here === undefined || [...memberPaths(here)].length === 0;
  });
}

/** Without the fields of a key of several fields, which tell items apart (filterOutCompositeKeyFields). */
function withoutKeyFields(set: FieldSet): FieldSet {
  return filtered(set, (path) => {
    const last = path.at(-1);
    if (last?.kind !== 'field') return true;
    return !path
      .slice(0, -1)
      .some(
        (element) =>
          element.kind === 'key' && Object.keys(element.key).length > 1 && Object.hasOwn(element.key, last.name),
      );
  });
}

function filtered(set: FieldSet, keep: (path: FieldPath) => boolean): FieldSet {
  const kept = growingSet();
  for (const path of memberPaths(set)) if (keep(path)) insert(kept, path);
  return kept.children.size === 0 ? EMPTY_FIELD_SET : kept;
}

/** Normalized in full, without the server's bookkeeping that no apply leaves alone. */
function compared(object: JsonObject, comparing: Comparing): JsonObject {
  const normal = withoutLastApplied(normalizeObject(object, comparing, true));
  const metadata = field(normal, 'metadata');
  if (!isObject(metadata)) return normal;
  const { managedFields: _m, resourceVersion: _r, ...kept } = metadata as Readonly<Record<string, JsonValue>>;
  return { ...normal, metadata: kept };
}
