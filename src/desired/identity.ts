import { GitdriftError } from '../model/errors.js';
import { field, isObject, type JsonValue } from '../model/json.js';
import { type ManifestDocument, originAt } from '../model/manifest.js';
import { type DesiredObject, type KubernetesObject, parseApiVersion } from '../model/resource.js';
import { looksLike } from './looks-like.js';

/**
 * The object that a document declares, with its identity as written. Throws `manifest-invalid`, naming the file, the
 * line and the document, where it is no Kubernetes object. An object with `generateName` only has the name `PREFIX*`.
 */
export function identify(document: ManifestDocument): DesiredObject {
  const { value, origins } = document;
  if (!isObject(value)) throw fault(document, '', `is ${describe(value)}, not a Kubernetes object`);
  const apiVersion = text(document, value, 'apiVersion');
  const kind = text(document, value, 'kind');
  const metadata = field(value, 'metadata');
  if (!isObject(metadata)) throw fault(document, '/metadata', `(${kind}) has no metadata with a name`);
  const name = optionalText(document, metadata, 'name', kind);
  const generateName = optionalText(document, metadata, 'generateName', kind);
  const namespace = optionalText(document, metadata, 'namespace', kind) ?? '';
  if (name === undefined && generateName === undefined) {
    throw fault(document, '/metadata', `(${kind}) has neither metadata.name nor metadata.generateName`);
  }
  return {
    ref: { ...parseApiVersion(apiVersion), kind, namespace, name: name ?? `${generateName}*` },
    object: value as KubernetesObject,
    origins,
    ...(document.volatile === undefined ? {} : { volatile: document.volatile }),
    ...(document.secret === undefined ? {} : { secret: document.secret }),
  };
}

function text(document: ManifestDocument, value: JsonValue, name: string): string {
  const found = field(value, name);
  if (typeof found === 'string' && found !== '') return found;
  const what =
    found === undefined || found === null || found === '' ? `has no ${name}` : `has ${describe(found)} as ${name}`;
  throw fault(document, `/${name}`, `${what}, so it is no Kubernetes object`);
}

function optionalText(document: ManifestDocument, metadata: JsonValue, name: string, kind: string): string | undefined {
  const found = field(metadata, name);
  if (found === undefined || found === null || found === '') return undefined;
  if (typeof found === 'string') return found;
  throw fault(
    document,
    `/metadata/${name}`,
    `(${kind}) has ${describe(found)} as metadata.${name}, which has to be a text`,
    {
      hint: 'put quotes around it',
    },
  );
}

function fault(document: ManifestDocument, pointer: string, what: string, more: { hint?: string } = {}): GitdriftError {
  const { file, line } = originAt(document.origins, pointer);
  const hint =
    more.hint ?? looksLike(document.value, file) ?? 'every document needs apiVersion, kind and metadata.name';
  return new GitdriftError(
    'manifest-invalid',
    `${file === '-' ? 'standard input' : file}${line === undefined ? '' : `:${line}`}: document ${document.index + 1} ${what}`,
    {
      hint,
      position: line === undefined ? { file } : { file, line },
    },
  );
}

function describe(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'a mapping';
  return typeof value === 'string'
    ? 'a text'
    : typeof value === 'boolean'
      ? `the boolean ${value}`
      : `the number ${value}`;
}
