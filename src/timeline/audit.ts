import type { AuditWrite } from '../model/audit.js';
import { type FieldPath, fieldElement, printPath, startsWith } from '../model/field-path.js';
import { dig, digString, field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../model/json.js';
import { pointerSteps } from '../model/json-pointer.js';
import { parsePath } from '../model/parse-path.js';
import type { SchemaBundle, TypeRef } from '../model/schema.js';
import type { FieldChange, TimelineCode } from '../model/timeline-report.js';
import type { Writer } from '../model/writer.js';
import { REPLICAS } from './autoscalers.js';
import { changesBetween, declaredLeaves, type StateChange } from './changes.js';
import type { Told } from './told.js';

/** What reading the writes of an audit log needs beside them. */
export interface AuditReading {
  readonly schema: SchemaBundle;
  /** The object's type; absent types compare structs and atomic lists only. */
  readonly type: TypeRef;
  readonly created: string | undefined;
  readonly withStatus: boolean;
  /** `paths` is what it changed, or what was sent. */
  readonly writerOf: (write: AuditWrite, paths: readonly FieldPath[]) => Writer;
  /** Masks what is secret. */
  readonly show: (changes: readonly StateChange[]) => readonly FieldChange[];
}

/** What the log tells, and how many of its writes are left out: of status only, or without any effect. */
export interface ToldByAudit {
  readonly told: readonly Told[];
  readonly statusOnly: number;
  readonly withoutEffect: number;
}

/**
 * One line for each write, with what it changed where the log holds the object before and after it, else with the fields
 * that were sent. `writes` are oldest first.
 */
export function toldByAudit(writes: readonly AuditWrite[], reading: AuditReading): ToldByAudit {
  const told: Told[] = [];
  let [statusOnly, withoutEffect] = [0, 0];
  let before: JsonObject | undefined;
  for (const write of writes) {
    const after = stateAfter(before, write);
    const known = before !== undefined && after !== undefined && write.status !== CREATED;
    const changed = known ? relevantChanges(before, after, write, reading) : undefined;
    const version = resourceVersion(after);
    const same = known && version !== undefined && resourceVersion(before) === version && write.subresource !== 'scale';
    before = write.verb === 'delete' || write.verb === 'deletecollection' ? undefined : (after ?? before);
    if (write.subresource === 'status' && !reading.withStatus) statusOnly += 1;
    else if (!reading.withStatus && (same || (changed !== undefined && changed.length === 0))) withoutEffect += 1;
    else told.push(toldByWrite(write, changed, reading));
  }
  return { told, statusOnly, withoutEffect };
}

const CREATED = 201;

function toldByWrite(write: AuditWrite, changed: readonly StateChange[] | undefined, reading: AuditReading): Told {
  const { verb, subresource, manager, operation, time, status } = write;
  const sent = changed === undefined ? sentFields(write, reading) : undefined;
  const code: TimelineCode =
    verb === 'delete' || verb === 'deletecollection'
      ? 'deletion-requested'
      : status === CREATED && subresource === ''
        ? 'created'
        : 'written';
  const earlier =
    reading.created !== undefined && Date.parse(time) < Math.floor(Date.parse(reading.created) / 1000) * 1000;
  const notes = [...(earlier ? ['about an earlier object of this name'] : [])];
  return {
    entry: {
      code,
      time,
      certainty: 'exact',
      message: message(write, code, changed, sent),
      writer: reading.writerOf(write, changed?.map(({ path }) => path) ?? sent ?? []),
      ...(changed === undefined ? {} : { changes: reading.show(changed) }),
      ...(sent === undefined ? {} : { fields: sent.map(printPath) }),
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
      sources: [{ kind: 'audit', name: write.auditID }],
    },
    about: code !== 'written' ? 'object' : (changed?.map(({ path }) => path) ?? sent ?? 'object'),
    act: { manager, operation, subresource },
  };
}

function message(
  write: AuditWrite,
  code: TimelineCode,
  changed: readonly StateChange[] | undefined,
  sent: readonly FieldPath[] | undefined,
): string {
  if (write.verb === 'deletecollection')
    return 'the deletion of all objects of its kind in the namespace was requested';
  if (code === 'deletion-requested') return 'its deletion was requested';
  if (code === 'created') return 'it was created';
  const verb = write.operation === 'Apply' ? 'applied' : write.verb === 'update' ? 'updated' : 'patched';
  const through = write.subresource === '' ? '' : ` through /${write.subresource}`;
  if (changed !== undefined)
    return changed.length === 0
      ? `${verb} the object${through}; nothing changed`
      : `changed ${count(changed.length)}${through}`;
  if (sent === undefined) return `${verb} the object${through}; the log does not hold what it changed`;
  return `${verb} ${count(sent.length)}${through}; whether they changed by it is not in the log`;
}

function count(fields: number): string {
  return fields === 1 ? '1 field' : `${fields} fields`;
}

/** The object as it is after the write, as far as the log tells; a Scale tells the replicas only. */
function stateAfter(before: JsonObject | undefined, { subresource, result }: AuditWrite): JsonObject | undefined {
  if (!isObject(result)) return undefined;
  if (subresource !== 'scale') return result;
  const replicas = dig(result, 'spec', 'replicas');
  if (before === undefined) return undefined;
  const spec: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries((field(before, 'spec') as JsonObject | undefined) ?? {}))
    setField(spec, name, value);
  // A Scale prints no zero (autoscaling/v1 ScaleSpec has omitempty).
  spec.replicas = replicas ?? 0;
  return { ...before, spec };
}

