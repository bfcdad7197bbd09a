import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FINDING_SEVERITIES } from '../../../src/model/finding-codes.js';
import { printable } from '../../../src/report/safe-text.js';
import { sarifReport } from '../../../src/report/sarif.js';
import { valueText } from '../../../src/report/value-text.js';
import { BLOCKS, GAPS, HOSTILE, NAMED } from '../more-worlds.js';
import { application, drift, INCIDENT, report, resource } from '../worlds.js';
import { hostileReport, PUBLISHED } from './hostile.js';

interface Sarif {
  readonly runs: readonly [
    {
      readonly tool: {
        readonly driver: { readonly rules: readonly { readonly id: string; readonly helpUri: string }[] };
      };
      readonly invocations: readonly [{ readonly executionSuccessful: boolean; readonly exitCode: number }];
      readonly results: readonly {
        readonly ruleId: string;
        readonly ruleIndex: number;
        readonly level: string;
        readonly message: { readonly text: string };
        readonly partialFingerprints: Readonly<Record<string, string>>;
        readonly locations: readonly [
          {
            readonly physicalLocation: {
              readonly artifactLocation: { readonly uri: string; readonly uriBaseId?: string };
              readonly region: { readonly startLine: number };
            };
          },
        ];
      }[];
    },
  ];
}

// Draft 4 and draft 7 differ in the name of the id alone, as far as this schema goes.
const { $schema: _, id: __, ...schema } = published as Record<string, unknown>;
const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
addFormats.default(ajv);
const validate = ajv.compile(schema);

const read = (text: string): Sarif['runs'][0] => {
  const value: unknown = JSON.parse(text);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  return (value as Sarif).runs[0];
};

/** As a reader of SARIF shows a message: §3.11.5 and §3.11.6 undone. */
const shown = (text: string): string => withoutEscapes(text.replace(/\{\{(\d+)\}\}/g, '{$1}'));
const withoutEscapes = (text: string): string => text.replace(/\\+(?=[[\]])/g, '');

describe('report as SARIF', () => {
  it.each([
    ['incident', INCIDENT],
    ['gaps', GAPS],
    ['blocks', BLOCKS],
    ['hostile', HOSTILE],
    ['named', NAMED],
    ['nothing', report([])],
  ] as const)('satisfies the published schema: %s', (_, world) => {
    read(sarifReport(world, PUBLISHED));
  });

  it('the schema refuses what is none', () => {
    const value = JSON.parse(sarifReport(INCIDENT, PUBLISHED)) as { runs: { results: { level: string }[] }[] };
    Object.assign(value.runs[0]?.results[0] ?? {}, { level: 'fatal' });
    expect(validate(value)).toBe(false);
  });

  it('has file and line of the declaring value, below the root of the repository', () => {
    const { results } = read(sarifReport(INCIDENT, PUBLISHED));
    expect(
      results.map(({ ruleId, level, locations: [{ physicalLocation }] }) => ({ ruleId, level, ...physicalLocation })),
    ).toEqual([
      {
        ruleId: 'manual-change',
        level: 'error',
        artifactLocation: { uri: 'apps/catalog/prod/deployment.yaml', uriBaseId: '%SRCROOT%' },
        region: { startLine: 21 },
      },
      {
        ruleId: 'undeclared-manual',
        level: 'error',
        artifactLocation: { uri: 'apps/catalog/prod/deployment.yaml', uriBaseId: '%SRCROOT%' },
        region: { startLine: 1 },
      },
      {
        ruleId: 'hpa-controls-replicas',
        level: 'note',
        artifactLocation: { uri: 'apps/catalog/prod/deployment.yaml', uriBaseId: '%SRCROOT%' },
        region: { startLine: 9 },
      },
    ]);
  });

  it.each([
    ['apps/a b/ü%.yaml', { uri: 'apps/a%20b/%C3%BC%25.yaml', uriBaseId: '%SRCROOT%' }],
    ['/srv/config/a.yaml', { uri: 'file:///srv/config/a.yaml' }],
    ['c:d/e.yaml', { uri: 'c%3Ad/e.yaml', uriBaseId: '%SRCROOT%' }],
  ])('the address of %s is a relative one, or one of its own', (path, artifactLocation) => {
    const field = drift({ path: '.spec.replicas', desired: 1, live: 2, origin: { file: path, line: 1 } });
    const { results } = read(
      sarifReport(report([application({ resources: [resource({ drift: [field] })] })]), PUBLISHED),
    );
    expect(results[0]?.locations[0].physicalLocation.artifactLocation).toEqual(artifactLocation);
  });

  it('every result has a rule, every rule a page', () => {
    const { results, tool } = read(sarifReport(GAPS, PUBLISHED));
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
    const pages = new Map(tool.driver.rules.map(({ id, helpUri }) => [id, helpUri.replace(/^.*\/docs\//, '')]));
    expect(pages.get('degraded')).toBe('health.md');
    expect(pages.get('not-compared')).toBe('report.md');
    expect(Object.keys(FINDING_SEVERITIES)).toContain('order-differs');
    expect(pages.get('order-differs')).toBe('reasons/order-differs.md');
  });

  it('has the fingerprint that GitHub goes by, and a whole one of its own', () => {
    const { results } = read(sarifReport(INCIDENT, PUBLISHED));
    for (const { partialFingerprints } of results) {
      expect(partialFingerprints['gitdrift/v1']).toMatch(/^[0-9a-f]{64}$/);
      expect(partialFingerprints.primaryLocationLineHash).toBe(`${partialFingerprints['gitdrift/v1']?.slice(0, 16)}:1`);
    }
  });

  it('says that a run was incomplete', () => {
    const [invocation] = read(sarifReport({ ...GAPS, gate: { ...GAPS.gate, exitCode: 3 } }, PUBLISHED)).invocations;
    expect(invocation).toMatchObject({ executionSuccessful: false, exitCode: 3 });
  });

  it('leaves out what GitHub would refuse the whole run for, and says so', () => {
    const many = Array.from({ length: 25_003 }, (_, at) => drift({ path: `.data.k${at}`, desired: 'a', live: 'b' }));
    const text = sarifReport(report([application({ resources: [resource({ drift: many })] })]), PUBLISHED);
    const [run] = (JSON.parse(text) as Sarif).runs;
    expect(run.results).toHaveLength(25_000);
    expect(text).toContain('3 results left out: GitHub takes 25000');
  });

  it('is read back with every value, whatever it holds', () => {
    fc.assert(
      fc.property(hostileReport, (world) => {
        const { results } = read(sarifReport(world, PUBLISHED));
        for (const { message } of results) {
          expect(message.text.replace(/\{\{\d+\}\}/g, '')).not.toMatch(/\{\d+\}/);
          expect(message.text).not.toMatch(/(?<!\\)\[[^[\]]*(?<!\\)\]\(/);
        }
        for (const { drift } of world.applications.flatMap(({ resources }) => resources)) {
          for (const { path, desired, live } of drift) {
            const said = ` ${printable(path)}: desired ${valueText(desired)} → live ${valueText(live)}`;
            expect(results.some(({ message }) => shown(message.text).includes(withoutEscapes(said)))).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
