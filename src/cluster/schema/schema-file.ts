import { readFile } from 'node:fs/promises';
import { CORE_SCHEMA, constructFromEvents, EVENT_ID, type Event, parseEvents, YAMLException } from 'js-yaml';
import { GitdriftError } from '../../model/errors.js';
import { digString, field, isArray, type JsonValue } from '../../model/json.js';
import type { SchemaBundle } from '../../model/schema.js';
import { schemaFromCrds } from './from-crds.js';
import { schemaFromOpenApi } from './from-openapi.js';
import { mergeSchemas } from './merge.js';

const WANTED = 'give a file of CustomResourceDefinitions (apiextensions.k8s.io/v1) or an OpenAPI v3 document';

/**
 * Reads a schema file for offline use (`--schema F`), YAML or JSON: CustomResourceDefinitions, alone or in a List, or
 * an OpenAPI v3 document. Other objects beside CRDs are passed over. Throws
 * GitdriftError `schema-invalid`, with the line where there is one, when the file cannot be read or holds no schema.
 */
export async function loadSchemaFile(path: string): Promise<SchemaBundle> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw invalid(path, undefined, `cannot be read: ${reason}`, cause);
  }
  return parseSchemaFile(text, path);
}

/** As `loadSchemaFile`, of a file's text. */
export function parseSchemaFile(text: string, path: string): SchemaBundle {
  const bundles = documentsOf(text, path).map(({ value, line }) => bundleOf(value, path, line));
  const bundle = mergeSchemas(...bundles);
  if (Object.keys(bundle.kinds).length === 0) throw invalid(path, undefined, 'holds no schema of any kind');
  return bundle;
}

interface Document {
  readonly value: JsonValue;
  /** Where its content starts, counted from 1. */
  readonly line: number;
}

function documentsOf(text: string, path: string): Document[] {
  try {
    const events = parseEvents(text, {});
    const values = constructFromEvents(events, { source: text, schema: CORE_SCHEMA }) as JsonValue[];
    const starts = documentStarts(events);
    return values.map((value, index) => ({ value, line: lineAt(text, starts[index] ?? 0) }));
  } catch (cause) {
    if (!(cause instanceof YAMLException)) throw cause;
    throw invalid(path, cause.mark && cause.mark.line + 1, `is no valid YAML: ${cause.reason}`, cause);
  }
}

function documentStarts(events: readonly Event[]): number[] {
  return events.flatMap((event, index) => {
    if (event.type !== EVENT_ID.DOCUMENT) return [];
    const root = events[index + 1];
    return [root && 'start' in root ? root.start : 0];
  });
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function bundleOf(value: JsonValue, path: string, line: number): SchemaBundle {
  if (field(value, 'swagger') !== undefined) {
    throw invalid(path, line, 'is an OpenAPI v2 document, which does not carry what a comparison needs');
  }
  if (digString(value, 'openapi')?.startsWith('3.')) return schemaFromOpenApi(value);
  const items = field(value, 'items');
  if (isArray(items)) return mergeSchemas(...items.map((item) => bundleOf(item, path, line)));
  if (field(value, 'kind') !== 'CustomResourceDefinition') return { types: {}, kinds: {} };
  const name = digString(value, 'metadata', 'name') ?? 'without a name';
  const apiVersion = digString(value, 'apiVersion') ?? '';
  if (apiVersion !== 'apiextensions.k8s.io/v1') {
    throw invalid(path, line, `holds the CustomResourceDefinition ${name} at "${apiVersion}", which cannot be read`);
  }
  const bundle = schemaFromCrds([value]);
  if (Object.keys(bundle.kinds).length > 0) return bundle;
  throw invalid(path, line, `holds the CustomResourceDefinition ${name}, which serves no version with group and names`);
}

function invalid(path: string, line: number | undefined, what: string, cause?: unknown): GitdriftError {
  const at = line === undefined ? '' : `:${line}`;
  return new GitdriftError('schema-invalid', `the schema file ${path}${at} ${what}`, {
    hint: WANTED,
    position: { file: path, ...(line === undefined ? {} : { line }) },
    ...(cause === undefined ? {} : { cause }),
  });
}
