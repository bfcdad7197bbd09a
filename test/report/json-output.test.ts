import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOutput } from '../../src/report/json-output.js';

describe('an output in JSON', () => {
  it('escapes what a terminal would obey, and says the same', () => {
    const text = 'a\u001b[31m\u009b2J\u202egnp\u2028\u200b\u{e0041}\u007fé 日本 😀';
    expect(jsonOutput({ text })).toBe(
      '{\n  "text": "a\\u001b[31m\\u009b2J\\u202egnp\\u2028\\u200b\\udb40\\udc41\\u007fé 日本 😀"\n}\n',
    );
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        expect(JSON.parse(jsonOutput([any]))).toEqual([any]);
      }),
    );
  });
});
