import { digString, field } from '../model/json.js';
import type { ManifestDocument } from '../model/manifest.js';
import type { Rendered } from '../model/source.js';
import { realInside, shownPath } from './contained.js';
import { manifestFiles } from './manifest-files.js';
import { readText } from './read-text.js';
import { readDocuments } from './yaml/read-documents.js';

/** What `renderer.version` says of manifests that are read as they are: no program renders them. */
export const PLAIN: Rendered['renderer'] = { name: 'yaml', version: 'built-in' };

/** A policy file of ours may lie among the manifests that it is about; it is no object of Kubernetes. */
function isPolicy({ value }: ManifestDocument): boolean {
  return field(value, 'kind') === undefined && digString(value, 'apiVersion')?.startsWith('gitdrift.io/') === true;
}

/** Reads one file, or the manifests of a folder, as they are. A folder without any gives no documents. */
export async function renderYaml(
  target: string,
  options: {
    readonly root: string;
    readonly bounds: string;
    readonly isDirectory: boolean;
    readonly recursive: boolean;
    /** The user asked for plain YAML, where something else would have been recognised. */
    readonly forced: boolean;
  },
): Promise<Rendered> {
  const { root, bounds } = options;
  const { files, findings } = options.isDirectory
    ? await manifestFiles(target, options)
    : { files: [target], findings: [] };
  const documents: ManifestDocument[] = [];
  for (const file of files) {
    const shown = shownPath(root, file);
    const read = readDocuments(await readText(await realInside(bounds, file, shown), shown), shown).documents;
    documents.push(...(options.isDirectory ? read.filter((document) => !isPolicy(document)) : read));
  }
  return { renderer: PLAIN, documents, findings };
}
