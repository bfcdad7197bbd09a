import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import { editedKustomization } from '../../../src/render/argocd/kustomize-edits.js';
import { parseImage } from '../../../src/render/argocd/kustomize-image.js';

const edit = (kustomization: JsonObject, options: JsonObject, components: readonly string[] = []): JsonObject =>
  editedKustomization(kustomization, options, components, { ARGOCD_APP_REVISION: '0a1b2c3', ARGOCD_APP_NAME: 'shop' });

/** As `kustomize edit` writes them. */
describe('the kustomize options of a source', () => {
  it('set prefix, suffix and namespace', () => {
    expect(edit({ namePrefix: 'old-' }, { namePrefix: 'new-', nameSuffix: '-v2', namespace: 'shop' })).toEqual({
      namePrefix: 'new-',
      nameSuffix: '-v2',
      namespace: 'shop',
    });
  });

  it.each([
    ['web:1.4', { name: 'web', newTag: '1.4' }],
    ['registry.example.com:5000/web:1.4', { name: 'registry.example.com:5000/web', newTag: '1.4' }],
    ['web@sha256:ab', { name: 'web', digest: 'sha256:ab' }],
    ['web=mirror/web', { name: 'web', newName: 'mirror/web' }],
    ['web=mirror/web:1.4', { name: 'web', newName: 'mirror/web', newTag: '1.4' }],
    ['web=mirror/web:1.4@sha256:ab', { name: 'web', newName: 'mirror/web', newTag: '1.4', digest: 'sha256:ab' }],
  ])('read the image %s', (text, image) => {
    expect(parseImage(text)).toEqual(image);
  });

  it('refuse an image without tag and digest', () => {
    expect(() => parseImage('web')).toThrow('names no tag and no digest');
  });

  it('replace images of the same name, keep the others, and sort', () => {
    const images = [
      { name: 'web', newName: 'mirror/web', newTag: '1' },
      { name: 'cache', newTag: '7' },
    ];
    const options = { images: ['web:$ARGOCD_APP_REVISION', 'api=*:2'] };
    expect(edit({ images }, options).images).toEqual([
      { name: 'api', newTag: '2' },
      { name: 'cache', newTag: '7' },
      { name: 'web', newTag: '0a1b2c3' },
    ]);
    expect(edit({ images }, { images: ['web=*:2'] }).images).toContainEqual({
      name: 'web',
      newName: 'mirror/web',
      newTag: '2',
    });
  });

  it('set replicas by name, a text counts as its number', () => {
    const replicas = [{ name: 'web', count: 1 }];
    expect(
      edit(
        { replicas },
        {
          replicas: [
            { name: 'web', count: '3' },
            { name: 'api', count: 2 },
          ],
        },
      ).replicas,
    ).toEqual([
      { name: 'api', count: 2 },
      { name: 'web', count: 3 },
    ]);
    expect(() => edit({}, { replicas: [{ name: 'web', count: 'many' }] })).toThrow('count is not a whole number');
  });

  it('add labels with variables put in, and annotations as they are unless that is asked for', () => {
    const options = { commonLabels: { app: `\${ARGOCD_APP_NAME}` }, commonAnnotations: { by: '$ARGOCD_APP_NAME' } };
    expect(edit({}, options)).toEqual({ commonLabels: { app: 'shop' }, commonAnnotations: { by: '$ARGOCD_APP_NAME' } });
    expect(edit({}, { ...options, commonAnnotationsEnvsubst: true }).commonAnnotations).toEqual({ by: 'shop' });
  });

  it('fail for a label that is there already, unless it is forced', () => {
    const present = { commonLabels: { team: 'a' } };
    expect(() => edit(present, { commonLabels: { team: 'b' } })).toThrow(
      'the label team is in the kustomization already',
    );
    expect(edit(present, { commonLabels: { team: 'b' }, forceCommonLabels: true }).commonLabels).toEqual({ team: 'b' });
  });

  it('add labels beside selectors to the entry of the same settings', () => {
    const labels = [{ pairs: { a: '1' }, includeSelectors: true }, { pairs: { b: '2' } }];
    const options = { commonLabels: { c: '3' }, labelWithoutSelector: true };
    expect(edit({ labels }, options).labels).toEqual([
      { pairs: { a: '1' }, includeSelectors: true },
      { pairs: { b: '2', c: '3' } },
    ]);
    expect(edit({}, { ...options, labelIncludeTemplates: true }).labels).toEqual([
      { includeSelectors: false, includeTemplates: true, pairs: { c: '3' } },
    ]);
    expect(() => edit({}, { commonLabels: { c: '3' }, labelIncludeTemplates: true })).toThrow(
      'needs labelWithoutSelector',
    );
  });

  it('append patches and components, each component once', () => {
    const patch = { target: { kind: 'Deployment' }, patch: '[]' };
    expect(
      edit({ patches: [{ path: 'a.yaml' }], components: ['../tls'] }, { patches: [patch] }, ['../tls', '../hpa']),
    ).toEqual({
      patches: [{ path: 'a.yaml' }, patch],
      components: ['../tls', '../hpa'],
    });
  });
});
