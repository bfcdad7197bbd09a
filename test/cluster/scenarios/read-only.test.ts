import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { until } from '../../controlplane/kubectl.js';
import { listenBefore } from './listening-proxy.js';
import { deployment, settings } from './manifests.js';
import { told } from './report-contract.js';
import { compared, type Ended, world } from './world.js';

const { server, auditLog, controlplane } = inject('cluster');
const here = world('read-only');
const { apply, folder, kubectl, namespace } = here;

const many = Array.from({ length: 12 }, (_, index) => settings(`many-${index}`, { index: `${index}` })).join('---\n');
const secrets = Array.from({ length: 11 }, (_, index) => secret(`key-${index}`)).join('---\n');

function secret(name: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: {name: ${name}}\nstringData: {password: planted}\n`;
}

// The proxy passes tokens on and no client certificates, which a foreign cluster may ask for.
describe.skipIf(controlplane === undefined)('what gitdrift asks an API server', () => {
  let proxy: Awaited<ReturnType<typeof listenBefore>>;
  beforeAll(async () => {
    proxy = await listenBefore(server);
  });
  afterAll(() => proxy.close());

  const asked = async (args: readonly string[]): Promise<{ ended: Ended; requests: string[] }> => {
    const before = proxy.heard.length;
    const ended = await here.gitdrift([...args, '-n', namespace, '--server', proxy.url]);
    const requests = proxy.heard.slice(before).map(({ method, path }) => `${method} ${path}`);
    return { ended, requests };
  };
  const base = `/api/v1/namespaces/${namespace}`;

  it('is one LIST for many objects of a kind in a namespace, and the objects of that list are compared', async () => {
    await apply(many);
    await kubectl(['patch', 'configmap/many-7', '--type=merge', '--patch={"data":{"index":"70"}}']);
    await kubectl(['delete', 'configmap/many-3']);
    const path = folder({ 'many.yaml': many });
    const { ended, requests } = await asked(['diff', path, '-o', 'json']);
    const { report } = compared(ended);
    expect(told(report).slice(0, 3)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift ConfigMap/many-7 changed .data.index: "7" → "70"',
      '  manual, likely: kubectl patch (kubectl-patch Update)',
    ]);
    expect(report.summary).toMatchObject({ resources: 12, synced: 10, outOfSync: 2, missing: 1 });
    expect(requests.filter((request) => request.includes('/configmaps'))).toEqual([`GET ${base}/configmaps`]);
  });

  it('is a GET each for a few', async () => {
    await apply(`${settings('few-1', { a: '1' })}---\n${settings('few-2', { a: '1' })}`);
    const path = folder({ 'few.yaml': `${settings('few-1', { a: '1' })}---\n${settings('few-2', { a: '2' })}` });
    const { ended, requests } = await asked(['diff', path, '-o', 'json']);
    expect(compared(ended).report.summary).toMatchObject({ resources: 2, synced: 1, outOfSync: 1 });
    expect(requests.filter((request) => request.includes('/configmaps')).sort()).toEqual([
      `GET ${base}/configmaps/few-1`,
      `GET ${base}/configmaps/few-2`,
    ]);
  });

  it('is a GET each for Secrets, however many', async () => {
    await apply(secrets);
    const path = folder({ 'secrets.yaml': secrets });
    const { ended, requests } = await asked(['diff', path, '-o', 'json']);
    expect(told(compared(ended).report)).toEqual(['Synced, Healthy: none; exit 0']);
    const ofSecrets = requests.filter((request) => request.includes('/secrets'));
    expect(ofSecrets).toHaveLength(11);
    expect(ofSecrets).not.toContain(`GET ${base}/secrets`);
  });

  it('lists autoscalers only where replicas are declared or differ', async () => {
    await apply(deployment({ name: 'free' }));
    const undeclared = folder({ 'free.yaml': deployment({ name: 'free' }) });
    const declared = folder({ 'free.yaml': deployment({ name: 'free', replicas: 1 }) });
    const ofAutoscalers = async (path: string): Promise<string[]> =>
      (await asked(['diff', path])).requests.filter((request) => request.includes('horizontalpodautoscalers'));
    const list = `GET /apis/autoscaling/v2/namespaces/${namespace}/horizontalpodautoscalers`;
    expect(await ofAutoscalers(undeclared)).toEqual([]);
    expect(await ofAutoscalers(declared)).toEqual([list]);
    await kubectl(['scale', 'deployment/free', '--replicas=2']);
    expect(await ofAutoscalers(undeclared)).toEqual([list]);
  });

  it('is never a write, whatever the command, and says who asks', async () => {
    const desired = deployment({ name: 'watched', replicas: 1 });
    await apply(desired);
    await kubectl(['scale', 'deployment/watched', '--replicas=2']);
    const path = folder({ 'watched.yaml': desired });
    const commands = [
      ['diff', path],
      ['status', path],
      ['record', path],
      ['owners', 'deployment/watched'],
    ];
    for (const command of commands) {
      const { ended, requests } = await asked(command);
      expect(ended.code, `${command[0]}: ${ended.err}`).toBe(command[0] === 'diff' ? 1 : 0);
      expect(requests.length).toBeGreaterThan(1);
    }
    expect(new Set(proxy.heard.map(({ method }) => method))).toEqual(new Set(['GET']));
    for (const { userAgent } of proxy.heard) expect(userAgent).toMatch(/^gitdrift\b/);
  });

  it('leaves nothing in the audit log of writes', async () => {
    // A write after all that gitdrift did: once it is in the log, so is everything before it.
    await apply(settings('end-of-log', { a: '1' }));
    const events = await until(async () => {
      const text = await readFile(auditLog ?? '', 'utf8');
      return text.includes(`"namespace":"${namespace}","name":"end-of-log"`) && text.trimEnd().split('\n');
    }, 'the last write is in the audit log');
    const writers = new Set(
      events
        .filter((event) => event.includes(namespace))
        .map((event) => (JSON.parse(event) as { userAgent?: string }).userAgent?.split('/')[0]),
    );
    expect(writers).toContain('kubectl');
    expect([...writers].filter((writer) => writer === undefined || /gitdrift|node/.test(writer))).toEqual([]);
  });
});
