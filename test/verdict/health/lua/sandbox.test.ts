import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../../src/model/json.js';
import { type LuaLimits, runLua } from '../../../../src/verdict/health/lua/sandbox.js';
import { liveObject } from '../live-object.js';

const gadget = (parts: Record<string, JsonValue> = {}) => liveObject('verdict.example.test/v1', 'Gadget', parts);

/** A run of a script that may use all libraries. */
const run = (text: string, object = gadget(), limits?: LuaLimits) => runLua({ text, open: true }, object, limits);

/** The message that the script gives, or what came instead. */
function messageOf(expression: string, parts: Record<string, JsonValue> = {}): unknown {
  const found = run(`return {status = 'Healthy', message = tostring(${expression})}`, gadget(parts));
  return found.kind === 'returned' && found.value.kind === 'table' ? found.value.fields.get('message') : found;
}

describe('what scripts rely on (Lua 5.1)', () => {
  it.each<[what: string, expression: string, parts: Record<string, JsonValue>, message: string]>([
    ['a whole number', 'obj.spec.replicas', { spec: { replicas: 3 } }, '3'],
    ['a quotient that is whole', '6 / 2 .. ""', {}, '3'],
    ['a number beyond 32 bits', 'obj.spec.at + 1', { spec: { at: 8_575_574_967 } }, '8575574968'],
    ['a bigint', 'obj.spec.at', { spec: { at: 2n ** 40n } }, '1099511627776'],
    ['a fraction', 'obj.spec.share', { spec: { share: 0.5 } }, '0.5'],
    ['table.getn', 'table.getn(obj.spec.list)', { spec: { list: ['a', 'b'] } }, '2'],
    ['unpack', 'select("#", unpack({1, 2, 3}))', {}, '3'],
    ['a null field is nil', 'obj.spec.gone == nil', { spec: { gone: null } }, 'true'],
    ['nulls in a list are left out', '#obj.spec.list', { spec: { list: [null, 'a', null, 'b'] } }, '2'],
    ['a key with dots', 'obj.spec["a.b/c"]', { spec: { 'a.b/c': 'yes' } }, 'yes'],
    ['a key of the prototype', 'obj.spec["__proto__"]', { spec: JSON.parse('{"__proto__": "own"}') }, 'own'],
    ['os.time of a table', 'os.time({year=2020, month=1, day=2}) - os.time({year=2020, month=1, day=1})', {}, '86400'],
    ['os.date', 'os.date("!%Y", 0)', {}, '1970'],
    ['text with umlauts', '"größer " .. obj.spec.name', { spec: { name: 'café' } }, 'größer café'],
    ['string.format', 'string.format("%d of %d", obj.spec.a, 5)', { spec: { a: 2 } }, '2 of 5'],
    ['a pattern', '("a-b"):gsub("-", "+")', {}, 'a+b'],
  ])('%s', (_what, expression, parts, message) => {
    expect(messageOf(expression, parts)).toBe(message);
  });

  it('takes goto and a deeply nested object', () => {
    const deep = Array.from({ length: 300 }).reduce<JsonValue>((inner) => ({ next: inner }), 'end');
    const script =
      'local at = obj.spec\nlocal depth = 0\n::again::\nif type(at) == "table" then at = at.next; depth = depth + 1; goto again end\nreturn {status = at .. depth}';
    expect(run(script, gadget({ spec: deep }))).toMatchObject({
      value: { fields: new Map([['status', 'end300']]) },
    });
  });

  it('starts every run with nothing of the last one', () => {
    run('leak = "here"; string.upper = nil; return {}');
    expect(messageOf('tostring(leak) .. ("x"):upper()')).toBe('nilX');
  });
});

