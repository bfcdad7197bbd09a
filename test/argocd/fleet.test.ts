import { writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report } from '../../src/model/report.js';
import { transcript } from '../cli/fake-io.js';
import { fakeTools } from '../render/fake-tools.js';
import { hasGit, scratch } from '../source/repositories.js';
import { type Fleet, fleet, runFleet, type Spent } from './fleet-world.js';
import { application, reportsOf, SHOP } from './world.js';

/** Requests with their namespaces and names left out, and how often each came. */
function kindsOf({ requests }: Spent): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const request of requests) {
    const kind = request.replace(/team-\d+/, 'TEAM').replace(/app-\d+/, 'APP');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

const fetches = ({ git }: Spent): number => git.filter((words) => / fetch --progress /.test(words)).length;

/** Runs every part, and puts their reports together with `gitdrift report`. */
async function inParts(world: Fleet, of: number, left: readonly number[] = []) {
  const folder = scratch();
  const parts: Spent[] = [];
  const files: string[] = [];
  for (let at = 0; at < of; at++) {
    if (left.includes(at)) continue;
    const part = await runFleet(world, {
      args: ['--shard', `auto/${of}`],
      env: { JOB_COMPLETION_INDEX: String(at) },
    });
    parts.push(part);
    files.push(join(folder, `part-${at}.json`));
    writeFileSync(files.at(-1) ?? '', part.out);
  }
  const merged = await transcript(['report', ...files, '-o', 'json'], engine, { cwd: folder });
  return { parts, merged, report: JSON.parse(merged.out) as Report };
}

/** What a report says, but for when it was made. */
function said({ generatedAt: _, ...report }: Report): unknown {
  return report;
}

describe.skipIf(!hasGit)('hundreds of applications', () => {
  const over = { repositories: 3, namespaces: 20 };

  it('share clones and lists: 200 cost what 40 cost', { timeout: 120_000 }, async () => {
    const few = await runFleet(fleet(40, over));
    const many = await runFleet(fleet(200, over));
    expect(many.report.summary).toMatchObject({ applications: 200, resources: 400, synced: 380, outOfSync: 20 });
    expect([few.git.length, fetches(few)]).toEqual([many.git.length, 3]);
    expect(kindsOf(many)).toEqual(kindsOf(few));
    // One list for each kind and namespace, and nothing asked for twice.
    expect(kindsOf(many).get('/api/v1/namespaces/TEAM/configmaps?limit=500')).toBe(20);
    expect(new Set(many.requests).size).toBe(many.requests.length);
    expect(many.atOnce).toBeLessThanOrEqual(8);
  });

  it('build a kustomization once that several of them deploy', async () => {
    const map = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'rates' }, data: { currency: 'EUR' } };
    const tools = fakeTools({
      kustomize: `if (args[0] === 'version') print('v5.8.1'); else print(${JSON.stringify(JSON.stringify(map))});`,
    });
    const files = {
      'apps/shop/kustomization.yaml': 'resources: [rates.yaml]',
      'apps/shop/rates.yaml': JSON.stringify(map),
    };
    const source = { repoURL: SHOP, path: 'apps/shop', targetRevision: 'main' };
    const applications = ['eu', 'us', 'asia'].map((name) => application({ name, spec: { source } }));
    const own = { namePrefix: 'canary-' };
    const canary = application({ name: 'canary', spec: { source: { ...source, kustomize: own } } });
    const reports = await reportsOf({
      applications: [...applications, canary],
      repositories: { [SHOP]: files },
      env: { PATH: `${tools.bin}${delimiter}${process.env.PATH}` },
    });
    expect(reports.map(({ resources }) => resources.map(({ name }) => name))).toEqual(Array(4).fill(['rates']));
    // Twice for each of the two: once more for the files that declare what came out.
    expect(tools.calls('kustomize').filter(({ args }) => args[0] === 'build')).toHaveLength(4);
  });

  it('go on where one of them fails', { timeout: 60_000 }, async () => {
    const world = fleet(6, { repositories: 1, namespaces: 2 });
    const [source] = world.applications.map((one) => (one.spec as { source: JsonObject }).source);
    const broken = (name: string, more: JsonObject): JsonObject =>
      application({
        name,
        spec: {
          source: { ...source, ...more },
          destination: { server: 'https://kubernetes.default.svc', namespace: 'team-00' },
        },
      });
    const without: JsonObject = { ...application({ name: 'b-empty' }), spec: { project: 'default' } };
    const applications = [
      broken('a-folder', { path: 'apps/gone' }),
      without,
      broken('c-revision', { targetRevision: 'v9' }),
      ...world.applications,
    ];
    const { report, code } = await runFleet({ ...world, applications });
    const verdicts = report.applications.map(({ name, sync }) => `${name} ${sync.status}`);
    expect(verdicts).toEqual([
      'a-folder Unknown',
      ...[
        'app-000 Synced',
        'app-001 Synced',
        'app-002 Synced',
        'app-003 OutOfSync',
        'app-004 Synced',
        'app-005 Synced',
      ],
      'b-empty Unknown',
      'c-revision Unknown',
    ]);
    expect(code).toBe(1);
  });
});

describe.skipIf(!hasGit)('a run in parts', () => {
  /** Two applications of different parts declare the same object, which no part sees by itself. */
  const world = (): Fleet => {
    const made = fleet(24, { repositories: 2, namespaces: 3 });
    const [first] = made.applications;
    const twins = ['twin-a', 'twin-b', 'twin-c', 'twin-d'].map(
      (name): JsonObject => ({ ...first, metadata: { name, namespace: 'argocd' } }),
    );
    return { ...made, applications: [...made.applications, ...twins] };
  };

  it('comes together as the run that nobody divided', { timeout: 120_000 }, async () => {
    const fleetWorld = world();
    const whole = await runFleet(fleetWorld);
    const { parts, report, merged } = await inParts(fleetWorld, 4);
    expect(parts.map((part) => part.report.shard)).toEqual([1, 2, 3, 4].map((index) => ({ index, of: 4 })));
    for (const part of parts) expect(part.report.applications.length).toBeGreaterThan(0);
    expect(said(report)).toEqual(said(whole.report));
    expect(merged.code).toBe(whole.code);
    const shared = report.applications.find(({ name }) => name === 'app-000')?.findings;
    expect(JSON.stringify(shared)).toContain(
      'argocd twin-a and argocd twin-b and argocd twin-c and argocd twin-d declare',
    );
  });

  it('is incomplete where a part is missing', { timeout: 60_000 }, async () => {
    const { report, merged } = await inParts(fleet(8, { repositories: 1, namespaces: 1 }), 4, [2]);
    expect(report.missingShards).toEqual({ of: 4, missing: [3] });
    expect([report.gate.passed, merged.code === 0]).toEqual([false, false]);
  });

  it('may have a part without applications, which is no fault', { timeout: 60_000 }, async () => {
    const { parts, report } = await inParts(fleet(1, { repositories: 1, namespaces: 1 }), 3);
    expect(parts.map((part) => [part.code, part.report.applications.length]).sort()).toEqual([
      [0, 0],
      [0, 0],
      [0, 1],
    ]);
    expect(report.summary.applications).toBe(1);
  });
});
