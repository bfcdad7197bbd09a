import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type FieldPath, fieldElement, indexElement, printPath, toPointer } from '../../model/field-path.js';
import { digString, field, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { ResourceRef } from '../../model/resource.js';
import { shownPath } from '../contained.js';
import { kustomizationFile } from '../kustomize-references.js';
import { readDocuments } from '../yaml/read-documents.js';
import { editField, type FieldEdit } from './edit-document.js';
import { type EditPlace, isObjectOf, manifestPlaces, saysField, textOf, treesOf } from './edit-place.js';
import { imageEdits } from './image-edits.js';
import { nodeValue } from './node-value.js';
import type { SourceNode } from './source-tree.js';

/** A kustomization that the one at hand is made of; the outermost comes first, for it has the last word. */
export interface KustomizationFile {
  readonly folder: string;
  readonly file: string;
  readonly shown: string;
  readonly text: string;
  readonly value: JsonObject;
}

/** What is to change, of which object, and the value that the rendering has there now. */
export interface WantedEdit {
  readonly ref: ResourceRef;
  readonly edit: FieldEdit;
  /** What is declared now, as rendered; undefined where nothing is. */
  readonly now: JsonValue | undefined;
  /** The object as rendered. */
  readonly object: JsonObject;
}

/** The kustomization of a folder and all below it that are folders on this machine. */
export async function kustomizationsOf(folder: string, root: string): Promise<readonly KustomizationFile[]> {
  const found: KustomizationFile[] = [];
  const seen = new Set<string>();
  const waiting = [await realpath(folder)];
  for (let here = waiting.shift(); here !== undefined; here = waiting.shift()) {
    if (seen.has(here)) continue;
    seen.add(here);
    const shown = await kustomizationFile(here, root);
    const file = shown === shownPath(root, here) ? undefined : resolve(root, shown);
    const text = file === undefined ? undefined : await textOf(file, shown);
    if (file === undefined || text === undefined) continue;
    const value = readDocuments(text, shown).documents[0]?.value;
    if (!isObject(value)) continue;
    found.push({ folder: here, file, shown, text, value });
    for (const path of ['resources', 'bases', 'components'].flatMap((name) => textsIn(value, name))) {
      const at = await realpath(resolve(here, path)).catch(() => undefined);
      if (at !== undefined && (await stat(at)).isDirectory()) waiting.push(at);
    }
  }
  return found;
}

/**
 * Places that may decide a field of a built object, the likeliest first: image and replica settings, patches, the
 * manifest itself. Whether one does is found out by building again.
 */
export async function kustomizePlaces(
  kustomizations: readonly KustomizationFile[],
  origin: string | undefined,
  root: string,
  wanted: WantedEdit,
): Promise<readonly EditPlace[]> {
  const places: EditPlace[] = [];
  for (const kustomization of kustomizations) {
    places.push(
      ...settingPlaces(kustomization, wanted),
      ...(await patchPlaces(kustomization, root, wanted, saysField)),
    );
  }
  // What nobody declares yet belongs to the overlay's own patch of the object, where it has one.
  if (wanted.now === undefined && wanted.edit.kind === 'set') {
    for (const kustomization of kustomizations)
      places.push(...(await patchPlaces(kustomization, root, wanted, () => true)));
  }
  if (origin !== undefined) {
    const isIt = isObjectOf(wanted.ref, (name) => name !== '' && wanted.ref.name.includes(name));
    places.push(...(await manifestPlaces(resolve(root, origin), origin, isIt, wanted.edit)));
  }
  return places;
}

/** `images` and `replicas` of a kustomization. */
function settingPlaces(kustomization: KustomizationFile, wanted: WantedEdit): readonly EditPlace[] {
  const [tree] = treesOf(kustomization.text) ?? [];
  if (tree === undefined) return [];
  const { file, shown, text, value } = kustomization;
  const edited = (edits: readonly FieldEdit[], what: string): EditPlace[] => {
    const after = inTurn(text, edits);
    return after === undefined || after === text ? [] : [{ file, shown, what, before: text, after }];
  };
  const { edit, now, ref } = wanted;
  const last = edit.path.at(-1);
  if (edit.kind === 'set' && last?.kind === 'field' && last.name === 'image' && typeof edit.value === 'string') {
    return itemsIn(value, 'images').flatMap(([item, at]) =>
      edited(imageEdits(item, at, String(now ?? ''), String(edit.value)), 'images of the kustomization'),
    );
  }
  if (printPath(edit.path) !== '.spec.replicas') return [];
  return itemsIn(value, 'replicas').flatMap(([item, at]) => {
    const name = digString(item, 'name') ?? '';
    if (name === '' || !ref.name.includes(name)) return [];
    const path: FieldPath = [fieldElement('replicas'), indexElement(at)];
    const change: FieldEdit =
      edit.kind === 'remove'
        ? { kind: 'remove', path }
        : { kind: 'set', path: [...path, fieldElement('count')], value: edit.value };
    return edited([change], 'replicas of the kustomization');
  });
}

/** The text after one edit of its first document after the other. */
function inTurn(text: string, edits: readonly FieldEdit[]): string | undefined {
  let here: string | undefined = edits.length === 0 ? undefined : text;
  for (const edit of edits) {
    const [root] = here === undefined ? [] : (treesOf(here) ?? []);
    here = root === undefined || here === undefined ? undefined : editField(here, root, edit);
  }
  return here;
}

/** Patches of the object that `takes` the change: in files of their own, and in the kustomization. */
async function patchPlaces(
  kustomization: KustomizationFile,
  root: string,
  wanted: WantedEdit,
  takes: typeof saysField,
): Promise<readonly EditPlace[]> {
  const { folder, value, file, shown, text } = kustomization;
  const places: EditPlace[] = [];
  for (const name of ['patches', 'patchesStrategicMerge', 'patchesJson6902']) {
    for (const [item, at] of itemsIn(value, name)) {
      const path = typeof item === 'string' ? item : digString(item, 'path');
      const inline = typeof item === 'string' ? item : digString(item, 'patch');
      const patchFile = path === undefined || path.includes('\n') ? undefined : join(folder, path);
      const patchText = patchFile === undefined ? undefined : await textOf(patchFile, path ?? '');
      if (patchFile !== undefined && patchText !== undefined) {
        const after = patched(patchText, wanted, takes);
        const where = shownPath(root, patchFile);
        if (after !== undefined)
          places.push({ file: patchFile, shown: where, what: 'a patch', before: patchText, after });
        continue;
      }
      const inner = inline === undefined ? undefined : patched(inline, wanted, takes);
      if (inner === undefined) continue;
      const steps = [
        fieldElement(name),
        indexElement(at),
        ...(typeof item === 'string' ? [] : [fieldElement('patch')]),
      ];
      const after = inTurn(text, [{ kind: 'set', path: steps, value: inner }]);
      if (after !== undefined) places.push({ file, shown, what: 'a patch in the kustomization', before: text, after });
    }
  }
  return places;
}

/** A patch with the change made in it, where it says the field: as a partial object, or as JSON patch operations. */
function patched(text: string, wanted: WantedEdit, takes: typeof saysField): string | undefined {
  const { edit, ref, object } = wanted;
  const isIt = isObjectOf(ref, (name) => name !== '' && ref.name.includes(name));
  for (const root of treesOf(text) ?? []) {
    if (root.kind === 'sequence') {
      const operation = operationOn(root, toPointer(edit.path, object));
      if (operation === undefined) continue;
      return editField(
        text,
        root,
        edit.kind === 'remove'
          ? { kind: 'remove', path: [indexElement(operation)] }
          : { kind: 'set', path: [indexElement(operation), fieldElement('value')], value: edit.value },
      );
    }
    if (isIt(root) && takes(root, edit)) return editField(text, root, edit);
  }
  return undefined;
}

function operationOn(root: SourceNode, pointer: string): number | undefined {
  const operations = nodeValue(root);
  if (!isArray(operations)) return undefined;
  const at = operations.findLastIndex(
    (one) => digString(one, 'path') === pointer && ['add', 'replace'].includes(digString(one, 'op') ?? ''),
  );
  return at < 0 ? undefined : at;
}

function itemsIn(value: JsonObject, name: string): readonly (readonly [JsonValue, number])[] {
  const list = field(value, name);
  return isArray(list) ? list.map((item, at) => [item, at] as const) : [];
}

function textsIn(value: JsonObject, name: string): readonly string[] {
  return itemsIn(value, name).flatMap(([item]) => (typeof item === 'string' ? [item] : []));
}

/** True where the object is made by the kustomization itself, of literals and files. */
export function isGenerated(kustomizations: readonly KustomizationFile[], ref: ResourceRef): boolean {
  const list = ref.kind === 'ConfigMap' ? 'configMapGenerator' : ref.kind === 'Secret' ? 'secretGenerator' : '';
  return kustomizations.some(({ value }) =>
    itemsIn(value, list).some(([item]) => {
      const name = digString(item, 'name') ?? '';
      return name !== '' && ref.name.includes(name);
    }),
  );
}

/** Every folder and file that building the kustomization reads, as far as its files name them. */
export function readPaths(kustomizations: readonly KustomizationFile[]): readonly string[] {
  return kustomizations.flatMap(({ folder, value }) => [
    folder,
    ...[
      'resources',
      'bases',
      'components',
      'crds',
      'configurations',
      'patchesStrategicMerge',
      'generators',
      'transformers',
      'validators',
    ]
      .flatMap((name) => textsIn(value, name))
      .map((path) => join(folder, path)),
    ...['patches', 'patchesJson6902', 'replacements']
      .flatMap((name) => itemsIn(value, name))
      .flatMap(([item]) => digString(item, 'path') ?? [])
      .map((path) => join(folder, path)),
    ...['configMapGenerator', 'secretGenerator']
      .flatMap((name) => itemsIn(value, name))
      .flatMap(([item]) =>
        ['files', 'envs']
          .flatMap((list) => (isObject(item) ? textsIn(item, list) : []))
          .concat(digString(item, 'env') ?? []),
      )
      .map((path) => join(folder, path.replace(/^[^=/]*=/, ''))),
    ...(digString(value, 'openapi', 'path') === undefined
      ? []
      : [join(folder, digString(value, 'openapi', 'path') ?? '')]),
  ]);
}
