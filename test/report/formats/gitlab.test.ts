import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gitlabReport } from '../../../src/report/gitlab.js';
import { printable } from '../../../src/report/safe-text.js';
import { valueText } from '../../../src/report/value-text.js';
import { GAPS } from '../more-worlds.js';
import { INCIDENT } from '../worlds.js';
import { hostileReport, PUBLISHED } from './hostile.js';

interface Issue {
  readonly description: string;
  readonly check_name: string;
  readonly fingerprint: string;
  readonly severity: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

/** docs.gitlab.com/ci/testing/code_quality, "Code Quality report format". */
const validate = new Ajv().compile({
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    additionalProperties: false,
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', pattern: '^[a-z0-9-]+$' },
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', minLength: 1, not: { pattern: '^\\./' } },
          lines: { type: 'object', required: ['begin'], properties: { begin: { type: 'integer', minimum: 1 } } },
        },
      },
    },
  },
});

const read = (text: string): Issue[] => {
  const value: unknown = JSON.parse(text);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  return value as Issue[];
};

describe('report as code quality of GitLab', () => {
  it('gives each entry at its declaring line, by how much it matters', () => {
    const issues = read(gitlabReport(INCIDENT, PUBLISHED));
    expect(
      issues.map(({ severity, check_name, location }) => [severity, check_name, location.path, location.lines.begin]),
    ).toEqual([
      ['major', 'manual-change', 'apps/catalog/prod/deployment.yaml', 21],
      ['major', 'undeclared-manual', 'apps/catalog/prod/deployment.yaml', 1],
      ['info', 'hpa-controls-replicas', 'apps/catalog/prod/deployment.yaml', 9],
    ]);
  });

  it('gives what has no file the path of the application', () => {
    const [missing] = read(gitlabReport(GAPS, PUBLISHED));
    expect(missing).toMatchObject({
      check_name: 'missing',
      location: { path: 'apps/catalog/prod', lines: { begin: 1 } },
    });
  });

  it('is read back with every value, whatever it holds, and no fingerprint twice', () => {
    fc.assert(
      fc.property(hostileReport, (world) => {
        const issues = read(gitlabReport(world, PUBLISHED));
        expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
        for (const { drift } of world.applications.flatMap(({ resources }) => resources)) {
          for (const { path, desired, live } of drift) {
            const found = issues.filter(({ description }) => description.includes(` ${printable(path)}: `));
            const said = `desired ${valueText(desired)} → live ${valueText(live)}`;
            expect(found.some(({ description }) => description.includes(said))).toBe(true);
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});
