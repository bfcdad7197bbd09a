import { describe, expect, it } from 'vitest';
import { type Look, observedFindings, type SeenField } from '../../src/explain/observed.js';
import type { JsonValue } from '../../src/model/json.js';
import { CATALOG } from './worlds.js';

const by = (writer: string, value?: JsonValue): SeenField => ({ writer, ...(value === undefined ? {} : { value }) });

/** A look `second` seconds after noon. */
function look(second: number, drifted: Record<string, SeenField> = {}, generation?: number): Look {
  const at = new Date(Date.UTC(2026, 10, 30, 12, 0, second)).toISOString();
  return { at, drifted: new Map(Object.entries(drifted)), ...(generation === undefined ? {} : { generation }) };
}

const REPLICAS = '.spec.replicas';
const told = (...looks: Look[]): string[] =>
  observedFindings(CATALOG, looks).map(({ code, path, message }) => `${code} ${path ?? ''}: ${message}`);

describe('what several looks say', () => {
  it('a field that goes back and forth', () => {
    const looks = [
      look(0, { [REPLICAS]: by('HPA catalog', 3) }),
      look(4),
      look(16, { [REPLICAS]: by('HPA catalog', 3) }),
    ];
    expect(told(...looks)).toEqual([
      'overlapping-writers .spec.replicas: went back and forth while it was observed: 3 by HPA catalog (12:00:00Z), then as Git declares (12:00:04Z), then 3 by HPA catalog (12:00:16Z)',
    ]);
  });

  it('a field that changes once, and one that disappears', () => {
    expect(told(look(0), look(8, { '.data.mode': by('kubectl patch', 'green') }))).toEqual([
      'changed-while-observed .data.mode: changed while it was observed: as Git declares (12:00:00Z), then "green" by kubectl patch (12:00:08Z)',
    ]);
    expect(told(look(0), look(2, { '.data.mode': by('nobody is recorded') }))[0]).toContain('then absent (12:00:02Z)');
  });

  it('nothing of a drift that stays, whoever looks as its writer', () => {
    const drift = { [REPLICAS]: by('kubectl scale', 5n as unknown as JsonValue) };
    expect(told(look(0, drift, 3), look(2, drift, 4))).toEqual([]);
    expect(told(look(0, { [REPLICAS]: by('a', 5) }), look(2, { [REPLICAS]: by('b', 5) }))).toEqual([]);
  });

  it('several values in a row are no back and forth', () => {
    const replicas = (n: number) => ({ [REPLICAS]: by('HPA catalog', n) });
    expect(told(look(0, replicas(3)), look(2, replicas(4)), look(4, replicas(5)))[0]).toMatch(
      /^changed-while-observed/,
    );
  });

  it('writes that leave no difference at any look', () => {
    expect(told(look(0, {}, 10), look(2, {}, 12), look(4, {}, 14))).toEqual([
      'overlapping-writers : its spec was written 4 times while it was observed and its declared fields were the same at each look: writers may put one back and forth between two looks; an audit log tells',
    ]);
    expect(told(look(0, {}, 10), look(2, {}, 12))).toEqual([]);
    expect(told(look(0, { [REPLICAS]: by('x', 1) }, 10), look(2, {}, 20))).toHaveLength(1);
  });

  it('nothing of one look, or none', () => {
    expect(told()).toEqual([]);
    expect(told(look(0, { [REPLICAS]: by('x', 1) }, 1))).toEqual([]);
  });
});
