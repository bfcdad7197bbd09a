import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { compareResource, type Judging, judgeResource } from '../../src/compositions/application/resource-report.js';
import { objectBases } from '../../src/compositions/base/base.js';
import { compileRules } from '../../src/explain/drift-rules.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { ResourceReport } from '../../src/model/report.js';
import { type DesiredObject, type KubernetesObject, refKey, refOf } from '../../src/model/resource.js';
import { loadCatalogue } from '../../src/ownership/catalogue.js';
import { entry } from '../ownership/worlds.js';
import { lines } from './worlds.js';

const JUDGING: Judging = {
  schema: builtinSchema(),
  catalogue: loadCatalogue(),
  rules: compileRules(),
  request: { ignoreRules: true, showSecrets: false, maxPendingMs: 0 },
};

const declared = (object: KubernetesObject): DesiredObject => ({
  ref: refOf(object),
  object,
  origins: { file: 'apps/all.yaml', lines: new Map() },
});

/** Judges live with a third side; `base` undefined: the earlier revision does not have the object. */
async function judge(
  base: KubernetesObject | undefined,
  head: KubernetesObject,
  live: KubernetesObject,
): Promise<ResourceReport> {
  const found = { kind: 'found', object: live } as const;
  const compared = compareResource(declared(head), found, JUDGING);
  const key = refKey(refOf(head));
  const objects = new Map(base === undefined ? [] : [[key, declared(base)]]);
  const earlier = { at: { name: 'base 1a2b3c4', revision: '1a2b3c4' }, objects, selected: [] };
  const bases = await objectBases(earlier, [compared], new Map([[key, found]]), JUDGING);
  return judgeResource(
    compared,
    { autoscalers: { kind: 'unavailable', reason: 'not asked for' }, base: bases.get(key) },
    JUDGING,
  );
}

describe('every combination of three values of a key that a person wrote', () => {
  const VALUES = ['a', 'b', 'c', undefined] as const;
  const ALL = VALUES.flatMap((base) => VALUES.flatMap((head) => VALUES.map((live) => ({ base, head, live }))));

  type Side = keyof (typeof ALL)[number];
  const keyOf = (one: (typeof ALL)[number]): string => `${one.base ?? '0'}${one.head ?? '0'}${one.live ?? '0'}`;

  const settings = (side: Side): KubernetesObject => {
    const data = Object.fromEntries(ALL.flatMap((one) => (one[side] === undefined ? [] : [[keyOf(one), one[side]]])));
    const fields = { 'f:data': Object.fromEntries(Object.keys(data).map((key) => [`f:${key}`, {}])) };
    const managedFields = [entry('kubectl-edit', 'Update', fields, { apiVersion: 'v1' })];
    return {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'marketplace', ...(side === 'live' ? { managedFields } : {}) },
      data,
    };
  };

  /** The table of docs/ci.md. */
  function code({ base, head, live }: (typeof ALL)[number]): string | undefined {
    if (head === live) return undefined;
    if (base === live) return 'git-ahead';
    if (head === undefined) return 'undeclared-manual';
    if (base === head) return live === undefined ? 'missing-in-live' : 'manual-change';
    return 'both-changed';
  }

  it('is judged as the table says', async () => {
    const { drift, undeclared } = await judge(settings('base'), settings('head'), settings('live'));
    const said = new Map([...drift, ...undeclared].map(({ path, explanation }) => [path, explanation.code]));
    const wanted = ALL.flatMap((one): [string, string][] => {
      const is = code(one);
      return is === undefined ? [] : [[keyOf(one), is]];
    });
    expect(new Map([...said].map(([path, is]) => [path.replace(/^\.data(\.|\["?)|"?\]$/g, ''), is]))).toEqual(
      new Map(wanted),
    );
  });
});

