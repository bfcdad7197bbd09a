import { describe, expect, it } from 'vitest';
import { compileRules, ruleFor } from '../../src/explain/drift-rules.js';
import type { DifferenceKind } from '../../src/model/drift.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { DriftRule } from '../../src/model/policy.js';
import type { ResourceRef } from '../../src/model/resource.js';
import { CATALOG } from './worlds.js';

interface At {
  readonly ref?: Partial<ResourceRef>;
  readonly path?: string;
  readonly kind?: DifferenceKind;
  readonly managers?: readonly string[];
}

const RULE: DriftRule = {
  id: 'paused',
  kinds: [{ group: 'apps', kind: 'Deployment' }],
  paths: ['.spec.paused'],
  effect: 'explain',
  reason: 'it may be paused',
};

function find(rules: readonly DriftRule[], at: At = {}): string | undefined {
  const { ref, path = '.spec.paused', kind = 'drift', managers = [] } = at;
  return ruleFor(compileRules(rules), { ref: { ...CATALOG, ...ref }, path: parsePath(path), kind, managers })?.id;
}

describe('a rule', () => {
  it.each<[string, Partial<DriftRule>, At, boolean]>([
    ['of the kind and the path', {}, {}, true],
    ['of another kind', {}, { ref: { kind: 'StatefulSet' } }, false],
    ['of another group', {}, { ref: { group: 'example.com' } }, false],
    ['of one of several kinds', { kinds: [{ kind: 'Job' }, { kind: 'Deployment' }] }, {}, true],
    ['of any kind of a group', { kinds: [{ group: 'apps' }] }, { ref: { kind: 'DaemonSet' } }, true],
    ['of any kind, written as *', { kinds: [{ group: '*', kind: '*' }] }, { ref: { group: '', kind: 'Pod' } }, true],
    ['of a path below its own', { paths: ['.spec'] }, {}, true],
    ['of a path above its own', {}, { path: '.spec' }, false],
    ['of a path that only begins alike', {}, { path: '.spec.pausedBy' }, false],
    ['of one of several paths', { paths: ['.spec.replicas', '.spec.paused'] }, {}, true],
    ['of any item', { paths: ['.spec.list[*].ca'] }, { path: '.spec.list[name="a"].ca' }, true],
    ['of any index', { paths: ['.spec.list[*].ca'] }, { path: '.spec.list[0].ca' }, true],
    ['of any field', { paths: ['.metadata.annotations.*'] }, { path: '.metadata.annotations["a.b/c"]' }, true],
    ['of another item', { paths: ['.spec.list[name="a"].ca'] }, { path: '.spec.list[name="b"].ca' }, false],
    ['of that name', { name: 'catalog' }, {}, true],
    ['of another name', { name: 'checkout' }, {}, false],
    ['of that namespace', { namespace: 'marketplace' }, {}, true],
    ['of another namespace', { namespace: 'staging' }, {}, false],
    ['of drift', { on: 'drift' }, {}, true],
    ['of undeclared fields', { on: 'undeclared' }, {}, false],
    ['of undeclared fields, for one', { on: 'undeclared' }, { kind: 'undeclared' }, true],
    ['of either list, for an undeclared field', {}, { kind: 'undeclared' }, true],
    ['of that manager', { managers: ['flagger'] }, { managers: ['flagger'] }, true],
    ['of a co-owner', { managers: ['flagger'] }, { managers: ['helm', 'flagger'] }, true],
    ['of another manager', { managers: ['flagger'] }, { managers: ['kubectl-edit'] }, false],
    ['of a manager, where nobody is recorded', { managers: ['flagger'] }, {}, false],
    ['of a prefix', { managers: [{ prefix: 'pulumi-' }] }, { managers: ['pulumi-kubernetes'] }, true],
    ['of a pattern', { managers: [{ pattern: '^flag' }] }, { managers: ['flagger'] }, true],
  ])('%s', (_, parts, at, matches) => {
    expect(find([{ ...RULE, ...parts }], at)).toBe(matches ? 'paused' : undefined);
  });

  it('of the user goes before a shipped one, and the first of the user before the next', () => {
    const path = '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]';
    const own = (id: string): DriftRule => ({ ...RULE, id, paths: ['.spec.template.metadata.annotations'] });
    expect(find([], { path, kind: 'undeclared' })).toBe('rollout-restart');
    expect(find([own('mine'), own('later')], { path, kind: 'undeclared' })).toBe('mine');
  });

  it('with a path that cannot be read is refused', () => {
    expect(() => compileRules([{ ...RULE, paths: ['.spec['] }])).toThrow(SyntaxError);
  });
});

describe('the shipped rules', () => {
  const CA = '.webhooks[name="a.example"].clientConfig.caBundle';
  const WEBHOOK = { group: 'admissionregistration.k8s.io', kind: 'ValidatingWebhookConfiguration' };
  const RESTART = '.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]';

  it.each<[string, At, string | undefined]>([
    ['a restart', { path: RESTART, kind: 'undeclared', managers: ['kubectl-rollout'] }, 'rollout-restart'],
    ['a restart by anybody', { path: RESTART, kind: 'undeclared', managers: ['k9s'] }, 'rollout-restart'],
    ['a restart that desired declares otherwise', { path: RESTART, kind: 'drift' }, undefined],
    ['a CA of the injector', { ref: WEBHOOK, path: CA, managers: ['cert-manager-cainjector'] }, 'ca-injector'],
    ['a CA by hand', { ref: WEBHOOK, path: CA, managers: ['kubectl-edit'] }, undefined],
    [
      'a failure policy of the injector',
      { ref: WEBHOOK, path: '.webhooks[name="a.example"].failurePolicy', managers: ['cert-manager-cainjector'] },
      undefined,
    ],
  ])('account for %s', (_, at, id) => {
    expect(find([], at)).toBe(id);
  });

  it('each has a reason, a source, and an id of its own', () => {
    const rules = compileRules().map(({ rule }) => rule);
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
    for (const { reason, source } of rules) expect([reason, source].every((text) => text !== undefined)).toBe(true);
  });
});
