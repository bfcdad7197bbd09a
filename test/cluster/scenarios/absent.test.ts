import { describe, expect, inject, it } from 'vitest';
import { deployment, settings } from './manifests.js';
import { application, resource, told } from './report-contract.js';
import { compared, type Ended, world } from './world.js';

const { restrictedKubeconfig } = inject('cluster');
const here = world('absent');
const { apply, diff, kubectl, namespace } = here;

describe.concurrent('an object that is not in the cluster', () => {
  it('is missing and unexplained where somebody deleted it', async () => {
    const desired = `${settings('kept', { a: '1' })}---\n${settings('deleted', { a: '1' })}`;
    await apply(desired);
    await kubectl(['delete', 'configmap/deleted']);
    const { report } = await diff(desired);
    expect(told(report)).toEqual(['OutOfSync, Healthy: merge-or-sync; exit 1']);
    expect(resource(report, 'ConfigMap', 'deleted')).toMatchObject({
      outcome: 'missing',
      sync: 'OutOfSync',
      health: { status: 'Missing' },
      explanation: { status: 'unexplained', code: 'missing-object' },
    });
    expect(resource(report, 'ConfigMap', 'kept')).toMatchObject({ outcome: 'compared', sync: 'Synced' });
    expect(report.summary).toMatchObject({ resources: 2, synced: 1, missing: 1, drift: { total: 0 } });
  });

  it('is explained where it is a Job that asks to be deleted', async () => {
    const job = `apiVersion: batch/v1
kind: Job
metadata: {name: migrate}
spec:
  ttlSecondsAfterFinished: 60
  template:
    spec:
      restartPolicy: Never
      containers: [{name: migrate, image: "registry.example/migrate:1"}]
`;
    const { report } = await diff(job);
    expect(told(report)[0]).toMatch(/^OutOfSync, Missing: .*; exit 0$/);
    expect(resource(report, 'Job', 'migrate').explanation).toMatchObject({
      status: 'explained',
      code: 'job-ttl-expired',
    });
  });

  it('says so where its whole namespace is not there', async () => {
    const path = here.folder({ 'settings.yaml': settings('lost', { a: '1' }) });
    const { report, err } = compared(await here.gitdrift(['diff', path, '-n', 'no-such-namespace', '-o', 'json']));
    expect(err).toBe('');
    expect(resource(report, 'ConfigMap', 'lost')).toMatchObject({
      outcome: 'missing',
      namespace: 'no-such-namespace',
      message: 'the namespace no-such-namespace does not exist',
    });
    expect(report.gate.exitCode).toBe(1);
  });

  it('is Unknown, never Synced, where its kind is not installed', async () => {
    const certificate = `apiVersion: cert-manager.io/v1
kind: Certificate
metadata: {name: web}
spec: {secretName: web-tls}
`;
    const desired = `${settings('beside', { a: '1' })}---\n${certificate}`;
    await apply(settings('beside', { a: '1' }));
    const { report, err } = await diff(desired);
    expect(told(report)).toEqual(['Unknown, Unknown: investigate; exit 3']);
    expect(err).toBe('');
    expect(resource(report, 'Certificate', 'web')).toMatchObject({
      outcome: 'unreadable',
      sync: 'Unknown',
      message: 'the cluster does not serve cert-manager.io/v1 Certificate (is its CustomResourceDefinition installed?)',
    });
    expect(resource(report, 'ConfigMap', 'beside').sync).toBe('Synced');
    expect(report.gate).toEqual({ failOn: ['unexplained'], counted: 0, passed: false, exitCode: 3 });
    expect((await diff(desired, ['--no-exit-code'])).code).toBe(3);
  });

  it('is Unknown where its kind is of another Kubernetes version', async () => {
    const { report } = await diff('apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: web}\nspec: {}\n');
    expect(told(report)).toEqual(['Unknown, Unknown: investigate; exit 3']);
    expect(application(report).resources[0]?.message).toBe(
      'the cluster does not serve extensions/v1beta1 Ingress (is it of another Kubernetes version?)',
    );
  });

  it('is unreadable for a user without rights: 3, and no stack', async () => {
    const desired = `${settings('forbidden', { a: '1' })}---\n${deployment({ name: 'forbidden' })}`;
    await apply(desired);
    const path = here.folder({ 'shop.yaml': desired });
    const run = (...flags: string[]): Promise<Ended> =>
      here.gitdrift(['diff', path, '-n', namespace, ...flags], { kubeconfig: restrictedKubeconfig });
    const { report, err } = compared(await run('-o', 'json'));
    expect(told(report)).toEqual(['Unknown, Unknown: investigate; exit 3']);
    for (const { outcome, message } of application(report).resources) {
      expect(outcome).toBe('unreadable');
      expect(message).toMatch(/forbidden/);
    }
    expect(err).toBe('');
    const text = await run();
    expect(text.code).toBe(3);
    expect(text.out).toContain('forbidden');
    expect(text.out + text.err).not.toMatch(/^\s+at /m);
  });
});
