import { describe, expect, it } from 'vitest';
import type { DriftHistory, FieldDrift } from '../../src/model/drift.js';
import { fieldFacts } from '../../src/report/field-facts.js';
import { historyFacts } from '../../src/report/history-text.js';
import { KUBECTL_SET, NOW } from './worlds.js';

const OPTIONS = { now: NOW, time: 'relative' as const };
const ago = (minutes: number): string => new Date(NOW.getTime() - minutes * 60_000).toISOString();
const kept = (number: number) => ({
  number,
  resource: { group: 'apps', version: 'v1', kind: 'ReplicaSet', namespace: 'marketplace', name: `catalog-${number}` },
});

const drift = (history: DriftHistory | undefined, more: Partial<FieldDrift> = {}): FieldDrift => ({
  path: '.spec.template.spec.containers[name="web"].image',
  pointer: '/spec/template/spec/containers/0/image',
  change: 'changed',
  desired: 'catalog:1',
  live: 'catalog:3',
  writer: KUBECTL_SET,
  coOwners: [],
  explanation: { status: 'unexplained', code: 'manual-change', message: '' },
  ...(history === undefined ? {} : { history }),
  ...more,
});

const follows = (value?: string) => ({
  before: 'previous' as const,
  previous: { ...kept(11), ...(value === undefined ? {} : { value }) },
});

describe('since when', () => {
  it.each<[string, DriftHistory, string, Partial<FieldDrift>?]>([
    [
      'exactly',
      { since: { at: ago(12) }, revision: kept(12), ...follows('catalog:2') },
      'since 12m ago, revision 12; revision 11 had catalog:2',
    ],
    [
      'what Git declares was before it',
      { since: { at: ago(12) }, revision: kept(12), ...follows('catalog:1') },
      'since 12m ago, revision 12; revision 11 had what Git declares',
    ],
    [
      'nothing was before it',
      { since: { at: ago(12) }, revision: kept(12), ...follows() },
      'since 12m ago, revision 12; revision 11 did not have it',
    ],
    [
      'gone',
      { since: { at: ago(12) }, revision: kept(12), ...follows('catalog:2') },
      'gone since 12m ago, revision 12; revision 11 had catalog:2',
      { change: 'missing' },
    ],
    [
      'between bounds',
      { since: { after: ago(60), before: ago(12) }, revision: kept(12), ...follows('catalog:2') },
      'since 60m ago at the earliest and 12m ago at the latest, revision 12; revision 11 had catalog:2',
    ],
    [
      'with one bound',
      { since: { after: ago(60) }, revision: kept(12), ...follows('catalog:2') },
      'since 60m ago at the earliest, revision 12; revision 11 had catalog:2',
    ],
    [
      'with no bound',
      { since: {}, revision: kept(12), ...follows('catalog:2') },
      'since an unknown time, revision 12; revision 11 had catalog:2',
    ],
    [
      'from the beginning',
      { since: { at: ago(12) }, revision: kept(1), before: 'created' },
      'from the first revision on, 12m ago',
    ],
    [
      'never',
      { since: { at: ago(12) }, revision: kept(1), before: 'created' },
      'in no revision since the first, 12m ago',
      { change: 'missing' },
    ],
    [
      'older than what is kept',
      { since: { before: ago(12) }, revision: kept(5), before: 'not-kept' },
      'since 12m ago at the latest; revision 5 is the oldest that is kept',
    ],
    [
      'not rolled out',
      { since: { after: ago(12) }, ...follows('catalog:2') },
      'no revision of the Pod template has it yet; revision 11 had catalog:2',
    ],
    [
      'after a long value',
      { since: { at: ago(12) }, revision: kept(12), ...follows('x'.repeat(200)) },
      'since 12m ago, revision 12; revision 11 had another value',
    ],
    [
      'after text that is not for terminals',
      { since: { at: ago(12) }, revision: kept(12), ...follows('a\u001b[31m') },
      'since 12m ago, revision 12; revision 11 had "a\\u001b[31m"',
    ],
  ])('%s', (_, history, text, more) => {
    expect(historyFacts(drift(history, more), OPTIONS)).toEqual([text]);
  });

  it('is not said where nothing is kept', () => {
    expect(historyFacts(drift(undefined), OPTIONS)).toEqual([]);
  });

  it('takes the place of the entry’s bound where it is exact, and stands beside it where not', () => {
    const options = {
      ...OPTIONS,
      width: undefined,
      color: false,
      verbose: false,
      quiet: false,
      showExplained: false,
      maskNamed: false,
    };
    const [who] = fieldFacts(drift({ since: { at: ago(12) }, revision: kept(12), ...follows('catalog:2') }), options);
    expect(who).not.toContain('at the latest');
    const [bounded] = fieldFacts(
      drift({ since: { after: ago(60) }, revision: kept(12), ...follows('catalog:2') }),
      options,
    );
    expect(bounded).toContain('at the latest');
  });
});
