import { originAt } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import { type DesiredObject, refKey } from '../model/resource.js';

/** Of objects declared more than once the last, as kubectl applies them in order; each repetition is a finding. */
export function lastOfEach(objects: readonly DesiredObject[]): {
  readonly objects: readonly DesiredObject[];
  readonly findings: readonly Finding[];
} {
  const kept = new Map<string, DesiredObject>();
  const findings: Finding[] = [];
  for (const object of objects) {
    const key = refKey(object.ref);
    const earlier = kept.get(key);
    if (earlier !== undefined) findings.push(repeated(earlier, object));
    kept.set(key, object);
  }
  return { objects: [...kept.values()], findings };
}

function repeated(earlier: DesiredObject, later: DesiredObject): Finding {
  return {
    code: 'duplicate-object',
    severity: 'warning',
    resource: later.ref,
    message: `declared twice, at ${place(earlier)} and at ${place(later)}: the last one counts`,
    origin: originAt(later.origins, ''),
  };
}

function place({ origins }: DesiredObject): string {
  const { file, line } = originAt(origins, '');
  const name = file === '-' ? 'standard input' : file;
  return line === undefined ? name : `${name}:${line}`;
}
