import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { parsePath } from '../../../src/model/parse-path.js';
import { editField } from '../../../src/render/edit/edit-document.js';
import { sourceTrees } from '../../../src/render/edit/source-tree.js';
import { readDocuments } from '../../../src/render/yaml/read-documents.js';

function set(text: string, path: string, value: JsonValue): string | undefined {
  const [root] = sourceTrees(text);
  return root && editField(text, root, { kind: 'set', path: parsePath(path), value });
}

function remove(text: string, path: string): string | undefined {
  const [root] = sourceTrees(text);
  return root && editField(text, root, { kind: 'remove', path: parsePath(path) });
}

const DEPLOYMENT = `# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: catalog # never renamed
spec:
  replicas: 3 # two zones
  template:
    spec:
      containers:
        # the one that serves
        - name: web
          image: "registry.example/catalog:1.4.2" # pinned
          args: ['--port', '8080']
          env:
            - name: LOG_LEVEL
              value: info

            # kept for the migration
            - name: DEBUG
              value: 'off'
        - name: proxy
          image: registry.example/proxy:2
`;

describe('setting a value changes nothing but its own text', () => {
  it.each<[string, string, string, JsonValue, string, string]>([
    ['a number', DEPLOYMENT, '.spec.replicas', 7, 'replicas: 3 # two zones', 'replicas: 7 # two zones'],
    [
      'a text in double quotes',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="web"].image',
      'registry.example/catalog:1.4.3',
      '"registry.example/catalog:1.4.2"',
      '"registry.example/catalog:1.4.3"',
    ],
    [
      'a text in single quotes',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="web"].env[name="DEBUG"].value',
      "it's on",
      "value: 'off'",
      "value: 'it''s on'",
    ],
    [
      'a plain text',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="proxy"].image',
      'registry.example/proxy:3',
      'registry.example/proxy:2',
      'registry.example/proxy:3',
    ],
    [
      'an item of a list in brackets',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="web"].args',
      ['--port', '9090', '--verbose'],
      "['--port', '8080']",
      "['--port', '9090', --verbose]",
    ],
    [
      'a value in braces',
      'a: {b: 1, c: x} # both\n',
      '.c',
      'z',
      'a: {b: 1, c: x} # both\n',
      'a: {b: 1, c: x} # both\nc: z\n',
    ],
    ['a key in braces', 'a: {b: 1, c: x} # both\n', '.a.c', 'z', 'c: x}', 'c: z}'],
    ['a word that YAML 1.1 takes for a boolean', 'a: off-peak\n', '.a', 'on', 'off-peak', '"on"'],
    ['a text that looks like a number', 'a: x1\n', '.a', '0123', 'x1', '"0123"'],
    ['a text that looks like a time of day', 'a: x\n', '.a', '12:30', 'x', '"12:30"'],
    ['a text that looks like a date', 'a: x\n', '.a', '2026-11-30', 'x', '"2026-11-30"'],
    ['a text with a comment sign', 'a: x\n', '.a', 'b #c', 'a: x', 'a: "b #c"'],
    ['a text that a terminal would obey', 'a: x\n', '.a', 'b\u001b[2J', 'a: x', 'a: "b\\u001b[2J"'],
    ['an empty text', 'a: x\nb: 1\n', '.a', '', 'a: x', 'a: ""'],
    ['nothing behind a colon', 'a:\nb: 1\n', '.a', 'x', 'a:\n', 'a: x\n'],
    ['a block by its line', 'a: |\n  one\n  two\n  three\nb: 1\n', '.a', 'one\n2\nthree\n', '  two\n', '  2\n'],
    ['the end of a block', 'a: |-\n  one\n  two\nb: 1\n', '.a', 'one\ntwo\n', 'a: |-', 'a: |'],
    ['a block with a comment', 'a: |- # text\n  one\n  two\nb: 1\n', '.a', 'one\n2', '  two', '  2'],
    ['a word with a comment', 'a: x # why\nb: 1\n', '.a', 'one\ntwo', 'a: x # why', 'a: |- # why\n  one\n  two'],
    ['that of CRLF', 'a: x # why\r\nb: 1\r\n', '.a', 'one\ntwo', 'a: x # why', 'a: |- # why\r\n  one\r\n  two'],
    ['an item with a comment', 'a:\n- x # why\n- y\n', '.a[0]', 'one\ntwo', '- x # why', '- |- # why\n  one\n  two'],
    ['a tab before the comment', 'a: x\t# why\n', '.a', 'one\ntwo\n', 'a: x\t# why', 'a: |\t# why\n  one\n  two'],
    ['a block at the end without a line break', 'a: |-\n  one\n  two', '.a', 'one\n2', '  two', '  2'],
    ['a block by one line', 'a: |\n  one\n  two\nb: 1\n', '.a', 'one', 'a: |\n  one\n  two\n', 'a: one\n'],
    ['one line by a block', 'm:\n  a: one\n  b: 1\n', '.m.a', 'one\ntwo\n', '  a: one\n', '  a: |\n    one\n    two\n'],
    ['an anchor that stays', 'a: &x one\n', '.a', 'two', '&x one', '&x two'],
    ['an alias by its value', 'a: &x one\nb: *x\n', '.b', 'two', 'b: *x', 'b: two'],
    ['what a merge key brings', 'a: &x {c: 1}\nb:\n  <<: *x\n  d: 2\n', '.b.c', 3, '  d: 2\n', '  d: 2\n  c: 3\n'],
    [
      'a list by an empty one',
      'm:\n  a:\n    - 1\n    - 2\n  b: 1\n',
      '.m.a',
      [],
      '  a:\n    - 1\n    - 2\n',
      '  a: []\n',
    ],
    ['an empty list by one', 'm:\n  a: []\n  b: 1\n', '.m.a', ['x'], '  a: []\n', '  a:\n    - x\n'],
    ['an item among others', 'a:\n- x # first\n- y\n- z # last\n', '.a', ['x', 'w', 'z'], '- y\n', '- w\n'],
    ['an item at the front', 'a:\n- z # old\n', '.a', ['x', 'z'], 'a:\n', 'a:\n- x\n'],
    ['one of two documents', 'a: 1\n---\na: 1\n', '.a', 2, 'a: 1\n---', 'a: 2\n---'],
  ])('%s', (_, text, path, value, before, after) => {
    expect(set(text, path, value)).toBe(text.replace(before, () => after));
  });
});

