import { field, isArray, isObject, type JsonObject, type JsonValue, setField } from '../../model/json.js';
import { type FieldSchema, resolveType, type SchemaBundle, type TypeRef } from '../../model/schema.js';
import { COMPUTED, ENTRIES, type Subject } from './computed.js';
import type { Level } from './level.js';
import { conditionsHold, DEFAULT_RULES, type DefaultRule, type Maker, type RuleHit, selectsKind } from './rules.js';

/** What defaulting needs to know besides the place: the object it happens in, and the schema. */
export interface Defaulting {
  readonly kind: Subject;
  readonly bundle: SchemaBundle;
  /** Confines defaulting to some of the rules, and of the schema's defaults to some of the values; absent: all. */
  readonly accepts?: (rule: RuleHit, schemaDefault?: JsonValue) => boolean;
}

/** A value that the server fills in, whole: with all that it fills in inside. */
export interface Filled {
  readonly value: JsonValue;
  readonly rule: RuleHit;
}

const SCHEMA_DEFAULT: RuleHit = {
  id: 'schema-default',
  category: 'default',
  reason: "the schema's default",
  source: "the kind's OpenAPI schema",
};

/**
 * What the server fills in at `name` of a level where nothing is declared there, or undefined where it fills nothing in.
 * For a map's level, `name` is the map's key.
 */
export function defaultFor(level: Level, name: string, context: Defaulting): Filled | undefined {
  const entry = level.up && entryOf(level.up.level, level.up.field, name, context);
  if (entry) return entry;
  const schema = fieldOf(level.type, name, context.bundle);
  let made: DefaultRule | undefined;
  let value: JsonValue | undefined;
  for (const rule of rulesMaking(name, level)) {
    if (!applies(rule, level, context)) continue;
    value = valueMade(rule.makers.get(name), level, name, context);
    if (value === undefined) continue;
    made = rule;
    break;
  }
  value ??= schema?.default;
  if (value === undefined) return undefined;
  const { id, category, reason, source } = made ?? SCHEMA_DEFAULT;
  return {
    value: withDefaults(value, schema?.type ?? { kind: 'any' }, context, { level, field: name }),
    rule: { id, category, reason, source },
  };
}

/**
 * A declared value as the server would hold it: everything filled in that is absent, zero values dropped where the type
 * drops them. For atomic lists and maps, which have to be compared as wholes. `up` is where the value stands.
 */
export function withDefaults(value: JsonValue, type: TypeRef, context: Defaulting, up?: Level['up']): JsonValue {
  const resolved = resolveType(context.bundle, type);
  if (resolved.kind === 'list') {
    return isArray(value) ? value.map((item) => withDefaults(item, resolved.item, context, up)) : value;
  }
  if (!isObject(value)) return value;
  if (resolved.kind === 'map') {
    const level = levelOf(type, value, up);
    return mapValues(value, (inner, key) => withDefaults(inner, resolved.value, context, { level, field: key }));
  }
  if (resolved.kind !== 'struct') return value;
  const filled = fillStruct(value, type, resolved.fields, context, up);
  const level = levelOf(type, filled, up);
  return mapValues(filled, (inner, name) => {
    const fieldType = resolved.fields[name]?.type ?? resolved.rest;
    return fieldType === undefined ? inner : withDefaults(inner, fieldType, context, { level, field: name });
  });
}

function fillStruct(
  declared: JsonObject,
  type: TypeRef,
  fields: Readonly<Record<string, FieldSchema>>,
  context: Defaulting,
  up: Level['up'],
): JsonObject {
  const object: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(declared)) {
    if (value === null || (fields[name]?.dropsZero && isZero(value))) continue;
    setField(object, name, value);
  }
  // One rule's value can be another's condition (a strategy's type asks for its numbers): go on until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    const level = levelOf(type, object, up);
    for (const rule of rulesAt(level, context)) {
      for (const [name, maker] of rule.makers) {
        const value =
          maker.kind === 'entries'
            ? merged(object[name], maker, level, context)
            : valueMade(maker, level, name, context);
        if (value === undefined || (maker.kind !== 'entries' && Object.hasOwn(object, name))) continue;
        setField(object, name, value);
        changed = true;
      }
    }
  }
  for (const [name, schema] of Object.entries(fields)) {
    if (schema.default === undefined || Object.hasOwn(object, name)) continue;
    if (context.accepts?.(SCHEMA_DEFAULT, schema.default) !== false) setField(object, name, schema.default);
  }
  return object;
}

