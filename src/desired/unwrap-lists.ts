import { GitdriftError } from '../model/errors.js';
import { field, isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from '../model/json.js';
import type { DuplicateKey, ManifestDocument } from '../model/manifest.js';

/**
 * The objects of a document: itself, or the items of a `v1 List` or a typed list (`ConfigMapList`), however deep, with
 * pointers counted from each item. Items of a typed list may lack apiVersion and kind: they are the list's own. A kind
 * that merely ends in `List` and has no items is an object like any other. Throws `manifest-invalid` for a recording.
 */
export function unwrapLists(document: ManifestDocument): readonly ManifestDocument[] {
  const { value, index, origins } = document;
  const items = listItems(value);
  if (items !== undefined && field(value, 'gitdrift') !== undefined) throw recording(origins.file);
  if (items === undefined || !isObject(value)) return [document];
  const lines = linesOfItems(origins.lines);
  const duplicateKeys = duplicatesOfItems(document.duplicateKeys);
  return items.flatMap((item, at) =>
    // A null item is what a template leaves where it renders nothing; a null document is passed over as well.
    item === null
      ? []
      : unwrapLists({
          value: withType(item, value),
          index,
          origins: { file: origins.file, lines: lines.get(String(at)) ?? new Map() },
          duplicateKeys: duplicateKeys.get(String(at)) ?? [],
          ...volatileOfItem(document.volatile, String(at)),
        }),
  );
}

/** What `gitdrift record` saved is live state: read as desired it would be compared with itself. */
function recording(file: string): GitdriftError {
  return new GitdriftError(
    'manifest-invalid',
    `${file} is a recording of gitdrift: what a cluster held, not what Git says`,
    {
      hint: 'give it with --live, and keep it outside the folder of the manifests',
      position: { file },
    },
  );
}

/** The repeated keys of the lists themselves, which belong to no object: `items` written twice loses the first. */
export function listDuplicates({ value, duplicateKeys }: ManifestDocument): readonly DuplicateKey[] {
  return listItems(value) === undefined ? [] : duplicateKeys.filter(({ pointer }) => splitItem(pointer) === undefined);
}

function listItems(value: JsonValue): JsonArray | undefined {
  const [items, kind] = [field(value, 'items'), field(value, 'kind')];
  return isArray(items) && typeof kind === 'string' && kind.endsWith('List') ? items : undefined;
}

function withType(item: JsonValue, list: JsonObject): JsonValue {
  const kind = String(field(list, 'kind')).slice(0, -'List'.length);
  if (kind === '' || !isObject(item)) return item;
  const apiVersion = field(item, 'apiVersion') ?? field(list, 'apiVersion') ?? null;
  return { ...item, apiVersion, kind: field(item, 'kind') ?? kind };
}

/** `/items/3/metadata/name` → item 3 and `/metadata/name`. */
function splitItem(pointer: string): { readonly item: string; readonly below: string } | undefined {
  const [, item, below] = /^\/items\/(\d+)(\/.*)?$/s.exec(pointer) ?? [];
  return item === undefined ? undefined : { item, below: below ?? '' };
}

/** Lines by item, their pointers from the item's root; gathered in one pass, for lists are long. */
function linesOfItems(lines: ReadonlyMap<string, number>): ReadonlyMap<string, ReadonlyMap<string, number>> {
  const byItem = new Map<string, Map<string, number>>();
  for (const [pointer, line] of lines) {
    const split = splitItem(pointer);
    if (split === undefined) continue;
    const own = byItem.get(split.item) ?? new Map<string, number>();
    byItem.set(split.item, own.set(split.below, line));
  }
  return byItem;
}

/** Where the whole item is volatile, or the list of items, it may be another object each time: that is its name. */
function volatileOfItem(pointers: readonly string[] = [], at: string): Pick<ManifestDocument, 'volatile'> {
  const own = pointers.flatMap((pointer) => {
    if (pointer === '/items') return ['/metadata/name'];
    const split = splitItem(pointer);
    return split?.item === at ? [split.below === '' ? '/metadata/name' : split.below] : [];
  });
  return own.length === 0 ? {} : { volatile: own };
}

function duplicatesOfItems(keys: readonly DuplicateKey[]): ReadonlyMap<string, readonly DuplicateKey[]> {
  const byItem = new Map<string, DuplicateKey[]>();
  for (const key of keys) {
    const split = splitItem(key.pointer);
    if (split === undefined) continue;
    const own = byItem.get(split.item) ?? [];
    byItem.set(split.item, [...own, { ...key, pointer: split.below }]);
  }
  return byItem;
}
