/** A part of a text with variables: what stays, or one expression with its arguments. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly name: string; readonly operator: string; readonly args: readonly Part[] };

/** Text that no expression can be read from; the message is envsubst's own. */
export class BadSubstitution extends Error {}

type Accept = (character: string, at: number) => boolean;

const isName: Accept = (character) => /[\p{L}\p{Nd}_]/u.test(character);
const notClosing: Accept = (character) => character !== '}';
const notSlash: Accept = (character) => character !== '/';

/** What may begin after a name, and which characters make the operator, by their place in it. */
const OPERATORS = {
  default: (character, at) => (at === 1 ? character === ':' : at === 2 && '=-?+'.includes(character)),
  equal: (character, at) => at === 1 && character === '=',
  substring: (character, at) => at === 1 && character === ':',
  replace: (character, at) => (at === 1 ? character === '/' : at === 2 && '/#%'.includes(character)),
  casing: (character, at) => at < 3 && ',^'.includes(character),
  prefix: (character, at) => at < 3 && character === '#',
  suffix: (character, at) => at < 3 && character === '%',
} as const satisfies Readonly<Record<string, Accept>>;

/**
 * Reads a text as Flux's fork of drone/envsubst does (fluxcd/pkg envsubst/parse): `${name}` and its operators, `$$` for a
 * dollar; a bare `$name` is text. Throws BadSubstitution.
 */
export function parseSubstitutions(text: string): readonly Part[] {
  // The scanner takes escape characters out of its text as it goes; so does this one.
  let buffer = text;
  let position = 0;

  const peek = (): string => buffer[position] ?? '';
  const opens = (): boolean => buffer.startsWith('${', position);

  /** Takes the escape character at the position out of the text and steps over what it escapes. */
  const skipEscaped = (escapes: readonly string[]): boolean => {
    const here = buffer[position];
    const next = buffer[position + 1];
    const escaped =
      (here === '$' && next === '$' && escapes.includes('$')) ||
      (here === '\\' && (next === '/' || next === '\\') && escapes.includes('\\'));
    if (!escaped) return false;
    buffer = buffer.slice(0, position) + buffer.slice(position + 1);
    position += 1;
    return true;
  };

  /** The longest text at the position that is accepted; it ends where an expression opens, if `stops`. */
  const scan = (accept: Accept, stops: boolean, escapes: readonly string[] = []): string => {
    const start = position;
    while (position < buffer.length) {
      if (stops && opens()) break;
      if (skipEscaped(escapes)) continue;
      if (!accept(buffer[position] ?? '', position - start + 1)) break;
      position += 1;
    }
    return buffer.slice(start, position);
  };

  const close = (): void => {
    if (peek() !== '}') throw new BadSubstitution('bad substitution');
    position += 1;
  };

  const operator = (accept: Accept): string => {
    const found = scan(accept, false);
    if (found === '') throw new BadSubstitution('bad substitution');
    return found;
  };

  const argument = (accept: Accept, escapes: readonly string[] = []): Part => {
    if (opens()) {
      position += 2;
      return expression();
    }
    const found = scan(accept, true, escapes);
    if (found === '') throw new BadSubstitution('unable to parse substitution within function');
    return { kind: 'text', text: found };
  };

  const closed = (name: string, found: string, args: readonly Part[]): Part => {
    close();
    return { kind: 'expression', name, operator: found, args };
  };

  const withDefault = (name: string): Part => {
    const found = operator(peek() === '=' ? OPERATORS.equal : OPERATORS.default);
    const args: Part[] = [];
    while (peek() !== '}') args.push(argument(notClosing));
    return closed(name, found, args);
  };

  const substring = (name: string): Part => {
    const found = operator(OPERATORS.substring);
    const args = [argument((character) => character !== ':' && character !== '}')];
    if (peek() === '}') return closed(name, found, args);
    if (scan((character) => character === ':', false) === '') throw new BadSubstitution('bad substitution');
    return closed(name, found, [...args, argument(notClosing)]);
  };

  const replace = (name: string): Part => {
    const found = operator(OPERATORS.replace);
    const pattern = argument(notSlash, ESCAPES);
    if (scan((character) => character === '/', false) === '') throw new BadSubstitution('bad substitution');
    if (peek() === '}') return closed(name, found, [pattern]);
    return closed(name, found, [pattern, argument(notClosing, ESCAPES)]);
  };

  /** What stands after `${`. */
  function expression(): Part {
    if (peek() === '#') {
      position += 1;
      const name = scan(isName, false);
      if (name === '') throw new BadSubstitution('bad substitution');
      return closed(name, '#', []);
    }
    const name = scan(isName, false);
    if (name === '') throw new BadSubstitution('unable to parse variable name');
    switch (peek()) {
      case ':':
        return '=-?+'.includes(buffer[position + 1] || ' ') ? withDefault(name) : substring(name);
      case '=':
        return withDefault(name);
      case ',':
      case '^':
        return closed(name, operator(OPERATORS.casing), []);
      case '/':
        return replace(name);
      case '#':
        return closed(name, operator(OPERATORS.prefix), [argument(notClosing)]);
      case '%':
        return closed(name, operator(OPERATORS.suffix), [argument(notClosing)]);
      case '}':
        return closed(name, '', []);
      default:
        throw new BadSubstitution('missing closing brace');
    }
  }

  const parts: Part[] = [];
  while (position < buffer.length) {
    if (opens()) {
      position += 2;
      parts.push(expression());
      continue;
    }
    parts.push({ kind: 'text', text: scan(() => true, true, ['$']) });
  }
  return parts;
}

const ESCAPES = ['$', '\\'] as const;