/** The map with the entries added that it lacks, or undefined where it lacks none. */
function merged(
  present: JsonValue | undefined,
  maker: Maker,
  level: Level,
  context: Defaulting,
): JsonObject | undefined {
  const all = maker.kind === 'entries' ? (ENTRIES[maker.name]?.(level, context.kind) ?? {}) : {};
  const own = isObject(present) ? present : {};
  return Object.keys(all).every((key) => Object.hasOwn(own, key)) ? undefined : { ...all, ...own };
}

function entryOf(level: Level, name: string, key: string, context: Defaulting): Filled | undefined {
  for (const rule of rulesMaking(name, level)) {
    const maker = rule.makers.get(name);
    if (maker?.kind !== 'entries' || !applies(rule, level, context)) continue;
    const value = field(ENTRIES[maker.name]?.(level, context.kind), key);
    const { id, category, reason, source } = rule;
    if (value !== undefined) return { value, rule: { id, category, reason, source } };
  }
  return undefined;
}

function rulesAt(level: Level, context: Defaulting): readonly DefaultRule[] {
  const rules = typeof level.type === 'string' ? DEFAULT_RULES.get(level.type) : undefined;
  return (rules ?? NO_RULES).filter((rule) => applies(rule, level, context));
}

const NO_RULES: readonly DefaultRule[] = [];
const making = new Map<string, Map<string, readonly DefaultRule[]>>();

/** The rules of the level's type that make the field `name`, found once: this is asked for every field that live adds. */
function rulesMaking(name: string, { type }: Level): readonly DefaultRule[] {
  const rules = typeof type === 'string' ? DEFAULT_RULES.get(type) : undefined;
  if (rules === undefined || typeof type !== 'string') return NO_RULES;
  let byName = making.get(type);
  if (byName === undefined) {
    byName = new Map();
    for (const rule of rules)
      for (const made of rule.makers.keys()) byName.set(made, [...(byName.get(made) ?? []), rule]);
    making.set(type, byName);
  }
  return byName.get(name) ?? NO_RULES;
}

function applies(rule: DefaultRule, level: Level, context: Defaulting): boolean {
  return (
    (context.accepts === undefined || context.accepts(rule)) &&
    (rule.under === undefined || rule.under === level.up?.field) &&
    selectsKind(rule.kinds, context.kind) &&
    conditionsHold(rule.when, level.object)
  );
}

function valueMade(maker: Maker | undefined, level: Level, name: string, context: Defaulting): JsonValue | undefined {
  switch (maker?.kind) {
    case 'fill':
      return maker.value;
    case 'copy':
      return field(level.object, maker.from);
    case 'compute':
      return COMPUTED[maker.name]?.(level);
    case 'entries':
      return field(level.object, name) === undefined ? merged(undefined, maker, level, context) : undefined;
    case undefined:
      return undefined;
  }
}

function fieldOf(type: TypeRef, name: string, bundle: SchemaBundle): FieldSchema | undefined {
  const resolved = resolveType(bundle, type);
  if (resolved.kind === 'map') return { type: resolved.value };
  if (resolved.kind !== 'struct') return undefined;
  if (Object.hasOwn(resolved.fields, name)) return resolved.fields[name];
  return resolved.rest === undefined ? undefined : { type: resolved.rest };
}

function levelOf(type: TypeRef, object: JsonObject, up: Level['up']): Level {
  return up === undefined ? { type, object } : { type, object, up };
}

function isZero(value: JsonValue): boolean {
  if (isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.keys(value).length === 0;
  return value === '' || value === 0 || value === 0n || value === false;
}

function mapValues(object: JsonObject, change: (value: JsonValue, key: string) => JsonValue): JsonObject {
  const changed: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(object)) setField(changed, key, change(value, key));
  return changed;
}
