import { createHash } from 'node:crypto';

const LIMIT = 53;

/** Helm takes no longer name for a release, so helm-controller cuts one and puts a hash behind it (internal/release/name.go). */
export function shortReleaseName(name: string): string {
  if (Buffer.byteLength(name) <= LIMIT) return name;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 12);
  return `${name.slice(0, LIMIT - 13)}-${hash}`;
}
