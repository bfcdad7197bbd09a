import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/model/json.js';
import type { DriftRule } from '../../../src/model/policy.js';
import { entry } from '../../ownership/worlds.js';
import { judge, lines, settings } from '../worlds.js';

const MODE: JsonObject = { 'f:data': { 'f:mode': {} } };
const V1 = { apiVersion: 'v1' };

describe('an object that live lacks or nobody may read', () => {
  const desired = settings({ mode: 'fast' });

  it('missing carries why, and what happens next', () => {
    expect(judge({ desired, live: { kind: 'missing', note: 'the namespace is missing' } })).toMatchObject({
      outcome: 'missing',
      sync: 'OutOfSync',
      message: 'the namespace is missing',
      explanation: { status: 'unexplained', code: 'missing-object' },
      next: { code: 'unknown' },
      drift: [],
    });
  });

  it('unreadable is Unknown, and nothing is claimed of it', () => {
    const report = judge({ desired, live: { kind: 'unreadable', reason: 'forbidden' } });
    expect(report).toMatchObject({ outcome: 'unreadable', sync: 'Unknown', message: 'forbidden' });
    expect(report.explanation).toBeUndefined();
    expect(report.next).toBeUndefined();
  });
});

describe('a list that owners share in parts', () => {
  const cache = (image: string): string => `
apiVersion: shop.example/v1
kind: Cache
metadata: {name: catalog, namespace: marketplace}
spec: {sidecars: [{name: log, image: "${image}"}]}`;
  const item = (fields: JsonObject): JsonObject => ({ 'f:spec': { 'f:sidecars': { 'k:{"name":"log"}': fields } } });
  const SHOP = { apiVersion: 'shop.example/v1' };
  const BY_GIT = entry('argocd-controller', 'Apply', item({ '.': {}, 'f:name': {} }), SHOP);
  const BY_HAND = entry('kubectl-edit', 'Update', item({ 'f:image': {} }), SHOP);
  const world = { desired: cache('log:1'), live: cache('log:hotfix') };

  it('is a person’s, although Git holds another part of it', () => {
    const report = judge({ ...world, managedFields: [BY_GIT, BY_HAND] });
    expect(lines(report.drift)).toEqual(['changed .spec.sidecars manual manual-change']);
    expect(report.drift[0]?.coOwners.map(({ manager }) => manager)).toEqual(['argocd-controller']);
  });

  it('is Git’s where nobody else holds a part', () => {
    const report = judge({ ...world, managedFields: [BY_GIT] });
    expect(lines(report.drift)).toEqual(['changed .spec.sidecars gitops git-ahead']);
  });

  it('is not explained by a rule for another part’s manager', () => {
    const rule: DriftRule = {
      id: 'flagger-sidecars',
      kinds: [{ kind: 'Cache' }],
      paths: ['.spec.sidecars'],
      managers: ['flagger'],
      effect: 'explain',
      reason: 'Flagger sets the sidecars',
    };
    const byFlagger = entry('flagger', 'Update', item({ 'f:port': {} }), SHOP);
    const codes = (managedFields: readonly JsonObject[]) =>
      judge({ ...world, managedFields, rules: [rule] }).drift.map(({ explanation }) => explanation.code);
    expect(codes([byFlagger])).toEqual(['explained-by-rule']);
    expect(codes([byFlagger, BY_HAND])).toEqual(['manual-change']);
  });
});

