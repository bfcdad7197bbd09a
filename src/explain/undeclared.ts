import type { Difference, Explanation } from '../model/drift.js';
import { coversPath, matchesKind } from '../model/match.js';
import { parsePattern } from '../model/parse-path.js';
import type { KindSelector } from '../model/policy.js';
import type { ResourceRef } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import data from './sensitive-fields.yaml';

interface SensitiveFields {
  readonly kinds: readonly KindSelector[];
  readonly paths: readonly string[];
  readonly what: string;
  readonly reason: string;
}

const { sensitive } = data as { readonly sensitive: readonly SensitiveFields[] };
const compiled = sensitive.map((entry) => ({ entry, patterns: entry.paths.map(parsePattern) }));

/**
 * Judges a live-only field: unexplained where a person or script wrote it, or an unknown manager where it matters (Pod
 * templates, RBAC, webhooks, what a Service routes to); else noted. It never makes an object OutOfSync.
 */
export function explainUndeclared(ref: ResourceRef, difference: Difference, writer: Writer): Explanation {
  if (writer.category === 'manual') {
    return {
      status: 'unexplained',
      code: 'undeclared-manual',
      message: 'written by hand or by a script; desired says nothing about it, so a sync leaves it',
    };
  }
  const where = compiled.find(
    ({ entry, patterns }) =>
      matchesKind(entry.kinds, ref) && patterns.some((pattern) => coversPath(pattern, difference.path)),
  )?.entry;
  if (writer.category === 'unknown' && where !== undefined) {
    return {
      status: 'unexplained',
      code: 'undeclared-unknown-writer',
      message: `an unknown manager wrote it in ${where.what}; desired says nothing about it, so a sync leaves it`,
    };
  }
  return {
    status: 'noted',
    code: writer.category === 'unowned' ? 'undeclared-unowned' : 'undeclared',
    message: 'desired says nothing about it, so a sync leaves it',
  };
}
