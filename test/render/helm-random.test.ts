import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.js';
import { markVolatile } from '../../src/render/helm-random.js';

const document = (value: JsonValue) => ({
  value,
  index: 0,
  origins: { file: 'shop/templates/web.yaml', lines: new Map<string, number>() },
  duplicateKeys: [],
});

const secret = (name: string, data: JsonValue): JsonValue => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  data,
});

/** The pointers that are marked, by document. */
const marked = (first: readonly JsonValue[], ...others: readonly (readonly JsonValue[])[]) =>
  markVolatile(first.map(document), others).map(({ volatile }) => volatile);

describe('values that another rendering gives otherwise', () => {
  it.each<[string, JsonValue, JsonValue, string[] | undefined]>([
    ['nothing', { a: '1' }, { a: '1' }, undefined],
    ['a value', { a: '1', b: '2' }, { a: '1', b: '3' }, ['/data/b']],
    ['a key of an awkward name', { 'a/b~c': '1' }, { 'a/b~c': '2' }, ['/data/a~1b~0c']],
    ['a key that the other has not', { a: '1' }, {}, ['/data/a']],
    ['a key that only the other has', {}, { a: '1' }, undefined],
    ['an item', { list: ['a', 'b'] }, { list: ['a', 'c'] }, ['/data/list/1']],
    ['a list of another length', { list: ['a'] }, { list: ['a', 'b'] }, ['/data/list']],
    ['another kind of value', { a: { b: '1' } }, { a: 'text' }, ['/data/a']],
  ])('%s', (_, first, second, expected) => {
    expect(marked([secret('login', first)], [secret('login', second)])).toEqual([expected]);
  });

  it('are gathered over all renderings', () => {
    const first = secret('login', { token: '1', date: 'monday' });
    expect(
      marked(
        [first],
        [secret('login', { token: '2', date: 'monday' })],
        [secret('login', { token: '2', date: 'friday' })],
      ),
    ).toEqual([['/data/date', '/data/token']]);
  });

  it('are looked for in the object of the same name, wherever it stands', () => {
    const [a, b] = [secret('a', { x: '1' }), secret('b', { x: '2' })];
    expect(marked([a, b], [b, a])).toEqual([undefined, undefined]);
  });

  it('are its name where there is no such object', () => {
    expect(marked([secret('login-x7k2p', {})], [secret('login-b9t24', {})])).toEqual([['/metadata/name']]);
  });

  it('are told apart in documents that say the same of themselves', () => {
    const list = (value: string): JsonValue => ({ apiVersion: 'v1', kind: 'List', items: [{ value }] });
    expect(marked([list('a'), list('b')], [list('a'), list('c')])).toEqual([undefined, ['/items/0/value']]);
  });
});
