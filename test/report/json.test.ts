import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../src/model/json-text.js';
import type { Report } from '../../src/model/report.js';
import { jsonReport } from '../../src/report/json.js';
import { BLOCKS, GAPS, HOSTILE, NAMED } from './more-worlds.js';
import { application, drift, INCIDENT, report, resource } from './worlds.js';

const schema = JSON.parse(readFileSync(new URL('../../docs/report.schema.json', import.meta.url), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const faults = (value: unknown): string[] =>
  validate(value) ? [] : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);

const WORLDS: readonly [string, Report][] = [
  ['an incident', INCIDENT],
  ['objects that could not be compared', GAPS],
  ['texts of several lines', BLOCKS],
  ['hostile names', HOSTILE],
  ['secret names', NAMED],
  [
    'values that were not compared, and fields that were left out',
    report([
      application({
        resources: [
          resource({
            message: '1 value not compared: encrypted with SOPS',
            withheld: [{ path: '.data.password', reason: 'encrypted' }],
            skipped: [{ path: '.type', category: 'default', rule: 'secret-type', reason: 'a Secret of no said type' }],
          }),
        ],
      }),
    ]),
  ],
  ['no application at all', report([])],
];

describe('report as JSON', () => {
  it.each(WORLDS)('satisfies the published schema: %s', (_, world) => {
    expect(faults(JSON.parse(jsonReport(world)))).toEqual([]);
  });

  it.each<[string, (copy: MutableReport) => void]>([
    ['another version', (copy) => Object.assign(copy, { schemaVersion: '2' })],
    ['a number where a text belongs', (copy) => Object.assign(first(copy), { name: 5 })],
    ['a verdict that does not exist', (copy) => Object.assign(first(copy).sync, { status: 'synced' })],
    ['None as the verdict of an application', (copy) => Object.assign(first(copy).sync, { status: 'None' })],
    ['a changed field without its live value', (copy) => delete firstDrift(copy).live],
    ['a writer of no category', (copy) => Object.assign(firstDrift(copy).writer, { category: 'human' })],
    ['a resource without a name', (copy) => delete firstResource(copy).name],
    ['a time that is none', (copy) => Object.assign(copy, { generatedAt: 'yesterday' })],
  ])('the schema refuses %s', (_, spoil) => {
    const copy = JSON.parse(jsonReport(INCIDENT)) as MutableReport;
    spoil(copy);
    expect(faults(copy)).not.toEqual([]);
  });

  it('allows added keys everywhere', () => {
    const copy = JSON.parse(jsonReport(INCIDENT)) as MutableReport;
    for (const object of [copy, first(copy), firstDrift(copy), firstDrift(copy).writer, copy.gate]) {
      Object.assign(object, { addedLater: true });
    }
    expect(faults(copy)).toEqual([]);
  });

  it('prints keys in the order of the contract, whatever order they were built in', () => {
    const turned = JSON.parse(JSON.stringify(INCIDENT), (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).reverse())
        : value,
    ) as Report;
    expect(jsonReport(turned)).toBe(jsonReport(INCIDENT));
    const printed = JSON.parse(jsonReport(turned)) as Report;
    expect(Object.keys(printed)).toEqual(['schemaVersion', 'tool', 'generatedAt', 'applications', 'summary', 'gate']);
    expect(Object.keys(printed.applications[0]?.resources.at(-1)?.drift[0] ?? {})).toEqual([
      'path',
      'pointer',
      'change',
      'desired',
      'live',
      'writer',
      'coOwners',
      'explanation',
      'next',
      'origin',
    ]);
  });

  it('keeps values exactly: large integers, odd keys, their own order of keys', () => {
    const live = JSON.parse('{"zebra":1,"__proto__":{"a":2},"alpha":3}') as Record<string, never>;
    const world = report([
      application({
        resources: [resource({ drift: [drift({ path: '.spec.limit', desired: 9007199254740993n, live })] })],
      }),
    ]);
    const text = jsonReport(world);
    expect(text).toContain('"desired": 9007199254740993,');
    const read = parseJson(text) as unknown as Report;
    const found = read.applications[0]?.resources[0]?.drift[0];
    expect(found?.desired).toBe(9007199254740993n);
    expect(Object.keys(found?.live as object)).toEqual(['zebra', '__proto__', 'alpha']);
  });

  it('keeps keys that were added, after the known ones', () => {
    const added = { ...INCIDENT, comparedWith: 'last week' } as Report;
    expect(Object.keys(JSON.parse(jsonReport(added)) as object).at(-1)).toBe('comparedWith');
  });
});

/** A report that a test may spoil. */
interface MutableReport {
  applications: { name: string; sync: object; resources: Record<string, unknown>[] }[];
  gate: object;
}

function first(copy: MutableReport): MutableReport['applications'][number] {
  const [found] = copy.applications;
  if (found === undefined) throw new Error('the report has an application');
  return found;
}

function firstResource(copy: MutableReport): Record<string, unknown> {
  const found = first(copy).resources.at(-1);
  if (found === undefined) throw new Error('the application has a resource');
  return found;
}

function firstDrift(copy: MutableReport): { live?: unknown; writer: object } {
  const [found] = firstResource(copy).drift as { live?: unknown; writer: object }[];
  if (found === undefined) throw new Error('the resource drifts');
  return found;
}
