import { describe, expect, it } from 'vitest';
import { printPath } from '../../../src/model/field-path.js';
import type { JsonValue } from '../../../src/model/json.js';
import { imageEdits, imageParts } from '../../../src/render/edit/image-edits.js';

it.each([
  ['catalog', { name: 'catalog' }],
  ['catalog:1.4.2', { name: 'catalog', tag: '1.4.2' }],
  ['registry.example:5000/catalog', { name: 'registry.example:5000/catalog' }],
  ['registry.example:5000/catalog:1', { name: 'registry.example:5000/catalog', tag: '1' }],
  ['catalog@sha256:ab', { name: 'catalog', digest: 'sha256:ab' }],
  ['catalog:1@sha256:ab', { name: 'catalog', tag: '1', digest: 'sha256:ab' }],
])('takes %s apart', (image, parts) => expect(imageParts(image)).toEqual(parts));

describe('an entry of images', () => {
  const edits = (item: JsonValue, now: string, wanted: string): string[] =>
    imageEdits(item, 0, now, wanted).map(
      (edit) => `${edit.kind} ${printPath(edit.path)}${edit.kind === 'set' ? ` ${String(edit.value)}` : ''}`,
    );
  it.each<[string, JsonValue, string, string, string[]]>([
    ['gets another tag', { name: 'a', newTag: '1' }, 'a:1', 'a:2', ['set .images[0].newTag 2']],
    ['gets another name', { name: 'a', newName: 'b', newTag: '1' }, 'b:1', 'c:1', ['set .images[0].newName c']],
    [
      'gets a digest in place of a tag',
      { name: 'a', newTag: '1' },
      'a:1',
      'a@sha256:ab',
      ['remove .images[0].newTag', 'set .images[0].digest sha256:ab'],
    ],
    [
      'gets a tag in place of a digest',
      { name: 'a', digest: 'sha256:ab' },
      'a@sha256:ab',
      'a:2',
      ['set .images[0].newTag 2', 'remove .images[0].digest'],
    ],
    ['of another image stays', { name: 'x', newTag: '1' }, 'a:1', 'a:2', []],
  ])('%s', (_, item, now, wanted, expected) => expect(edits(item, now, wanted)).toEqual(expected));
});
