import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Report } from '../../../src/model/report.js';
import { until } from '../../controlplane/kubectl.js';
import { deployment } from './manifests.js';
import { told } from './report-contract.js';
import { compared, world } from './world.js';

const here = world('secrets');
const { apply, kubectl, namespace } = here;

/** Values that must never be printed, as text and as the server stores them. */
const PLANTED = ['hunter2-desired', 'hunter2-live', 'hunter2-added', 'hunter2-same'];
const LEAKS = PLANTED.flatMap((value) => [value, Buffer.from(value).toString('base64')]);

const desired = `apiVersion: v1
kind: Secret
metadata: {name: login}
stringData:
  password: hunter2-desired
  token: hunter2-same
---
${deployment({ name: 'shop', replicas: 1, container: 'env: [{name: MODE, value: fast}]' })}`;

/** What a person does to the Secret. */
const BY_HAND = '--patch={"stringData":{"password":"hunter2-live","extra":"hunter2-added"}}';

function leaked(text: string): string[] {
  return LEAKS.filter((value) => text.includes(value));
}

describe('values of a Secret', () => {
  beforeAll(async () => {
    await kubectl(['apply', '--filename=-'], desired);
    await kubectl(['patch', 'secret/login', BY_HAND]);
    await kubectl(['set', 'env', 'deployment/shop', 'MODE=slow']);
  });

  it('are masked wherever they differ, whoever wrote them, in text and JSON', async () => {
    const folder = here.folder({ 'shop.yaml': desired });
    const json = compared(await here.gitdrift(['diff', folder, '-n', namespace, '-o', 'json']));
    expect(told(json.report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Secret/login changed .data.password: "(secret value 2)" → "(secret value 3)"',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update) names .data.password; entry last written TIME',
      '  the last-applied annotation declares .data.password, but not as live has it',
      '  unexplained: manual-change; next: unknown',
      'undeclared Secret/login extra .data.extra: "(secret value 1)"',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
      '  managedFields: kubectl-patch (Update) names .data.extra; entry last written TIME',
      '  unexplained: undeclared-manual; next: stays',
      'drift Deployment/shop changed .spec.template.spec.containers[name="web"].env[name="MODE"].value: "fast" → "slow"',
      '  manual, likely: kubectl set (kubectl-set Update)',
      '  managedFields: kubectl-set (Update) names .spec.template.spec.containers[name="web"].env[name="MODE"].value; entry last written TIME',
      '  the last-applied annotation declares .spec.template.spec.containers[name="web"].env[name="MODE"].value, but not as live has it',
      '  unexplained: manual-change; next: unknown',
    ]);
    const text = await here.gitdrift(['diff', folder, '-n', namespace, '-v', '--show-explained']);
    expect(text.out).toContain('.data.password');
    expect(leaked(json.out + json.err + text.out + text.err)).toEqual([]);
    const shown = await here.gitdrift(['diff', folder, '-n', namespace, '-o', 'json', '--show-secrets']);
    expect(leaked(shown.out)).not.toEqual([]);
  });

  it('are no drift where stringData declares what is stored', async () => {
    const same = desired.replace('hunter2-desired', 'hunter2-live');
    const { report } = await here.diff(same);
    expect(told(report).filter((line) => line.startsWith('drift Secret'))).toEqual([]);
  });

  it('are masked by owners, also in last-applied', async () => {
    const text = await here.gitdrift(['owners', 'secret/login', '-n', namespace]);
    const json = await here.gitdrift(['owners', 'secret/login', '-n', namespace, '-o', 'json']);
    expect([text.code, json.code]).toEqual([0, 0]);
    expect(text.out).toContain('password');
    expect(leaked(text.out + text.err + json.out + json.err)).toEqual([]);
  });

  it('are not in a recording, which replays to the same report and only its owner may read', async () => {
    const declared = desired.replaceAll('shop', 'shelf').replaceAll('login', 'vault');
    await apply(declared);
    await kubectl(['patch', 'secret/vault', BY_HAND]);
    await apply(deployment({ name: 'shelf', replicas: 2 }), 'flagger');
    const folder = here.folder({ 'shelf.yaml': declared });
    const file = join(folder, '..', 'recording.json');
    const diff = ['diff', folder, '-n', namespace, '-o', 'json'];
    // The rollout goes on meanwhile: only a recording and a report of one moment can be the same.
    const version = ['get', 'deployment/shelf', '--output=jsonpath={.metadata.resourceVersion}'];
    const live = await until(async () => {
      const before = await kubectl(version);
      const recorded = await here.gitdrift(['record', folder, '-n', namespace, '--to', file]);
      expect(recorded).toEqual({ code: 0, out: '', err: expect.stringMatching(/^recorded \d+ objects of /) });
      const ended = await here.gitdrift(diff);
      return (await kubectl(version)) === before && compared(ended);
    }, 'the Deployment stands still');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(leaked(readFileSync(file, 'utf8'))).toEqual([]);

    const replay = compared(await here.gitdrift([...diff, '--live', file], { kubeconfig: '/nonexistent' }));
    expect(told(replay.report)[0]).toBe('OutOfSync, Progressing: wait; exit 1');
    expect(comparable(replay.report)).toEqual(comparable(live.report));
    expect(replay.report.applications[0]?.destination).toEqual({
      context: 'gitdrift-test',
      version: inject('cluster').version,
      namespace,
      recording: file,
    });
  });
});

/**
 * The report without its clock, the cluster that it was asked of, and the names of masked values: a recording only
 * knows of a secret value whether it was the desired one.
 */
function comparable({ generatedAt: _, ...report }: Report): object {
  const applications = report.applications.map(({ destination: _, ...application }) => application);
  const text = JSON.stringify({ ...report, applications });
  return JSON.parse(text.replace(/\((secret value \d+|recorded: [^)]*)\)/g, '(masked)'));
}
