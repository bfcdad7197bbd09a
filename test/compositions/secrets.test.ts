import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SECRET_COPY, secretCopies, withoutCopies } from '../../src/compositions/live/secret-copies.js';
import { fieldElement } from '../../src/model/field-path.js';
import { printJson } from '../../src/model/json-text.js';
import type { ApplicationReport, Report, ResourceReport } from '../../src/model/report.js';
import { textReport } from '../../src/report/text.js';
import { driftAdvice } from '../../src/verdict/drift-advice.js';
import { judgeGate } from '../../src/verdict/gate.js';
import { syncEffects } from '../../src/verdict/if-synced.js';
import { summarize } from '../../src/verdict/summary.js';
import { entry, SECRET, world } from '../ownership/worlds.js';
import { clientSideApply, judge, LAST_APPLIED } from './worlds.js';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const PASSWORDS = ['desired-password', 'live-password', 'applied-password'];

const secret = (password: string, annotations: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify({
    ...SECRET,
    metadata: { name: 'db', namespace: 'marketplace', annotations },
    data: { password: base64(password), user: base64('catalog') },
  });

const leaks = (value: unknown): string[] => {
  const text = printJson(value);
  return PASSWORDS.flatMap((password) => [password, base64(password)]).filter((form) => text.includes(form));
};

describe('a Secret’s report', () => {
  const HELD = { 'f:data': { 'f:password': {} } };

  it.each<[string, string]>([
    ['as the last apply left it', 'live-password'],
    ['changed since the last apply', 'applied-password'],
    ['changed since the last apply of what Git declares', 'desired-password'],
  ])('shows no value where live is %s', (_, applied) => {
    const report = judge({
      desired: secret('desired-password'),
      live: secret('live-password'),
      lastApplied: secret(applied),
      managedFields: [clientSideApply({}), entry('kubectl-edit', 'Update', HELD, { apiVersion: 'v1' })],
    });
    expect(report.drift.map(({ path, masked }) => [path, masked])).toEqual([['.data.password', true]]);
    expect(leaks(report)).toEqual([]);
  });

  it('compares stringData with what the last apply set', () => {
    const asText = JSON.stringify({
      ...SECRET,
      metadata: { name: 'db', namespace: 'marketplace' },
      stringData: { password: 'live-password', user: 'catalog' },
    });
    const report = judge({ desired: secret('desired-password'), live: secret('live-password'), lastApplied: asText });
    expect(report.drift.map(({ explanation }) => explanation.code)).toEqual(['git-ahead']);
    expect(report.drift[0]?.explanation.message).toMatch(/^live still holds what the last apply set/);
    expect(leaks(report)).toEqual([]);
  });

  it.each(['data', 'stringData'])('shows no key of a map that stands in place of a value of %s', (field) => {
    const desired = JSON.stringify({
      ...SECRET,
      metadata: { name: 'db', namespace: 'marketplace' },
      [field]: { settings: { 'live-password': ['desired-password'] } },
    });
    for (const live of [
      secret('x'),
      { kind: 'missing' } as const,
      JSON.stringify({ ...SECRET, metadata: { name: 'db' } }),
    ]) {
      expect(leaks(judge({ desired, live }))).toEqual([]);
    }
    expect(judge({ desired, live: secret('x') }).drift.map(({ path, desired }) => [path, desired])).toContainEqual([
      '.data.settings',
      '(secret value 2)',
    ]);
  });

  it('shows no copy of the values in an annotation', () => {
    const copy = { 'kapp.k14s.io/original': secret('live-password'), 'tool.example/note': 'rotated live-password' };
    const world = { desired: secret('live-password'), live: secret('live-password', copy) };
    const shown = judge(world);
    expect(shown.undeclared.map(({ path, live }) => [path, live])).toEqual([
      ['.metadata.annotations["kapp.k14s.io/original"]', '(not shown: a copy of the Secret)'],
      ['.metadata.annotations["tool.example/note"]', '(not shown: a copy of the Secret)'],
    ]);
    expect(leaks(shown)).toEqual([]);
    expect(leaks(judge({ ...world, showSecrets: true }))).not.toEqual([]);
  });

  const COPIES: readonly [string, string][] = [
    ['as JSON', JSON.stringify({ password: 'desired-password' })],
    ['as text with another', 'live-password, formerly desired-password'],
    ['as base64', `was ${base64('live-password')}`],
    ['as base64 of JSON', base64(JSON.stringify({ password: 'live-password' }))],
    ['as the applied one', 'at first applied-password'],
  ];

  describe.each(COPIES)('with a copy in an annotation %s', (_, copy) => {
    const [plain, copied] = [{ 'tool.example/copy': 'none' }, { 'tool.example/copy': copy }];
    it.each<[string, object, object]>([
      ['of desired alone', copied, {}],
      ['of live alone', {}, copied],
      ['of desired, beside a harmless one of live', copied, plain],
      ['of live, beside a harmless one of desired', plain, copied],
    ])('%s shows neither', (_, desired, live) => {
      const report = judge({
        desired: secret('desired-password', desired as Record<string, string>),
        live: secret('live-password', live as Record<string, string>),
        lastApplied: secret('applied-password', plain),
        managedFields: [clientSideApply({})],
      });
      const found = [...report.drift, ...report.undeclared].filter(({ path }) => path.includes('annotations'));
      expect(found.map(({ masked }) => masked)).toEqual([true]);
      expect(leaks(report)).toEqual([]);
    });
  });

  it('quotes no annotation of the last apply that repeats a value', () => {
    const note = (text: string) => ({ 'tool.example/note': text });
    const report = judge({
      desired: secret('live-password', note('one')),
      live: secret('live-password', note('two')),
      lastApplied: secret('live-password', note('applied-password, live-password')),
      managedFields: [clientSideApply({})],
    });
    expect(report.drift.map(({ path }) => path)).toEqual(['.metadata.annotations["tool.example/note"]']);
    expect(leaks(report)).toEqual([]);
  });

  it('keeps the other annotations of a map that is shown as a whole', () => {
    const copies = secretCopies({ group: '', kind: 'Secret' }, [{ data: { password: 'live-password' } }]);
    expect(copies).toEqual(new Set());
    const found = new Set(['a']);
    const map = { a: 'live-password', b: 'kept' };
    const path = (...names: string[]) => names.map(fieldElement);
    expect(withoutCopies(map, path('metadata', 'annotations'), found)).toEqual({ a: SECRET_COPY, b: 'kept' });
    expect(withoutCopies({ annotations: map, labels: map }, path('metadata'), found)).toEqual({
      annotations: { a: SECRET_COPY, b: 'kept' },
      labels: map,
    });
    expect(withoutCopies(['live-password'], path('metadata', 'annotations'), found)).toBe(SECRET_COPY);
    expect(withoutCopies(map, path('metadata', 'annotations'), undefined)).toEqual(map);
  });

  it('shows no long enough value of either side, whatever copies it and wherever', () => {
    const value = fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => `pw:${base64(text)}:${text}"x`);
    const values = fc.dictionary(fc.constantFrom('password', 'token', 'user'), value, { minKeys: 1 });
    const form = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `rotated from ${text} today`,
      (text) => JSON.stringify({ password: text }),
      (text) => JSON.stringify([{ is: text }]),
      base64,
      (text) => base64(JSON.stringify({ text })),
      (text) => JSON.stringify({ data: { password: base64(text) } }),
    );
    const annotation = fc.record({ side: fc.boolean(), at: fc.nat(), form });
    const annotations = fc.dictionary(fc.constantFrom('backup/copy', 'note', 'tool.test/was'), annotation);
    const asText = fc.boolean();
    const side = fc.record({ values, annotations, asText });
    fc.assert(
      fc.property(side, side, (desired, live) => {
        const all = [desired, live].map((one) => Object.values(one.values));
        const object = (one: typeof desired): string => {
          const texts = Object.entries(one.annotations).map(([key, { side, at, form }]) => {
            const from = all[side ? 0 : 1] ?? [];
            return [key, form(from[at % from.length] ?? '')] as const;
          });
          const data = Object.entries(one.values).map(([key, text]) => [key, one.asText ? text : base64(text)]);
          return JSON.stringify({
            ...SECRET,
            metadata: {
              name: 'db',
              namespace: 'marketplace',
              ...(texts.length === 0 ? {} : { annotations: Object.fromEntries(texts) }),
            },
            [one.asText ? 'stringData' : 'data']: Object.fromEntries(data),
          });
        };
        const report = judge({ desired: object(desired), live: object({ ...live, asText: false }) });
        const printed = [...shownTexts(report)].join('\n');
        for (const text of all.flat()) {
          for (const shape of [text, base64(text), JSON.stringify(text).slice(1, -1)]) {
            expect(printed.includes(shape)).toBe(false);
          }
        }
      }),
    );
  });
});

