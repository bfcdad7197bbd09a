import type { Attribution } from '../../explain/attribution.js';
import { type AuditQuestion, withAudit } from '../../explain/audit-writer.js';
import type { ObjectAudit } from '../../model/audit.js';
import type { FieldPath } from '../../model/field-path.js';
import { EMPTY_FIELD_SET } from '../../model/field-set.js';
import type { KubernetesObject, ResourceRef } from '../../model/resource.js';
import { type EntryRef, NOBODY_RECORDED, type Writer } from '../../model/writer.js';
import type { Catalogue } from '../../ownership/catalogue.js';
import { classifyEntry } from '../../ownership/classify.js';
import { type GitopsManager, isGitopsEntry } from '../../ownership/gitops-manager.js';

/**
 * The writers of a field, as `owners` lists them, with what the audit log adds. Where nobody is recorded and the log
 * proves who wrote the value, that writer.
 */
export function auditWriters(
  writers: readonly Writer[],
  audit: ObjectAudit | undefined,
  object: AuditedObject,
  path: FieldPath,
  catalogue: Catalogue,
): readonly Writer[] {
  if (audit === undefined) return writers;
  const [first = NOBODY, ...others] = writers;
  const attribution = { writer: first, coOwners: others.flatMap(entryOf), gitopsWrote: false };
  const { writer } = joinAudit(attribution, audit, object, { path, missing: false }, catalogue);
  if (writers.length === 0) return writer.manager === undefined ? [] : [writer];
  return writers.map((own) =>
    isSameEntry(own, writer) ? { ...writer, evidence: [...own.evidence, ...writer.evidence.filter(isAudit)] } : own,
  );
}

const NOBODY: Writer = { category: 'unowned', name: NOBODY_RECORDED, confidence: 'certain', evidence: [] };

const isAudit = ({ kind }: Writer['evidence'][number]): boolean => kind === 'audit';

function isSameEntry(a: Writer, b: Writer): boolean {
  return (['manager', 'operation', 'subresource', 'apiVersion'] as const).every((key) => a[key] === b[key]);
}

function entryOf({ manager, operation, subresource, apiVersion, time }: Writer): EntryRef[] {
  if (manager === undefined || operation === undefined) return [];
  const entry = { manager, operation, subresource: subresource ?? '', apiVersion: apiVersion ?? '' };
  return [time === undefined ? entry : { ...entry, time }];
}

/** An object with what its fields' writers are told by. */
export interface AuditedObject {
  readonly ref: ResourceRef;
  readonly object: KubernetesObject;
  readonly gitops: GitopsManager | undefined;
}

/** The attribution of a field with what the audit log adds to it; itself where there is no log. */
export function joinAudit(
  attribution: Attribution,
  audit: ObjectAudit | undefined,
  { ref, object, gitops }: AuditedObject,
  field: { readonly path: FieldPath; readonly missing: boolean },
  catalogue: Catalogue,
): Attribution {
  if (audit === undefined) return attribution;
  const question: AuditQuestion = {
    ref,
    object,
    ...field,
    classify: (entry): Writer => {
      const context = { ref, path: field.path, object, ...(gitops === undefined ? {} : { gitops }) };
      // What it says of managedFields does not hold for a write: they may name somebody else, or nobody.
      return {
        ...classifyEntry({ ...entry, fields: EMPTY_FIELD_SET, as: 'leaf', at: field.path }, context, catalogue),
        evidence: [],
      };
    },
    isGitops: (entry) => isGitopsEntry(gitops, entry),
  };
  return withAudit(attribution, audit, question);
}
