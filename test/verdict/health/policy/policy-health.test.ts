import { describe, expect, it } from 'vitest';
import { openHealthRules, rulesOf } from '../../../../src/compositions/health/health-rules.js';
import type { JsonValue } from '../../../../src/model/json.js';
import type { HealthCase, KindSelector, PolicyHealthRule } from '../../../../src/model/policy.js';
import { assessHealth } from '../../../../src/verdict/health/assess.js';
import { policyHealth } from '../../../../src/verdict/health/policy/policy-health.js';
import { condition, liveObject } from '../live-object.js';

const GROUP = 'logistics.example.com';
const warehouse = (status: JsonValue, kind = 'Warehouse') => liveObject(`${GROUP}/v1`, kind, { status });

const rule = (cases: readonly HealthCase[], kinds: readonly KindSelector[] = [{ group: GROUP, kind: 'Warehouse' }]) =>
  ({ kinds, judge: { kind: 'cases', cases, otherwise: 'Progressing' }, reason: 'r' }) satisfies PolicyHealthRule;
const script = (text: string, kinds: readonly KindSelector[]): PolicyHealthRule => ({
  ...{ kinds, reason: 'r' },
  judge: { kind: 'lua', script: text },
});

const CASES: readonly HealthCase[] = [
  { of: { path: '.status.roof' }, is: ['leaking', 'gone'], health: 'Degraded', message: 'it rains in' },
  { of: { path: '.status.closed' }, is: ['true'], health: 'Suspended' },
  { of: { condition: 'Open' }, is: ['True'], health: 'Healthy' },
  { of: { condition: 'Open' }, is: [null], health: 'Unknown' },
];

const health = async (rules: readonly PolicyHealthRule[], object: Parameters<typeof assessHealth>[0]) => {
  const policy = { file: 'gitdrift.yaml', writers: [], health: rules, discovered: true };
  return assessHealth(object, (await openHealthRules({ policy }, '.')).plain);
};

describe('cases of the policy', () => {
  it.each<[status: JsonValue, verdict: string, message: string]>([
    [{ roof: 'leaking', conditions: [condition('Open', 'True')] }, 'Degraded', 'it rains in'],
    [{ closed: true, conditions: [condition('Open', 'True')] }, 'Suspended', '.status.closed is true'],
    [{ roof: {}, conditions: [condition('Open', 'True')] }, 'Healthy', 'condition Open is True'],
    [{ conditions: [condition('Shut', 'True')] }, 'Unknown', 'condition Open is absent'],
    [{ conditions: [condition('Open', 'False')] }, 'Progressing', 'no case of the policy holds'],
    [
      { observedGeneration: 0, conditions: [condition('Open', 'True')] },
      'Progressing',
      expect.stringContaining('generation'),
    ],
  ])('%j is %s', async (status, verdict, message) => {
    expect(await health([rule(CASES)], warehouse(status))).toEqual({ status: verdict, message, source: 'policy' });
  });
});

describe('which rule judges', () => {
  const always = (message: string): readonly HealthCase[] => [
    { of: { path: '.kind' }, is: ['Warehouse', 'Truck', 'ConfigMap', 'Deployment'], health: 'Healthy', message },
  ];
  const rules = [
    rule(always('the group'), [{ group: GROUP }]),
    rule(always('the kind')),
    rule(always('any'), [{ group: '*', kind: '*' }]),
  ];

  it('one of the very kind before one of more, else the first', async () => {
    expect((await health(rules, warehouse({})))?.message).toBe('the kind');
    expect((await health(rules, warehouse({}, 'Truck')))?.message).toBe('the group');
    expect((await health(rules, liveObject('v1', 'ConfigMap')))?.message).toBe('any');
    expect(await health([rule(CASES)], liveObject('v1', 'ConfigMap'))).toBeNull();
  });

  it('wins over our own, but not over deletion', async () => {
    const own = rule(always('as the team says'), [{ group: 'apps', kind: 'Deployment' }]);
    expect(await health([own], liveObject('apps/v1', 'Deployment'))).toMatchObject({ source: 'policy' });
    const going = liveObject('apps/v1', 'Deployment', { metadata: { deletionTimestamp: '2026-11-30T12:00:00Z' } });
    expect(await health([own], going)).toMatchObject({ status: 'Progressing', source: 'built-in' });
  });

  it("comes after the cluster's scripts and before those of a folder", async () => {
    const lua = (message: string) => [
      {
        group: GROUP,
        kind: 'Warehouse',
        script: `return {status = "Healthy", message = "${message}"}`,
        useOpenLibs: false,
      },
    ];
    const policy = policyHealth([rule(always('policy'))], () => () => undefined);
    const message = async (...given: Parameters<typeof rulesOf>) =>
      assessHealth(warehouse({}), await rulesOf(...given))?.message;
    expect(await message('all', lua('argocd-cm'), lua('folder'), policy)).toBe('argocd-cm');
    expect(await message('all', [], lua('folder'), policy)).toBe('policy');
    expect(await message('all', [], lua('folder'))).toBe('folder');
  });
});

describe('Lua of the policy', () => {
  const everything = [{ group: '*', kind: '*' }];
  it('judges any kind that its rule names, those of the core group too', async () => {
    const judge = script('return {status = "Degraded", message = "of " .. obj.kind}', everything);
    expect(await health([judge], liveObject('v1', 'ConfigMap'))).toEqual({
      ...{ status: 'Degraded', message: 'of ConfigMap', source: 'policy' },
    });
    expect((await health([judge], warehouse({})))?.message).toBe('of Warehouse');
  });

  it('that fails is Unknown, and that returns nothing gives no health', async () => {
    expect(await health([script('error("no")', everything)], warehouse({}))).toMatchObject({
      ...{ status: 'Unknown', source: 'policy' },
      message: expect.stringContaining('its health script failed'),
    });
    expect(await health([script('return nil', everything)], warehouse({}))).toBeNull();
  });
});
