import type { Tools } from '../../cli/engine.js';
import { auditFiles } from '../../cluster/audit/audit-files.js';
import { readAuditLog } from '../../cluster/audit/read-audit-log.js';
import type { AuditLog, AuditRequest, ObjectAudit, WantedObject } from '../../model/audit.js';
import { type ResourceRef, refKey } from '../../model/resource.js';
import type { ComparedResource } from '../application/resource-report.js';
import type { OpenCluster } from '../live/open-cluster.js';

/** The audit log as it was read, and what it knows of each object that was asked for. */
export interface FoundAudit {
  readonly log: AuditLog;
  of(ref: ResourceRef): ObjectAudit | undefined;
}

/**
 * Reads the writes of these objects out of the audit log; undefined where none was given, or no object asks for it.
 * Throws `audit-log-invalid`, also where no object asks: a wrong path should not pass because nothing differs today.
 */
export async function findAudit(
  refs: readonly ResourceRef[],
  request: AuditRequest | undefined,
  open: Pick<OpenCluster, 'kind'>,
  tools: Pick<Tools, 'progress' | 'warn' | 'signal'>,
): Promise<FoundAudit | undefined> {
  if (request === undefined) return undefined;
  const plurals = new Map<string, string>();
  const wanted: WantedObject[] = [];
  for (const ref of refs) {
    const resource = (await open.kind(ref))?.plural;
    if (resource === undefined) continue;
    plurals.set(refKey(ref), resource);
    wanted.push({ group: ref.group, resource, namespace: ref.namespace, name: ref.name });
  }
  if (wanted.length === 0) {
    await auditFiles(request.paths);
    return undefined;
  }
  tools.progress('reading the audit log');
  const log = await readAuditLog(request.paths, wanted, tools.signal);
  for (const warning of log.warnings) tools.warn(warning);
  return {
    log,
    of(ref) {
      const plural = plurals.get(refKey(ref));
      if (plural === undefined) return undefined;
      return { writes: log.writesOf(ref, plural), from: log.from, to: log.to, showUsers: request.showUsers };
    },
  };
}

/** The evidence with what the audit log knows of each object. */
export function withAuditLog<Found extends { of(object: ResourceRef): object }>(
  evidence: Found,
  audit: FoundAudit | undefined,
): Found {
  if (audit === undefined) return evidence;
  return { ...evidence, of: (ref: ResourceRef) => ({ ...evidence.of(ref), audit: audit.of(ref) }) };
}

/** The objects whose differences or absence the audit log is asked about. */
export function differing(compared: readonly ComparedResource[]): readonly ResourceRef[] {
  return compared
    .filter((one) => one.kind === 'missing' || (one.kind === 'compared' && one.comparison.differences.length > 0))
    .map(({ desired }) => desired.ref);
}
