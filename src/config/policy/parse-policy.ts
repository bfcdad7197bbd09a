import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { GitdriftError } from '../../model/errors.js';
import type { JsonValue } from '../../model/json.js';
import type { Policy } from '../../model/policy.js';
import { isTree } from '../../model/tree.js';
import { readConditions } from '../conditions.js';
import { type Checked, choice, invalid, items, lineOf, mapping, required, text } from './checked-value.js';
import { driftRule } from './drift-rule.js';
import { healthRule } from './health-rules.js';
import { lineIndex } from './line-index.js';
import { overrideRecord } from './override-record.js';
import { writerRule } from './writer-rules.js';

const API_VERSION = 'gitdrift.io/v1';

const KEYS = ['apiVersion', 'writers', 'health', 'rules', 'overrides', 'gate'] as const;

/** Reads the text of a policy file. Throws `config` that names the place and the line of whatever is wrong. */
export function parsePolicy(content: string, file: string): Policy {
  const at = wholeFile(content, file);
  const found = mapping(at, KEYS);
  choice(required(at, found.apiVersion, 'apiVersion', API_VERSION), [API_VERSION] as const);
  const rules = items(found.rules);
  const overrides = items(found.overrides);
  const read = rules.map(driftRule);
  const lines = [
    ...rules.map((rule, index): Line => [read[index]?.id ?? '', lineOf(rule)]),
    ...overrides.map((record): Line => [record.place, lineOf(record)]),
  ].flatMap(([id, line]) => (line === undefined ? [] : [[id, line] as const]));
  for (const [index, { id }] of read.entries()) {
    const twice = read.findIndex((other) => other.id === id) !== index;
    if (twice)
      throw invalid(rules[index] ?? at, `has the id ${id} of another rule`, 'give it an id of its own, or none');
  }
  return {
    file,
    writers: items(found.writers).map(writerRule),
    ...(found.health === undefined ? {} : { health: items(found.health).map(healthRule) }),
    ...(found.rules === undefined ? {} : { rules: read }),
    ...(found.overrides === undefined ? {} : { overrides: overrides.map(overrideRecord) }),
    ...(found.gate === undefined ? {} : gate(found.gate)),
    ...(lines.length === 0 ? {} : { lines: Object.fromEntries(lines) }),
  };
}

type Line = readonly [string, number | undefined];

function gate(at: Checked): Pick<Policy, 'failOn'> {
  const { failOn } = mapping(at, ['failOn'] as const);
  if (failOn === undefined) return {};
  const read = readConditions(items(failOn).map(text));
  if (read.kind === 'conditions') return { failOn: read.conditions };
  throw invalid(failOn, read.fault, read.hint);
}

function wholeFile(text: string, file: string): Checked {
  try {
    const value = (load(text, { schema: CORE_SCHEMA, filename: file }) ?? {}) as JsonValue;
    if (!isTree(value)) {
      throw new GitdriftError('config', `${file} holds aliases that make it hold itself, or grow beyond reason`, {
        hint: 'write out what the aliases stand for',
        position: { file },
      });
    }
    return { value, place: '', pointer: '', file, lines: lineIndex(text) };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? undefined : error.mark.line + 1;
    throw new GitdriftError('config', `${file}${line === undefined ? '' : `:${line}`} is no YAML: ${error.reason}`, {
      hint: 'correct the file, or pin another with --policy',
      position: { file, ...(line === undefined ? {} : { line }) },
      cause: error,
    });
  }
}
