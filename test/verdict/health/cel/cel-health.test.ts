import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HealthCheck } from '../../../../src/model/health-check.js';
import type { JsonValue } from '../../../../src/model/json.js';
import { judgeHealth } from '../../../../src/verdict/health/assess.js';
import { celHealth } from '../../../../src/verdict/health/cel/cel-health.js';
import { readHealthChecks } from '../../../../src/verdict/health/cel/read-checks.js';
import { condition, liveObject } from '../live-object.js';

const API = 'logistics.example.test/v1';
const warehouse = (status: JsonValue, kind = 'Warehouse') =>
  liveObject(API, kind, { metadata: { generation: 4 }, status });
const check = (parts: Partial<HealthCheck>): HealthCheck => ({
  apiVersion: API,
  kind: 'Warehouse',
  current: "status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')",
  ...parts,
});
const judged = (checks: readonly HealthCheck[], status: JsonValue, kind?: string) =>
  judgeHealth(warehouse(status, kind), { kinds: 'all', scripts: celHealth(checks) }).health;

const ready = (status: string): JsonValue => ({ observedGeneration: 4, conditions: [condition('Ready', status)] });
const phase = { inProgress: "status.phase == 'Filling'", failed: "status.phase == 'Flooded'", current: 'true' };

describe('the order of expressions', () => {
  it.each<[what: string, parts: Partial<HealthCheck>, status: JsonValue, verdict: string, message: RegExp]>([
    ['current is true', {}, ready('True'), 'Healthy', /^current is true: status\.conditions\.filter/],
    ['none is true', {}, ready('False'), 'Progressing', /^none of its healthCheckExprs is true/],
    [
      'failed wins over current',
      phase,
      { phase: 'Flooded' },
      'Degraded',
      /^failed is true: status\.phase == 'Flooded'/,
    ],
    ['inProgress wins over failed', { ...phase, failed: 'true' }, { phase: 'Filling' }, 'Progressing', /^inProgress/],
    ['nothing of it holds', phase, { phase: 'Open' }, 'Healthy', /^current is true: true/],
    [
      'a status of another generation',
      { current: 'true' },
      { observedGeneration: 3 },
      'Progressing',
      /^its status is of generation 3, its spec of generation 4/,
    ],
    ['an observedGeneration that is a text', { current: 'true' }, { observedGeneration: '3' }, 'Healthy', /^current/],
  ])('%s', (_, parts, status, verdict, message) => {
    expect(judged([check(parts)], status)).toEqual({
      status: verdict,
      source: 'cel',
      message: expect.stringMatching(message),
    });
  });
});

describe('what an expression may say', () => {
  it.each<[expression: string, status: JsonValue]>([
    ['status.ready == 3', { ready: 3 }],
    ['status.ready * 2 == spec.size', { ready: 3 }],
    ['status.load < 1.5', { load: 1.25 }],
    ["status.?gone.orValue('none') == 'none'", {}],
    ["has(status.phase) && status.phase in ['Open', 'Full']", { phase: 'Full' }],
    ["status['odd-key'].startsWith('a')", { 'odd-key': 'abc' }],
    [
      'status.conditions.exists(c, c.observedGeneration == metadata.generation)',
      { conditions: [{ observedGeneration: 4 }] },
    ],
    ["status.name.replace('a', 'b') == 'bb' && status.name.charAt(1) == 'a'", { name: 'aa' }],
    ["timestamp(status.since) < timestamp('2027-01-01T00:00:00Z')", { since: '2026-11-30T12:00:00Z' }],
  ])('%s', (current, status) => {
    const object = liveObject(API, 'Warehouse', { spec: { size: 6 }, metadata: { generation: 4 }, status });
    expect(celHealth([check({ current })])(object)?.health?.status).toBe('Healthy');
  });
});

describe('the functions that Flux adds', () => {
  it.each([
    "sets.contains(spec.zones, ['a'])",
    "!sets.contains(spec.zones, ['a', 'c'])",
    "sets.equivalent(spec.zones, ['b', 'a', 'b'])",
    "sets.intersects(spec.zones, ['b', 'c']) && !sets.intersects(spec.zones, ['c'])",
    'sets.contains([{"a": [1]}], [{"a": [1.0]}])',
    "string(base64.decode(spec.code)) == 'hello' && base64.encode(b'hello') == spec.code",
    "'%s is %d of %d'.format([spec.name, spec.ready, 4]) == 'north is 3 of 4'",
    "'%.2f %e %x %X %o %b %%'.format([1.5, 1500.0, 255, 'hi', 8, true]) == '1.50 1.500000e+03 ff 6869 10 1 %'",
    "'%s %s %s'.format([[1, 'a'], {'b': 2, 'a': true}, null]) == '[1, a] {a: true, b: 2} null'",
    "'abab'.replace('a', 'x', 1) == 'xbab' && 'abab'.replace('a', 'x', -1) == 'xbxb' && 'ab'.replace('a', 'x', 0) == 'ab'",
    "'abc'.reverse() == 'cba' && strings.quote('a') == '\"a\"'",
    "status.?gone.?inner.orValue('none') == 'none' && optional.none().orValue(1) == 1",
    "status.?conditions.orValue([]).exists(c, c.type == 'Ready') || !has(status.conditions)",
  ])('%s', (current) => {
    const spec = { zones: ['a', 'b'], code: 'aGVsbG8=', name: 'north', ready: 3 };
    const object = liveObject(API, 'Warehouse', { spec, metadata: { generation: 4 }, status: {} });
    expect(celHealth([check({ current })])(object)?.health).toMatchObject({ status: 'Healthy' });
  });

  it.each([
    ["'%d'.format(['a']) == ''", '%d takes a whole number'],
    ["'%f'.format(['a']) == ''", '%f takes a number'],
    ["'%q'.format([1]) == ''", 'there is no verb %q'],
    ["'%s %s'.format([1]) == ''", 'there is no item for %s'],
    ["base64.decode('?') == b''", 'the text is not base64'],
    ['math.greatest(1, 2) == 2', 'the function dyn.greatest(int, int) is not known here'],
    ['status.?a.optMap(a, a).orValue(true)', 'the function optional.optMap'],
  ])('%s is Unknown: %s', (current, reason) => {
    const health = judged([check({ current })], {});
    expect(health).toMatchObject({ status: 'Unknown', message: expect.stringContaining(reason) });
  });
});

