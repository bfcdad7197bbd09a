import { describe, expect, it } from 'vitest';
import { overrideFindings } from '../../src/explain/override-findings.js';
import { hiddenChanges, ruleFindings } from '../../src/explain/rule-findings.js';
import { tooBroad } from '../../src/explain/too-broad.js';
import type { Explanation, FieldDrift } from '../../src/model/drift.js';
import type { DriftRule, OverrideRecord, Policy } from '../../src/model/policy.js';
import type { ApplicationReport, ResourceReport } from '../../src/model/report.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { CATALOG } from './worlds.js';

const RULE: DriftRule = {
  id: 'rules[0]',
  kinds: [{ group: 'apps', kind: 'Deployment' }],
  paths: ['.spec.paused'],
  effect: 'ignore',
  reason: 'it may be paused',
};

const catalogue = loadCatalogue().rules;

describe('a rule that takes in too much', () => {
  it.each<[string, Partial<DriftRule>, RegExp | undefined]>([
    ['one field', {}, undefined],
    ['the pod template', { paths: ['.spec.template'] }, /\.spec\.template holds many fields/],
    ['all containers', { paths: ['.spec.template.spec.containers[*]'] }, /holds many fields/],
    ['one container', { paths: ['.spec.template.spec.containers[name="proxy"]'] }, undefined],
    ['all data', { paths: ['.data.*'] }, /\.data\.\* holds many fields/],
    ['all labels', { paths: ['.metadata.labels'] }, /holds many fields/],
    ['one label', { paths: ['.metadata.labels["a.b/c"]'] }, undefined],
    ['a label that is called spec', { paths: ['.metadata.labels.spec'] }, undefined],
    ['a key of that name', { paths: ['.data.labels'] }, undefined],
    ['the status', { paths: ['.status'] }, undefined],
    ['a pointer to annotations', { paths: [], jsonPointers: ['/metadata/annotations'] }, /holds many fields/],
    ['every kind', { kinds: [{ group: '*', kind: '*' }] }, /every kind/],
    ['a mark of every kind', { kinds: [{ kind: '*' }], paths: ['.metadata.annotations["a.b/c"]'] }, undefined],
    ['every kind of a group', { kinds: [{ group: 'apps' }] }, undefined],
    ['what a person writes', { managers: ['kubectl-edit'] }, /a person writes under the manager kubectl-edit/],
    ['what people write', { managers: [{ prefix: 'kubectl-' }] }, /a person writes under the manager kubectl-\*/],
    ['what a person holds', { paths: [], managedFieldsManagers: ['kubectl-edit'] }, /a person writes/],
    [
      'what Git\u2019s tool holds',
      { paths: [], managedFieldsManagers: ['argocd-controller'] },
      /applies what Git says/,
    ],
    ['what a controller writes', { managers: ['cert-manager-cainjector'] }, undefined],
  ])('%s', (_, parts, said) => {
    const found = tooBroad({ ...RULE, ...parts }, catalogue).join('; ');
    if (said === undefined) expect(found).toBe('');
    else expect(found).toMatch(said);
  });
});

const entry = (path: string, explanation: Partial<Explanation> = {}): FieldDrift =>
  ({ path, explanation: { status: 'explained', code: 'c', message: '', ...explanation } }) as unknown as FieldDrift;

function application(parts: Partial<ResourceReport>): ApplicationReport {
  const resource = { ...CATALOG, outcome: 'compared', drift: [], ignored: [], undeclared: [], ...parts };
  return { resources: [resource] } as unknown as ApplicationReport;
}

describe('rules in the light of what was compared', () => {
  const policy: Policy = { file: 'gitdrift.yaml', writers: [], rules: [RULE], lines: { 'rules[0]': 7 } };
  const said = (applications: readonly ApplicationReport[], more: object = {}) =>
    ruleFindings({ policy, applications, catalogue, selected: false, ignoreRules: true, ...more }).map(
      ({ code, origin }) => `${code} ${origin?.file}:${origin?.line}`,
    );

  it('matched nothing, unless one application has it, objects were selected, or it is turned off', () => {
    const used = application({ ignored: [entry('.spec.paused', { rule: 'rules[0]' })] });
    expect(said([application({})])).toEqual(['rule-matched-nothing gitdrift.yaml:7']);
    expect(said([application({}), used])).toEqual([]);
    expect(said([application({ undeclared: [entry('.spec.paused', { rule: 'rules[0]' })] })])).toEqual([]);
    expect(said([application({})], { selected: true })).toEqual([]);
    expect(said([application({})], { ignoreRules: false })).toEqual([]);
  });

  it('hide a change of Git only where it is a rule of the policy that does', () => {
    const ignored = (explanation: Partial<Explanation>) =>
      hiddenChanges(policy, application({ ignored: [entry('.spec.paused', explanation)] })).map(({ code, path }) => [
        code,
        path,
      ]);
    expect(ignored({ rule: 'rules[0]', gitChanged: true })).toEqual([['rule-hides-git-change', '.spec.paused']]);
    expect(ignored({ rule: 'rules[0]' })).toEqual([]);
    expect(ignored({ rule: 'spec.ignoreDifferences[0]', gitChanged: true })).toEqual([]);
  });
});

describe('overrides in the light of what was compared', () => {
  const now = new Date('2026-11-30T12:00:00Z');
  const record: OverrideRecord = {
    id: 'overrides[0]',
    resource: { group: 'apps', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
    path: '.spec.paused',
    reason: 'the database moves',
    until: '2026-12-01T12:00:00Z',
  };
  const counted = { drift: [entry('.spec.paused', { rule: 'overrides[0]' })] };
  const said = (parts: Partial<OverrideRecord>, resource: Partial<ResourceReport>) =>
    overrideFindings(
      { file: 'gitdrift.yaml', writers: [], overrides: [{ ...record, ...parts }] },
      application(resource),
      now,
    ).map(({ code }) => code);

  it.each<[string, Partial<OverrideRecord>, Partial<ResourceReport>, readonly string[]]>([
    ['ends within a day', {}, counted, ['override-ending']],
    ['ends later', { until: '2026-12-01T12:00:01Z' }, counted, []],
    ['has ended, which its drift says', { until: '2026-11-30T12:00:00Z' }, counted, []],
    ['is not what accounts for the drift', {}, { drift: [entry('.spec.paused')] }, []],
    ['has nothing to account for', {}, {}, ['override-not-needed']],
    ['has ended, and nothing to account for', { until: '2026-11-01T00:00:00Z' }, {}, ['override-not-needed']],
    ['is of a field that a rule ignores', {}, { ignored: [entry('.spec.paused')] }, []],
    ['is of an object that could not be read', {}, { outcome: 'unreadable' }, []],
    ['is of another object', { resource: { ...record.resource, name: 'checkout' } }, {}, []],
    [
      'is of an object that is missing',
      { path: '.' },
      { outcome: 'missing', explanation: { status: 'explained', code: 'override', message: '', rule: 'overrides[0]' } },
      ['override-ending'],
    ],
    ['is of an object that is there again', { path: '.' }, {}, ['override-not-needed']],
    ['is of a field, and the object is missing', {}, { outcome: 'missing' }, ['override-not-needed']],
  ])('%s', (_, parts, resource, codes) => {
    expect(said(parts, resource)).toEqual(codes);
  });
});
