import { type FieldPath, valueAt } from '../../../model/field-path.js';
import { dig, isArray, type JsonValue } from '../../../model/json.js';
import { matchesKind } from '../../../model/match.js';
import { parsePath } from '../../../model/parse-path.js';
import type { HealthCase, KindSelector, PolicyHealthRule } from '../../../model/policy.js';
import { type KubernetesObject, parseApiVersion } from '../../../model/resource.js';
import type { HealthStatus } from '../../../model/status.js';
import { staleness } from '../generic/generation.js';
import type { HealthScripts, HealthVerdict } from '../health-rules.js';

/** Judges by a script of the user: the machine is loaded only where a rule has one. */
export type ScriptOf = (rule: PolicyHealthRule & { readonly judge: { readonly kind: 'lua' } }) => HealthScripts;

/**
 * Judges objects by the rules of the policy file: undefined for kinds that no rule names. A rule that names the very kind
 * comes before one that names more, as with Argo CD's scripts; else the first of the file. Cases are asked in order, after
 * an observedGeneration that is older than the spec, which is Progressing.
 */
export function policyHealth(rules: readonly PolicyHealthRule[], scriptOf: ScriptOf): HealthScripts {
  const compiled = rules.flatMap((rule) => {
    const judge = compile(rule, scriptOf);
    return rule.kinds.map((kinds) => ({ kinds, judge }));
  });
  const ordered = [
    ...compiled.filter(({ kinds }) => isExact(kinds)),
    ...compiled.filter(({ kinds }) => !isExact(kinds)),
  ];
  return (object) => {
    const kind = { group: parseApiVersion(object.apiVersion).group, kind: object.kind };
    return ordered.find(({ kinds }) => matchesKind([kinds], kind))?.judge(object);
  };
}

function isExact({ group, kind }: KindSelector): boolean {
  return group !== undefined && group !== '*' && kind !== undefined && kind !== '*';
}

function compile(rule: PolicyHealthRule, scriptOf: ScriptOf): HealthScripts {
  const { judge } = rule;
  if (judge.kind === 'lua') {
    const script = scriptOf({ ...rule, judge });
    return (object) => {
      const verdict = script(object);
      return verdict?.health ? { ...verdict, health: { ...verdict.health, source: 'policy' } } : verdict;
    };
  }
  const cases = judge.cases.map(compileCase);
  return (object) => {
    const stale = staleness(object);
    if (stale !== undefined) return verdictOf('Progressing', stale);
    const found = cases.map((one) => one(object)).find((verdict) => verdict !== undefined);
    return found ?? verdictOf(judge.otherwise, 'no case of the policy holds');
  };
}

function compileCase({ of, is, health, message }: HealthCase): (object: KubernetesObject) => HealthVerdict | undefined {
  const name = 'path' in of ? of.path : `condition ${of.condition}`;
  const path = 'path' in of ? parsePath(of.path) : undefined;
  return (object) => {
    const value = path === undefined ? conditionStatus(object, name) : textAt(object, path);
    if (value === undefined || !is.includes(value)) return undefined;
    return verdictOf(health, message ?? `${name} is ${value ?? 'absent'}`);
  };
}

/** The text of a scalar, null where there is none; undefined for what no case can name. */
function textAt(object: KubernetesObject, path: FieldPath): string | null | undefined {
  const value = valueAt(object, path);
  if (value === undefined || value === null) return null;
  return typeof value === 'object' ? undefined : String(value);
}

function conditionStatus(object: KubernetesObject, name: string): string | null {
  const conditions: JsonValue | undefined = dig(object, 'status', 'conditions');
  const type = name.slice('condition '.length);
  const found = isArray(conditions) ? conditions.find((one) => dig(one, 'type') === type) : undefined;
  const status = found === undefined ? undefined : dig(found, 'status');
  return typeof status === 'string' ? status : null;
}

function verdictOf(status: HealthStatus, message: string): HealthVerdict {
  return { health: { status, message, source: 'policy' } };
}
