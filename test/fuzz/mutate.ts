/** Numbers from a seed, each below `limit`; the same seed gives the same ones (mulberry32). */
export function numbersFrom(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

/** Pieces that readers have tripped over, here or elsewhere. */
const PIECES = [
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__', 'length', 'then'],
  ...[
    '&a',
    '*a',
    '<<: *a',
    '&a [*a, *a]',
    '!!binary',
    '!!js/function',
    '!<tag:x>',
    '? ',
    '|-',
    '>+2',
    '%YAML 1.1',
    '---',
    '...',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    '[[',
    ']]',
    '{{',
    '}}',
    '"',
    "'",
    '\\',
    '\\"',
    '\\u0000',
    '\\ud800',
    ':',
    ': ',
    ',',
    '#',
    '-',
    '- ',
  ],
  ...['f:', 'k:{}', 'v:""', 'i:0', '.', 'f:.', 'k:{"name":', 'i:-1', 'i:9999999999999999999'],
  ...[
    'null',
    '~',
    'true',
    'NaN',
    '.inf',
    '-0',
    '1e309',
    '9223372036854775808',
    '0x',
    '0o8',
    '1_000',
    '1Ki',
    '1e-999',
    '190:20:30',
  ],
  ...[
    '*',
    '**',
    '?',
    '[!',
    '[a-',
    '{a,',
    '(a+)+$',
    '(?i)',
    '.*',
    '$',
    '${',
    '${a:-',
    '${a##',
    '$$',
    '||',
    '>=',
    '~',
    '^',
    '@',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '\u0000',
    '\u001b[2J',
    '\u202e',
    '\ufeff',
    '\u2028',
    '\ud800',
    '\u0085',
    'é',
    '🦆',
  ],
  ...[
    'metadata',
    'managedFields',
    'apiVersion',
    'kind',
    'items',
    'data',
    'spec',
    'status',
    'name',
    'namespace',
    'labels',
  ],
  ...[
    '2026-11-30T12:00:00Z',
    '0000-00-00T99:99:99Z',
    '+275760-09-13T00:00:00.000Z',
    'a'.repeat(300),
    '/'.repeat(50),
    '[*]',
    '[=1]',
    '~1~0',
  ],
];

/** The longest text that a mutation gives. */
const LONGEST = 24_000;

/** A text made of `seeds` by one to eight changes: bytes, lines and pieces moved, doubled, nested, or taken from another. */
export function mutate(seeds: readonly string[], below: (limit: number) => number): string {
  const any = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  let text = any(seeds);
  for (let left = 1 + below(8); left > 0; left--) {
    const at = below(text.length + 1);
    const span = 1 + below(below(8) === 0 ? 400 : 12);
    const [before, after] = [text.slice(0, at), text.slice(at)];
    switch (below(12)) {
      case 0:
        text = before + after.slice(span);
        break;
      case 1:
        text = before + after.slice(0, span).repeat(1 + below(40)) + after.slice(span);
        break;
      case 2:
      case 3:
      case 4:
        text = before + any(PIECES) + after;
        break;
      case 5:
        text = before + any(PIECES) + after.slice(span);
        break;
      case 6:
        text = before + String.fromCharCode(below(below(2) === 0 ? 128 : 0x10000)) + after.slice(1);
        break;
      case 7: {
        const other = any(seeds);
        const from = below(other.length + 1);
        text = before + other.slice(from, from + span * 20) + after;
        break;
      }
      case 8:
        text = withLines(text, below);
        break;
      case 9: {
        const [open, close] = any([
          ['[', ']'],
          ['{"a":', '}'],
          ['{a: ', '}'],
          ['- ', ''],
          ['{', '}'],
          ['(', ')'],
        ] as const);
        const depth = below(3) === 0 ? below(3000) : below(20);
        text = before + open.repeat(depth) + after.slice(0, span) + close.repeat(depth) + after.slice(span);
        break;
      }
      case 10:
        text = withOtherValue(text, any(PIECES), below);
        break;
      default:
        text = withOtherValue(
          text,
          any(['{}', '[]', '""', '0', 'null', 'true', '[null]', '{"__proto__":{}}', '-1', '1e400']),
          below,
        );
    }
    if (text.length > LONGEST) text = text.slice(0, LONGEST);
  }
  return text;
}

/** Two lines change places, one is doubled or left out, or its indentation changes. */
function withLines(text: string, below: (limit: number) => number): string {
  const lines = text.split('\n');
  const [one, other] = [below(lines.length), below(lines.length)];
  const kept = lines[one] ?? '';
  switch (below(4)) {
    case 0:
      lines[one] = lines[other] ?? '';
      lines[other] = kept;
      break;
    case 1:
      lines.splice(other, 0, kept);
      break;
    case 2:
      lines.splice(one, 1 + below(3));
      break;
    default:
      lines[one] = below(2) === 0 ? `  ${kept}` : kept.slice(1);
  }
  return lines.join('\n');
}

/** What follows a colon somewhere gives way to something of another type. */
function withOtherValue(text: string, value: string, below: (limit: number) => number): string {
  const places = [...text.matchAll(/:\s?("(?:[^"\\\n]|\\.)*"|[^\s,{}[\]]+)/g)];
  const place = places[below(Math.max(places.length, 1))];
  if (place === undefined) return text + value;
  const from = place.index + place[0].length - (place[1] ?? '').length;
  return text.slice(0, from) + value + text.slice(place.index + place[0].length);
}