/** All that a run prints of a resource: the JSON, the text at its longest, and the advice. */
function shownTexts(resource: ResourceReport): readonly string[] {
  const application: ApplicationReport = {
    name: 'shop',
    kind: 'file',
    sources: [],
    destination: {},
    sync: { status: resource.sync === 'Synced' ? 'Synced' : 'OutOfSync', message: '' },
    health: { status: 'Healthy', message: '' },
    action: { code: 'merge-or-sync', message: driftAdvice([resource]).join('. ') },
    resources: [resource],
    ifSynced: syncEffects([resource]),
    findings: [],
  };
  const report: Report = {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: '0.0.0' },
    generatedAt: '2026-11-30T12:00:00Z',
    applications: [application],
    summary: summarize([application]),
    gate: judgeGate([application], ['unexplained'], false),
  };
  const text = textReport(report, {
    width: undefined,
    color: false,
    now: new Date('2026-11-30T12:00:00Z'),
    time: 'full',
    verbose: true,
    quiet: false,
    showExplained: true,
    maskNamed: false,
  });
  // Strings of the JSON as they were before it was quoted, and as it is quoted.
  return [text, printJson(report), ...stringsIn(report)];
}

function stringsIn(part: unknown): string[] {
  if (typeof part === 'string') return [part];
  return typeof part === 'object' && part !== null ? Object.values(part).flatMap(stringsIn) : [];
}

it('finds the annotations that repeat a Secret’s values, and no others', () => {
  const annotations = {
    [LAST_APPLIED]: 'cut off {',
    'kapp.k14s.io/original': '{"data": {}}',
    'tool.example/base64': `was ${base64('live-password')}`,
    'tool.example/desired': 'desired-password',
    'tool.example/nested': 'key-within and 123456789',
    'tool.example/checksum': 'sha256:1f3a',
    'tool.example/removed': '(recorded: removed)',
  };
  const live = world(SECRET, undefined, { metadata: { annotations }, data: { password: base64('live-password') } });
  const desired = { stringData: { password: 'desired-password\n', map: { 'key-within': [123456789, true] } } };
  expect([...(secretCopies({ group: '', kind: 'Secret' }, [desired, live]) ?? [])].sort()).toEqual([
    'kapp.k14s.io/original',
    LAST_APPLIED,
    'tool.example/base64',
    'tool.example/desired',
    'tool.example/nested',
  ]);
  expect(secretCopies({ group: '', kind: 'ConfigMap' }, [desired, live])).toBeUndefined();
});
