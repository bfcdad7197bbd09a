import type { AuditWrite } from '../model/audit.js';
import { type FieldPath, printPath, valueAt } from '../model/field-path.js';
import { dig, isObject, type JsonValue } from '../model/json.js';
import { apiVersionOf, type KubernetesObject, type ResourceRef } from '../model/resource.js';
import { type Effect, jsonPatchEffect, mergePatchEffect, NONE, UNKNOWN, valueEffect } from './audit-patch.js';

/** A field of a live object, as the audit log is asked about it. */
export interface AuditedField {
  readonly ref: ResourceRef;
  readonly path: FieldPath;
  /** The live object, unmasked. */
  readonly object: KubernetesObject;
}

/**
 * What the field was after the write, by its answer; undefined where the event holds none, or one at another version of
 * the API, in which the field may have another name.
 */
export function stateAfter(write: AuditWrite, field: AuditedField): Effect | undefined {
  const { result } = write;
  if (result === undefined || write.verb === 'deletecollection') return undefined;
  if (write.subresource === 'scale') return scaleEffect(result);
  if (!isSameVersion(write, field)) return undefined;
  const value = valueAt(result, field.path);
  return value === undefined ? { kind: 'absent' } : { kind: 'value', value };
}

/** What the write asked of the field by its body; `unknown` where the event holds none that tells. */
export function askedOf(write: AuditWrite, field: AuditedField, before: AuditWrite | undefined): Effect {
  if (!touches(write, field)) return NONE;
  const { body } = write;
  if (body === undefined) return UNKNOWN;
  if (write.subresource === 'scale') {
    if (body.kind === 'object') return scaleEffect(body.value);
    return body.kind === 'json-patch'
      ? jsonPatchEffect(body.value, field.path, field.object)
      : mergePatchEffect(body.value, field.path);
  }
  if (!isSameVersion(write, field)) return UNKNOWN;
  if (body.kind === 'json-patch') return jsonPatchEffect(body.value, field.path, field.object);
  if (body.kind === 'patch') return stringData(body.value, field) ?? mergePatchEffect(body.value, field.path);
  const said = stringData(body.value, field) ?? valueEffect(valueAt(body.value, field.path));
  if (body.kind === 'object' || said.kind !== 'absent') return said;
  // A server-side apply removes what its manager applied before and does not any more; it leaves everything else.
  const earlier = before?.body === undefined ? undefined : valueAt(before.body.value, field.path);
  return earlier === undefined ? NONE : said;
}

/** True where the write can have changed the field at all: most subresources hold only a part of the object. */
export function touches({ subresource, verb, object }: AuditWrite, { path }: AuditedField): boolean {
  if (verb === 'delete' || verb === 'deletecollection') return false;
  const printed = printPath(path);
  const within = (start: string): boolean =>
    printed === start || printed.startsWith(`${start}.`) || printed.startsWith(`${start}[`);
  switch (subresource) {
    case '':
      return true;
    case 'scale':
      // Custom resources name their own field (specReplicasPath); nearly all of them this one.
      return (
        printed === '.spec.replicas' || (object.group.includes('.') && /\.(replicas|size|instances)$/.test(printed))
      );
    case 'status':
    case 'approval':
      return within('.status');
    case 'ephemeralcontainers':
      return within('.spec.ephemeralContainers');
    case 'resize':
      return within('.spec.containers') || within('.spec.initContainers');
    case 'finalize':
      return within('.spec.finalizers');
    case 'binding':
      return printed === '.spec.nodeName' || within('.metadata');
    default:
      return false;
  }
}

/** Metadata has the same names at every version. */
function isSameVersion({ object }: AuditWrite, { ref, path }: AuditedField): boolean {
  const [first] = path;
  return object.apiVersion === apiVersionOf(ref) || (first?.kind === 'field' && first.name === 'metadata');
}

/** A Scale of 0 replicas holds no number (autoscaling/v1 ScaleSpec: omitempty). */
function scaleEffect(scale: JsonValue): Effect {
  return { kind: 'value', value: dig(scale, 'spec', 'replicas') ?? 0 };
}

/** A Secret's key that was sent as text; the server keeps it encoded, under `data`. */
function stringData(sent: JsonValue, { ref, path }: AuditedField): Effect | undefined {
  const [first, second] = path;
  if (ref.group !== '' || ref.kind !== 'Secret' || path.length !== 2) return undefined;
  if (first?.kind !== 'field' || first.name !== 'data' || second?.kind !== 'field') return undefined;
  const texts = dig(sent, 'stringData');
  const text = isObject(texts) ? dig(texts, second.name) : undefined;
  return typeof text === 'string' ? { kind: 'value', value: Buffer.from(text).toString('base64') } : undefined;
}
