import { describe, expect, it } from 'vitest';
import type { OwnersReport } from '../../src/model/owners-report.js';
import { parsePath } from '../../src/model/parse-path.js';
import { type FieldChoice, jsonOwners, selectFields, textOwners } from '../../src/report/owners.js';
import type { TextOptions } from '../../src/report/text-options.js';
import { CATALOG } from './owners-world.js';
import { NOW } from './worlds.js';

const OPTIONS: TextOptions = {
  width: undefined,
  color: false,
  now: NOW,
  time: 'relative',
  verbose: false,
  quiet: false,
  showExplained: false,
  maskNamed: false,
};

const ALL: FieldChoice = { path: undefined, managers: [], withinMs: undefined };

describe('the fields that are chosen', () => {
  const paths = (text: string): readonly string[] =>
    selectFields(CATALOG, { ...ALL, path: parsePath(text) }).fields.map(({ path }) => path);

  it('are found by the place of an item in its list as by its key', () => {
    const byKey = paths('.spec.template.spec.containers[name="web"]');
    expect(byKey.length).toBeGreaterThan(1);
    expect(paths('.spec.template.spec.containers[0]')).toEqual(byKey);
    expect(paths('.spec.template.spec.containers[9]')).toEqual([]);
  });
});

describe('owners as text', () => {
  it.each<[string, OwnersReport, Partial<TextOptions>]>([
    ['owners', CATALOG, {}],
    ['owners-80-columns', CATALOG, { width: 80 }],
    [
      'owners-without-managed-fields',
      {
        ...CATALOG,
        managedFields: 'absent',
        ghosts: [],
        fields: CATALOG.fields.map((one) => ({ ...one, writers: [] })),
      },
      {},
    ],
    ['owners-of-a-field', selectFields(CATALOG, { ...ALL, path: parsePath('.spec.replicas') }), { time: 'full' }],
    ['owners-by-manager', selectFields(CATALOG, { ...ALL, managers: ['kubectl-set'] }), {}],
  ])('prints %s', async (name, report, options) => {
    await expect(textOwners(report, { ...OPTIONS, ...options })).toMatchFileSnapshot(`transcripts/${name}.txt`);
  });

  it('names writers below the lines where the terminal is narrow, and breaks no word', () => {
    const text = textOwners(CATALOG, { ...OPTIONS, width: 24 });
    expect(text).toContain('\n  replicas: 7\n    # HPA catalog\n      + Argo CD\n');
    for (const line of text.split('\n').filter((one) => one.length > 24)) expect(line.trim()).toMatch(/^\S+$/);
  });

  it('never gives a field the writer of what is above it', () => {
    const text = textOwners(CATALOG, OPTIONS);
    expect(text.split('\n').find((line) => line.includes('stdin: false'))).toMatch(/^default/);
  });
});

describe('selecting fields', () => {
  it.each<[string | undefined, string[], string[]]>([
    [undefined, [], CATALOG.fields.map((field) => field.path)],
    ['.metadata.labels', [], ['.metadata.labels["app.kubernetes.io/name"]', '.metadata.labels.debug']],
    ['.spec.replicas', [], ['.spec.replicas']],
    ['.spec.template.spec.containers[name="web"].args[1]', [], ['.spec.template.spec.containers[name="web"].args']],
    ['.spec.nothing', [], []],
    [undefined, ['kube-controller-manager'], ['.spec.replicas']],
    [undefined, ['hpa catalog'], ['.spec.replicas']],
    ['.metadata', ['argocd-controller'], ['.metadata.labels["app.kubernetes.io/name"]']],
  ])('keeps of %j by %j', (path, managers, expected) => {
    const report = selectFields(CATALOG, {
      ...ALL,
      path: path === undefined ? undefined : parsePath(path),
      managers,
    });
    expect(report.fields.map((field) => field.path)).toEqual(expected);
  });

  it('keeps what was written lately, and what may have been: an entry without a time', () => {
    const within = (withinMs: number): string[] =>
      selectFields(CATALOG, { ...ALL, withinMs }).fields.map((field) => field.path);
    expect(within(3_600_000)).toEqual([
      '.metadata.labels.debug',
      '.spec.replicas',
      '.spec.template.spec.containers[name="web"].image',
    ]);
    expect(within(60_000)).toEqual(['.spec.replicas']);
  });

  it('leaves out what live lacks once fields are chosen', () => {
    expect(CATALOG.ghosts).toHaveLength(1);
    expect(selectFields(CATALOG, { ...ALL, managers: ['kubectl-set'] }).ghosts).toBeUndefined();
  });

  it('prints JSON that reads back', () => {
    expect(JSON.parse(jsonOwners(CATALOG))).toEqual(CATALOG);
  });
});