describe('an undeclared item that one made and another changed', () => {
  const catalog = (sidecar: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: {name: catalog, namespace: marketplace}
spec:
  selector: {matchLabels: {app: catalog}}
  template:
    metadata: {labels: {app: catalog}}
    spec:
      containers:
      - {name: web, image: "catalog:2"}
${sidecar}`;
  const container = (fields: JsonObject): JsonObject => ({
    'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"proxy"}': fields } } } },
  });
  const madeBy = (manager: string, operation: 'Apply' | 'Update' = 'Update'): JsonObject =>
    entry(manager, operation, container({ '.': {}, 'f:name': {}, 'f:ports': {} }));
  const changedBy = (manager: string): JsonObject => entry(manager, 'Update', container({ 'f:image': {} }));
  const judged = (...managedFields: readonly JsonObject[]) =>
    judge({ desired: catalog(''), live: catalog('      - {name: proxy, image: "proxy:hotfix"}'), managedFields });

  it.each([
    ['flagger', 'kubectl-edit', 'manual undeclared-manual'],
    ['flagger', 'agent-installer', 'unknown undeclared-unknown-writer'],
    ['helm', 'kubectl-edit', 'manual undeclared-manual'],
    ['argocd-controller', 'kubectl-edit', 'manual undeclared-manual'],
    ['kubectl-edit', 'flagger', 'manual undeclared-manual'],
    ['flagger', 'helm', 'operator undeclared'],
  ])('made by %s, changed by %s', (maker, changer, told) => {
    const { undeclared } = judged(madeBy(maker), changedBy(changer));
    expect(lines(undeclared)).toEqual([`extra .spec.template.spec.containers[name="proxy"] ${told}`]);
    const named = [undeclared[0]?.writer.manager, ...(undeclared[0]?.coOwners ?? []).map(({ manager }) => manager)];
    expect(named.sort()).toEqual([maker, changer].sort());
  });

  it.each([
    ['kubectl-edit', 'manual manual-change', 'argocd-controller'],
    ['agent-installer', 'unknown unknown-writer', 'argocd-controller'],
    ['flagger', 'gitops git-ahead', 'flagger'],
  ])('that Git applied and gave up, changed by %s', (changer, told, coOwner) => {
    const { drift } = judged(madeBy('argocd-controller', 'Apply'), changedBy(changer));
    expect(lines(drift)).toEqual([`extra .spec.template.spec.containers[name="proxy"] ${told}`]);
    expect(drift[0]?.coOwners.map(({ manager }) => manager)).toEqual([coOwner]);
  });

  it('says that the one who is named wrote a part of it', () => {
    const { undeclared } = judged(madeBy('flagger'), changedBy('kubectl-edit'));
    expect(undeclared[0]?.writer.evidence[0]?.message).toMatch(/kubectl-edit \(Update\) names fields below /);
  });
});

describe('rules', () => {
  const rule = (id: string, effect: DriftRule['effect']): DriftRule => ({
    id,
    kinds: [{ kind: 'ConfigMap' }],
    paths: ['.data.mode'],
    effect,
    reason: `because of ${id}`,
  });
  const world = {
    desired: settings({ mode: 'fast' }),
    live: settings({ mode: 'safe' }),
    managedFields: [entry('kubectl-edit', 'Update', MODE, V1)],
  };

  it('that ignore take the difference out of sync, and say which rule did', () => {
    const report = judge({ ...world, rules: [rule('leave-it', 'ignore')] });
    expect(report).toMatchObject({ sync: 'Synced', drift: [] });
    expect(report.ignored[0]?.explanation).toMatchObject({ code: 'ignored-by-rule', rule: 'leave-it' });
  });

  it('that explain leave the object OutOfSync', () => {
    const report = judge({ ...world, rules: [rule('known', 'explain')] });
    expect(report).toMatchObject({ sync: 'OutOfSync', ignored: [] });
    expect(report.drift[0]?.explanation).toMatchObject({ status: 'explained', rule: 'known' });
  });

  it('that ignore do nothing with --no-ignore-rules, and hide no rule behind them', () => {
    const both = [rule('leave-it', 'ignore'), rule('known', 'explain')];
    expect(judge({ ...world, rules: both, ignoreRules: false }).drift[0]?.explanation.rule).toBe('known');
    const one = judge({ ...world, rules: [rule('leave-it', 'ignore')], ignoreRules: false });
    expect(lines(one.drift)).toEqual(['changed .data.mode manual manual-change']);
  });
});

it('the manager given by --manager is who applies this desired state', () => {
  const world = {
    desired: settings({ mode: 'fast' }),
    live: settings({ mode: 'safe' }),
    managedFields: [entry('helm', 'Update', MODE, V1)],
  };
  expect(lines(judge(world).drift)).toEqual(['changed .data.mode deployer deployer-change']);
  expect(lines(judge({ ...world, manager: 'helm' }).drift)).toEqual(['changed .data.mode gitops git-ahead']);
});
