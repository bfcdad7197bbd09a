import { type Environment, EvaluationError } from '@marcbachmann/cel-js';
import { formatted } from './format.js';

class SetsNamespace {}
class EncoderNamespace {}
class StringsNamespace {}

/**
 * Gives the environment the functions that Flux's has and the library lacks (fluxcd/pkg runtime/cel/expression.go: the
 * extensions strings, sets and encoders of cel-go); returns it. The macros optMap and optFlatMap are not among them.
 */
export function withFluxFunctions(environment: Environment): Environment {
  const equality = environment.clone().parse('one == other');
  const equal = (one: unknown, other: unknown): boolean => equality({ one, other }) === true;
  const holds = (list: readonly unknown[], one: unknown): boolean => list.some((other) => equal(one, other));
  const within = (inner: readonly unknown[], outer: readonly unknown[]): boolean =>
    inner.every((one) => holds(outer, one));
  type Lists = [namespace: unknown, one: readonly unknown[], other: readonly unknown[]];
  return environment
    .clone()
    .registerType('SetsNamespace', SetsNamespace)
    .registerType('EncoderNamespace', EncoderNamespace)
    .registerType('StringsNamespace', StringsNamespace)
    .registerConstant('sets', 'SetsNamespace', new SetsNamespace())
    .registerConstant('base64', 'EncoderNamespace', new EncoderNamespace())
    .registerConstant('strings', 'StringsNamespace', new StringsNamespace())
    .registerFunction('SetsNamespace.contains(list, list): bool', (...[, one, other]: Lists) => within(other, one))
    .registerFunction(
      'SetsNamespace.equivalent(list, list): bool',
      (...[, one, other]: Lists) => within(one, other) && within(other, one),
    )
    .registerFunction('SetsNamespace.intersects(list, list): bool', (...[, one, other]: Lists) =>
      one.some((item) => holds(other, item)),
    )
    .registerFunction('EncoderNamespace.encode(bytes): string', (_: unknown, bytes: Uint8Array) =>
      Buffer.from(bytes).toString('base64'),
    )
    .registerFunction('EncoderNamespace.decode(string): bytes', (_: unknown, text: string) => decoded(text))
    .registerFunction('StringsNamespace.quote(string): string', (_: unknown, text: string) => JSON.stringify(text))
    .registerFunction('string.charAt(int): string', (text: string, at: bigint) => text.charAt(Number(at)))
    .registerFunction('string.reverse(): string', (text: string) => [...text].reverse().join(''))
    .registerFunction('string.replace(string, string): string', (text: string, from: string, to: string) =>
      text.replaceAll(from, () => to),
    )
    .registerFunction('string.replace(string, string, int): string', replacedTimes)
    .registerFunction('string.format(list): string', formatted);
}

/** With or without its padding, as cel-go reads it. */
function decoded(text: string): Uint8Array {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw new EvaluationError('base64.decode: the text is not base64');
  return new Uint8Array(Buffer.from(text, 'base64'));
}

/** A negative number of times is all of them. */
function replacedTimes(text: string, from: string, to: string, times: bigint): string {
  if (times < 0n) return text.replaceAll(from, () => to);
  const parts = text.split(from);
  const kept = Math.min(Number(times), parts.length - 1);
  return [parts.slice(0, kept + 1).join(to), ...parts.slice(kept + 1)].join(from);
}
