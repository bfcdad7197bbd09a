import { stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { RendererName } from '../../model/report.js';
import type { OpenedSource, RenderRequest } from '../../model/source.js';
import { detect } from '../detect.js';
import { type EditPlace, isObjectOf, manifestPlaces } from './edit-place.js';
import type { ReadPaths } from './edited-copy.js';
import { helmPlaces } from './helm-places.js';
import { isGenerated, kustomizationsOf, kustomizePlaces, readPaths, type WantedEdit } from './kustomize-places.js';

/** A source of files: everything but standard input. */
export type FileSource = OpenedSource & { readonly location: string; readonly root: string };

/** What a rendering of the source reads, so that a copy of it renders alike. */
export async function pathsRead(
  source: FileSource,
  renderer: RendererName,
  request: RenderRequest,
  cwd: string,
): Promise<ReadPaths> {
  const target = await targetOf(source, request);
  if (renderer === 'kustomize') return { paths: readPaths(await kustomizationsOf(target, source.root)) };
  if (renderer === 'helm') return { paths: [target, ...request.values.map((file) => resolve(cwd, file))] };
  return source.recursive ? { paths: [] } : { paths: [], flat: true };
}

/** What may decide a field, and why nothing else is tried. */
export interface FoundPlaces {
  readonly places: readonly EditPlace[];
  /** Said where none of the places turns out to decide the field. */
  readonly otherwise: string;
}

/**
 * The places of a source that may decide a field, the likeliest first; `origin` is the file that declares the object, as
 * origins name it. `cwd` is what values files are relative to.
 */
export async function editPlaces(
  source: FileSource,
  renderer: RendererName,
  request: RenderRequest,
  wanted: WantedEdit & { readonly origin: string },
  cwd: string,
): Promise<FoundPlaces> {
  const { root } = source;
  const origin = isAbsolute(wanted.origin) ? relative(sep, wanted.origin) : wanted.origin;
  if (renderer === 'yaml') {
    const isIt = isObjectOf(wanted.ref, (name) => name === wanted.ref.name);
    return {
      places: await manifestPlaces(resolve(root, origin), origin, isIt, wanted.edit),
      otherwise: `${wanted.origin} does not say it in a way that can be changed with certainty`,
    };
  }
  const target = await targetOf(source, request);
  if (renderer === 'helm') return inChart(target, request, wanted, { root, cwd });
  const kustomizations = await kustomizationsOf(target, root);
  const generated = isGenerated(kustomizations, wanted.ref);
  return {
    places: generated ? [] : await kustomizePlaces(kustomizations, origin, root, wanted),
    otherwise: generated
      ? `${wanted.origin} generates this object: change the literal or the file that it is made of there, and its name changes with it`
      : `it is made by a setting of a kustomization (${kustomizations.map(({ shown }) => shown).join(', ')}) that no single line decides: a name prefix, a replacement, a transformer, labels for all`,
  };
}

async function inChart(
  chart: string,
  request: RenderRequest,
  { edit, now, origin }: WantedEdit & { readonly origin: string },
  where: { readonly root: string; readonly cwd: string },
): Promise<FoundPlaces> {
  const template = `the template ${origin} decides it`;
  if (edit.kind === 'remove' || now === undefined) {
    return { places: [], otherwise: `${template}, and a template cannot be changed with certainty` };
  }
  const places = await helmPlaces(chart, request.values, where, now, edit.value);
  const set = request.set.length === 0 ? '' : ', or a --set of the command line';
  return {
    places,
    otherwise:
      places.length === 0
        ? `${template}, and no values file holds the value that it is made of${set}`
        : `${template}: no single value of the values files gives what live has, and changes nothing else${set}`,
  };
}

async function targetOf(source: FileSource, request: RenderRequest): Promise<string> {
  const isDirectory = (await stat(source.location)).isDirectory();
  return (await detect(source.location, isDirectory, request.renderer, source.root)).target;
}
