import { field, isArray, isObject, type JsonObject, type JsonValue } from '../model/json.js';
import type { DuplicateKey, ManifestDocument } from '../model/manifest.js';

/**
 * The objects of a document: itself, or the items of a `v1 List` or a typed list (`ConfigMapList`), however deep.
 * Items of a typed list may lack apiVersion and kind: they are the list's own. A kind that merely ends in `List` and
 * has no items is an object like any other.
 */
export function unwrapLists(document: ManifestDocument): readonly ManifestDocument[] {
  const { value } = document;
  const items = field(value, 'items');
  const kind = field(value, 'kind');
  if (!isObject(value) || !isArray(items) || typeof kind !== 'string' || !kind.endsWith('List')) return [document];
  const itemKind = kind.slice(0, -'List'.length);
  return items.flatMap((item, index) => {
    if (item === null) return [];
    return unwrapLists({
      value: itemKind === '' || !isObject(item) ? item : withType(item, value, itemKind),
      index: document.index,
      origins: { file: document.origins.file, lines: below(document.origins.lines, `/items/${index}`) },
      duplicateKeys: document.duplicateKeys.flatMap((key) => rebased(key, `/items/${index}`)),
    });
  });
}

function withType(item: JsonObject, list: JsonObject, kind: string): JsonValue {
  const apiVersion = field(item, 'apiVersion') ?? field(list, 'apiVersion') ?? null;
  return { ...item, apiVersion, kind: field(item, 'kind') ?? kind };
}

/** The lines of one item, their pointers from its own root. */
function below(lines: ReadonlyMap<string, number>, prefix: string): ReadonlyMap<string, number> {
  const own = new Map<string, number>();
  for (const [pointer, line] of lines) {
    if (pointer === prefix || pointer.startsWith(`${prefix}/`)) own.set(pointer.slice(prefix.length), line);
  }
  return own;
}

function rebased(key: DuplicateKey, prefix: string): readonly DuplicateKey[] {
  const inside = key.pointer === prefix || key.pointer.startsWith(`${prefix}/`);
  return inside ? [{ ...key, pointer: key.pointer.slice(prefix.length) }] : [];
}