/** A Deployment with some of what people change. */
const workload = fc
  .record({
    replicas: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    image: fc.constantFrom('1', '2', '3'),
    cpu: fc.constantFrom(undefined, '500m', '0.5', '1', '1000m'),
    args: fc.constantFrom(undefined, ['--a'], ['--b', '--c']),
    env: fc.dictionary(fc.constantFrom('A', 'B', 'C'), fc.constantFrom('x', 'y'), { noNullPrototype: true }),
    ports: fc.uniqueArray(fc.constantFrom(80, 81, 8080), { maxLength: 3 }),
    sidecar: fc.boolean(),
    strategy: fc.constantFrom(undefined, 'Recreate', 'RollingUpdate'),
    labels: fc.dictionary(fc.constantFrom('tier', 'team'), fc.constantFrom('x', 'y'), { noNullPrototype: true }),
  })
  .map((one): KubernetesObject => {
    const some = (name: string, value: JsonValue | undefined): JsonObject =>
      value === undefined ? {} : { [name]: value };
    const env = Object.entries(one.env).map(([name, value]) => ({ name, value }));
    const web: JsonObject = {
      name: 'web',
      image: `registry.example/catalog:${one.image}`,
      ...some('args', one.args),
      ...(env.length === 0 ? {} : { env }),
      ...(one.ports.length === 0 ? {} : { ports: one.ports.map((containerPort) => ({ containerPort })) }),
      ...(one.cpu === undefined ? {} : { resources: { limits: { cpu: one.cpu } } }),
    };
    return {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'catalog', namespace: 'marketplace', labels: { app: 'catalog', ...one.labels } },
      spec: {
        ...some('replicas', one.replicas),
        selector: { matchLabels: { app: 'catalog' } },
        ...(one.strategy === undefined ? {} : { strategy: { type: one.strategy } }),
        template: {
          metadata: { labels: { app: 'catalog' } },
          spec: { containers: one.sidecar ? [web, { name: 'log', image: 'registry.example/log:1' }] : [web] },
        },
      },
    };
  });

const unexplained = ({ drift, undeclared, explanation }: ResourceReport): string[] => [
  ...lines(drift.filter((one) => one.explanation.status === 'unexplained')),
  ...lines(undeclared.filter((one) => one.explanation.status === 'unexplained')),
  ...(explanation?.status === 'unexplained' ? [explanation.code] : []),
];

describe('laws of the third side', () => {
  it('live as base asks for passes, whatever the request changes', async () => {
    await fc.assert(
      fc.asyncProperty(workload, workload, async (base, head) => {
        const report = await judge(base, head, base);
        expect(unexplained(report)).toEqual([]);
        const codes = [...report.drift, ...report.undeclared].map(({ explanation }) => explanation.code);
        expect(codes.filter((code) => code !== 'git-ahead')).toEqual([]);
      }),
    );
  });

  it('live as the request asks for is no difference, whatever base was', async () => {
    await fc.assert(
      fc.asyncProperty(workload, workload, async (base, head) => {
        const report = await judge(base, head, head);
        expect(lines([...report.drift, ...report.undeclared])).toEqual([]);
      }),
    );
  });

  it('a request that changes nothing is judged as without a base', async () => {
    await fc.assert(
      fc.asyncProperty(workload, workload, async (head, live) => {
        const [report, plain] = [await judge(head, head, live), await judge(undefined, head, live)];
        expect(lines(report.drift).map((line) => line.split(' ').slice(0, 2))).toEqual(
          lines(plain.drift).map((line) => line.split(' ').slice(0, 2)),
        );
        expect(report.drift.filter(({ explanation }) => explanation.code === 'git-ahead')).toEqual([]);
        expect(report.drift.filter(({ explanation }) => explanation.code === 'both-changed')).toEqual([]);
      }),
    );
  });

  it("a person's image that neither declares fails, whatever the request changes", async () => {
    await fc.assert(
      fc.asyncProperty(workload, workload, async (base, head) => {
        const live = JSON.parse(JSON.stringify(base).replace(/catalog:\d/, 'catalog:hotfix')) as KubernetesObject;
        const image = { 'k:{"name":"web"}': { 'f:image': {} } };
        const fields = { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': image } } } };
        const managedFields = [entry('kubectl-set', 'Update', fields)];
        const report = await judge(base, head, { ...live, metadata: { ...live.metadata, managedFields } });
        const found = unexplained(report);
        expect(found).toHaveLength(1);
        expect(found[0]).toMatch(/^changed .*\.image manual (manual-change|both-changed)$/);
      }),
    );
  });
});
