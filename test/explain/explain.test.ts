import { describe, expect, it } from 'vitest';
import { attribute, type Owners } from '../../src/explain/attribution.js';
import { explain } from '../../src/explain/explain.js';
import type { LastApply } from '../../src/explain/last-apply.js';
import type { Difference, DifferenceNote, Explanation } from '../../src/model/drift.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { DriftRule } from '../../src/model/policy.js';
import type { WriterCategory } from '../../src/model/writer.js';
import { CATALOG, difference, hpa, IMAGE, NO_HPA, ownedBy, owner, scaledBy } from './worlds.js';

interface World {
  readonly change?: Difference;
  readonly owners?: Owners;
  readonly rule?: DriftRule;
  readonly lastApply?: LastApply;
  readonly pair?: Explanation;
}

function explained({ change = difference(), owners = { kind: 'unowned' }, rule, lastApply, pair }: World): Explanation {
  const attribution = attribute({
    ref: CATALOG,
    difference: change,
    owners,
    evidence: { autoscalers: NO_HPA },
    lastApply,
  });
  return explain({
    ref: CATALOG,
    difference: change,
    attribution,
    evidence: { autoscalers: NO_HPA },
    rule,
    lastApply,
    pair,
  });
}

const GIT = ownedBy(owner('gitops', 'argocd-controller', { operation: 'Apply' }));
const BY_HAND = ownedBy(owner('manual', 'kubectl-edit'));
const APPLIED = ownedBy(owner('deployer', 'kubectl-client-side-apply'));
const removed = (evidence: 'apply-entry' | 'last-applied'): DifferenceNote => ({
  kind: 'removed-from-desired',
  evidence,
});
const RULE: DriftRule = { id: 'a-rule', kinds: [{}], paths: ['.'], effect: 'explain', reason: 'a rule says so' };

describe('drift that nothing accounts for', () => {
  it.each<[WriterCategory, string]>([
    ['manual', 'manual-change'],
    ['operator', 'operator-change'],
    ['autoscaler', 'autoscaler-change'],
    ['deployer', 'deployer-change'],
    ['control-plane', 'control-plane-change'],
    ['unknown', 'unknown-writer'],
  ])('by %s is %s: a category explains nothing', (category, code) => {
    expect(explained({ owners: ownedBy(owner(category, 'a-manager')) })).toMatchObject({ status: 'unexplained', code });
  });

  it.each<[string, string]>([
    ['OpenAPI-Generator', 'OpenAPI-Generator, a Python or Java client'],
    ['before-first-apply', 'whoever wrote it before the first server-side apply'],
    ['ancient-changes', 'older writers, merged by the server'],
    ['unknown', 'a client that sent no User-Agent'],
  ])('by %s, a name that the catalogue knows and that is no program', (manager, name) => {
    const { writer, ...rest } = owner('unknown', manager);
    expect(explained({ owners: ownedBy({ ...rest, writer: { ...writer, name } }) })).toEqual({
      status: 'unexplained',
      code: 'unknown-writer',
      message: `written by ${name}; managedFields do not tell which program that was`,
    });
  });

  it('by a GitOps manager that is not this desired state’s', () => {
    const other = { ...owner('gitops', 'kustomize-controller'), gitops: false };
    expect(explained({ owners: ownedBy(other) })).toMatchObject({ status: 'unexplained', code: 'other-gitops-change' });
  });

  it.each<[string, World, string, string]>([
    ['by nobody', {}, 'unowned-value', 'live holds another value and no manager is recorded for it'],
    [
      'of a workload that was scaled to 0',
      { change: difference('.spec.replicas', { desired: 3, live: 0 }) },
      'unowned-value',
      'somebody scaled it to 0; a scale to 0 leaves no record of who did it',
    ],
    [
      'where the object has no managedFields',
      { owners: { kind: 'unknown', reason: 'absent' } },
      'unowned-value',
      'live holds another value; the object carries no managedFields, so its writers cannot be known',
    ],
    [
      'where managedFields are unreadable in part',
      { owners: { kind: 'unknown', reason: 'unreadable' } },
      'unknown-writer',
      'live holds another value; a part of managedFields could not be read, and the writer may be named there',
    ],
    [
      'that live lacks',
      { change: difference(IMAGE, { change: 'missing' }), owners: GIT },
      'missing-in-live',
      'live lacks it: Git has moved on, or somebody removed it; Kubernetes does not record which',
    ],
    [
      'of a declared null',
      { change: difference(IMAGE, { change: 'extra', notes: [{ kind: 'declared-null' }] }), owners: BY_HAND },
      'manual-change',
      'changed by hand or by a script, outside Git; desired declares null, which asks for its removal',
    ],
    [
      'inside an atomic whole',
      {
        change: difference('.spec.selector.app', {
          change: 'extra',
          notes: [{ kind: 'owned-as-whole', path: parsePath('.spec.selector') }],
        }),
        owners: BY_HAND,
      },
      'manual-change',
      'changed by hand or by a script, outside Git; it lies in a list or map that is owned as a whole',
    ],
  ])('%s', (_, world, code, message) => {
    expect(explained(world)).toEqual({ status: 'unexplained', code, message });
  });
});

