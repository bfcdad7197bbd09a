import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine } from '../../src/engine.js';
import { dig, digString, field, isArray, type JsonValue } from '../../src/model/json.js';
import type { ApplicationReport, ResourceReport } from '../../src/model/report.js';
import { transcript } from '../cli/fake-io.js';
import { assertReport } from '../cluster/scenarios/report-contract.js';
import { canRender, documentsOf, REPOSITORY, repositoryOf, VERDICTS, verdictNames } from './verdict-folders.js';

/** The report of one recorded application, by the command line as a user would give it. */
async function reportOf(name: string): Promise<ApplicationReport> {
  const repository = repositoryOf(name);
  try {
    const live = join(repository.folder, '.live.json');
    const items = [
      ...(dig(documentsOf(name, 'live.json')?.[0], 'items') as JsonValue[]),
      ...(documentsOf(name, 'application.yaml') ?? []),
      ...(documentsOf(name, 'argocd-cm.yaml') ?? []),
    ];
    writeFileSync(live, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, exactNumbers));
    const schema = documentsOf(name, 'crds.yaml') === undefined ? [] : ['--schema', join(VERDICTS, name, 'crds.yaml')];
    const { code, out, err } = await transcript(
      [
        ...['diff', '--app-file', join(VERDICTS, name, 'application.yaml'), '--live', live, '--prune', '-o', 'json'],
        ...['--repo-map', `${REPOSITORY}=${repository.folder}`],
        ...schema,
      ],
      engine,
      { env: { PATH: process.env.PATH, HOME: repository.folder }, cwd: repository.folder },
    );
    if (out === '') throw new Error(err);
    const [application] = assertReport(out, code).applications;
    if (application === undefined) throw new Error(`no application: ${err}`);
    return application;
  } finally {
    repository.close();
  }
}

function exactNumbers(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? Number(value) : value;
}

interface Expected {
  readonly ref: string;
  readonly group: string;
  readonly sync: string | null;
  readonly health: string | null;
  readonly requiresPruning?: boolean;
}

function refOf({ kind, namespace, name }: ResourceReport): string {
  return `${kind}/${namespace}/${name}`;
}

/** What ours says in the words of the expectation. */
function line(resource: ResourceReport): string {
  const sync = resource.sync === 'None' ? 'null' : resource.sync;
  return `${resource.group} ${refOf(resource)} sync=${sync} health=${resource.health?.status ?? 'null'}`;
}

describe('an application is judged as a real Argo CD judged it', () => {
  it.each(verdictNames.filter(canRender))('%s', async (name) => {
    const [expected] = documentsOf(name, 'expect.yaml') ?? [];
    const report = await reportOf(name);
    const resources = (field(expected, 'resources') ?? []) as unknown as readonly Expected[];
    const wanted = resources.map(
      ({ ref, group, sync, health }) => `${group} ${ref} sync=${sync ?? 'null'} health=${health ?? 'null'}`,
    );
    const names = new Set(resources.map(({ ref }) => ref));
    // A hook that a sync has yet to run has no line of Argo CD's.
    const own = report.resources.filter((one) => names.has(refOf(one)) || one.sync !== 'None').map(line);
    expect({ sync: report.sync.status, health: report.health.status, resources: own.sort() }).toEqual({
      sync: digString(expected, 'sync'),
      health: digString(expected, 'health'),
      resources: wanted.sort(),
    });
    for (const { ref, requiresPruning } of resources) {
      const found = report.resources.find((one) => refOf(one) === ref);
      expect(found?.requiresPruning ?? false, `${ref} requires pruning`).toBe(requiresPruning ?? false);
    }
    for (const resource of report.resources) expect(isReasoned(resource), `${refOf(resource)} has a reason`).toBe(true);
    const conditions = (report.conditions ?? []).map(({ type }) => type);
    const types = field(expected, 'conditions');
    for (const type of isArray(types ?? null) ? (types as string[]) : []) expect(conditions).toContain(type);
  });
});

/** OutOfSync never stands without a difference or a message. */
function isReasoned({ sync, outcome, drift, message }: ResourceReport): boolean {
  return sync !== 'OutOfSync' || outcome !== 'compared' || drift.length > 0 || (message ?? '') !== '';
}
