import type { AuditLog, WantedObject } from '../../model/audit.js';
import { GitdriftError } from '../../model/errors.js';
import { auditFiles, HOW_TO_LOG } from './audit-files.js';
import { collectWrites } from './collect-writes.js';
import { readLogFile } from './read-log-file.js';
import { wantedLines } from './wanted-lines.js';

/**
 * Reads the writes of the wanted objects out of audit logs: files and folders of JSON lines, rotated and compressed ones
 * too, in whatever order, a line at a time, so that gigabytes need little memory. A line that is no event is counted
 * and warned of. Throws `audit-log-invalid` where a named file cannot be read or is no audit log, `interrupted`.
 */
export async function readAuditLog(
  paths: readonly string[],
  wanted: readonly WantedObject[],
  signal?: AbortSignal,
): Promise<AuditLog> {
  const writes = collectWrites(wanted);
  const isWanted = wantedLines(wanted);
  const files: string[] = [];
  const warnings: string[] = [];
  const times: string[] = [];
  let unreadableLines = 0;
  for (const { file, inFolder } of await auditFiles(paths)) {
    const reading = await readLogFile(file, { isWanted, writes, signal });
    warnings.push(...reading.warnings);
    if (reading.kind === 'no-audit-log') {
      if (!inFolder) throw new GitdriftError('audit-log-invalid', reading.message, { hint: HOW_TO_LOG });
      warnings.push(`${reading.message}, and was passed over`);
      continue;
    }
    files.push(file);
    times.push(...reading.times);
    unreadableLines += reading.unreadableLines;
  }
  if (times.length === 0) {
    throw new GitdriftError('audit-log-invalid', `there is no audit event in ${paths.join(', ')}`, {
      hint: HOW_TO_LOG,
    });
  }
  const found = writes.end();
  times.sort((a, b) => Date.parse(a) - Date.parse(b));
  return {
    files,
    ...{ from: times[0] ?? '', to: times.at(-1) ?? '' },
    unreadableLines,
    levels: found.levels,
    warnings: [...warnings, ...found.warnings],
    writesOf: found.writesOf,
  };
}