describe('what comes first', () => {
  const notes = (...kinds: ('unknown-field' | 'same-quantity' | 'immutable')[]): Difference =>
    difference(IMAGE, { notes: kinds.map((kind) => ({ kind })) });

  it.each<[string, World, string, string]>([
    [
      'a rule before everything',
      { change: notes('unknown-field', 'immutable'), rule: RULE, owners: GIT },
      'explained',
      'explained-by-rule',
    ],
    ['a rule of its own code', { rule: { ...RULE, code: 'ca-bundle-injected' } }, 'explained', 'ca-bundle-injected'],
    ['a rule that ignores', { rule: { ...RULE, effect: 'ignore' } }, 'explained', 'ignored-by-rule'],
    [
      'an unknown field before Git being ahead',
      { change: notes('unknown-field'), owners: GIT },
      'unexplained',
      'unknown-field',
    ],
    [
      'the same quantity whoever wrote it',
      { change: notes('same-quantity'), owners: BY_HAND },
      'explained',
      'same-quantity',
    ],
    [
      'an immutable field before Git being ahead',
      { change: notes('immutable'), owners: GIT },
      'unexplained',
      'immutable-field',
    ],
    [
      'an immutable field before the last apply',
      { change: notes('immutable'), owners: APPLIED, lastApply: { kind: 'holds-live' } },
      'unexplained',
      'immutable-field',
    ],
    ['Git being ahead before the writer', { owners: GIT }, 'explained', 'git-ahead'],
  ])('%s', (_, world, status, code) => {
    expect(explained(world)).toMatchObject({ status, code });
  });

  it('carries the rule that decided, and its reason', () => {
    expect(explained({ rule: RULE })).toEqual({
      status: 'explained',
      code: 'explained-by-rule',
      message: 'a rule says so',
      rule: 'a-rule',
    });
  });

  it('is the autoscaler before an immutable field or Git', () => {
    const change = difference('.spec.replicas', { desired: 3, live: 7 });
    const autoscalers = scaledBy(hpa());
    const owners = ownedBy(owner('control-plane', 'kube-controller-manager', { subresource: 'scale' }));
    const attribution = attribute({ ref: CATALOG, difference: change, owners, evidence: { autoscalers } });
    const lastApply = { kind: 'holds-live' } as const;
    const found = explain({
      ref: CATALOG,
      difference: change,
      attribution,
      evidence: { autoscalers },
      rule: undefined,
      lastApply,
    });
    expect(found.code).toBe('hpa-controls-replicas');
  });
});

describe('removed from desired', () => {
  const extra = (evidence: 'apply-entry' | 'last-applied'): Difference =>
    difference('.data.mode', { change: 'extra', live: 'safe', notes: [removed(evidence)] });

  it.each<[string, World, string]>([
    ['by the Apply entry', { change: extra('apply-entry'), owners: GIT }, 'git-ahead'],
    [
      'by the annotation, as the last apply left it',
      { change: extra('last-applied'), owners: APPLIED, lastApply: { kind: 'holds-live' } },
      'git-ahead',
    ],
    [
      'by the annotation, and nobody is recorded',
      { change: extra('last-applied'), lastApply: { kind: 'holds-live' } },
      'git-ahead',
    ],
    [
      'by the annotation, but a person wrote it',
      { change: extra('last-applied'), owners: BY_HAND, lastApply: { kind: 'holds-live' } },
      'manual-change',
    ],
    [
      'by the annotation, but it was changed since',
      {
        change: extra('last-applied'),
        owners: ownedBy(owner('operator', 'flagger')),
        lastApply: { kind: 'holds-other', value: 'fast' },
      },
      'operator-change',
    ],
  ])('%s', (_, world, code) => {
    expect(explained(world)).toMatchObject({ status: code === 'git-ahead' ? 'explained' : 'unexplained', code });
  });

  it('says so where it was changed on top', () => {
    const world: World = {
      change: extra('last-applied'),
      owners: BY_HAND,
      lastApply: { kind: 'holds-other', value: 'fast' },
    };
    expect(explained(world).message).toBe(
      'changed by hand or by a script, outside Git; the last apply set "fast"; Git no longer declares it',
    );
  });
});

