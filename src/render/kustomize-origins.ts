import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { dig, digString, type JsonValue } from '../model/json.js';
import type { ManifestDocument, Origins } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import { parseApiVersion } from '../model/resource.js';
import { shownPath } from './contained.js';
import { kustomizationFile } from './kustomize-references.js';
import { matchingLines } from './matching-lines.js';
import { readText } from './read-text.js';
import { ToolFailure } from './run-tool.js';
import { TemporaryFolderError, withTemporaryFolder } from './temporary-folder.js';
import type { Environment } from './tool-environment.js';
import { readDocuments } from './yaml/read-documents.js';

/** Where kustomize notes which file an object comes from (kustomize api/internal/utils/annotations.go). */
const ANNOTATION = 'config.kubernetes.io/origin';

/**
 * Says of each built object which file declares it, by building the kustomization once more from an overlay of our own
 * that asks for origins: asking in the kustomization itself would change the user's file, and the objects of an overlay
 * come in another order and without `buildMetadata` labels. Where no file is found, it is the kustomization's; without a
 * place for the overlay that is so for all, with a finding.
 */
export async function withOrigins(
  documents: readonly ManifestDocument[],
  target: string,
  root: string,
  build: (folder: string) => Promise<{ stdout: string }>,
  env: Environment,
): Promise<{ documents: ManifestDocument[]; findings: Finding[] }> {
  const findings: Finding[] = [];
  const kustomization = await kustomizationFile(target, root);
  const files = await annotatedFiles(target, build, env).catch((error: unknown) => {
    if (!(error instanceof TemporaryFolderError)) throw error;
    findings.push(withoutOrigins(error, kustomization));
    return new Map<string, string>();
  });
  const read = new Map<string, readonly ManifestDocument[]>();
  // Lines of what was built are no lines of any file.
  const unknown: Origins = { file: kustomization, lines: new Map() };
  const placed: ManifestDocument[] = [];
  for (const document of documents) {
    const file = files.get(identity(document.value) ?? '');
    const origins = file === undefined ? unknown : await originsIn(file, document, root, read);
    placed.push({ ...document, origins });
  }
  return { documents: placed, findings };
}

function withoutOrigins({ message, hint }: TemporaryFolderError, file: string): Finding {
  return {
    code: 'origins-unknown',
    severity: 'note',
    message: `objects are said to come from here, not from the files that declare them: ${message}; ${hint}`,
    origin: { file },
  };
}

/** The absolute path of the file that declares (or generates) each object, by identity. */
async function annotatedFiles(
  target: string,
  build: (folder: string) => Promise<{ stdout: string }>,
  env: Environment,
): Promise<Map<string, string>> {
  return withTemporaryFolder(env, async (temporary) => {
    const overlay = join(temporary, 'overlay');
    await mkdir(overlay);
    const resource = relative(overlay, target).split(sep).join('/');
    const kustomization = { resources: [resource], buildMetadata: ['originAnnotations'] };
    await writeFile(join(overlay, 'kustomization.yaml'), JSON.stringify(kustomization));
    const files = new Map<string, string>();
    const built = await build(overlay).catch((error: unknown) => {
      // A Component can't be a resource, and kustomize before 4.5 knows no origins: then there are none.
      if (error instanceof ToolFailure) return { stdout: '' };
      throw error;
    });
    for (const { value } of readDocuments(built.stdout, 'kustomization.yaml').documents) {
      const key = identity(value);
      const origin = digString(value, 'metadata', 'annotations', ANNOTATION);
      const file = origin === undefined ? undefined : fileOf(origin);
      if (key !== undefined && file !== undefined) files.set(key, resolve(overlay, file));
    }
    return files;
  });
}

function fileOf(annotation: string): string | undefined {
  const [document] = readDocuments(annotation, ANNOTATION).documents;
  // A remote origin has `repo` or a URL as its path; neither is a file of the source.
  if (dig(document?.value, 'repo') !== undefined) return undefined;
  return digString(document?.value, 'path') ?? digString(document?.value, 'configuredIn');
}

async function originsIn(
  file: string,
  document: ManifestDocument,
  root: string,
  read: Map<string, readonly ManifestDocument[]>,
): Promise<Origins> {
  const shown = shownPath(root, file);
  let declared = read.get(file);
  if (declared === undefined) {
    // kustomize could read it; where we can't, the file alone is known.
    declared = await readText(file, shown).then(
      (text) => readDocuments(text, shown).documents,
      () => [],
    );
    read.set(file, declared);
  }
  const source = declaringDocument(document.value, declared);
  if (source === undefined) return { file: shown, lines: new Map() };
  return { file: shown, lines: matchingLines(document.value, source.value, source.origins.lines) };
}

/** The one document of a file that an object was made of: same kind, and a name that a prefix and suffix may surround. */
function declaringDocument(built: JsonValue, declared: readonly ManifestDocument[]): ManifestDocument | undefined {
  const name = digString(built, 'metadata', 'name') ?? '';
  const candidates = declared.filter(({ value }) => kindOf(value) === kindOf(built));
  const exact = candidates.filter(({ value }) => digString(value, 'metadata', 'name') === name);
  const found = exact.length > 0 ? exact : candidates.filter(({ value }) => contains(name, value));
  return found.length === 1 ? found[0] : undefined;
}

function contains(name: string, value: JsonValue): boolean {
  const original = digString(value, 'metadata', 'name');
  return original !== undefined && original !== '' && name.includes(original);
}

function kindOf(value: JsonValue): string {
  const { group } = parseApiVersion(digString(value, 'apiVersion') ?? '');
  return `${group}/${digString(value, 'kind') ?? ''}`;
}

/** Kustomize refuses two objects of one identity, so it names an object in both builds. */
function identity(value: JsonValue): string | undefined {
  const name = digString(value, 'metadata', 'name');
  if (name === undefined) return undefined;
  return `${digString(value, 'apiVersion')}/${digString(value, 'kind')}/${digString(value, 'metadata', 'namespace') ?? ''}/${name}`;
}
