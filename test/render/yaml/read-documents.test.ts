import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GitdriftError } from '../../../src/model/errors.js';
import { field, isObject } from '../../../src/model/json.js';
import { parseJson, printJson } from '../../../src/model/json-text.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

const documentsOf = (text: string, file = 'apps/web/deploy.yaml') => readDocuments(text, file).documents;
const only = (text: string, file?: string) => {
  const [document, ...others] = documentsOf(text, file);
  if (document === undefined || others.length > 0) throw new Error('expected one document');
  return document;
};

function fault(text: string, file = 'apps/web/deploy.yaml'): GitdriftError {
  try {
    readDocuments(text, file);
  } catch (error) {
    if (error instanceof GitdriftError) return error;
    throw error;
  }
  throw new Error('expected a fault');
}

describe('documents', () => {
  test.each([
    ['one without a separator', 'a: 1\n', [0]],
    ['a leading separator makes none', '---\na: 1\n', [0]],
    ['a comment before the first separator makes none', '# Source: web\n---\na: 1\n', [0]],
    ['two', 'a: 1\n---\nb: 2\n', [0, 1]],
    ['a trailing separator makes none that counts', 'a: 1\n---\n', [0]],
    [
      'empty, null and comment-only ones count but are left out',
      'a: 1\n---\n---\nnull\n---\n# none\n---\nb: 2\n',
      [0, 4],
    ],
    ['a separator with a comment', 'a: 1\n--- # next\nb: 2\n', [0, 1]],
    ['an end marker before a separator', 'a: 1\n...\n---\nb: 2\n', [0, 1]],
    ['Windows line breaks', 'a: 1\r\n---\r\nb: 2\r\n', [0, 1]],
    ['nothing at all', '', []],
    ['blanks and comments only', '\n# nothing here\n', []],
    ['a byte order mark', '\ufeffa: 1\n---\nb: 2\n', [0, 1]],
    ['dashes inside a block of text', 'a: |\n  ---\n  x\n---\nb: 2\n', [0, 1]],
    ['JSON values that follow each other', '{"a": 1}\n{"b": 2}', [0, 1]],
  ])('%s', (_, text, indexes) => {
    expect(documentsOf(text).map((document) => document.index)).toEqual(indexes);
  });

  test('anchors do not reach into the next document', () => {
    expect(fault('a: &image web\n---\nb: *image\n').message).toBe(
      'apps/web/deploy.yaml:3: the anchor `image` is not defined before it is used',
    );
  });

  test('a document that kubectl would ignore is refused rather than read', () => {
    expect(fault('a: 1\n...\nb: 2\n').message).toContain(
      'apps/web/deploy.yaml:3: a document follows `...` without `---`',
    );
  });
});

test.each(['a: 1\n--- b: 2\n', 'a: 1\n--- |\n  x\n', 'a: 1\n---b\n', 'a: 1\n----\n', 'a: 1\n---: b\n'])(
  'no separator, as for kubectl: %j',
  (text) => {
    expect(fault(text).message).toBe('apps/web/deploy.yaml:2: nothing but a comment may follow `---` on its line');
  },
);

