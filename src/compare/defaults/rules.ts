import { field, isArray, isObject, type JsonObject, type JsonValue, jsonEqual } from '../../model/json.js';
import { matchesKind } from '../../model/match.js';
import { type PathPattern, parsePattern } from '../../model/parse-path.js';
import type { KindSelector } from '../../model/policy.js';
import type { FilledCategory } from '../../model/report.js';
import { COMPUTED, ENTRIES } from './computed.js';
import data from './defaults.yaml';

/** A rule that accounts for a live value, for `-v` and `explain`. */
export interface RuleHit {
  readonly id: string;
  readonly category: FilledCategory;
  readonly reason: string;
  readonly source: string;
}

type Conditions = JsonObject;

/** How a rule makes the value of one field. */
export type Maker =
  | { readonly kind: 'fill'; readonly value: JsonValue }
  | { readonly kind: 'copy'; readonly from: string }
  | { readonly kind: 'compute'; readonly name: string }
  | { readonly kind: 'entries'; readonly name: string };

export interface DefaultRule extends RuleHit {
  readonly at: readonly string[];
  readonly under?: string;
  readonly kinds?: readonly KindSelector[];
  readonly when?: Conditions;
  readonly makers: ReadonlyMap<string, Maker>;
}

export interface PathRule extends RuleHit {
  readonly kinds?: readonly KindSelector[];
  readonly paths: readonly PathPattern[];
  readonly when?: Conditions;
  readonly onlyStatusSubresource: boolean;
}

/** The shape of defaults.yaml as it is written; its comment is the reference. */
interface RawRule {
  readonly id: string;
  readonly reason: string;
  readonly source: string;
  readonly at?: string | readonly string[];
  readonly under?: string;
  readonly kinds?: readonly KindSelector[];
  readonly when?: Conditions;
  readonly fill?: JsonObject;
  readonly copy?: Readonly<Record<string, string>>;
  readonly compute?: Readonly<Record<string, string>>;
  readonly entries?: Readonly<Record<string, string>>;
  readonly paths?: readonly string[];
  readonly category?: FilledCategory;
  readonly onlyStatusSubresource?: boolean;
}

const raw = data as Readonly<Record<'defaults' | 'allocated' | 'bookkeeping', readonly RawRule[]>>;

/** Rules that fill a field, by the type they stand at. */
export const DEFAULT_RULES: ReadonlyMap<string, readonly DefaultRule[]> = byType(raw.defaults.map(defaultRule));
export const ALLOCATED_RULES: readonly PathRule[] = raw.allocated.map((rule) => pathRule(rule, 'allocated'));
export const BOOKKEEPING_RULES: readonly PathRule[] = raw.bookkeeping.map((rule) => pathRule(rule, 'bookkeeping'));

function head(rule: RawRule, category: FilledCategory): RuleHit {
  return { id: rule.id, category: rule.category ?? category, reason: rule.reason, source: rule.source };
}

function defaultRule(rule: RawRule): DefaultRule {
  const makers = new Map<string, Maker>();
  for (const [name, value] of Object.entries(rule.fill ?? {})) makers.set(name, { kind: 'fill', value });
  for (const [name, from] of Object.entries(rule.copy ?? {})) makers.set(name, { kind: 'copy', from });
  for (const [name, computed] of Object.entries(rule.compute ?? {})) {
    if (!Object.hasOwn(COMPUTED, computed)) throw new Error(`defaults.yaml, ${rule.id}: no function ${computed}`);
    makers.set(name, { kind: 'compute', name: computed });
  }
  for (const [name, entries] of Object.entries(rule.entries ?? {})) {
    if (!Object.hasOwn(ENTRIES, entries)) throw new Error(`defaults.yaml, ${rule.id}: no function ${entries}`);
    makers.set(name, { kind: 'entries', name: entries });
  }
  return {
    ...head(rule, 'default'),
    at: typeof rule.at === 'string' ? [rule.at] : (rule.at ?? []),
    ...(rule.under === undefined ? {} : { under: rule.under }),
    ...(rule.kinds === undefined ? {} : { kinds: rule.kinds }),
    ...(rule.when === undefined ? {} : { when: rule.when }),
    makers,
  };
}

function pathRule(rule: RawRule, category: FilledCategory): PathRule {
  return {
    ...head(rule, category),
    ...(rule.kinds === undefined ? {} : { kinds: rule.kinds }),
    ...(rule.when === undefined ? {} : { when: rule.when }),
    paths: (rule.paths ?? []).map(parsePattern),
    onlyStatusSubresource: rule.onlyStatusSubresource === true,
  };
}

function byType(rules: readonly DefaultRule[]): Map<string, DefaultRule[]> {
  const map = new Map<string, DefaultRule[]>();
  for (const rule of rules) for (const at of rule.at) map.set(at, [...(map.get(at) ?? []), rule]);
  return map;
}

/** True where one of the selectors is for that kind, or there are none. */
export function selectsKind(
  kinds: readonly KindSelector[] | undefined,
  kind: { readonly group: string; readonly kind: string },
): boolean {
  return kinds === undefined || matchesKind(kinds, kind);
}

/** True where all conditions hold; their names are dotted paths from `object`. */
export function conditionsHold(when: Conditions | undefined, object: JsonObject): boolean {
  return Object.entries(when ?? {}).every(([path, wanted]) => {
    const value = path.split('.').reduce<JsonValue | undefined>(field, object);
    return isArray(wanted) ? wanted.some((one) => matches(value, one)) : matches(value, wanted);
  });
}

function matches(value: JsonValue | undefined, wanted: JsonValue): boolean {
  if (!isObject(wanted)) return jsonEqual(value, wanted);
  const present = field(wanted, 'present');
  if (present !== undefined) return (value !== undefined && value !== null) === present;
  return !jsonEqual(value, field(wanted, 'not'));
}
