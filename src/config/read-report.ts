import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import schema from '../../docs/report.schema.json' with { type: 'json' };
import { GitdriftError } from '../model/errors.js';
import { dig, digString, type JsonValue } from '../model/json.js';
import { parseJson, printJson } from '../model/json-text.js';
import type { Report } from '../model/report.js';
import type { SavedReport } from '../model/saved-report.js';
import { systemReason } from '../model/system-error.js';

/**
 * Reads a report that `diff -o json` wrote and holds it to the published schema; `-` is standard input. Throws
 * `report-invalid` with the place that does not fit, also for another `schemaVersion`.
 */
export async function readReport(
  file: string,
  cwd: string,
  toolVersion: string,
  readStdin: () => Promise<string>,
): Promise<SavedReport> {
  const name = file === '-' ? 'standard input' : file;
  const text = file === '-' ? await readStdin() : await readText(file, cwd);
  const value = parse(text, name);
  const version = dig(value, 'schemaVersion');
  if (version !== '1') {
    throw invalid(
      version === undefined
        ? `${name} is no report of gitdrift: it has no schemaVersion`
        : `${name} has the schemaVersion ${printJson(version)}, and this gitdrift reads "1"`,
      version === undefined
        ? 'name a file that gitdrift diff -o json=FILE wrote'
        : 'read it with the gitdrift that wrote it',
    );
  }
  const validate = validator();
  if (!validate(value)) throw invalid(faultOf(name, validate.errors ?? []), hintFor(value, toolVersion));
  return { file: name, report: value as unknown as Report };
}

async function readText(file: string, cwd: string): Promise<string> {
  try {
    return await readFile(resolve(cwd, file), 'utf8');
  } catch (cause) {
    throw new GitdriftError('report-invalid', `cannot read ${file}: ${systemReason(cause)}`, {
      hint: 'name a file that gitdrift diff -o json=FILE wrote',
      cause,
    });
  }
}

function parse(text: string, name: string): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalid(`${name} is no JSON: ${reason}`, 'name a file that gitdrift diff -o json=FILE wrote');
  }
}

let compiled: ValidateFunction | undefined;

/** The schema as a function, made once: that takes longer than reading a report. */
function validator(): ValidateFunction {
  if (compiled !== undefined) return compiled;
  const ajv = new Ajv2020({ strictRequired: false, allowUnionTypes: true });
  addFormats.default(ajv);
  compiled = ajv.compile(schema);
  return compiled;
}

/** The place as a JSON pointer, and what is wrong there. */
function faultOf(name: string, errors: readonly ErrorObject[]): string {
  const [error] = errors;
  const place = error?.instancePath === '' || error === undefined ? 'its top' : error.instancePath;
  return `${name} is no report of gitdrift: at ${place} it ${error?.message ?? 'does not fit the schema'}`;
}

/** Lists of words grow: a newer version may have written one that this one does not know. */
function hintFor(value: JsonValue, toolVersion: string): string {
  const writtenBy = digString(value, 'tool', 'version');
  if (writtenBy === undefined || writtenBy === toolVersion)
    return 'docs/report.schema.json says what a report is made of';
  return `gitdrift ${writtenBy} wrote it, and this is ${toolVersion}: read it with that version`;
}

function invalid(message: string, hint: string): GitdriftError {
  return new GitdriftError('report-invalid', message, { hint });
}
