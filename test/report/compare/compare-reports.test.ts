import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../../../src/model/drift.js';
import type { ApplicationReport, Report, ResourceReport } from '../../../src/model/report.js';
import { compareReports } from '../../../src/report/compare/compare-reports.js';
import { comparisonJson } from '../../../src/report/compare/comparison-json.js';
import { comparisonMarkdown } from '../../../src/report/compare/comparison-markdown.js';
import { comparisonText } from '../../../src/report/compare/comparison-text.js';
import { readComment } from '../formats/comment.js';
import { hostileReport, PUBLISHED } from '../formats/hostile.js';
import { BLOCKS, GAPS } from '../more-worlds.js';
import { AUTOSCALER, application, drift, INCIDENT, KUBECTL_SET, report, resource } from '../worlds.js';

const read = (file: string): object =>
  JSON.parse(readFileSync(new URL(`../../../docs/${file}`, import.meta.url), 'utf8'));
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, allowUnionTypes: true });
addFormats.default(ajv);
ajv.addSchema(read('report.schema.json'));
const validate = ajv.compile(read('comparison.schema.json'));

const CLEAN = report([application({ resources: [resource()] })]);
const REPLICAS = drift({ path: '.spec.replicas', desired: 3, live: 7 });
const world = (parts: Partial<ResourceReport> | undefined, more: Partial<ApplicationReport> = {}): Report =>
  report([application({ ...more, resources: parts === undefined ? [] : [resource(parts)] })]);
const drifting = (field: FieldDrift): Partial<ResourceReport> => ({ sync: 'OutOfSync', drift: [field] });
const UNREAD: Partial<ResourceReport> = { outcome: 'unreadable', sync: 'Unknown', health: null };
const told = (before: Report, after: Report): string[] =>
  compareReports(before, after).changes.map((change) =>
    [change.kind, 'of' in change ? `${change.of} ${change.from}→${change.to}` : '', 'path' in change ? change.path : '']
      .filter((part) => part !== '')
      .join(' '),
  );

describe('two reports', () => {
  const ignored = { ...REPLICAS, explanation: { status: 'explained', code: 'ignored-by-rule', message: '' } } as const;
  const noted = (live: string) =>
    drift({
      path: '.metadata.annotations.note',
      change: 'extra',
      live,
      explanation: { status: 'noted', code: 'undeclared', message: '' },
    });
  it.each<[string, Report, Report, string[]]>([
    ['nothing', world(drifting(REPLICAS)), world(drifting(REPLICAS)), []],
    [
      'a field that drifted',
      world({}),
      world(drifting(REPLICAS)),
      ['object sync Synced→OutOfSync', 'drifted .spec.replicas'],
    ],
    [
      'one that healed',
      world(drifting(REPLICAS)),
      world({}),
      ['object sync OutOfSync→Synced', 'healed .spec.replicas'],
    ],
    [
      'another live value',
      world(drifting(REPLICAS)),
      world(drifting({ ...REPLICAS, live: 8 })),
      ['value .spec.replicas'],
    ],
    [
      'another desired value',
      world(drifting(REPLICAS)),
      world(drifting({ ...REPLICAS, desired: 4 })),
      ['value .spec.replicas'],
    ],
    [
      'another writer of the same value',
      world(drifting(REPLICAS)),
      world(drifting({ ...REPLICAS, writer: AUTOSCALER })),
      ['writer .spec.replicas'],
    ],
    [
      'a later write of the same writer',
      world(drifting(REPLICAS)),
      world(drifting({ ...REPLICAS, writer: { ...KUBECTL_SET, time: '2026-11-30T11:59:00Z' } })),
      [],
    ],
    [
      'drift that a rule ignores now',
      world(drifting(REPLICAS)),
      world({ ignored: [ignored] }),
      ['object sync OutOfSync→Synced', 'explanation .spec.replicas'],
    ],
    [
      'drift that was ignored before',
      world({ ignored: [ignored] }),
      world(drifting(REPLICAS)),
      ['object sync Synced→OutOfSync', 'drifted .spec.replicas'],
    ],
    [
      'noted fields, which move by themselves',
      world({ undeclared: [noted('1')] }),
      world({ undeclared: [noted('2')] }),
      [],
    ],
    ['noted fields that come and go', world({ undeclared: [noted('1')] }), world({}), []],
    [
      'an object that cannot be read: its drift has not healed',
      world(drifting(REPLICAS)),
      world(UNREAD),
      ['object outcome compared→unreadable', 'object sync OutOfSync→Unknown', 'object health Healthy→none'],
    ],
    [
      'one that is compared in part: what is not found may be what was not read',
      world(drifting(REPLICAS)),
      world({ sync: 'Unknown' }),
      ['object sync OutOfSync→Unknown'],
    ],
    [
      'an object that is gone from both states',
      world(drifting(REPLICAS)),
      world(undefined),
      ['object outcome compared→absent'],
    ],
    ['a new object that is in order', world(undefined), world({}), []],
    [
      'a new object that drifts',
      world(undefined),
      world(drifting(REPLICAS)),
      ['object outcome absent→compared', 'drifted .spec.replicas'],
    ],
    [
      'verdicts of the application',
      world({}),
      world({}, { sync: { status: 'Unknown', message: 'x' }, health: { status: 'Degraded', message: '' } }),
      ['verdict sync Synced→Unknown', 'verdict health Healthy→Degraded'],
    ],
    [
      'an application for another one',
      world({}),
      report([application({ name: 'search', resources: [resource(drifting(REPLICAS))] })]),
      ['application-gone', 'application-appeared', 'object outcome absent→compared', 'drifted .spec.replicas'],
    ],
    [
      'secret values, which each report masks anew',
      world(drifting({ ...REPLICAS, masked: true, live: '(secret 1)' })),
      world(drifting({ ...REPLICAS, masked: true, live: '(secret 2)' })),
      [],
    ],
  ])('tell of %s', (_, before, after, changes) => {
    expect(told(before, after)).toEqual(changes);
  });

  it.each([
    [INCIDENT, GAPS],
    [GAPS, BLOCKS],
    [INCIDENT, INCIDENT],
  ])('as JSON satisfy the published schema, and count what they list', (before, after) => {
    const value = JSON.parse(comparisonJson(before, after)) as {
      counts: Record<string, number>;
      changes: { kind: string }[];
    };
    expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
    for (const [kind, n] of Object.entries(value.counts)) {
      expect(value.changes.filter((change) => change.kind === kind)).toHaveLength(n);
    }
    expect(Object.values(value.counts).reduce((a, b) => a + b)).toBe(value.changes.length);
  });
});

