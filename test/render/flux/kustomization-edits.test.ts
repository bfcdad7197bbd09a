import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { fluxComponents, fluxKustomization } from '../../../src/render/flux/kustomization-edits.js';

const FILE = { resources: ['a.yaml'] };
const edited = (spec: JsonObject, file: JsonObject = FILE, components: string[] = [], generated = false): JsonObject =>
  fluxKustomization(file, spec, components, generated);

describe('a kustomization as kustomize-controller edits it', () => {
  it.each<[string, JsonObject, JsonObject, JsonObject]>([
    ['nothing asked', {}, FILE, FILE],
    [
      'a namespace, over the own one',
      { targetNamespace: 'shop' },
      { ...FILE, namespace: 'old' },
      { ...FILE, namespace: 'shop' },
    ],
    [
      'prefix and suffix',
      { namePrefix: 'a-', nameSuffix: '-b' },
      FILE,
      { ...FILE, namePrefix: 'a-', nameSuffix: '-b' },
    ],
    [
      'patches behind the own ones, with the fields that Flux knows',
      { patches: [{ patch: 'p', target: { kind: 'Deployment', other: 'x' }, options: { allowNameChange: true } }] },
      { ...FILE, patches: [{ path: 'own.yaml' }] },
      { ...FILE, patches: [{ path: 'own.yaml' }, { patch: 'p', target: { kind: 'Deployment' } }] },
    ],
    [
      'patches of the older kinds, as text',
      {
        patchesStrategicMerge: [{ kind: 'X' }],
        patchesJson6902: [{ patch: [{ op: 'remove', path: '/a' }], target: { name: 'n' } }],
      },
      FILE,
      {
        ...FILE,
        patchesStrategicMerge: ['{"kind":"X"}'],
        patchesJson6902: [{ patch: '[{"op":"remove","path":"/a"}]', target: { name: 'n' } }],
      },
    ],
    ['a new image', { images: [{ name: 'a', newTag: '2' }] }, FILE, { ...FILE, images: [{ name: 'a', newTag: '2' }] }],
    [
      'the new name of an image alone: tag and digest stay',
      { images: [{ name: 'a', newName: 'b' }] },
      { ...FILE, images: [{ name: 'a', newTag: '1', digest: 'sha256:x' }] },
      { ...FILE, images: [{ name: 'a', newTag: '1', digest: 'sha256:x', newName: 'b' }] },
    ],
    [
      'a tag: the digest goes with it',
      { images: [{ name: 'a', newTag: '2' }] },
      { ...FILE, images: [{ name: 'a', newName: 'b', digest: 'sha256:x' }, { name: 'c' }] },
      { ...FILE, images: [{ name: 'a', newName: 'b', newTag: '2' }, { name: 'c' }] },
    ],
    [
      'build metadata in place of the own',
      { buildMetadata: ['originAnnotations'] },
      { ...FILE, buildMetadata: ['managedByLabel'] },
      { ...FILE, buildMetadata: ['originAnnotations'] },
    ],
    [
      'a file without resources is built with origins',
      {},
      { configMapGenerator: [] },
      { configMapGenerator: [], buildMetadata: ['originAnnotations'] },
    ],
  ])('%s', (_, spec, file, wanted) => {
    expect(edited(spec, file)).toEqual(wanted);
  });

  it('asks for no origins of a kustomization that was generated', () => {
    expect(edited({}, {}, [], true)).toEqual({});
  });

  it('adds components behind the own ones', () => {
    expect(edited({}, { ...FILE, components: ['own'] }, ['../more'])).toEqual({
      ...FILE,
      components: ['own', '../more'],
    });
  });

  it('takes local components alone, and leaves out those that are not there where asked', async () => {
    const there = async (component: string): Promise<boolean> => component === 'a';
    await expect(fluxComponents({ components: ['https://example.com/x'] }, there)).rejects.toThrow('must be local');
    expect(await fluxComponents({ components: ['a', 'b'] }, there)).toEqual(['a', 'b']);
    expect(await fluxComponents({ components: ['a', 'b'], ignoreMissingComponents: true }, there)).toEqual(['a']);
  });

  it('refuses what is no text', () => {
    expect(() => edited({ targetNamespace: 3 })).toThrow('spec.targetNamespace is not a text');
  });
});
