import { EvaluationError } from '@marcbachmann/cel-js';

/** `text.format(list)` of CEL's strings extension: each verb takes the next item. Throws an EvaluationError. */
export function formatted(text: string, items: readonly unknown[]): string {
  let next = 0;
  const told = text.replace(/%(?:%|(?:\.(\d+))?([a-zA-Z]?))/g, (whole, precision: string | undefined, verb: string) => {
    if (whole === '%%') return '%';
    if (next >= items.length) throw new EvaluationError(`format: there is no item for ${whole}`);
    const item = items[next];
    next += 1;
    return verbOf(verb, item, precision === undefined ? 6 : Number(precision), whole);
  });
  return told;
}

function verbOf(verb: string, item: unknown, precision: number, whole: string): string {
  if (verb === 's') return written(item);
  if (verb === 'f' || verb === 'e') {
    const number = numberIn(item, whole);
    return verb === 'f' ? number.toFixed(precision) : exponent(number.toExponential(precision));
  }
  const base = { d: 10, b: 2, o: 8, x: 16, X: 16 }[verb];
  if (base === undefined) throw new EvaluationError(`format: there is no verb ${whole}`);
  if ((verb === 'x' || verb === 'X') && (typeof item === 'string' || item instanceof Uint8Array)) {
    return cased(Buffer.from(item as string).toString('hex'), verb);
  }
  if (verb === 'b' && typeof item === 'boolean') return item ? '1' : '0';
  return cased(wholeIn(item, whole).toString(base), verb);
}

function cased(text: string, verb: string): string {
  return verb === 'X' ? text.toUpperCase() : text;
}

/** Go gives an exponent two digits at least. */
function exponent(text: string): string {
  return text.replace(/e([+-])(\d)$/, 'e$10$2');
}

function numberIn(item: unknown, whole: string): number {
  if (typeof item === 'number' || typeof item === 'bigint') return Number(item);
  throw new EvaluationError(`format: ${whole} takes a number`);
}

/** An int, or a number without a fraction: JSON's are doubles in Go. */
function wholeIn(item: unknown, whole: string): bigint {
  const value = typeof item === 'object' && item !== null ? item.valueOf() : item;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number' && Number.isInteger(value)) return BigInt(value);
  throw new EvaluationError(`format: ${whole} takes a whole number`);
}

function written(item: unknown): string {
  if (Array.isArray(item)) return `[${item.map(written).join(', ')}]`;
  if (item instanceof Map) {
    const entries = [...item].map(([key, value]) => `${written(key)}: ${written(value)}`);
    return `{${entries.sort().join(', ')}}`;
  }
  if (item instanceof Date) return item.toISOString().replace('.000Z', 'Z');
  if (item instanceof Uint8Array) return Buffer.from(item).toString('utf8');
  if (typeof item === 'object' && item !== null && Object.getPrototypeOf(item) === Object.prototype) {
    return written(new Map(Object.entries(item)));
  }
  return String(item);
}
