import { digString } from '../../model/json.js';
import type { ResourceRef } from '../../model/resource.js';
import { parseApiVersion } from '../../model/resource.js';
import { readText } from '../read-text.js';
import { YamlFault } from '../yaml/fault.js';
import { declaredAt, editField, type FieldEdit } from './edit-document.js';
import { nodeValue } from './node-value.js';
import { type SourceNode, sourceTrees, UncertainSource } from './source-tree.js';

/** A place in a file that may decide a field, and the file's text with the change made there. */
export interface EditPlace {
  /** Absolute. */
  readonly file: string;
  /** As origins name it. */
  readonly shown: string;
  /** What is changed there, for people: `newTag of images`. */
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** A text taken apart; undefined where it is no YAML that can be changed with certainty. */
export function treesOf(text: string): readonly SourceNode[] | undefined {
  try {
    return sourceTrees(text);
  } catch (error) {
    if (error instanceof YamlFault || error instanceof UncertainSource || error instanceof SyntaxError)
      return undefined;
    throw error;
  }
}

/** The text of a file, or undefined where it cannot be read as text. */
export async function textOf(file: string, shown: string): Promise<string | undefined> {
  return readText(file, shown).catch(() => undefined);
}

/** Says whether a document of a file is about an object. */
export type IsObject = (root: SourceNode) => boolean;

/** By kind, name and, where the document has one, the namespace. `named` says which names stand for the object's. */
export function isObjectOf(ref: ResourceRef, named: (name: string) => boolean): IsObject {
  return (root) => {
    const value = nodeValue(root);
    const namespace = digString(value, 'metadata', 'namespace');
    return (
      digString(value, 'kind') === ref.kind &&
      parseApiVersion(digString(value, 'apiVersion') ?? '').group === ref.group &&
      named(digString(value, 'metadata', 'name') ?? '') &&
      (namespace === undefined || namespace === ref.namespace)
    );
  };
}

/** The places of a manifest file where an object is declared, the last first, for that is the one that counts. */
export async function manifestPlaces(
  file: string,
  shown: string,
  isObject: IsObject,
  edit: FieldEdit,
): Promise<readonly EditPlace[]> {
  const before = await textOf(file, shown);
  const trees = before === undefined ? undefined : treesOf(before);
  if (before === undefined || trees === undefined) return [];
  return trees
    .flatMap(objectsIn)
    .filter(isObject)
    .reverse()
    .flatMap((root) => {
      const after = editField(before, root, edit);
      return after === undefined || after === before ? [] : [{ file, shown, what: 'the manifest', before, after }];
    });
}

/** The objects of a document: itself, or the items of a list. */
export function objectsIn(root: SourceNode): readonly SourceNode[] {
  const items = root.kind === 'mapping' ? root.entries.findLast(({ name }) => name === 'items')?.value : undefined;
  const kind = digString(nodeValue(root), 'kind') ?? '';
  if (items?.kind !== 'sequence' || !kind.endsWith('List')) return [root];
  return items.items.flatMap(objectsIn);
}

/** True where a document of the text is about the object and says something at the path. */
export function saysField(root: SourceNode, edit: FieldEdit): boolean {
  return declaredAt(root, edit.path) !== undefined;
}
