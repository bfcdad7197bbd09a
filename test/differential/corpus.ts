import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { loadAll } from 'js-yaml';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { gvkKey } from '../../src/model/schema.js';

/** The manifests that the cases are made of. */
export interface Corpus {
  /** Definitions of the custom kinds, to be made before the cases. */
  readonly definitions: readonly KubernetesObject[];
  /** Manifests by `gvkKey`, in a stable order; the keys are sorted. */
  readonly kinds: ReadonlyMap<string, readonly KubernetesObject[]>;
}

/** Kinds that change what the server does for every other case: which APIs it serves, which addresses it gives. */
const LEFT_OUT = new Set(['apiregistration.k8s.io/v1/APIService', 'networking.k8s.io/v1/ServiceCIDR']);

/** Reads the manifests of fixtures/every-kind and of the corpus. */
export async function readCorpus(): Promise<Corpus> {
  const here = fileURLToPath(new URL('./corpus/', import.meta.url));
  const shared = fileURLToPath(new URL('../../fixtures/every-kind/', import.meta.url));
  const all = [...(await readFolder(shared)), ...(await readFolder(here))];
  const isDefinition = ({ metadata }: KubernetesObject): boolean => String(metadata.name).endsWith('.shop.example');
  const kinds = new Map<string, KubernetesObject[]>();
  for (const object of all) {
    const key = gvkKey(refOf(object));
    if (!LEFT_OUT.has(key)) kinds.set(key, [...(kinds.get(key) ?? []), object]);
  }
  return {
    definitions: all.filter((object) => object.kind === 'CustomResourceDefinition' && isDefinition(object)),
    kinds: new Map([...kinds].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

async function readFolder(folder: string): Promise<KubernetesObject[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.yaml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(`${folder}${name}`, 'utf8')));
  return texts.flatMap((text) => loadAll(text) as KubernetesObject[]);
}
