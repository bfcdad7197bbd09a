import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect } from '../../src/render/detect.js';
import { scratch } from './fake-tools.js';

describe('detect', () => {
  it.each<[string, string[], 'yaml' | 'kustomize' | 'helm' | undefined, string]>([
    ['plain manifests', ['deploy.yaml', 'kustomization.yaml.bak', 'chart.yaml'], undefined, 'yaml'],
    ['nothing', [], undefined, 'yaml'],
    ['a kustomization', ['deploy.yaml', 'kustomization.yaml'], undefined, 'kustomize'],
    ['a kustomization by its second name', ['kustomization.yml'], undefined, 'kustomize'],
    ['a kustomization by its third name', ['Kustomization'], undefined, 'kustomize'],
    ['a chart', ['Chart.yaml', 'values.yaml'], undefined, 'helm'],
    ['a kustomization that shall not be built', ['kustomization.yaml'], 'yaml', 'yaml'],
    ['a chart with a kustomization, when told', ['Chart.yaml', 'kustomization.yaml'], 'kustomize', 'kustomize'],
  ])('a folder with %s', async (_, names, forced, renderer) => {
    const folder = scratch(Object.fromEntries(names.map((name) => [name, ''])));
    expect(await detect(folder, true, forced, folder)).toEqual({ renderer, target: folder });
  });

  it('does not choose between a chart and a kustomization', async () => {
    const folder = scratch({ 'Chart.yaml': '', 'kustomization.yaml': '' });
    await expect(detect(folder, true, undefined, folder)).rejects.toMatchObject({
      code: 'usage',
      message: /holds both/,
    });
  });

  it.each<[string, 'yaml' | undefined, string, boolean]>([
    ['deploy.yaml', undefined, 'yaml', false],
    ['kustomization.yaml', undefined, 'kustomize', true],
    ['Chart.yaml', undefined, 'helm', true],
    ['kustomization.yaml', 'yaml', 'yaml', false],
    ['catalog-1.0.0.tgz', undefined, 'helm', false],
  ])('the file %s (told %s) is for %s', async (name, forced, renderer, itsFolder) => {
    const folder = scratch({ [name]: '' });
    const target = itsFolder ? folder : join(folder, name);
    expect(await detect(join(folder, name), false, forced, folder)).toEqual({ renderer, target });
  });
});
