import { readAuditLog } from '../../cluster/audit/read-audit-log.js';
import type { AuditRequest, AuditWrite } from '../../model/audit.js';
import type { FieldPath } from '../../model/field-path.js';
import { ANY_TYPE, gvkKey } from '../../model/schema.js';
import type { FieldChange, NotRead } from '../../model/timeline-report.js';
import type { Writer } from '../../model/writer.js';
import { toldByAudit } from '../../timeline/audit.js';
import type { StateChange } from '../../timeline/changes.js';
import type { Told } from '../../timeline/told.js';
import type { FieldWorld } from '../explain/field-world.js';

/** What the audit log tells of an object's writes. */
export interface ToldByLog {
  readonly told: readonly Told[];
  readonly notRead: readonly NotRead[];
  readonly notKnown: readonly string[];
  readonly statusOnly: number;
  readonly withoutEffect: number;
}

/** How the lines of the log are made into lines of the story. */
export interface LogReading {
  readonly withStatus: boolean;
  readonly created: string | undefined;
  readonly writerOf: (write: AuditWrite, paths: readonly FieldPath[]) => Writer;
  readonly show: (changes: readonly StateChange[]) => readonly FieldChange[];
}

/** Reads the writes of the world's object out of the audit logs that were given; nothing where none was. */
export async function readLog(
  world: FieldWorld,
  audit: AuditRequest | undefined,
  reading: LogReading,
  tools: { readonly signal: AbortSignal; readonly warn: (warning: string) => void },
): Promise<ToldByLog> {
  if (audit === undefined) return { told: [], notRead: [], notKnown: [], statusOnly: 0, withoutEffect: 0 };
  const { ref, judging, open } = world;
  const info = await open.kind(ref);
  if (info === undefined) {
    const reason = `what the API server calls ${ref.kind} in its addresses is not known`;
    return { told: [], notRead: [{ source: 'audit log', reason }], notKnown: [], statusOnly: 0, withoutEffect: 0 };
  }
  const { group, namespace, name } = ref;
  const log = await readAuditLog(audit.paths, [{ group, resource: info.plural, namespace, name }], tools.signal);
  for (const warning of log.warnings) tools.warn(warning);
  const key = gvkKey(ref);
  const type = Object.hasOwn(judging.schema.kinds, key) ? judging.schema.kinds[key]?.type : undefined;
  const writes = log.writesOf(ref, info.plural);
  const told = toldByAudit(writes, {
    schema: judging.schema,
    type: type ?? ANY_TYPE,
    created: reading.created,
    withStatus: reading.withStatus,
    writerOf: reading.writerOf,
    show: reading.show,
  });
  return { ...told, notRead: [], notKnown: limitsOf(log.from, log.to, writes) };
}

function limitsOf(from: string, to: string, writes: readonly AuditWrite[]): string[] {
  const span = `${wholeSecond(from)} to ${wholeSecond(to)}`;
  const levels = new Set(writes.map(({ level }) => level));
  const shallow = levels.size > 0 && !levels.has('RequestResponse');
  return [
    `the audit log covers ${span}: what was written before or after is not in it`,
    ...(shallow
      ? [
          'the audit log has no answers of the API server (level RequestResponse), so that what a write changed is not known',
        ]
      : []),
  ];
}

function wholeSecond(time: string): string {
  return time.replace(/\.\d+Z$/, 'Z');
}
