import { toPointer } from '../../model/field-path.js';
import { memberPaths } from '../../model/field-set.js';
import { isObject, type JsonObject } from '../../model/json.js';
import { type KubernetesObject, type ResourceRef, refOf } from '../../model/resource.js';
import type { Comparing } from './comparing.js';
import { ruleSelects } from './ignore-rules.js';
import { deducedType, objectType } from './object-type.js';
import { compareTyped } from './structured/compare.js';
import { removeItems } from './structured/remove.js';
import { intersection, isEmpty } from './structured/set-operations.js';
import { StructureFault } from './structured/typed.js';
import { validate } from './structured/validate.js';

interface Pair {
  readonly live: JsonObject;
  readonly desired: JsonObject;
}

/**
 * Both objects without the fields that a trusted manager holds and that differ in value; fields that only one of them has stay.
 * Unchanged where the objects do not fit their schema (argo-cd util/argo/managedfields).
 */
export function withoutTrustedFields(live: KubernetesObject, desired: KubernetesObject, comparing: Comparing): Pair {
  const trusted = trustedManagers(refOf(desired), comparing);
  const managed = trusted.size === 0 ? undefined : comparing.tools.decodeManagedFields(live);
  if (managed?.kind !== 'entries') return { live, desired };
  const typed = objectType(refOf(desired), comparing.schema) ?? deducedType(comparing.schema);
  try {
    validate(typed, live);
    validate(typed, desired);
    const { modified } = compareTyped(typed, live, desired);
    let pair: Pair = { live, desired };
    for (const { manager, fields } of managed.entries) {
      const origin = trusted.get(manager);
      const gone = origin === undefined ? undefined : intersection(fields, modified);
      if (origin === undefined || gone === undefined || isEmpty(gone)) continue;
      for (const path of memberPaths(gone)) {
        comparing.ignored.push({ pointer: toPointer(path, live), origin, rule: manager });
      }
      const [left, right] = [removeItems(typed, pair.live, gone), removeItems(typed, pair.desired, gone)];
      if (isObject(left) && isObject(right)) pair = { live: left, desired: right };
    }
    return pair;
  } catch (fault) {
    if (fault instanceof StructureFault) return { live, desired };
    throw fault;
  }
}

/**
 * Names of trusted managers with where they are trusted. Keys of argocd-cm count exactly here: `group/kind` and `*\/*`, so that a key
 * without a group trusts nobody.
 */
function trustedManagers(ref: ResourceRef, { settings, ignoreDifferences }: Comparing): ReadonlyMap<string, string> {
  const keys = [`${ref.group}/${ref.kind}`, '*/*'];
  const rules = [
    ...settings.ignoreDifferences.filter((rule) => rule.overrideKey !== undefined && keys.includes(rule.overrideKey)),
    ...ignoreDifferences.filter((rule) => ruleSelects(rule, ref)),
  ];
  const trusted = new Map<string, string>();
  for (const { managedFieldsManagers, origin } of rules) {
    for (const manager of managedFieldsManagers) if (!trusted.has(manager)) trusted.set(manager, origin);
  }
  return trusted;
}
