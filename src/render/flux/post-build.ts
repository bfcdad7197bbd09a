import { GitdriftError } from '../../model/errors.js';
import { digString, type JsonValue } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import { readDocuments } from '../yaml/read-documents.js';
import { envsubst } from './envsubst.js';
import { BadSubstitution } from './envsubst-parse.js';
import { printGoYaml } from './go-yaml.js';
import { differingPointers } from './secret-pointers.js';

/** The variables of a Kustomization. */
export interface Variables {
  readonly values: ReadonlyMap<string, string>;
  /** Names of those that a Secret holds. */
  readonly secret: ReadonlySet<string>;
  /** Also where there is no variable at all. */
  readonly always: boolean;
}

const DISABLED = 'kustomize.toolkit.fluxcd.io/substitute';
const NAME = /^[_A-Za-z][_A-Za-z0-9]*$/;

/**
 * Puts variables into rendered objects, each as YAML text that is read again afterwards, as kustomize-controller does
 * (fluxcd/pkg kustomize/kustomize_varsub.go); undefined variables without a default are refused, as since Flux 2.9. What a
 * Secret's value went into is marked. Throws `manifest-invalid`, which never shows a value.
 */
export function substituteVariables(
  documents: readonly ManifestDocument[],
  variables: Variables,
): readonly ManifestDocument[] {
  if (variables.values.size === 0 && !variables.always) return documents;
  const wrong = [...variables.values.keys()].find((name) => !NAME.test(name));
  if (wrong !== undefined) {
    throw new GitdriftError('manifest-invalid', `${JSON.stringify(wrong)} is no name of a variable`, {
      hint: 'mend spec.postBuild: a name is letters, digits and underscores',
    });
  }
  return documents.map((document) => (isDisabled(document.value) ? document : substituted(document, variables)));
}

function isDisabled(value: JsonValue): boolean {
  return ['labels', 'annotations'].some((place) => digString(value, 'metadata', place, DISABLED) === 'disabled');
}

function substituted(document: ManifestDocument, { values, secret }: Variables): ManifestDocument {
  const text = printGoYaml(document.value);
  if (!text.includes('$')) return document;
  const value = expanded(document, text, values);
  if (secret.size === 0) return { ...document, value };
  const others = new Map([...values].map(([name, own]) => [name, secret.has(name) ? otherThan(own) : own]));
  let pointers: readonly string[];
  try {
    pointers = differingPointers(value, expanded(document, text, others));
  } catch {
    pointers = [''];
  }
  return pointers.length === 0 ? { ...document, value } : { ...document, value, secret: pointers };
}

/** A text of the same kind, so that the object keeps its form: a number for a number. */
function otherThan(value: string): string {
  if (/^\d+$/.test(value)) return String(BigInt(value) + 1n);
  return value === 'true' || value === 'false' ? String(value !== 'true') : 'another-value';
}

function expanded(document: ManifestDocument, text: string, values: ReadonlyMap<string, string>): JsonValue {
  const { value, origins } = document;
  const what = `${digString(value, 'kind') ?? 'an object'} ${digString(value, 'metadata', 'name') ?? ''}`.trim();
  try {
    const [read, another] = readDocuments(envsubst(text, values, true), origins.file).documents;
    if (read !== undefined && another === undefined) return read.value;
  } catch (error) {
    if (error instanceof BadSubstitution) {
      throw new GitdriftError('manifest-invalid', `post build failed for ${what}: ${error.message}`, {
        hint: 'define the variable in spec.postBuild, give it a default (${NAME:=value}), or write $$ for a dollar',
        position: { file: origins.file },
      });
    }
    // What the reader says quotes the text, and that may hold a Secret's value.
    if (!(error instanceof GitdriftError)) throw error;
  }
  throw new GitdriftError('manifest-invalid', `post build failed for ${what}: what comes out is no YAML object`, {
    hint: 'quote the value of the variable that is put in there',
    position: { file: origins.file },
  });
}
