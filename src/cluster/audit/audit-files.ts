import { readdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { systemReason } from '../../model/system-error.js';

/** A file to read. In a folder others than audit logs may lie, which are passed over with a warning. */
export interface LogFile {
  readonly file: string;
  readonly inFolder: boolean;
}

/**
 * `audit.log`, rotated ones as kube-apiserver (`audit-2026-11-30T12-00-00.000.log.gz`) and logrotate (`audit.log.1`,
 * `audit.log-20261130.gz`) name them, and what log shippers write.
 */
const LOG = /\.(log|jsonl?|ndjson)([.-][0-9][0-9.T_-]*)?(\.gz)?$/i;

export const HOW_TO_LOG =
  'it takes what kube-apiserver writes with --audit-log-path: audit.k8s.io events, one JSON object a line, also as .gz';

/**
 * The files that a list of files and folders names, each once, sorted; folders with those below them, hidden ones left
 * out. Throws `audit-log-invalid` for one that cannot be read, and for a folder without any log.
 */
export async function auditFiles(paths: readonly string[]): Promise<readonly LogFile[]> {
  const found = new Map<string, LogFile>();
  for (const path of paths) {
    for (const file of await filesAt(path)) if (!found.has(file.file)) found.set(file.file, file);
  }
  return [...found.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}

async function filesAt(path: string): Promise<LogFile[]> {
  try {
    const what = await stat(path);
    if (what.isFile() || what.isFIFO()) return [{ file: path, inFolder: false }];
    if (!what.isDirectory()) throw invalid(`the audit log ${path} is neither a file nor a folder`);
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    const named = entries
      .filter((entry) => (entry.isFile() || entry.isSymbolicLink()) && LOG.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !relative(path, file).split(sep).some(isHidden));
    const regular = await Promise.all(named.map(isFileOrGone));
    const files = named.filter((_, at) => regular[at]);
    if (files.length === 0) throw invalid(`the folder ${path} holds no audit log`, 'name the file itself');
    return files.map((file) => ({ file, inFolder: true }));
  } catch (cause) {
    if (cause instanceof GitdriftError) throw cause;
    throw invalid(`cannot read the audit log ${path}: ${systemReason(cause)}`, HOW_TO_LOG, cause);
  }
}

/** A link in a folder may lead to a folder or a device, which are no logs; one that leads nowhere is told when it is read. */
async function isFileOrGone(file: string): Promise<boolean> {
  return stat(file).then(
    (what) => what.isFile(),
    () => true,
  );
}

const isHidden = (name: string): boolean => name.startsWith('.');

function invalid(message: string, hint = HOW_TO_LOG, cause?: unknown): GitdriftError {
  return new GitdriftError('audit-log-invalid', message, { hint, ...(cause === undefined ? {} : { cause }) });
}
