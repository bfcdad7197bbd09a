import { digString, field, isArray, isObject, type JsonObject } from '../../model/json.js';
import { parseJson } from '../../model/json-text.js';
import { LAST_APPLIED } from '../../model/last-applied.js';
import { type Gvk, refOf } from '../../model/resource.js';
import type { Comparing } from './comparing.js';
import { ComparisonFault } from './comparing.js';
import { applyJsonMergePatch, jsonMergeThreeWay } from './json-merge-patch.js';
import { normalizeObject } from './normalize-object.js';
import { keptFields, keptItems, typedKind } from './remarshal.js';
import { UndecodableFault, withSchemeDefaults } from './scheme-defaults.js';
import { applyStrategicPatch, PatchFault, strategicPatch } from './strategic/three-way-patch.js';

/** Live as it is compared, and as it would be after a sync. */
export interface States {
  readonly live: JsonObject;
  readonly predicted: JsonObject;
}

/**
 * What a client-side apply of desired would make of live: three-way with what live says was applied last, two-way where it says
 * nothing that can be read or merged. Both objects are normalized. Throws a ComparisonFault where neither can be done.
 */
export function compareClientSide(
  desired: JsonObject,
  live: JsonObject,
  comparing: Comparing,
): States & { readonly strategy: 'three-way' | 'two-way' } {
  const last = lastApplied(live);
  if (last !== undefined) {
    try {
      const original = normalizeObject(last, comparing, true);
      return { ...threeWay(original, desired, live, comparing), strategy: 'three-way' };
    } catch (fault) {
      if (!(fault instanceof PatchFault)) throw fault;
    }
  }
  try {
    return { ...threeWay(desired, desired, live, comparing), strategy: 'two-way' };
  } catch (fault) {
    if (fault instanceof PatchFault) throw new ComparisonFault(`failed to construct a patch: ${fault.message}`);
    throw fault;
  }
}

/** The object that the annotation holds; undefined where there is none, or its text is no JSON object. */
export function lastApplied(live: JsonObject): JsonObject | undefined {
  const text = digString(live, 'metadata', 'annotations', LAST_APPLIED);
  if (text === undefined) return undefined;
  try {
    const parsed = parseJson(text);
    return isObject(parsed) && typeof parsed.kind === 'string' && parsed.kind !== '' ? parsed : undefined;
  } catch (fault) {
    if (fault instanceof SyntaxError) return undefined;
    throw fault;
  }
}

/** The object without its annotation of what was applied last. */
export function withoutLastApplied(object: JsonObject): JsonObject {
  const metadata = field(object, 'metadata');
  const annotations = field(metadata, 'annotations');
  if (!isObject(metadata) || !isObject(annotations) || !Object.hasOwn(annotations, LAST_APPLIED)) return object;
  const { [LAST_APPLIED]: _, ...kept } = annotations;
  return { ...object, metadata: { ...metadata, annotations: kept } };
}

function threeWay(original: JsonObject, desired: JsonObject, live: JsonObject, comparing: Comparing): States {
  const { schema } = comparing;
  const gvk = refOf(original);
  const [before, modified] = [withoutNamespace(original), withoutNamespace(desired)];
  const kind = typedKind(gvk, schema);
  if (kind === undefined) {
    const current = keptFields(before, live) as JsonObject;
    return { live, predicted: applyJsonMergePatch(live, jsonMergeThreeWay({ original: before, modified, current })) };
  }
  const current = gvk.kind === 'StatefulSet' ? withoutClaimDefaults(before, live) : live;
  const patch = strategicPatch({ original: before, modified, current }, schema, kind.type);
  const predicted = applyStrategicPatch(live, patch, schema, kind.type);
  return { live: defaulted(live, gvk, comparing), predicted: defaulted(predicted, gvk, comparing) };
}

/** An object that is not of its type is left without defaults. */
function defaulted(object: JsonObject, gvk: Gvk, comparing: Comparing): JsonObject {
  try {
    return withSchemeDefaults(object, gvk, comparing);
  } catch (fault) {
    if (fault instanceof UndecodableFault) return object;
    throw fault;
  }
}

/** Live's namespace is not to count against a manifest without one, nor an empty map of annotations for anything. */
function withoutNamespace(object: JsonObject): JsonObject {
  const metadata = field(object, 'metadata');
  if (!isObject(metadata)) return object;
  const { namespace: _, annotations, ...kept } = metadata;
  const isBare =
    annotations === undefined ||
    annotations === null ||
    (isObject(annotations) && Object.keys(annotations).length === 0);
  return { ...object, metadata: isBare ? kept : { ...kept, annotations } };
}

/** Live's claim templates cut down to the fields that were applied: the server fills in more there than defaults. */
function withoutClaimDefaults(original: JsonObject, live: JsonObject): JsonObject {
  const name = 'volumeClaimTemplates';
  const spec = field(live, 'spec');
  const [before, now] = [field(field(original, 'spec'), name), field(spec, name)];
  if (!isObject(spec) || !isArray(before) || !isArray(now)) return live;
  return { ...live, spec: { ...spec, [name]: keptItems(before, now) } };
}
