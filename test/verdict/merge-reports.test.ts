import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.js';
import type { SavedReport } from '../../src/model/saved-report.js';
import { gateText } from '../../src/report/gate-text.js';
import { mergeReports } from '../../src/verdict/merge-reports.js';
import { GAPS } from '../report/more-worlds.js';
import { application, INCIDENT, report, resource } from '../report/worlds.js';

const named = (name: string, parts: Partial<Report> = {}): SavedReport => ({
  file: `${name}.json`,
  report: { ...report([application({ name, resources: [resource()] })]), ...parts },
});
const shard = (index: number, of = 3): SavedReport => named(`part-${index}`, { shard: { index, of } });
const merge = (...reports: SavedReport[]): Report => mergeReports(reports, { noExitCode: false });
const incident = { file: 'incident.json', report: INCIDENT };

describe('reports put together', () => {
  it('have all applications, sorted by name, counted and judged anew', () => {
    const merged = merge(named('search'), named('catalog'), incident);
    expect(merged.applications.map(({ name }) => name)).toEqual(['catalog', 'catalog-prod', 'search']);
    expect(merged.summary).toMatchObject({ applications: 3, resources: 14, synced: 13, outOfSync: 1 });
    expect(merged.gate).toEqual({ failOn: ['unexplained'], counted: 2, passed: false, exitCode: 1 });
  });

  it('are of the time of the newest, whatever the order', () => {
    const [old, recent] = [named('a'), named('b', { generatedAt: '2026-12-01T08:00:00Z' })];
    expect(merge(old, recent).generatedAt).toBe('2026-12-01T08:00:00Z');
    expect(merge(recent, old).generatedAt).toBe('2026-12-01T08:00:00Z');
  });

  it('gate on what they were gated on, unless something else is asked for', () => {
    const gated = (name: string, failOn: string[]) => named(name, { gate: { ...INCIDENT.gate, failOn } });
    expect(merge(gated('a', ['none']), gated('b', ['any', 'degraded'])).gate.failOn).toEqual(['any', 'degraded']);
    expect(merge(gated('a', ['none'])).gate.failOn).toEqual(['none']);
    expect(mergeReports([incident], { failOn: ['none'], noExitCode: false }).gate).toMatchObject({
      counted: 0,
      exitCode: 0,
    });
    expect(mergeReports([incident], { noExitCode: true }).gate).toMatchObject({ passed: false, exitCode: 0 });
  });

  it('that were incomplete stay so', () => {
    const gaps = { file: 'gaps.json', report: GAPS };
    expect(mergeReports([gaps], { failOn: ['none'], noExitCode: false }).gate.exitCode).toBe(3);
  });

  it('name a policy only where all of them used it', () => {
    const policy = { file: 'gitdrift.yaml', discovered: true };
    expect(merge(named('a', { policy }), named('b', { policy })).policy).toEqual(policy);
    expect(merge(named('a', { policy }), named('b'))).not.toHaveProperty('policy');
  });

  it('are refused where an application is in two of them, which are named', () => {
    expect(() => merge(named('catalog'), { ...named('catalog'), file: 'again.json' })).toThrow(
      'the application catalog is in catalog.json and in again.json',
    );
  });

  it('may hold an application of the same name in another cluster', () => {
    const other = report([application({ name: 'catalog', destination: { server: 'https://api.prod-us.example' } })]);
    expect(merge(named('catalog'), { file: 'us.json', report: other }).applications).toHaveLength(2);
  });
});

describe('parts of a divided run', () => {
  it('are a whole when all are there, in any order', () => {
    const merged = merge(shard(3), shard(1), shard(2));
    expect(merged).not.toHaveProperty('missingShards');
    expect(merged).not.toHaveProperty('shard');
    expect(merged.gate.exitCode).toBe(0);
  });

  it.each<[SavedReport[], number[], string]>([
    [[shard(1), shard(3)], [2], 'gate: INCOMPLETE, shard 2 of 3 is missing (exit 3)'],
    [[shard(2)], [1, 3], 'gate: INCOMPLETE, shards 1 and 3 of 3 are missing (exit 3)'],
  ])('are incomplete where some are missing, which are named', (parts, missing, words) => {
    const merged = merge(...parts);
    expect(merged.missingShards).toEqual({ of: 3, missing });
    expect(merged.gate).toMatchObject({ passed: false, exitCode: 3 });
    expect(gateText(merged)).toBe(words);
    // Merged again the gap stays.
    expect(merge({ file: 'merged.json', report: merged }).missingShards).toEqual({ of: 3, missing });
  });

  it('fail where one fails, and say what is missing all the same', () => {
    const merged = merge({ ...incident, report: { ...INCIDENT, shard: { index: 1, of: 2 } } });
    expect(merged.gate.exitCode).toBe(1);
    expect(gateText(merged)).toContain('1 undeclared field; shard 2 of 2 is missing (exit 1)');
  });

  it.each([
    [[shard(1, 2), shard(2, 3)], 'part-1.json is a part of 2, and part-2.json a part of 3: they are of different runs'],
    [[shard(1), { ...named('x', { shard: { index: 1, of: 3 } }) }], 'part-1.json and x.json are both part 1 of 3'],
    [[shard(4)], 'part-4.json says that it is part 4 of 3'],
  ])('are refused where they do not belong together', (parts, message) => {
    expect(() => merge(...parts)).toThrow(message);
  });
});