describe('what scripts cannot reach', () => {
  it.each([
    'io.open("/etc/passwd")',
    'os.execute("true")',
    'os.getenv("PATH")',
    'os.exit(3)',
    'os.remove("x")',
    'require("fs")',
    'package.loadlib("x", "y")',
    'debug.getinfo(1)',
    'load("return 1")()',
    'loadstring("return 1")()',
    'dofile("/etc/passwd")',
    'loadfile("/etc/passwd")',
    'string.dump(function() end)',
    'coroutine.create(function() end)',
    'print("on our output")',
    'collectgarbage()',
  ])('%s', (expression) => {
    expect(run(`return ${expression}`)).toMatchObject({
      kind: 'failed',
      stopped: false,
      reason: expect.stringContaining('nil value'),
    });
  });

  it('leaves the object as it was', () => {
    const object = gadget({ spec: { replicas: 3 } });
    run('obj.spec.replicas = 5; obj.metadata = nil; return {}', object);
    expect(object).toEqual(gadget({ spec: { replicas: 3 } }));
  });
});

describe('a script of argocd-cm without useOpenLibs', () => {
  const closed = (text: string) => runLua({ text, open: false }, gadget({ spec: { name: 'north' } }));

  it.each(['string.upper(obj.spec.name)', 'math.max(1, 2)', 'obj.spec.name:upper()'])(
    'fails at %s, as in Argo CD, and says why',
    (expression) => {
      expect(closed(`return {status = "Healthy", message = ${expression}}`)).toMatchObject({
        kind: 'failed',
        reason: expect.stringMatching(/; Argo CD opens string and math to it only with useOpenLibs$/),
      });
    },
  );

  it('has table, os and the base functions', () => {
    const text = 'return {status = table.concat({"Heal", "thy"}), message = tostring(os.time() > 0) .. #obj.spec.name}';
    expect(closed(text)).toMatchObject({
      value: {
        fields: new Map([
          ['status', 'Healthy'],
          ['message', 'true5'],
        ]),
      },
    });
  });
});

describe('faults', () => {
  // What ends these scripts is no limit: a loaded machine has time for them.
  const patient = { instructions: 500_000, milliseconds: 60_000, bytes: 64 * 1024 * 1024 };
  it.each([
    ['an index of nothing', 'return {status = obj.spec.none.deep}', "attempt to index a nil value (field 'none')"],
    ['no Lua', 'this is none', "syntax error near 'is'"],
    ['an error of its own', 'error("out of words")', 'out of words'],
    ['an error that is no text', 'error({})', 'it failed without a message'],
    ['a call without end', 'local function f() return 1 + f() end return f()', 'stack overflow'],
    [
      'a metamethod without end',
      'local t = setmetatable({}, {__index = function(t, k) return t[k] end}) return t.x',
      'overflow',
    ],
    ['a text too long', 'return ("x"):rep(1e9)', 'the text would be too long'],
    ['a list joined too long', 'local s = ("x"):rep(4e6) return table.concat({s, s, s})', 'the text would be too long'],
    ['a text replaced too often', 'local s = ("x"):rep(4e6) return (s:gsub("x", s))', 'the text would be too long'],
  ])('%s', (_what, script, reason) => {
    expect(run(script, gadget({ spec: {} }), patient)).toMatchObject({
      kind: 'failed',
      stopped: false,
      reason: expect.stringContaining(reason),
    });
  });
});

describe('limits', () => {
  const limits = { instructions: 20_000, milliseconds: 10_000, bytes: 8 * 1024 * 1024 };
  it.each([
    ['a loop without end', 'while true do end', 'instructions'],
    ['one that hides it', 'pcall(function() while true do end end) return {status = "Healthy"}', 'instructions'],
    ['a text that doubles', 'local s = "aaaaaaaa" while true do s = s .. s end', 'MiB'],
    ['many texts in one go', `local s = "a" for i = 1, 99 do s = ${Array(20).fill('s').join(' .. ')} end`, 'MiB'],
  ])('%s', (_what, script, reason) => {
    expect(run(script, gadget(), limits)).toMatchObject({
      kind: 'failed',
      stopped: true,
      reason: expect.stringContaining(reason),
    });
  });

  it.each([
    ['one library call that takes for ever', 'return ("a"):rep(5000):find(("a*"):rep(20) .. "b")'],
    ['a loop that catches every stop', 'while true do pcall(function() while true do end end) end'],
  ])('%s', (_what, script) => {
    expect(run(script, gadget(), { ...limits, milliseconds: 50 })).toEqual({
      kind: 'failed',
      stopped: true,
      reason: 'it did not end within 0.05 s',
    });
  });
});
