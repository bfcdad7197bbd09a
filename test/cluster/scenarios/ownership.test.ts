import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { ResourceReport } from '../../../src/model/report.js';
import { type Api, connect } from '../../differential/api.js';
import { httpActors } from './ownership/actors.js';
import { autoscaling } from './ownership/autoscaling.js';
import { entries } from './ownership/entries.js';
import { fields } from './ownership/fields.js';
import { gitops } from './ownership/gitops.js';
import { kubectlVerbs } from './ownership/kubectl-verbs.js';
import { programs } from './ownership/programs.js';
import { type Actors, findingText, type Scenario, toldOf } from './ownership/scenario.js';
import { prepareSurroundings, removeSurroundings } from './ownership/surroundings.js';
import { application, resource } from './report-contract.js';
import { type Compared, compared, world } from './world.js';

const cluster = inject('cluster');
const here = world('ownership');
const place = { namespace: here.namespace, suffix: randomUUID().slice(0, 8) };
const as = { kubeconfig: cluster.kubeconfig, program: cluster.kubectl };

let api: Api;
const actors: Actors = {
  ...place,
  ...httpActors(() => api, place),
  kubectl: here.kubectl,
  folder: here.folder,
  async helm(args) {
    const home = here.folder({});
    const env = { PATH: process.env.PATH, HOME: home, KUBECONFIG: cluster.kubeconfig };
    await promisify(execFile)(cluster.helm, [...args, '--namespace', place.namespace], { env });
  },
};

/** Who, with which operation and subresource, on which kind of field: six tables of scenarios. */
const TABLES = { kubectlVerbs, programs, gitops, entries, fields, autoscaling };
const scenarios = Object.values(TABLES).flatMap((table) => table(place));

/** How many scenarios are played at a time: each is a few programs one after the other. */
const AT_A_TIME = 6;

/** What went wrong while a scenario was played, by its object. */
const failed = new Map<string, unknown>();
let outcome: Compared;
let began: number;

async function play(scenario: Scenario): Promise<void> {
  const { appliedBy = 'argocd-controller', before = scenario.desired, happens } = scenario;
  if (appliedBy !== '') await actors.apply(before, { manager: appliedBy });
  await happens?.(actors);
}

beforeAll(async () => {
  began = Date.now();
  api = await connect(cluster.kubeconfig);
  await prepareSurroundings(actors, as);
  vi.stubEnv('KUBE_EDITOR', `sh ${here.folder({ 'editor.sh': 'sed -i "s,/srv,/tmp," "$1"\n' })}/editor.sh`);
  const queue = [...scenarios];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { object } = next;
      await play(next).catch((error: unknown) => failed.set(object, error));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  const files = Object.fromEntries(
    scenarios.map(({ object, desired }) => [`${object.replace('/', '-')}.yaml`, desired]),
  );
  const path = here.folder(files);
  outcome = compared(await here.gitdrift(['diff', path, `--namespace=${place.namespace}`, '-o', 'json']));
});

afterAll(async () => {
  vi.unstubAllEnvs();
  api.close();
  await removeSurroundings(place, as);
});

const found = ({ object }: Scenario): ResourceReport => {
  const [kind = '', name = ''] = object.split('/');
  return resource(outcome.report, kind, name);
};

describe.each(Object.entries(TABLES))('%s', (_, table) => {
  it.each(table(place).map((scenario) => [scenario.title, scenario] as const))('%s', (_title, scenario) => {
    if (failed.has(scenario.object)) throw failed.get(scenario.object);
    const { drift, undeclared, ignored } = found(scenario);
    const told = [...drift.map((one) => toldOf('drift', one)), ...undeclared.map((one) => toldOf('undeclared', one))];
    expect(told).toEqual(scenario.told);
    expect(ignored).toEqual([]);
    const findings = application(outcome.report)
      .findings.filter(({ resource: about }) => `${about?.kind}/${about?.name}` === scenario.object)
      .map(findingText);
    expect(findings).toEqual(scenario.findings ?? []);
  });
});

describe('all of them', () => {
  it('have an object each, in one report', () => {
    const objects = scenarios.map(({ object }) => object);
    expect(new Set(objects).size).toBe(objects.length);
    expect(objects.length).toBeGreaterThanOrEqual(30);
    expect(application(outcome.report).resources).toHaveLength(objects.length);
  });

  it('have the time of an entry that has one, as an upper bound, and else none', () => {
    for (const { writer, path } of scenarios.flatMap((scenario) => found(scenario).drift)) {
      const timed = writer.evidence.some(({ message }) => message.includes('; entry last written 20'));
      expect({ path, timed: writer.time !== undefined }).toEqual({ path, timed });
      expect(writer.at).toBeUndefined();
      if (writer.time === undefined) continue;
      // Entries have whole seconds.
      expect(Date.parse(writer.time)).toBeGreaterThan(began - 2_000);
      expect(Date.parse(writer.time)).toBeLessThan(Date.parse(outcome.report.generatedAt) + 2_000);
    }
  });

  it('fail the gate exactly where a field is unexplained', () => {
    const fields = scenarios.flatMap((scenario) => [...found(scenario).drift, ...found(scenario).undeclared]);
    const unexplained = fields.filter(({ explanation }) => explanation.status === 'unexplained');
    expect(outcome.report.gate).toEqual({
      failOn: ['unexplained'],
      counted: unexplained.length,
      passed: false,
      exitCode: 1,
    });
  });

  it('show no value of a Secret', () => {
    for (const value of ['hunter2', Buffer.from('hunter2-').toString('base64').slice(0, 9)]) {
      expect(outcome.out).not.toContain(value);
    }
  });
});
