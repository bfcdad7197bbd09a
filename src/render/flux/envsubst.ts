import { BadSubstitution, type Part, parseSubstitutions } from './envsubst-parse.js';
import { trimLongest, trimLongestEnd, trimShortest, trimShortestEnd } from './envsubst-trim.js';

/** Operators that say themselves what an undefined variable is to be. */
const TOLERANT: readonly string[] = ['=', ':=', ':-', ':+', ':?'];

/**
 * Expands `${name}` expressions as Flux does (fluxcd/pkg envsubst). `strict`: an undefined variable without a default is
 * an error, as it is since Flux 2.9; else it is empty. Throws BadSubstitution.
 */
export function envsubst(text: string, variables: ReadonlyMap<string, string>, strict: boolean): string {
  return expand(parseSubstitutions(text), variables, strict);
}

function expand(parts: readonly Part[], variables: ReadonlyMap<string, string>, strict: boolean): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      const args = part.args.map((argument) => expand([argument], variables, strict));
      const value = variables.get(part.name);
      if (value === undefined && strict && !TOLERANT.includes(part.operator)) {
        throw new BadSubstitution(`variable not set (strict mode): "${part.name}"`);
      }
      return apply(part.operator, value ?? '', args);
    })
    .join('');
}

function apply(operator: string, value: string, args: readonly string[]): string {
  const [first = '', second = ''] = args;
  switch (operator) {
    case ',':
      return headOf(value).toLowerCase() + value.slice(headOf(value).length);
    case ',,':
      return value.toLowerCase();
    case '^':
      return headOf(value).toUpperCase() + value.slice(headOf(value).length);
    case '^^':
      return value.toUpperCase();
    case '#':
      return args.length === 0 ? String(Buffer.byteLength(value)) : trimShortest(value, first);
    case '##':
      return trimLongest(value, first);
    case '%':
      return trimShortestEnd(value, first);
    case '%%':
      return trimLongestEnd(value, first);
    case ':':
      return substring(value, first, args.length > 1 ? second : undefined);
    case '/':
      return value.replace(first, () => second);
    case '//':
      return value.replaceAll(first, () => second);
    case '/#':
      return args.length === 2 && value.startsWith(first) ? second + value.slice(first.length) : value;
    case '/%':
      return args.length === 2 && value.endsWith(first) ? value.slice(0, value.length - first.length) + second : value;
    default:
      return value === '' ? args.join('') : value;
  }
}

function headOf(value: string): string {
  return [...value][0] ?? '';
}

const INTEGER = /^[+-]?\d+$/;

/** By bytes, as Go counts; what is no number leaves the value as it is. */
function substring(value: string, from: string, length: string | undefined): string {
  if (!INTEGER.test(from)) return value;
  const bytes = Buffer.from(value);
  const start = Number(from) < 0 ? Math.max(0, bytes.length + Number(from)) : Number(from);
  if (length === undefined) return bytes.subarray(start).toString();
  if (!INTEGER.test(length)) return value;
  if (start + Number(length) >= bytes.length) return bytes.subarray(start).toString();
  if (Number(length) < 0) throw new BadSubstitution('slice bounds out of range');
  return bytes.subarray(start, start + Number(length)).toString();
}
