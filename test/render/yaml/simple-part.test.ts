import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composePart } from '../../../src/render/yaml/compose.js';
import { readSimplePart } from '../../../src/render/yaml/simple-part.js';

const DEPLOYMENT = `---
# Source: catalog/templates/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata:
  name: catalog   # the shop's front
  annotations:
    "marketplace.example/owner": 'team-storefront'
    on: yes
spec:
  replicas: 3
  template:
    spec:
      containers:
      - name: web
        image: registry.example/marketplace/web:1.2.3
        args:
          - --listen=:8080
          -   "--greeting=a: b # c"
        resources: {}
        env: []
      volumes:

        - name: settings
          configMap:
            name: catalog
data:
  empty:
  script.sh: |
    #!/bin/sh

      echo "$HOME: # no comment"
  stripped: |-
    one
    two

`;

describe('the reader of the plain style', () => {
  test('reads what nearly all manifests look like', () => {
    expect(readSimplePart(DEPLOYMENT, 7)).toEqual(composePart(DEPLOYMENT, 7)[0]);
    expect(readSimplePart(DEPLOYMENT, 7)).toBeDefined();
  });

  test.each([
    ['an anchor', 'a: &x 1\n'],
    ['a tag', 'a: !!str 1\n'],
    ['a merge key', '<<: {}\n'],
    ['a folded block', 'a: >\n  b\n'],
    ['a flow list', 'a: [1]\n'],
    ['an escape', 'a: "\\n"\n'],
    ['a text of two lines', 'a: b\n  c\n'],
    ['a text on the next line', 'a:\n  b\n'],
    ['a list in a list', '- - a\n'],
    ['a tab', 'a:\tb\n'],
    ['a carriage return', 'a: b\r\n'],
    ['two documents', 'a: b\n...\nc: d\n'],
    ['a directive', '%YAML 1.1\n---\na: b\n'],
    ['a block without its last line break', 'a: |\n  b'],
    ['a line that belongs nowhere', 'a:\n    b: c\n  d: e\n'],
    ['a list beside keys', 'a: b\n- c\n'],
    ['a key without a space after it', 'a:b\n'],
    ['nothing', '# nothing\n'],
    ['a text alone', 'text\n'],
  ])('leaves %s to the whole parser', (_, text) => {
    expect(readSimplePart(text, 0)).toBeUndefined();
  });

  test('gives the tree of the whole parser or none', () => {
    let read = 0;
    fc.assert(
      fc.property(documents, (text) => {
        const simple = readSimplePart(text, 3);
        if (simple === undefined) return;
        read++;
        expect([simple]).toEqual(composePart(text, 3));
      }),
      { numRuns: 5000 },
    );
    expect(read).toBeGreaterThan(200);
  });
});

const word = fc.constantFrom(
  'a',
  'name',
  'x-y.z/w',
  'on',
  '1',
  '0x1F',
  'null',
  '"q k"',
  "'s'",
  'ключ',
  '-',
  '?',
  '<<',
  '',
);
const usual = fc.constantFrom('web', '8080', '--flag=x', 'yes', '"x"', "'y: z'", '{}', '[]', '|', '|-', '');
const odd = fc.constantFrom(
  ...[
    '',
    ' ',
    'web',
    '8080',
    '1.5',
    '-3',
    '--flag=x',
    '-',
    '- b',
    '~',
    'yes',
    'a b',
    'a: b',
    'a:',
    'a:b',
    ':8080',
    '=x',
  ],
  ...[
    'a #b',
    'a # c',
    '# c',
    '"x"',
    '"x" # c',
    '"x',
    '"x" y',
    '"\\t"',
    "'x'",
    "'it''s'",
    "''",
    '{}',
    '[]',
    '{a: 1}',
    '[1]',
  ],
  ...[
    '|',
    '|-',
    '|+',
    '|2',
    '>',
    '| # c',
    '&a b',
    '*a',
    '!t c',
    '%x',
    '@x',
    '`x',
    '---',
    '--- a',
    '...',
    '$(x)',
    '1_0',
    '2026-01-01',
  ],
  ...['<<', '\\', '<', ',', 'é', '\u00a0x', 'x\u00a0', '\u2028', '\ufeff', '😀', 'a\tb', '\u0085'],
);
const value = fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: odd });
const line = fc
  .tuple(
    fc.constantFrom(0, 0, 1, 2, 2, 2, 3, 4, 4, 6),
    fc.constantFrom('', '', '- ', '-   ', '-'),
    fc.option(word, { nil: undefined, freq: 5 }),
    fc.constantFrom(':', ':', ':', ': ', ' :', ''),
    value,
    fc.constantFrom('', '', '', ' ', ' # c'),
  )
  .map(([indent, dash, key, colon, text, end]) => {
    const pair = key === undefined ? text : `${key}${colon}${text === '' ? '' : ` ${text}`}`;
    return `${' '.repeat(indent)}${dash}${pair}${end}`;
  });
const other = fc.constantFrom('', '  ', '      ', '# c', '    # c', 'text', '    text', '...');

/** Lines as people write them: entries with values of one line, blocks below them. */
const block: fc.Memo<readonly string[]> = fc.memo((depth) =>
  fc
    .array(depth <= 1 ? entry : fc.oneof(entry, nested(depth - 1)), { minLength: 1, maxLength: 3 })
    .map((all) => all.flat()),
);
const entry = fc
  .tuple(fc.stringMatching(/^[a-e]{1,3}$/), value, fc.constantFrom('', '', ' # c'))
  .map(([key, text, end]) => [
    `${key}:${text === '' ? '' : ` ${text}`}${end}`,
    ...(/^\|/.test(text) ? ['    # no comment', '', '      deeper'] : []),
  ]);
const nested = (depth: number): fc.Arbitrary<readonly string[]> =>
  fc
    .tuple(fc.stringMatching(/^[f-k]{1,3}$/), block(depth), fc.constantFrom('mapping', 'list', 'flat list', 'texts'))
    .map(([key, below, kind]) => {
      const dashed = below.map((text, at) => `${at === 0 ? '- ' : '  '}${text}`);
      if (kind === 'mapping') return [`${key}:`, ...below.map((text) => `  ${text}`)];
      if (kind === 'list') return [`${key}:`, ...[...dashed, ...dashed].map((text) => `  ${text}`)];
      return [`${key}:`, ...(kind === 'texts' ? below.map((text) => `- ${text.replace(/^.*?: ?/, '')}`) : dashed)];
    });

const spoilt = fc
  .tuple(block(4), fc.array(fc.tuple(fc.nat(), fc.oneof(line, other)), { maxLength: 1 }))
  .map(([lines, spoils]) =>
    spoils.reduce<readonly string[]>((all, [at, text]) => all.toSpliced(at % (all.length + 1), at % 2, text), lines),
  );
const documents = fc
  .tuple(
    fc.constantFrom('', '', '---\n', '--- \n', '---', '--- a\n', '%YAML 1.1\n---\n'),
    fc.oneof(
      { weight: 3, arbitrary: spoilt },
      { weight: 1, arbitrary: fc.array(fc.oneof(line, other), { maxLength: 5 }) },
    ),
    fc.constantFrom('\n', '\n', '\n\n', ''),
  )
  .map(([start, lines, end]) => `${start}${lines.join('\n')}${end}`);