describe('lines', () => {
  const linesOf = (text: string, file?: string) => Object.fromEntries(only(text, file).origins.lines);

  test('of keys and of items', () => {
    const text = [
      '# Source: web',
      'kind: Deployment',
      'spec:',
      '  containers:',
      '  - name: web',
      '    args:',
      '      - |',
      '        long',
      '      -',
      '        late',
      '  flow: {a: 1,',
      '    b: [x,',
      '  y]}',
      '  a/b~c: 1',
    ].join('\n');
    expect(linesOf(text)).toEqual({
      '': 2,
      '/kind': 2,
      '/spec': 3,
      '/spec/containers': 4,
      '/spec/containers/0': 5,
      '/spec/containers/0/name': 5,
      '/spec/containers/0/args': 6,
      '/spec/containers/0/args/0': 7,
      '/spec/containers/0/args/1': 10,
      '/spec/flow': 11,
      '/spec/flow/a': 11,
      '/spec/flow/b': 12,
      '/spec/flow/b/0': 12,
      '/spec/flow/b/1': 13,
      '/spec/a~1b~0c': 14,
    });
  });

  test('count through the whole file, separators and Windows line breaks included', () => {
    const [, second] = documentsOf('a: 1\r\n---\r\n# more\r\nb:\r\n  c: 2\r\n');
    expect(Object.fromEntries(second?.origins.lines ?? [])).toEqual({ '': 4, '/b': 4, '/b/c': 5 });
  });

  test('of what an alias or a merge key brings: where it is used', () => {
    const text = 'base: &base\n  image: web\n  env:\n    on: 1\nuse: *base\nmerged:\n  <<: *base\n  tag: 2\n';
    const lines = linesOf(text);
    expect(lines).toMatchObject({ '/use': 5, '/merged/image': 7, '/merged/env': 7, '/merged/tag': 8 });
    expect(Object.keys(lines).filter((pointer) => /^\/(use|merged\/env)\//.test(pointer))).toEqual([]);
  });

  test('of a key that stands twice: the later one, with nothing left of the first', () => {
    expect(linesOf('data:\n  a: 1\ndata:\n  b: 2\n')).toEqual({ '': 1, '/data': 3, '/data/b': 4 });
  });

  test('of JSON', () => {
    expect(
      linesOf('{\n  "spec": {\n    "ports": [\n      {"port": 80},\n      {"port": 81}\n    ]\n  }\n}', 'web.json'),
    ).toEqual({
      '': 1,
      '/spec': 2,
      '/spec/ports': 3,
      '/spec/ports/0': 4,
      '/spec/ports/0/port': 4,
      '/spec/ports/1': 5,
      '/spec/ports/1/port': 5,
    });
  });
});

describe('duplicate keys', () => {
  test('the last wins, and each repetition is recorded with its line', () => {
    const document = only('data:\n  color: red\n  color: green\n  "color": blue\n');
    expect(document.value).toEqual({ data: { color: 'blue' } });
    expect(document.duplicateKeys).toEqual([
      { pointer: '/data', key: 'color', line: 3 },
      { pointer: '/data', key: 'color', line: 4 },
    ]);
  });

  test.each([
    ['keys of different types that become one text', 'yes: 1\n"true": 2\n', [{ pointer: '', key: 'true', line: 2 }]],
    ['JSON', '{"a": 1,\n"a": 2}', [{ pointer: '', key: 'a', line: 2 }]],
    ['an override of a merge key is none', 'b: &b {x: 1}\nc: {<<: *b, x: 2}\n', []],
    [
      'an anchored mapping counts once',
      'b: &b {x: 1, x: 2}\nc: *b\nd: {<<: *b}\n',
      [{ pointer: '/b', key: 'x', line: 1 }],
    ],
  ])('%s', (_, text, expected) => {
    expect(only(text).duplicateKeys).toEqual(expected);
  });
});

describe('values', () => {
  test('a key `__proto__` is a key like any other', () => {
    for (const text of ['__proto__: {polluted: yes}\n', '{"__proto__": {"polluted": true}}']) {
      const { value } = only(text);
      expect(Object.keys(isObject(value) ? value : {})).toEqual(['__proto__']);
      expect(field(value, '__proto__')).toEqual({ polluted: true });
      expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    }
  });

  test('integers beyond 2^53 are exact, in YAML and in JSON', () => {
    const exact = { id: 9223372036854774807n, small: 9007199254740991, edge: 9007199254740993n };
    const inner = '"id": 9223372036854774807, "small": 9007199254740991, "edge": 9007199254740993';
    expect(only(`{${inner}}`).value).toEqual(exact);
    expect(only(`x: {${inner}}`).value).toEqual({ x: exact });
  });

  test('a JSON text keeps what YAML 1.1 would refuse or change', () => {
    expect(only('{"a": "\\ud83d\\ude00 \\/", "b":\t1, "c": "yes", "d": 1E3}').value).toEqual({
      a: '😀 /',
      b: 1,
      c: 'yes',
      d: 1000,
    });
  });

  test('what begins with a brace and is no JSON is YAML', () => {
    expect(only('{a: yes, b: 0755}').value).toEqual({ a: true, b: 493 });
  });

  test('reads back any JSON exactly, as JSON and inside YAML', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = printJson({ value });
        const expected = parseJson(text);
        expect(only(text, 'web.json').value).toEqual(expected);
        // Characters that YAML refuses or takes for line breaks stand only in JSON as they are.
        fc.pre(!/[\u007f-\u009f\u2028\u2029\ufeff]/.test(text));
        expect(only(`document: ${text}\n`).value).toEqual({ document: expected });
      }),
    );
  });
});

