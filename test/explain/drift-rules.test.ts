import { describe, expect, it } from 'vitest';
import { compileRules, ruleFor } from '../../src/explain/drift-rules.js';
import type { JqPaths, Sides } from '../../src/explain/rule-cuts.js';
import type { JqResult } from '../../src/model/argo-verdict.js';
import type { DifferenceKind } from '../../src/model/drift.js';
import type { JsonObject } from '../../src/model/json.js';
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

describe('a rule with globs', () => {
  it.each<[Partial<DriftRule>, boolean]>([
    [{ kinds: [{ group: 'app?', kind: 'Dep*' }] }, true],
    [{ kinds: [{ group: '', kind: '*' }] }, false],
    [{ kinds: [{ kind: '{StatefulSet,Deployment}' }] }, true],
    [{ name: 'cata*', namespace: '*place' }, true],
    [{ name: 'cata' }, false],
  ])('%j', (parts, matches) => {
    expect(find([{ ...RULE, ...parts }])).toBe(matches ? 'paused' : undefined);
  });
});

describe('a rule that cuts fields out of both sides', () => {
  const container = (image: string, more: JsonObject = {}): JsonObject => ({ name: 'web', image, ...more });
  const world = (desired: JsonObject, live: JsonObject) => ({ desired: { spec: desired }, live: { spec: live } });
  const matches = (parts: Partial<DriftRule>, path: string, sides: Sides, jq?: JqPaths): boolean =>
    ruleFor(compileRules([{ ...RULE, paths: [], ...parts }], jq === undefined ? {} : { jq }), {
      ...{ ref: CATALOG, path: parsePath(path), kind: 'drift', change: 'changed', managers: [], sides },
    }) !== undefined;

  it.each<[string, readonly string[], string, Sides, boolean]>([
    ['the field', ['/spec/paused'], '.spec.paused', world({ paused: false }, { paused: true }), true],
    [
      'what is below it',
      ['/spec/strategy'],
      '.spec.strategy.type',
      world({ strategy: { type: 'a' } }, { strategy: { type: 'b' } }),
      true,
    ],
    ['another field', ['/spec/pause'], '.spec.paused', world({ paused: false }, { paused: true }), false],
    ['a field that live lacks', ['/spec/paused'], '.spec.paused', world({ paused: false }, {}), true],
    [
      'an item by its index',
      ['/spec/containers/0/image'],
      '.spec.containers[name="web"].image',
      world({ containers: [container('a')] }, { containers: [container('b')] }),
      true,
    ],
    [
      'an item that has another index in live',
      ['/spec/containers/0/image'],
      '.spec.containers[name="web"].image',
      world({ containers: [container('a')] }, { containers: [{ name: 'proxy' }, container('b')] }),
      false,
    ],
    [
      'an item of a list that is one value',
      ['/spec/args/1'],
      '.spec.args',
      world({ args: ['a', 'b'] }, { args: ['a', 'c'] }),
      true,
    ],
    [
      'not all that differs in one',
      ['/spec/args/1'],
      '.spec.args',
      world({ args: ['a', 'b'] }, { args: ['x', 'c'] }),
      false,
    ],
    [
      'a nested list',
      ['/spec/args/0'],
      '.spec.args',
      world({ args: [['a'], ['b', 'c']] }, { args: [['x'], ['b', 'c']] }),
      true,
    ],
    ['a key with a slash', ['/spec/a~1b'], '.spec["a/b"]', world({ 'a/b': 1 }, { 'a/b': 2 }), true],
  ])('%s', (_, jsonPointers, path, sides, expected) => {
    expect(matches({ jsonPointers }, path, sides)).toBe(expected);
  });

  const answers =
    (paths: Extract<JqResult, { kind: 'paths' }>['paths']): JqPaths =>
    () => ({ kind: 'paths', paths });
  const expression = { jqPathExpressions: ['.spec.x'] };
  const paused = world({ paused: false, replicas: 1, mode: 'a' }, { paused: true, replicas: 1, mode: 'a' });

  it('by jq, with slices and indices from the end', () => {
    const sides = world({ args: ['a', 'b', 'c'] }, { args: ['a', 'x', 'y'] });
    expect(matches(expression, '.spec.args', sides, answers([['spec', 'args', { start: 1, end: null }]]))).toBe(true);
    expect(matches(expression, '.spec.args', sides, answers([['spec', 'args', -1]]))).toBe(false);
    expect(
      matches(
        expression,
        '.spec.args',
        sides,
        answers([
          ['spec', 'args', -1],
          ['spec', 'args', -2],
        ]),
      ),
    ).toBe(true);
    expect(matches(expression, '.spec.paused', paused, answers([['spec', 'paused']]))).toBe(true);
    expect(matches(expression, '.spec.paused', paused)).toBe(false);
  });

  it('by jq that selects one side only is no match', () => {
    const jq: JqPaths = (_, object) => ({
      kind: 'paths',
      paths: (object as { spec: { paused: boolean } }).spec.paused ? [['spec', 'paused']] : [],
    });
    expect(matches(expression, '.spec.paused', paused, jq)).toBe(false);
  });

  it('by jq that fails on an object matches nothing, and one that never ends is an error of the rule', () => {
    expect(matches(expression, '.spec.paused', paused, () => ({ kind: 'failed', message: 'null has no keys' }))).toBe(
      false,
    );
    const endless: JqPaths = () => ({ kind: 'failed', message: 'it took longer than 5 s', timedOut: true });
    expect(() => matches(expression, '.spec.paused', paused, endless)).toThrow(
      'the rule paused of the policy: jq cannot use the expression ".spec.x": it took longer than 5 s',
    );
  });

  it.each<[string, Extract<JqResult, { kind: 'paths' }>['paths']]>([
    ['the object', [[]]],
    ['the spec', [['spec']]],
    [
      'every field of the spec',
      [
        ['spec', 'paused'],
        ['spec', 'replicas'],
        ['spec', 'mode'],
      ],
    ],
  ])('by jq that comes to %s is an error', (_, paths) => {
    expect(() => matches(expression, '.spec.paused', paused, answers(paths))).toThrow('it takes the whole object');
  });

  it('asks jq once for each object', () => {
    let asked = 0;
    const rules = compileRules([{ ...RULE, paths: [], ...expression }], {
      jq: () => {
        asked++;
        return { kind: 'paths', paths: [] };
      },
    });
    for (const path of ['.spec.paused', '.spec.replicas', '.spec.mode']) {
      ruleFor(rules, { ref: CATALOG, path: parsePath(path), kind: 'drift', managers: [], sides: paused });
    }
    expect(asked).toBe(2);
  });
});