describe('what cannot be judged is Unknown, with the reason', () => {
  it.each<[what: string, parts: Partial<HealthCheck>, message: RegExp]>([
    [
      'a field that is not there',
      { current: "status.phase == 'Open'" },
      /current \(status\.phase.*: No such key: phase/,
    ],
    ['a name that nobody knows', { current: 'statuz.ready' }, /Unknown variable: statuz/],
    ['a text', { current: "'true'" }, /neither true nor false/],
    ['no CEL', { current: 'status.' }, /it cannot be read: Expected IDENTIFIER/],
    ['a failing first one', { inProgress: 'status.gone', current: 'true' }, /failed: inProgress \(status\.gone\)/],
    ['no expression', { current: '' }, /it has no expression `current`/],
  ])('%s', (_, parts, message) => {
    const health = judged([check(parts)], {});
    expect(health).toMatchObject({ status: 'Unknown', source: 'cel' });
    expect(health?.message).toMatch(message);
    expect(health?.message).not.toContain('\n');
  });

  it('two checks for one kind', () => {
    expect(judged([check({ current: 'true' }), check({ current: 'false' })], {})?.message).toContain(
      'there are two of them for Warehouse',
    );
  });

  it('one that runs for ever, and it is not tried on and on', () => {
    const all = (inner: string): string => `status.list.all(x, ${inner})`;
    const scripts = celHealth([check({ current: all(all(all(all('true')))) })]);
    const object = warehouse({ list: Array.from({ length: 500 }, (_unused, index) => index) });
    const told = Array.from({ length: 4 }, () => scripts(object)?.health?.message);
    expect(told.slice(0, 3).every((message) => message?.includes('it took more than 0.5 s'))).toBe(true);
    expect(told[3]).toContain('took too long on 3 other objects');
  });

  it('a pattern that runs for ever', () => {
    const scripts = celHealth([check({ current: "status.name.matches('^(a+)+$')" })]);
    expect(scripts(warehouse({ name: `${'a'.repeat(60)}b` }))?.health?.message).toContain('it took more than');
  });
});

describe('which objects a check is of', () => {
  it('those of its kind, at any version; without a kind those of its group that have none of their own', () => {
    const checks = [check({ current: 'true', apiVersion: `${API}beta1` }), check({ kind: '', current: 'false' })];
    expect(judged(checks, {})?.status).toBe('Healthy');
    expect(judged(checks, {}, 'Truck')).toMatchObject({ status: 'Progressing', source: 'cel' });
    expect(celHealth(checks)(liveObject('v1', 'ConfigMap'))).toBeUndefined();
  });

  it('what is being deleted is Progressing first of all', () => {
    const object = liveObject(API, 'Warehouse', { metadata: { deletionTimestamp: '2026-11-30T12:00:00Z' } });
    const rules = { kinds: 'all', scripts: celHealth([check({ current: 'true' })]) } as const;
    expect(judgeHealth(object, rules).health).toMatchObject({ status: 'Progressing', source: 'built-in' });
  });
});

it('reads entries of any shape, and judges any status, without an error', () => {
  expect(readHealthChecks([{ apiVersion: API, kind: 'Warehouse', current: 'true', failed: '', other: 1 }, 7])).toEqual([
    { apiVersion: API, kind: 'Warehouse', current: 'true' },
    { apiVersion: '', kind: '', current: '' },
  ]);
  const scripts = celHealth([check({ failed: "status.phase == 'Flooded'" })]);
  fc.assert(
    fc.property(fc.jsonValue(), (status) => {
      const health = scripts(warehouse(status as JsonValue))?.health;
      expect(health?.message).not.toMatch(/undefined|\[object/);
      expect(health?.status).toMatch(/^(Unknown|Progressing|Healthy|Degraded)$/);
    }),
    { numRuns: 300 },
  );
});