describe('a comparison for people', () => {
  const before = world(drifting(drift({ path: '.spec.paused', desired: false, live: true })));
  const after = { ...world(drifting(REPLICAS)), generatedAt: '2026-11-30T13:00:00Z' };

  it('says how much first, then each change, and again at the end', () => {
    expect(
      comparisonText(before, after, PUBLISHED),
    ).toBe(`1 field drifted and 1 field healed since 2026-11-30T12:00:00.000Z (seen at 2026-11-30T13:00:00Z)

catalog-prod
  DRIFTED  Deployment marketplace/catalog .spec.replicas  desired 3 → live 7; by kubectl set (a person or a script), at the latest 2026-11-30T11:48:00Z
  healed   Deployment marketplace/catalog .spec.paused  it was true

1 field drifted and 1 field healed since 2026-11-30T12:00:00.000Z (seen at 2026-11-30T13:00:00Z)
`);
  });

  it('says that nothing changed', () => {
    expect(comparisonText(after, after, PUBLISHED)).toMatch(/^nothing changed since [^\n]*\n$/);
  });

  it('is a comment in Markdown that cannot be broken out of', () => {
    const hostile = world(drifting(drift({ path: '.data["```\\n</details>@team"]', desired: '```', live: '~~~' })));
    const text = comparisonMarkdown(before, hostile, PUBLISHED);
    expect(text).toMatch(/^<!-- gitdrift:since -->\n\n### gitdrift: 1 field drifted and 1 field healed since /);
    expect(text.match(/^(`{3,})diff\n[\s\S]*\n\1$/m)?.[1]).toBe('````');
  });

  it('is obeyed by no terminal, runner or platform, whatever the reports hold', () => {
    fc.assert(
      fc.property(hostileReport, hostileReport, (earlier, later) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
        const obeyed = /^\s*::|##[a-z]*\[|[\u0000-\u0009\u000b-\u001f\u007f-\u009f\p{Cf}]/imu;
        for (const pair of [
          [earlier, later],
          [CLEAN, later],
          [later, CLEAN],
        ] as const) {
          expect(comparisonText(...pair, PUBLISHED)).not.toMatch(obeyed);
          expect(comparisonJson(...pair)).not.toMatch(obeyed);
          readComment(comparisonMarkdown(...pair, PUBLISHED));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('masks values whose names look secret, in values and in sentences', () => {
    const secret = (live: string): Report =>
      world(
        drifting(
          drift({
            path: '.spec.template.spec.containers[name="web"].env[name="DB_PASSWORD"].value',
            desired: 'hunter2',
            live,
          }),
        ),
      );
    for (const text of [
      comparisonText(secret('hunter3'), secret('hunter4'), PUBLISHED),
      comparisonMarkdown(secret('hunter3'), secret('hunter4'), PUBLISHED),
    ]) {
      expect(text).toContain('1 field with another value');
      expect(text).not.toContain('hunter');
    }
  });

  it('keeps to the size of a comment, and says how many changes it leaves out', () => {
    const many = Array.from({ length: 3000 }, (_, at) =>
      drift({ path: `.data.key${at}`, desired: 'a', live: '`'.repeat(at % 50) }),
    );
    const text = comparisonMarkdown(world({}), world({ sync: 'OutOfSync', drift: many }), PUBLISHED);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(65_536);
    expect(text).toMatch(/\*\*\d+ changes left out\*\*/);
  });
});
