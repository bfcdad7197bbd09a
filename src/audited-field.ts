import type { Attribution } from './explain/attribution.js';
import { type AuditQuestion, withAudit } from './explain/audit-writer.js';
import type { ObjectAudit } from './model/audit.js';
import type { FieldPath } from './model/field-path.js';
import { EMPTY_FIELD_SET } from './model/field-set.js';
import type { KubernetesObject, ResourceRef } from './model/resource.js';
import type { Writer } from './model/writer.js';
import type { Catalogue } from './ownership/catalogue.js';
import { classifyEntry } from './ownership/classify.js';
import { type GitopsManager, isGitopsEntry } from './ownership/gitops-manager.js';

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