describe('adding a value', () => {
  it.each<[string, string, string, JsonValue, string, string]>([
    [
      'a field beside others',
      DEPLOYMENT,
      '.metadata.namespace',
      'shop',
      '# never renamed\n',
      '# never renamed\n  namespace: shop\n',
    ],
    [
      'a map with its first key',
      DEPLOYMENT,
      '.metadata.annotations["example.com/team"]',
      'shop',
      '# never renamed\n',
      '# never renamed\n  annotations:\n    example.com/team: shop\n',
    ],
    [
      'an item with its key',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="web"].env[name="FEATURE"]',
      { name: 'FEATURE', value: 'yes' },
      "              value: 'off'\n",
      '              value: \'off\'\n            - name: FEATURE\n              value: "yes"\n',
    ],
    [
      'a field of an item that is not there',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="proxy"].ports[containerPort=80,protocol="TCP"]',
      { containerPort: 80, protocol: 'TCP' },
      'image: registry.example/proxy:2\n',
      'image: registry.example/proxy:2\n          ports:\n            - containerPort: 80\n              protocol: TCP\n',
    ],
    ['a list in the manner of the file', 'a:\n- x\nb: 1\n', '.c', ['y'], 'b: 1\n', 'b: 1\nc:\n- "y"\n'],
    ['into braces', 'a: {b: 1}\n', '.a.c', 'x', '{b: 1}', '{b: 1, c: x}'],
    ['into empty braces', 'a: {} # none\nb: 1\n', '.a.c', 'x', 'a: {} # none\n', 'a: # none\n  c: x\n'],
    ['into nothing', 'a:\nb: 1\n', '.a.c', 'x', 'a:\n', 'a:\n  c: x\n'],
    ['behind a block', 'm:\n  a: |\n    one\n\nb: 1\n', '.m.c', 'x', '    one\n\n', '    one\n  c: x\n\n'],
    ['at an end without a line break', 'a:\n  b: 1', '.a.c', 'x', '  b: 1', '  b: 1\n  c: x'],
    ['in lines that end with CRLF', 'a:\r\n  b: 1\r\n', '.a.c', 'x', '  b: 1\r\n', '  b: 1\r\n  c: x\r\n'],
    ['a text of several lines', 'a:\n  b: 1\n', '.a.c', 'one\ntwo', '  b: 1\n', '  b: 1\n  c: |-\n    one\n    two\n'],
  ])('%s', (_, text, path, value, before, after) => {
    expect(set(text, path, value)).toBe(text.replace(before, () => after));
  });
});

