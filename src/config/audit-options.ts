import type { AuditRequest } from '../model/audit.js';
import type { Settings } from './settings.js';

/** What the command line asks of audit logs, as a part of a request: nothing without `--audit-log`. */
export function auditOptions({ values }: Settings): { readonly audit?: AuditRequest } {
  const paths = values['audit-log'] ?? [];
  return paths.length === 0 ? {} : { audit: { paths, showUsers: values['no-users'] !== true } };
}
