import { createHash } from 'node:crypto';
import { refKey } from '../../model/resource.js';
import type { Entry } from './entries.js';

/**
 * A fingerprint for each entry, SHA-256 in hex: of the application, the object, the field and how it differs, without
 * value, line, writer or wording. So it stays the same from run to run, also when somebody moves the declaring line.
 * No two are the same, for platforms drop what they take for a duplicate: repeated ones are counted through.
 */
export function fingerprintsOf(entries: readonly Entry[]): readonly string[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const identity = [
      entry.application.kind,
      entry.application.name,
      entry.kind,
      entry.resource === undefined ? '' : refKey(entry.resource),
      entry.path ?? '',
      entry.change ?? '',
      // Another writer or reason does not make another drift; of findings the code is all there is.
      entry.kind === 'finding' ? entry.code : '',
    ];
    const key = JSON.stringify(identity);
    const count = seen.get(key) ?? 0;
    seen.set(key, count + 1);
    return createHash('sha256')
      .update(count === 0 ? key : `${key} ${count}`)
      .digest('hex');
  });
}
