import type { RoleRule } from '../../model/rbac-report.js';
import type { Need, Verb } from './standing-needs.js';

/** A need with what the server calls its kind. */
export interface NamedNeed extends Need {
  readonly plural: string;
}

/**
 * What a client asks that is no object: the version, discovery, OpenAPI. The role system:discovery gives it to everybody
 * who is signed in, unless somebody took it away (kubernetes plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go).
 */
const DISCOVERY: RoleRule = {
  nonResourceURLs: ['/api', '/api/*', '/apis', '/apis/*', '/openapi/v3', '/openapi/v3/*', '/version'],
  verbs: ['get'],
};

/**
 * The rules of a ClusterRole: for each group and set of verbs one, sorted; Secrets by their names and only by get, for
 * they are never listed.
 */
export function roleRules(needs: readonly NamedNeed[], secretNames: Iterable<string>): readonly RoleRule[] {
  const verbs = new Map<string, { group: string; plural: string; verbs: Set<Verb> }>();
  for (const { group, plural, verbs: needed } of needs) {
    if (group === '' && plural === 'secrets') continue;
    const key = `${group}/${plural}`;
    const known = verbs.get(key) ?? { group, plural, verbs: new Set<Verb>() };
    for (const verb of needed) known.verbs.add(verb);
    verbs.set(key, known);
  }
  const rules = new Map<string, { group: string; verbs: readonly Verb[]; plurals: string[] }>();
  for (const { group, plural, verbs: needed } of verbs.values()) {
    const sorted = [...needed].sort();
    const key = `${group} ${sorted.join()}`;
    const rule = rules.get(key) ?? { group, verbs: sorted, plurals: [] };
    rule.plurals.push(plural);
    rules.set(key, rule);
  }
  const names = [...new Set(secretNames)].sort();
  return [
    ...[...rules.entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, rule]) => ({ apiGroups: [rule.group], resources: rule.plurals.sort(), verbs: rule.verbs })),
    ...(names.length === 0
      ? []
      : [{ apiGroups: [''], resources: ['secrets'], resourceNames: names, verbs: ['get' as const] }]),
    DISCOVERY,
  ];
}

/**
 * The plural that a kind most likely has, where nobody can be asked (apimachinery pkg/api/meta/restmapper.go,
 * UnsafeGuessKindToResource).
 */
export function likelyPlural(kind: string): string {
  const singular = kind.toLowerCase();
  if (singular.endsWith('s')) return `${singular}es`;
  return singular.endsWith('y') ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}
