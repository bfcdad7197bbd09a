import { createMask, isSecretPath } from '../../compare/mask.js';
import { isSecret } from '../../compare/secret.js';
import { underAccount, userOfWrite } from '../../explain/audit-account.js';
import type { AuditWrite } from '../../model/audit.js';
import { type FieldPath, fieldElement, printPath, startsWith } from '../../model/field-path.js';
import { EMPTY_FIELD_SET } from '../../model/field-set.js';
import type { JsonValue } from '../../model/json.js';
import type { ManagedFieldsEntry } from '../../model/managed-fields.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { FieldChange } from '../../model/timeline-report.js';
import type { Writer } from '../../model/writer.js';
import { classifyEntry } from '../../ownership/classify.js';
import type { StateChange } from '../../timeline/changes.js';
import { ownedLeaves } from '../../timeline/written.js';
import type { FieldWorld } from '../explain/field-world.js';

/** The writer of an entry as a whole; rules that are about some fields count where they hold for all that it owns. */
export function writerOfEntry(entry: ManagedFieldsEntry, world: FieldWorld): Writer {
  const [first, ...others] = ownedLeaves(entry.fields).map((leaf) => writerAt(entry, leaf, world));
  const one =
    first !== undefined && others.every(({ name, category }) => name === first.name && category === first.category);
  return one ? first : writerAt(entry, [], world);
}

function writerAt(entry: ManagedFieldsEntry, at: FieldPath, world: FieldWorld): Writer {
  const { ref, object, judging } = world;
  const context = {
    ref,
    path: at,
    object: object?.object ?? bare(world),
    ...(object?.gitops === undefined ? {} : { gitops: object.gitops }),
  };
  return classifyEntry({ ...entry, as: at.length === 0 ? 'below' : 'leaf', at }, context, judging.catalogue);
}

/** The writer of a write in the audit log: the manager's, under the account that it was made with. */
export function writerOfWrite(
  write: AuditWrite,
  paths: readonly FieldPath[],
  world: FieldWorld,
  showUsers: boolean,
): Writer {
  const { manager, operation, subresource } = write;
  const entry = { manager, operation, subresource, apiVersion: write.object.apiVersion, fields: EMPTY_FIELD_SET };
  // Rules that are about the Pod template hold for a write that changed it together with something else, too.
  const at = paths.find((path) => startsWith(path, ['spec', 'template'].map(fieldElement))) ?? paths[0] ?? [];
  const writer = writerAt(entry, at, world);
  const { category, name, reason } = underAccount(writer, write);
  const what = `the audit log has the request (${write.verb}, audit ID ${write.auditID})`;
  return {
    category,
    name,
    ...{ manager, operation, subresource, apiVersion: write.object.apiVersion },
    user: userOfWrite(write, showUsers),
    confidence: 'certain',
    evidence: [{ kind: 'audit', message: reason === undefined ? what : `${what}; ${reason}` }],
  };
}

function bare({ ref }: FieldWorld): KubernetesObject {
  const { group, version, kind, namespace, name } = ref;
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind, metadata: { namespace, name } };
}

/** What stands for the value of a Secret's annotation: earlier values may be repeated there, which nothing tells apart. */
const ANNOTATION_HIDDEN = '(not shown: it may repeat the Secret)';

const ANNOTATIONS: FieldPath = ['metadata', 'annotations'].map(fieldElement);

/** Makes changes as they are shown: of a Secret neither a value nor an annotation, equal values by equal numbers. */
export function changesShown(
  { ref }: FieldWorld,
  showSecrets: boolean,
): (changes: readonly StateChange[]) => readonly FieldChange[] {
  const mask = createMask();
  const shown = (path: FieldPath, value: JsonValue): JsonValue => {
    if (isSecretPath(ref, path)) return mask(value, path);
    return ANNOTATION_HIDDEN;
  };
  return (changes) =>
    changes.map(({ path, from, to }) => {
      const hidden =
        !showSecrets && isSecret(ref) && (isSecretPath(ref, path) || startsWith(path, ANNOTATIONS) || path.length < 2);
      const one = (value: JsonValue): JsonValue => (hidden ? shown(path, value) : value);
      return {
        path: printPath(path),
        ...(from === undefined ? {} : { from: one(from) }),
        ...(to === undefined ? {} : { to: one(to) }),
        ...(hidden ? { masked: true as const } : {}),
      };
    });
}
