import { describe, expect, it } from 'vitest';
import type { ArgoHealthScript } from '../../../../src/model/argo-settings.js';
import type { JsonValue } from '../../../../src/model/json.js';
import { assessHealth, judgeHealth } from '../../../../src/verdict/health/assess.js';
import { healthScripts } from '../../../../src/verdict/health/lua/health-scripts.js';
import { liveObject } from '../live-object.js';

const script = (group: string, kind: string, text: string): ArgoHealthScript => ({
  group,
  kind,
  script: text,
  useOpenLibs: false,
});
const says = (message: string) => `return {status = 'Healthy', message = '${message}'}`;
const gadget = (parts: Record<string, JsonValue> = {}) => liveObject('verdict.example.test/v1', 'Gadget', parts);
const rulesOf = (settings: readonly ArgoHealthScript[], shipped: readonly ArgoHealthScript[] = []) => ({
  kinds: 'argocd' as const,
  scripts: healthScripts({ settings, shipped }),
});

describe('which script judges a kind', () => {
  const exact = script('verdict.example.test', 'Gadget', says('exact'));
  const wildcard = script('*.example.test', '*', says('wildcard'));
  const shipped = script('verdict.example.test', 'Gadget', says('shipped'));
  const shippedWildcard = script('*.example.test', '*', says('shipped wildcard'));

  it.each([
    ['its own', [wildcard, exact], [shipped], 'exact'],
    ['a wildcard of the settings before a shipped one', [wildcard], [shipped], 'wildcard'],
    ['a shipped one', [script('other.test', '*', says('other'))], [shippedWildcard, shipped], 'shipped'],
    ['a shipped wildcard', [], [shippedWildcard], 'shipped wildcard'],
    ['an empty one is none', [script('verdict.example.test', 'Gadget', ' \n')], [shipped], 'shipped'],
    ['a wildcard over the slash', [script('*', 'Gadget', says('any group'))], [], 'any group'],
  ])('%s', (_what, settings, folder, message) => {
    expect(assessHealth(gadget(), rulesOf(settings, folder))).toEqual({ status: 'Healthy', message, source: 'lua' });
  });

  it('goes by the kind alone in the core group', () => {
    const rules = rulesOf([script('', 'ConfigMap', says('core'))]);
    expect(assessHealth(liveObject('v1', 'ConfigMap'), rules)?.message).toBe('core');
    expect(assessHealth(liveObject('other.test/v1', 'ConfigMap'), rules)).toBeNull();
  });

  it('wins over a built-in rule, not over a deletion', () => {
    const rules = rulesOf([script('apps', 'Deployment', says('mine'))]);
    expect(assessHealth(liveObject('apps/v1', 'Deployment', { spec: { paused: true } }), rules)?.message).toBe('mine');
    const metadata = { deletionTimestamp: '2026-11-30T12:00:00Z' };
    expect(assessHealth(liveObject('apps/v1', 'Deployment', { metadata }), rules)?.status).toBe('Progressing');
  });
});

describe('what a script may return', () => {
  const judge = (text: string) => judgeHealth(gadget(), rulesOf([script('verdict.example.test', 'Gadget', text)]));

  it('nothing: no health, and no other rule is asked', () => {
    expect(judge('return nil')).toEqual({ health: null });
    expect(judge('local x = 1')).toEqual({ health: null });
  });

  it.each([
    ['{status = "Sideways"}', 'its health script returned the status "Sideways", which is none'],
    ['{}', 'its health script returned the status "", which is none'],
  ])('%s is Unknown without an error, as Argo CD has it', (table, message) => {
    expect(judge(`return ${table}`)).toEqual({ health: { status: 'Unknown', message, source: 'lua' } });
  });

  it.each([
    ['"Healthy"', 'it returned a string where a table is expected'],
    ['{status = 5}', 'status and message of its result have to be texts'],
    ['{status = obj.spec.none.deep}', /health\.lua:1: attempt to index a nil value/],
  ])('%s is Unknown with an error', (value, reason) => {
    const verdict = judge(`return ${value}`);
    expect(verdict.health).toMatchObject({ status: 'Unknown', source: 'lua' });
    expect(verdict.error).toMatch(reason);
    expect(verdict.error).toBe(verdict.health?.message);
  });

  it('no message: says so', () => {
    expect(judge('return {status = "Degraded"}').health?.message).toBe('its health script gives no message');
  });
});

describe('a hostile script', () => {
  it('is stopped, given up after three objects, and holds up nothing else', () => {
    const rules = rulesOf([
      script('verdict.example.test', 'Gadget', 'while true do end'),
      script('verdict.example.test', 'Widget', says('fine')),
    ]);
    const messages = [1, 2, 3, 4].map(() => judgeHealth(gadget(), rules).error ?? '');
    expect(messages.slice(0, 3).every((text) => /instructions|did not end/.test(text))).toBe(true);
    expect(messages[3]).toBe('its health script failed: not run: it had to be stopped on 3 other objects');
    const widget = liveObject('verdict.example.test/v1', 'Widget');
    expect(assessHealth(widget, rules)).toEqual({ status: 'Healthy', message: 'fine', source: 'lua' });
  });
});