function resourceVersion(object: JsonObject | undefined): string | undefined {
  return digString(object, 'metadata', 'resourceVersion');
}

/** Fields that change by themselves, and tell nothing: the revision is told by the Pod templates. */
const BOOKKEEPING = [
  ['metadata', 'resourceVersion'],
  ['metadata', 'generation'],
  ['metadata', 'managedFields'],
  ['metadata', 'annotations', 'deployment.kubernetes.io/revision'],
].map((path) => path.map(fieldElement));

/**
 * What differs between the answers of two writes that follow each other in the log. Between them may lie writes that it
 * does not have: a change that a patch did not ask for counts only where the generation says that there was none.
 * Undefined where nothing else differs, for then nobody can tell whether the write changed it.
 */
function relevantChanges(
  before: JsonObject | undefined,
  after: JsonObject | undefined,
  write: AuditWrite,
  reading: AuditReading,
): readonly StateChange[] | undefined {
  const status = [fieldElement('status')];
  const asked = write.body?.kind === 'patch' ? sentFields(write, reading) : undefined;
  const [from, to] = [before, after].map((state) => dig(state, 'metadata', 'generation'));
  const gapless = typeof from === 'number' && typeof to === 'number' && to - from <= 1;
  const changes = changesBetween(before, after, reading.type, reading.schema).filter(({ path }) => {
    if (BOOKKEEPING.some((own) => startsWith(path, own))) return false;
    // Status is written so often that a log seldom has it all.
    return !startsWith(path, status) || (reading.withStatus && write.subresource === 'status');
  });
  const told = changes.filter(({ path }) => {
    if (startsWith(path, status)) return true;
    if (asked?.some((one) => startsWith(path, one) || startsWith(one, path)) !== false) return true;
    return gapless && printPath(path).startsWith('.spec');
  });
  return told.length === 0 && changes.length > 0 ? undefined : told;
}

/** What was sent, as paths; undefined where the log has no body, or where the body is a whole object, which says nothing of a change. */
function sentFields(
  { body, subresource, object }: AuditWrite,
  { schema, type, withStatus }: AuditReading,
): readonly FieldPath[] | undefined {
  if (body === undefined) return undefined;
  if (subresource === 'scale') return [REPLICAS];
  if (body.kind === 'object') return undefined;
  const sent = body.kind === 'json-patch' ? pointedAt(body.value) : declaredLeaves(body.value, type, schema);
  const paths = object.group === '' && object.resource === 'secrets' ? sent.map(asStored) : sent;
  return paths.filter(
    (path) => !IDENTITY.has(printPath(path)) && (withStatus || !printPath(path).startsWith('.status')),
  );
}

/** The server keeps a Secret's `stringData` as `data` (pkg/apis/core/v1 conversion.go). */
function asStored(path: FieldPath): FieldPath {
  const [first, ...rest] = path;
  return first?.kind === 'field' && first.name === 'stringData' ? [fieldElement('data'), ...rest] : path;
}

const IDENTITY: ReadonlySet<string> = new Set(['.apiVersion', '.kind', '.metadata.name', '.metadata.namespace']);

function pointedAt(patch: JsonValue): readonly FieldPath[] {
  if (!isArray(patch)) return [];
  const pointers = patch.filter((one) => digString(one, 'op') !== 'test').map((one) => digString(one, 'path') ?? '');
  return [...new Set(pointers)].flatMap((pointer) => {
    // `-` is the end of a list: an item that is added there.
    const steps = pointerSteps(pointer).filter((step) => step !== '-');
    const text = steps.map((step) => (/^\d+$/.test(step) ? `[${step}]` : `[${JSON.stringify(step)}]`)).join('');
    return text === '' ? [] : [parsePath(text)];
  });
}
