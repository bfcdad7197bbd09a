import { TRACKING_TOOLS, type WriterRule } from '../../model/policy.js';
import { CONFIDENCES, WRITER_CATEGORIES } from '../../model/writer.js';
import { type Checked, choice, mapping, required, text } from './checked-value.js';
import { fieldPattern, someOf } from './field-pattern.js';
import { kindSelector } from './kind-selector.js';
import { namePattern } from './name-pattern.js';

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
    ...(kinds === undefined ? {} : { kinds: someOf(kinds).map((kind) => kindSelector(kind)) }),
    ...(paths === undefined ? {} : { paths: someOf(paths).map((path) => fieldPattern(path, true, EXAMPLE)) }),
    ...(tracking === undefined ? {} : { tracking: choice(tracking, TRACKING_TOOLS) }),
    category: choice(required(at, found.category, 'category', WRITER_CATEGORIES.join(', ')), WRITER_CATEGORIES),
    name: text(required(at, found.name, 'name', 'what people call this writer')),
    ...(confidence === undefined ? {} : { confidence: choice(confidence, CONFIDENCES) }),
    ...(alsoMeans === undefined ? {} : { alsoMeans: text(alsoMeans) }),
    reason: text(required(at, found.reason, 'reason', 'why this name means this writer')),
    ...(source === undefined ? {} : { source: text(source) }),
  };
}

const EXAMPLE = '.spec.template.spec.containers[*].image';
