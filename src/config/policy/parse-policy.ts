import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { GitdriftError } from '../../model/errors.js';
import type { JsonValue } from '../../model/json.js';
import type { Policy } from '../../model/policy.js';
import { type Checked, choice, invalid, items, mapping, required } from './checked-value.js';
import { healthRule } from './health-rules.js';
import { lineIndex } from './line-index.js';
import { writerRule } from './writer-rules.js';

const API_VERSION = 'gitdrift.io/v1';

/** Parts of the format (docs/policy.md) that this version does not read: better refused than passed over. */
const NOT_READ = ['rules', 'overrides', 'gate'] as const;

/** Reads the text of a policy file. Throws `config` that names the place and the line of whatever is wrong. */
export function parsePolicy(text: string, file: string): Policy {
  const at = wholeFile(text, file);
  const found = mapping(at, ['apiVersion', 'writers', 'health', ...NOT_READ] as const);
  choice(required(at, found.apiVersion, 'apiVersion', API_VERSION), [API_VERSION] as const);
  for (const key of NOT_READ) {
    if (found[key] !== undefined) {
      throw invalid(found[key], 'cannot be used yet: this version reads writers and health only', `leave ${key} out`);
    }
  }
  return {
    file,
    writers: items(found.writers).map(writerRule),
    ...(found.health === undefined ? {} : { health: items(found.health).map(healthRule) }),
  };
}

function wholeFile(text: string, file: string): Checked {
  try {
    const value = (load(text, { schema: CORE_SCHEMA, filename: file }) ?? {}) as JsonValue;
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
