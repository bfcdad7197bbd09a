import { describe, expect, it } from 'vitest';
import { serverText } from '../../src/compositions/live/server-text.js';
import type { KubernetesObject, ResourceRef } from '../../src/model/resource.js';

const ref = (kind: string): ResourceRef => ({ group: '', version: 'v1', kind, namespace: 'shop', name: 'db' });
const secret = (parts: object): KubernetesObject =>
  ({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'db' }, ...parts }) as unknown as KubernetesObject;

describe('a message of the API server', () => {
  it('stands on one line, and keeps its end where it is long', () => {
    expect(serverText(ref('ConfigMap'), '  a\n\tb  ', [])).toBe('a b');
    const text = serverText(ref('ConfigMap'), `begin ${'x'.repeat(2000)} field is immutable`, []);
    expect(text).toHaveLength(803);
    expect(text).toMatch(/^begin x+ … x+ field is immutable$/);
  });

  it.each<[string, object, string, string]>([
    ['as data', { data: { a: 'cGxhbnRlZA==' } }, 'value "cGxhbnRlZA==" is bad', 'value (secret value) is bad'],
    ['decoded', { data: { a: 'cGxhbnRlZA==' } }, 'no such user planted', 'no such user (secret value)'],
    [
      'as text',
      { stringData: { a: 'pla\nnted' } },
      'got "pla\\nnted", pla\\nnted',
      'got (secret value), (secret value)',
    ],
    ['short', { stringData: { a: 'is' } }, 'this is "is"', 'this is (secret value)'],
    ['inside another', { stringData: { a: 'plan', b: 'planted' } }, 'planted plan', '(secret value) (secret value)'],
  ])('holds no value of a Secret, %s', (_, parts, message, expected) => {
    expect(serverText(ref('Secret'), message, [secret(parts)])).toBe(expected);
  });

  it('keeps what other kinds hold', () => {
    expect(serverText(ref('ConfigMap'), 'value planted', [secret({ data: { a: 'planted' } })])).toBe('value planted');
  });
});