describe('after a client-side apply', () => {
  const missing = difference(IMAGE, { change: 'missing' });

  it.each<[string, World, string]>([
    ['live is as the last apply left it', { owners: APPLIED, lastApply: { kind: 'holds-live' } }, 'git-ahead'],
    ['… and nobody is recorded', { lastApply: { kind: 'holds-live' } }, 'git-ahead'],
    ['… but a person wrote the same value', { owners: BY_HAND, lastApply: { kind: 'holds-live' } }, 'manual-change'],
    [
      'a person changed it since',
      { owners: BY_HAND, lastApply: { kind: 'holds-other', value: 'catalog:2' } },
      'manual-change',
    ],
    [
      'another tool changed it since',
      { owners: APPLIED, lastApply: { kind: 'holds-other', value: 'catalog:2' } },
      'deployer-change',
    ],
    ['Git declares a default since', { owners: APPLIED, lastApply: { kind: 'lacks' } }, 'git-ahead'],
    ['Git declares since what nobody wrote', { lastApply: { kind: 'lacks' } }, 'git-ahead'],
    [
      'Git declares since what an operator wrote',
      { owners: ownedBy(owner('operator', 'flagger')), lastApply: { kind: 'lacks' } },
      'operator-change',
    ],
    ['Git declares since what a person wrote', { owners: BY_HAND, lastApply: { kind: 'lacks' } }, 'manual-change'],
    ['missing, and never applied', { change: missing, lastApply: { kind: 'lacks' } }, 'git-ahead'],
    [
      'missing, and removed since',
      { change: missing, lastApply: { kind: 'holds-other', value: 'x' } },
      'missing-in-live',
    ],
  ])('%s', (_, world, code) => {
    expect(explained(world)).toMatchObject({ status: code === 'git-ahead' ? 'explained' : 'unexplained', code });
  });

  it.each<[string, World, RegExp]>([
    [
      'what Git declares',
      { owners: BY_HAND, lastApply: { kind: 'holds-other', value: 'catalog:2' } },
      /; the last apply set what Git declares$/,
    ],
    [
      'a value of its own',
      { owners: BY_HAND, lastApply: { kind: 'holds-other', value: 'catalog:0' } },
      /; the last apply set "catalog:0"$/,
    ],
    ['a secret value', { owners: BY_HAND, lastApply: { kind: 'holds-other' } }, /; the last apply set another value$/],
    [
      'a map',
      { owners: BY_HAND, lastApply: { kind: 'holds-other', value: { a: 'b' } } },
      /; the last apply set another value$/,
    ],
    [
      'a long text',
      { owners: BY_HAND, lastApply: { kind: 'holds-other', value: 'x'.repeat(200) } },
      /; the last apply set another value$/,
    ],
    [
      'a number beyond 2^53',
      { owners: BY_HAND, lastApply: { kind: 'holds-other', value: 9007199254740993n } },
      /; the last apply set 9007199254740993$/,
    ],
    [
      'a field that is gone',
      { change: missing, lastApply: { kind: 'holds-other', value: 'x' } },
      /^the last apply set it and live lacks it: it was removed since;/,
    ],
  ])('says that the last apply set %s', (_, world, message) => {
    expect(explained(world).message).toMatch(message);
  });
});

describe('an item under another key', () => {
  const pair = parsePath('.spec.ports[port=8080,protocol="TCP"]');
  const missing = difference('.spec.ports[port=80,protocol="TCP"]', {
    change: 'missing',
    notes: [{ kind: 'renumbered', pair }],
  });
  const manual: Explanation = { status: 'unexplained', code: 'undeclared-manual', message: 'by hand' };
  const ahead: Explanation = { status: 'explained', code: 'git-ahead', message: 'Git no longer declares it' };

  it('was renumbered in live', () => {
    expect(explained({ change: missing, pair: manual })).toEqual({
      status: 'unexplained',
      code: 'renumbered',
      message: 'live has this item as .spec.ports[port=8080,protocol="TCP"]: its key was changed there',
    });
  });

  it('was renumbered in Git, which live has not followed', () => {
    expect(explained({ change: missing, pair: ahead })).toEqual({
      status: 'explained',
      code: 'git-ahead',
      message: 'Git has given the item another key: live still has it as .spec.ports[port=8080,protocol="TCP"]',
    });
  });

  it('is told from the live half too', () => {
    const extra = difference('.spec.ports[port=8080,protocol="TCP"]', {
      change: 'extra',
      notes: [removed('last-applied'), { kind: 'renumbered', pair: missing.path }],
    });
    expect(explained({ change: extra, owners: BY_HAND }).message).toBe(
      'desired declares this item as .spec.ports[port=80,protocol="TCP"]: its key was changed in live',
    );
  });
});
