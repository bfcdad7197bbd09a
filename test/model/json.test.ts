import { describe, expect, it } from 'vitest';
import { dig, field, type JsonValue, jsonEqual, setField } from '../../src/model/json.js';
import { parseJson, printJson } from '../../src/model/json-text.js';

describe('equality', () => {
  const SAME: [JsonValue, JsonValue][] = [
    [1, 1n],
    [1e20, 100000000000000000000n],
    [1e23, 10n ** 23n],
    [9007199254740993n, 9007199254740993n],
    [
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ],
    [[], []],
  ];
  const OTHER: [JsonValue, JsonValue][] = [
    [9007199254740992n, 9007199254740993n],
    [1.5, 1n],
    [{ a: 1 }, { a: 1, b: null }],
    [
      [1, 2],
      [2, 1],
    ],
    [{}, []],
    ['1', 1],
    [null, false],
  ];
  it.each(SAME)('%# is equal, either way', (a, b) => {
    expect(jsonEqual(a, b)).toBe(true);
    expect(jsonEqual(b, a)).toBe(true);
  });
  it.each(OTHER)('%# is not equal, either way', (a, b) => {
    expect(jsonEqual(a, b)).toBe(false);
    expect(jsonEqual(b, a)).toBe(false);
  });
});

describe('text', () => {
  it('keeps integers beyond 2^53 exactly, in both directions', () => {
    const text = '{"id":9223372036854774807,"small":7,"ratio":1.5,"list":[-9007199254740993]}';
    const value = parseJson(text);
    expect(value).toEqual({ id: 9223372036854774807n, small: 7, ratio: 1.5, list: [-9007199254740993n] });
    expect(printJson(value)).toBe(text);
  });

  it('reads digits in texts as texts', () => {
    expect(parseJson('{"token":"12345678901234567890","n":1}')).toEqual({ token: '12345678901234567890', n: 1 });
  });

  it('is refused where it is no JSON', () => {
    expect(() => parseJson('{"a":}')).toThrow(SyntaxError);
    expect(() => parseJson('{"a":12345678901234567890,}')).toThrow(SyntaxError);
  });
});

describe('keys', () => {
  it('may be __proto__, and change no prototype', () => {
    const target: Record<string, JsonValue> = {};
    setField(target, '__proto__', { polluted: true });
    expect(field(target, '__proto__')).toEqual({ polluted: true });
    expect(Object.getPrototypeOf(target)).toBe(Object.prototype);
    expect(field({}, 'constructor')).toBeUndefined();
    expect(dig(parseJson('{"__proto__":{"a":1}}'), '__proto__', 'a')).toBe(1);
    expect(dig(parseJson('{"__proto__":{"a":12345678901234567890}}'), '__proto__', 'a')).toBe(12345678901234567890n);
  });
});