describe('a rule of the policy', () => {
  const at = { ref: CATALOG, path: parsePath('.spec.paused'), kind: 'drift', managers: ['our-sync'] } as const;

  it('for a manager is for what both sides have, as in Argo CD', () => {
    const rules = compileRules([{ ...RULE, paths: [], managedFieldsManagers: ['our-sync'] }]);
    expect(ruleFor(rules, { ...at, change: 'changed' })?.id).toBe('paused');
    expect(ruleFor(rules, { ...at, change: 'missing' })).toBeUndefined();
    expect(ruleFor(rules, { ...at, change: 'changed', managers: ['our-sync-2'] })).toBeUndefined();
  });

  it.each<[boolean | undefined, boolean]>([
    [false, true],
    [true, false],
    [undefined, false],
  ])('for what live alone changed: Git changed is %s', (gitChanged, matches) => {
    const rules = compileRules([{ ...RULE, only: 'live' }]);
    expect(ruleFor(rules, { ...at, gitChanged }) !== undefined).toBe(matches);
  });

  it('only explains where a controller gives the verdict, and is turned off by --no-ignore-rules all the same', () => {
    const [rule] = compileRules([{ ...RULE, effect: 'ignore' }], { explainOnly: true });
    expect([rule?.rule.effect, rule?.ignores]).toEqual(['explain', true]);
    expect(rule?.rule.reason).toContain('for the controller to say');
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
