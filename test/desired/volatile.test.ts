import { describe, expect, it } from 'vitest';
import { buildDesired } from '../../src/desired/build-desired.js';
import { readDocuments } from '../../src/render/yaml/read-documents.js';
import { leftOutOf, objectsOf } from './world.js';

const SECRET = 'apiVersion: v1\nkind: Secret\nmetadata: {name: login-x7k2p}\ndata: {password: YQ==}\n';

function desiredOf(yaml: string, volatile: readonly string[]) {
  const documents = readDocuments(yaml, 'shop/templates/login.yaml').documents;
  return buildDesired(
    documents.map((document) => ({ ...document, volatile })),
    { namespace: 'marketplace', kindOf: () => ({ namespaced: true }) },
  );
}

describe('values that every rendering gives anew', () => {
  it('stay with their object', () => {
    const { objects } = desiredOf(SECRET, ['/data/password']);
    expect(objects.map(({ volatile }) => volatile)).toEqual([['/data/password']]);
  });

  it('of a Secret cannot be read in the file', () => {
    expect(desiredOf(SECRET, []).findings).toMatchObject([{ code: 'plaintext-secret' }]);
    expect(desiredOf(SECRET, ['/data/password']).findings).toEqual([]);
  });

  it.each(['/metadata/name', '/metadata', ''])('leave an object out where they are its identity: %j', (pointer) => {
    const desired = desiredOf(SECRET, [pointer]);
    expect(objectsOf(desired)).toEqual([]);
    expect(leftOutOf(desired)).toEqual(['Secret marketplace/login-x7k2p: random-name']);
  });

  const LIST = `apiVersion: v1\nkind: List\nitems:\n${[SECRET, SECRET.replace('x7k2p', 'b')]
    .map((text) => `- ${text.trimEnd().replaceAll('\n', '\n  ')}\n`)
    .join('')}`;

  it('go with the items of a list', () => {
    const { objects } = desiredOf(LIST, ['/items/1/data/password']);
    expect(objects.map(({ ref, volatile }) => [ref.name, volatile])).toEqual([
      ['login-b', ['/data/password']],
      ['login-x7k2p', undefined],
    ]);
  });

  it.each([
    ['/items', 2],
    ['/items/0', 1],
  ])('may be whole items: %s', (pointer, count) => {
    expect(leftOutOf(desiredOf(LIST, [pointer]))).toHaveLength(count);
  });
});
