import { sep } from 'node:path';
import { fieldElement, printPath, valueAt } from '../../model/field-path.js';
import { hasPath } from '../../model/field-set.js';
import { refText } from '../../model/resource.js';
import type { FieldEdit } from '../../render/edit/edit-document.js';
import type { FileSource } from '../../render/edit/edit-places.js';
import { lastAppliedNames } from '../evidence/last-apply.js';
import type { FieldWorld } from '../explain/field-world.js';

/** What to know before a patch is applied. */
export function adoptWarnings(
  world: FieldWorld,
  edits: readonly FieldEdit[],
  kind: 'adopt' | 'drop',
  files: readonly string[],
  source: FileSource,
): readonly string[] {
  return [...sharedFiles(files, source), ...(kind === 'drop' ? dropping(world) : []), ...ofOthers(world, edits)];
}

/** A base that is read from outside of the folder at hand serves other overlays as well. */
function sharedFiles(files: readonly string[], { location, root, path }: FileSource): readonly string[] {
  const folder = location.slice(root.length).split(sep).join('/').replace(/^\//, '');
  const outside = files.filter((file) => folder !== '' && file !== folder && !file.startsWith(`${folder}/`));
  return outside.map((file) => `${file} lies outside of ${path}: whatever else is built on it changes as well`);
}

const REPLICAS = ['spec', 'replicas'].map(fieldElement);

/** An apply that sees a field go from what it applied before takes it out of live, and the server then fills in 1. */
function dropping({ ref, object }: FieldWorld): readonly string[] {
  if (object === undefined) return [];
  const { managed, gitops } = object;
  const object_ = `${ref.kind.toLowerCase()}/${ref.name}`;
  const namespace = ref.namespace === '' ? '' : ` -n ${ref.namespace}`;
  if (lastAppliedNames(object.object, REPLICAS)) {
    return [
      `the last-applied annotation of ${refText(ref)} holds .spec.replicas: the next client-side apply would scale it to 1 for a while. Take it out there first: kubectl apply edit-last-applied ${object_}${namespace}`,
    ];
  }
  const entries = managed.kind === 'entries' ? managed.entries.filter(({ fields }) => hasPath(fields, REPLICAS)) : [];
  const alone = entries.length === 1 && entries[0]?.operation === 'Apply';
  if (!alone) return [];
  const who = entries[0]?.manager ?? gitops?.managers[0] ?? '';
  return [
    `${who} is the only manager that holds .spec.replicas: its next apply would take it out, and the server fills in 1 until the autoscaler scales again. Have the autoscaler's number held by another manager first: kubectl scale ${object_}${namespace} --replicas=${String(valueAt(object.object, REPLICAS) ?? 1)}`,
  ];
}

/** Git takes over what another program goes on writing. */
function ofOthers({ report }: FieldWorld, edits: readonly FieldEdit[]): readonly string[] {
  const paths = new Set(edits.map(({ path }) => printPath(path)));
  const entries = [...(report?.drift ?? []), ...(report?.undeclared ?? [])].filter(({ path }) => paths.has(path));
  const writers = entries.filter(({ writer }) => ['operator', 'control-plane'].includes(writer.category));
  return writers.map(
    ({ path, writer }) =>
      `${path} was written by ${writer.name}, a controller: if it goes on, Git will differ from live again`,
  );
}
