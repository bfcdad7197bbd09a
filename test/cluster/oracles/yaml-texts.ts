import fc from 'fast-check';

/** Scalars of one line: words that mean something, and texts that look like numbers or nearly so. */
const scalar = fc.oneof(
  fc.constantFrom('web', 'a b', 'true', 'Yes', 'off', 'y', 'null', '~', '', '.inf', '-.INF', '.nan', '<<', '=', '0755'),
  fc.constantFrom('1e3', '1_000', '0x1F', '0b101', '0o17', '12:30:45', '2026-11-30', '1.', '.5', '+1', '-0', '0.0'),
  fc.constantFrom(
    '9007199254740993',
    '18446744073709551616',
    '1e400',
    '1.0',
    '100m',
    '0.1Gi',
    'a#b',
    'a:b',
    'http://x/y',
  ),
  fc.constantFrom(
    '"a: b"',
    "'it''s'",
    '"\\u00e9\\n\\x41"',
    "''",
    '""',
    '"a\\tb"',
    "'# no'",
    '"\\/"',
    '"\\q"',
    '"\\ud83d"',
  ),
  fc.constantFrom('!!str 1', '!!int "5"', '!!float 1', '!custom x', '!!bool yes', '!!binary aGVsbG8=', '! 1'),
  fc.constantFrom(
    '- x',
    '-x',
    '? x',
    '?x',
    ': x',
    ':x',
    '@x',
    '`x`',
    '%x',
    '&',
    '*',
    '|x',
    '>x',
    'x # y',
    'a: b',
    ', x',
  ),
  fc.constantFrom(
    '{{ .Values.image }}',
    '[a, b]',
    '{a: 1, b}',
    '[a: 1]',
    '{}',
    '[]',
    '[,]',
    '{a: }',
    '{"a":1}',
    '{a:1}',
  ),
  fc.constantFrom('*anchor', '&anchor web', '&anchor [a]', '&other {a: 1}', '*other', '*none'),
  fc.stringMatching(/^[-+]?[0-9_.]{1,6}([eE][-+]?[0-9]{1,3})?$/),
  fc.stringMatching(/^[-+]?0[xXbBoO]?[0-9a-fA-F_]{0,18}$/),
  fc.stringMatching(/^[-a-zA-Z0-9 :#,.'"&*!|>%@`?{}\\[\]\\]{0,8}$/),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);

const key = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('a', 'b', 'name', 'on', 'x.y/z', '"q k"', "'s'", '1', '1.5', '<<', 'null') },
  { weight: 1, arbitrary: scalar },
);

/** A node as it stands after its key or its dash: on that line, or below it, at some indentation. */
type Node = (indent: number) => string;

const inline: fc.Arbitrary<Node> = fc.tuple(scalar, fc.constantFrom('', '', '', ' ', ' # comment', '\t')).map(
  ([text, after]) =>
    () =>
      ` ${text}${after}\n`,
);

const block: fc.Arbitrary<Node> = fc
  .record({
    header: fc.constantFrom('|', '|', '|-', '|+', '>', '>-', '>+', '|2', '>1-', '| # comment'),
    lines: fc.array(fc.constantFrom('one', 'two # no comment', '', '', ' more', '  ', '---x', '- a', 'a: b', '\tx'), {
      maxLength: 5,
    }),
    deeper: fc.integer({ min: 0, max: 3 }),
  })
  .map(
    ({ header, lines, deeper }) =>
      (indent) =>
        ` ${header}\n${lines.map((line) => (line === '' ? '\n' : `${' '.repeat(indent + deeper)}${line}\n`)).join('')}`,
  );

/** Text that goes on on further lines. */
const folded: fc.Arbitrary<Node> = fc
  .tuple(fc.constantFrom(['', ''], ['"', '"'], ["'", "'"], ['[', ']'], ['{', '}']), fc.array(scalar, { maxLength: 3 }))
  .chain(([[open = '', close = ''], texts]) =>
    fc.constantFrom(0, 1, 2).map((deeper): Node => {
      const separator = open === '[' || open === '{' ? ',' : '';
      return (indent) => ` ${open}${texts.join(`${separator}\n${' '.repeat(indent + deeper)}`)}${close}\n`;
    }),
  );

const { mapping } = fc.letrec<{ node: Node; mapping: Node; sequence: Node }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 5, arbitrary: inline },
    { weight: 1, arbitrary: block },
    { weight: 1, arbitrary: folded },
    { weight: 2, arbitrary: tie('mapping') },
    { weight: 2, arbitrary: tie('sequence') },
  ),
  mapping: fc
    .tuple(
      fc.array(fc.tuple(key, tie('node')), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(2, 2, 2, 4, 1),
      fc.constantFrom('\n', '\n', ' # below\n', ' &anchor\n', ' !!map\n'),
    )
    .map(
      ([entries, by, after]): Node =>
        (indent) =>
          after + entries.map(([name, value]) => `${' '.repeat(indent)}${name}:${value(indent + by)}`).join(''),
    ),
  sequence: fc
    .tuple(
      fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(0, 0, -2),
      fc.constantFrom('\n', '\n', '\n\n', ' &other\n'),
    )
    .map(
      ([items, shift, after]): Node =>
        (indent) => {
          const at = Math.max(indent + shift, 0);
          return after + items.map((item) => `${' '.repeat(at)}-${item(at + 2)}`).join('');
        },
    ),
}));

const document = mapping.map((print) => print(0).replace(/^ *\n?/, ''));

/** Documents in every style that manifests are written in, and in some that nobody should; most of them are right. */
export const documents: fc.Arbitrary<string> = fc
  .tuple(document, fc.constantFrom('\n', '\n', '\n', '\r\n'), fc.boolean())
  .map(([text, lineBreak, ended]) => (ended ? text : text.replace(/\n$/, '')).replaceAll('\n', lineBreak));

const SYNTAX = [...`:-#'"[]{}|>&*!%@?,\n\t x1`];

/** Texts with a few characters put in, taken out or changed: what a slip of the keyboard makes. */
export function slips(of: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const slip = fc.record({
    at: fc.noBias(fc.nat({ max: 999 })),
    takes: fc.integer({ min: 0, max: 1 }),
    puts: fc.constantFrom('', ...SYNTAX),
  });
  return fc.tuple(of, fc.array(slip, { minLength: 1, maxLength: 2 })).map(([text, changes]) =>
    changes
      .reduce(
        (changed, { at, takes, puts }) => {
          const start = Math.floor((at * changed.length) / 1000);
          return [...changed.slice(0, start), puts, ...changed.slice(start + takes)];
        },
        [...text],
      )
      .join(''),
  );
}

/** `v: <scalar>` and `<scalar>: v`, which are read alike but for the key's form. */
export const scalars: fc.Arbitrary<string> = scalar.map((text) => `v: ${text}\n${text}: v\n`);