describe('faults', () => {
  test.each([
    ['a bad indentation', 'spec:\n  a: 1\n b: 2\n', 3],
    ['a tab as indentation', 'spec:\n\ta: 1\n', 2],
    ['an open bracket', 'spec:\n  args: [a\n', 3],
    ['an open quote', 'a: 1\n---\nspec: "open\n', 4],
    ['a mapping as a key', 'a: 1\n{b: c}: 2\n', 2],
    ['infinity', 'a: 1\nb:\n  c: .inf\n', 3],
    ['a tag that does not fit', 'a: 1\nb: !!int many\n', 2],
    ['a merge key of a text', 'a: 1\nb:\n  <<: text\n', 3],
    ['an anchor that contains itself', 'a: &a\n  b: *a\n', 2],
    ['a null key', 'a: 1\n~: 2\n', 2],
    ['a control character', 'a: 1\nb: "\u0001"\n', 2],
  ])('%s: file and line', (_, text, line) => {
    const error = fault(text);
    expect(error.code).toBe('manifest-invalid');
    expect(error.message).toMatch(new RegExp(`^apps/web/deploy\\.yaml:${line}: `));
    expect(error.message).not.toContain('\n');
    expect(error.position).toEqual({ file: 'apps/web/deploy.yaml', line });
  });

  test('JSON that is broken is reported as JSON in a .json file', () => {
    expect(fault('{\n  "a": 1\n  "b": 2\n}', 'web.json').message).toBe('web.json:3: expected `,` or `}`');
  });

  test('standard input is called by its name', () => {
    expect(fault('a: [', '-').message).toMatch(/^standard input:1: /);
  });

  test.each([
    ['image: {{ .Values.image }}\n'],
    ['{{- if .Values.enabled }}\nkind: Service\n{{- end }}\n'],
    ['labels:\n  {{- include "web.labels" . | nindent 2 }}\n'],
  ])('a template that was not rendered is recognised: %j', (text) => {
    expect(fault(text).hint).toContain('template that was not rendered');
  });

  test('a tab and a reserved character get a hint of their own', () => {
    expect(fault('spec:\n\ta: 1\n').hint).toContain('spaces');
    expect(fault('a: @daily\n').hint).toContain('Quote');
    expect(fault('a: b: c\n').hint).toBeUndefined();
  });
});

describe('limits', () => {
  const bomb = ['a: &a0 [x, x, x, x, x, x, x, x, x]']
    .concat(
      [1, 2, 3, 4, 5, 6, 7, 8].map(
        (n) =>
          `b${n}: &a${n} [${Array(9)
            .fill(`*a${n - 1}`)
            .join(', ')}]`,
      ),
    )
    .join('\n');
  const mergeBomb = ['a0: &a0 {x0: 1, y0: 1}']
    .concat(
      Array.from(
        { length: 30 },
        (_, n) => `a${n + 1}: &a${n + 1}\n  <<: [*a${n}, *a${n}]\n  x${n + 1}: {<<: [*a${n}, *a${n}]}`,
      ),
    )
    .join('\n');

  test.each([
    ['aliases of aliases', bomb],
    ['merge keys of merge keys', mergeBomb],
  ])('%s end before they fill the memory', (_, text) => {
    expect(fault(text).message).toMatch(/out of proportion through its aliases/);
  });

  test.each([
    ['YAML', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`],
    ['block YAML', Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['JSON', `{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`],
  ])('%s nested without end', (_, text) => {
    expect(fault(text).message).toMatch(/nested more than 500 levels deep/);
  });

  test('ordinary use of anchors is no bomb', () => {
    const text = `a: &env [{name: A, value: x}, {name: B, value: y}]\n${Array.from({ length: 500 }, (_, n) => `w${n}: *env`).join('\n')}`;
    expect(only(text).origins.lines.get('/w499')).toBe(501);
  });
});

describe('YAML 1.1 where the parser knows 1.2', () => {
  test('brackets may close at the column of their key, and lines stay right', () => {
    const document = only("spec:\n  args: [\n    'a',\n  \"b\\'c\"\n  ]\nnext: 1\n");
    expect(document.value).toEqual({ spec: { args: ['a', "b'c"] }, next: 1 });
    expect(document.origins.lines.get('/spec/args/1')).toBe(4);
    expect(document.origins.lines.get('/next')).toBe(6);
  });

  test('a tab after an opening bracket separates', () => {
    expect(only('spec:\n  args: [\ta,\tb ]\n').value).toEqual({ spec: { args: ['a', 'b'] } });
  });
});