describe('taking a value out', () => {
  it.each<[string, string, string, string, string]>([
    ['a field with its comment on the line', DEPLOYMENT, '.spec.replicas', '  replicas: 3 # two zones\n', ''],
    [
      'an item',
      DEPLOYMENT,
      '.spec.template.spec.containers[name="web"].env[name="DEBUG"]',
      "            - name: DEBUG\n              value: 'off'\n",
      '',
    ],
    ['the first field of an item', 'a:\n  - b: 1\n    c: 2\n', '.a[0].b', '  - b: 1\n    c: 2\n', '  - c: 2\n'],
    ['a map with its last key', 'm:\n  a:\n    b: 1\n  c: 2\n', '.m.a.b', '  a:\n    b: 1\n', ''],
    ['a list with its last item', 'm:\n  a:\n    - b: 1\n  c: 2\n', '.m.a[0]', '  a:\n    - b: 1\n', ''],
    ['from braces, the first', 'a: {b: 1, c: 2}\n', '.a.b', '{b: 1, c: 2}', '{c: 2}'],
    ['from braces, the last', 'a: {b: 1, c: 2}\n', '.a.c', '{b: 1, c: 2}', '{b: 1}'],
    ['a block', 'a: |\n  one\n\nb: 1\n', '.a', 'a: |\n  one\n\n', ''],
    ['the last line without a line break', 'a: 1\nb: 2', '.b', '\nb: 2', ''],
    ['the last line without a line break, CRLF', 'a: 1\r\nb: 2', '.b', '\r\nb: 2', ''],
  ])('%s', (_, text, path, before, after) => {
    expect(remove(text, path)).toBe(text.replace(before, () => after));
  });

  it('leaves a document that would be empty alone', () => expect(remove('a: 1\n', '.a')).toBeUndefined());
});

describe('JSON', () => {
  const JSON_TEXT = `{
  "apiVersion": "v1",
  "data": {
    "a": "1",
    "b": "2"
  }
}
`;
  it.each<[string, string, JsonValue, string, string]>([
    ['a value', '.data.a', 'on', '"a": "1"', '"a": "on"'],
    ['a new key', '.data.c', 'x\ny', '    "b": "2"\n', '    "b": "2",\n    "c": "x\\ny"\n'],
    ['a new map', '.metadata', { labels: { a: 'b' } }, '  }\n}', '  },\n  "metadata": {"labels": {"a": "b"}}\n}'],
  ])('%s', (_, path, value, before, after) => {
    expect(set(JSON_TEXT, path, value)).toBe(JSON_TEXT.replace(before, () => after));
  });

  it('with tabs', () => {
    const text = '{\n\t"a": {\n\t\t"b": 1\n\t}\n}';
    expect(set(text, '.a.c', 2)).toBe('{\n\t"a": {\n\t\t"b": 1,\n\t\t"c": 2\n\t}\n}');
    expect(remove('{\n\t"a": 1,\n\t"b": 2\n}', '.b')).toBe('{\n\t"a": 1\n}');
  });
});

const TEXTS = fc.oneof(
  fc.string({ maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'on',
    'yes',
    '1e3',
    '0x1f',
    '1_000',
    '~',
    'null',
    '- a',
    'a: b',
    ' a',
    'a ',
    '#a',
    '*a',
    '&a',
    '!a',
    '@a',
    '`a',
    '%a',
    '? a',
    '|',
    '>',
    '{a',
    '[a',
    '1:20',
    '.5',
    '=',
    '<<',
    '---',
    '...',
    '\ta',
    'a\n',
    'a\n\nb\n',
    '\n',
    '\n a',
    ' a\nb',
    'a\tb',
    'a\r\nb',
    '\u0085',
    '\u2028',
    '\ufeff',
    '2026-11-30T12:00:00Z',
  ),
);

describe('whatever the value', () => {
  it('what is written reads as what was meant, and all else as before', () => {
    const before =
      'x: 1\nmap:\n  k: old\n  other: &a kept # comment\nflow: {k: old, z: *a}\nlist:\n  - name: one\n    k: old\nlast: yes\n';
    const places = [
      '.map.k',
      '.map.new',
      '.flow.k',
      '.flow.new',
      '.list[0].k',
      '.list[0].new',
      '.list[1]',
      '.new.deep["a.b/c"]',
      '.last',
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...places),
        fc.oneof(
          TEXTS,
          fc.integer(),
          fc.boolean(),
          fc.array(TEXTS, { maxLength: 3 }),
          fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), TEXTS, { maxKeys: 3 }),
        ),
        fc.boolean(),
        (path, value, crlf) => {
          const text = crlf ? before.replaceAll('\n', '\r\n') : before;
          const after = set(text, path, value as JsonValue);
          if (typeof value === 'string' && /[\ud800-\udfff]/.test(value.replace(/[\ud800-\udbff][\udc00-\udfff]/g, '')))
            return;
          const expected = structuredClone(readDocuments(before, '-').documents[0]?.value) as Record<string, never>;
          put(expected, path, value as JsonValue);
          expect(readDocuments(after ?? '', '-').documents.map((document) => document.value)).toEqual([expected]);
        },
      ),
      { numRuns: 600 },
    );
  });
});

function put(target: Record<string, never>, path: string, value: JsonValue): void {
  const steps = parsePath(path).map((element) =>
    element.kind === 'field' ? element.name : element.kind === 'index' ? element.index : '',
  );
  let here = target as unknown as Record<string | number, unknown>;
  for (const [at, step] of steps.entries()) {
    if (at === steps.length - 1) here[step] = value;
    else {
      here[step] ??= {};
      here = here[step] as Record<string | number, unknown>;
    }
  }
}
