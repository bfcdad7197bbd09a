import type { Stats } from 'node:fs';

/** What people call something that is neither a file nor a folder; undefined for these two. */
export function specialType(found: Stats): string | undefined {
  if (found.isFile() || found.isDirectory()) return undefined;
  if (found.isFIFO()) return 'a named pipe';
  if (found.isSocket()) return 'a socket';
  return 'a device';
}
