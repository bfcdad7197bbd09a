import { isObject } from '../../model/json.js';
import { compileName } from '../../model/name-pattern.js';
import { parsePattern } from '../../model/parse-path.js';
import { type NamePattern, TRACKING_TOOLS, type WriterRule } from '../../model/policy.js';
import { CONFIDENCES, WRITER_CATEGORIES } from '../../model/writer.js';
import { type Checked, choice, invalid, items, mapping, required, text } from './checked-value.js';
import { kindSelector } from './kind-selector.js';

const KEYS = [
  ...(['manager', 'operation', 'subresource', 'kinds', 'paths', 'tracking'] as const),
  ...(['category', 'name', 'confidence', 'alsoMeans', 'reason', 'source'] as const),
] as const;

/** A rule of `writers:`. Throws `config` with place and line for whatever cannot be used. */
export function writerRule(at: Checked): WriterRule {
  const found = mapping(at, KEYS);
  const { operation, subresource, kinds, paths, tracking, confidence, alsoMeans, source } = found;
  return {
    manager: namePattern(required(at, found.manager, 'manager', 'the field manager it is about')),
    ...(operation === undefined ? {} : { operation: choice(operation, ['Apply', 'Update'] as const) }),
    ...(subresource === undefined ? {} : { subresource: subresource.value === '' ? '' : text(subresource) }),
    ...(kinds === undefined ? {} : { kinds: someOf(kinds).map(kindSelector) }),
    ...(paths === undefined ? {} : { paths: someOf(paths).map(pathPattern) }),
    ...(tracking === undefined ? {} : { tracking: choice(tracking, TRACKING_TOOLS) }),
    category: choice(required(at, found.category, 'category', WRITER_CATEGORIES.join(', ')), WRITER_CATEGORIES),
    name: text(required(at, found.name, 'name', 'what people call this writer')),
    ...(confidence === undefined ? {} : { confidence: choice(confidence, CONFIDENCES) }),
    ...(alsoMeans === undefined ? {} : { alsoMeans: text(alsoMeans) }),
    reason: text(required(at, found.reason, 'reason', 'why this name means this writer')),
    ...(source === undefined ? {} : { source: text(source) }),
  };
}

/** The items of a list with at least one: an empty one would confine the rule to nothing, and reads as if it did not. */
function someOf(at: Checked): readonly Checked[] {
  const found = items(at);
  if (found.length > 0) return found;
  throw invalid(at, 'is empty', 'leave it out where the rule is for everything');
}

function namePattern(at: Checked): NamePattern {
  if (typeof at.value === 'string') return text(at);
  if (!isObject(at.value)) throw invalid(at, 'has to be a name, a prefix or a pattern', HOW_TO_NAME);
  const { prefix, pattern } = mapping(at, ['prefix', 'pattern'] as const);
  const only = prefix ?? pattern;
  if (only === undefined || (prefix !== undefined && pattern !== undefined)) {
    throw invalid(at, 'has to be a name, a prefix or a pattern', HOW_TO_NAME);
  }
  const name = prefix === undefined ? { pattern: text(only) } : { prefix: text(only) };
  try {
    compileName(name);
    return name;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid(only, `cannot be used: ${why}`, 'write an exact name, a prefix, or a simpler expression');
  }
}

const HOW_TO_NAME = "write manager: NAME, or manager: {prefix: NAME-}; a name that is a number in quotes: '12'";

function pathPattern(at: Checked): string {
  const path = text(at);
  try {
    parsePattern(path);
    return path;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw invalid(at, `is no field path: ${why}`, `write it as '.spec.template.spec.containers[*].image'`);
  }
}
