import { beforeAll, describe, expect, inject, it } from 'vitest';
import { autoscaler, deployment, settings } from '../scenarios/manifests.js';
import { world } from '../scenarios/world.js';
import { type Fault, type Faults, faultProxy, status } from './fault-proxy.js';
import { plainly } from './plainly.js';

const { server, controlplane } = inject('cluster');
const here = world('fault-commands');
const { apply, folder, kubectl, namespace } = here;
const desired = `${deployment({ name: 'web', replicas: 1 })}---\n${settings('web', { mode: 'day' })}`;
const IMAGE = '.spec.template.spec.containers[name="web"].image';

/** Every command that reads a cluster, and what a run has to do with objects that cannot be read: its exit code. */
const COMMANDS: readonly (readonly [name: string, args: (path: string) => readonly string[], unread: number])[] = [
  ['diff', (path) => ['diff', path], 3],
  ['status', (path) => ['status', path], 3],
  ['baseline', (path) => ['baseline', path, '--reason=a test', '--until=24h'], 3],
  ['record', (path) => ['record', path], 3],
  ['owners', () => ['owners', 'deployment/web'], 2],
  ['explain', (path) => ['explain', 'deployment/web', IMAGE, path], 3],
  ['adopt', (path) => ['adopt', 'deployment/web', IMAGE, path], 2],
  ['override', (path) => ['override', 'deployment/web', IMAGE, path, '--reason=a test', '--until=24h'], 3],
  ['timeline', (path) => ['timeline', 'deployment/web', path], 3],
  ['suspend-plan', () => ['suspend-plan', 'deployment/web'], 2],
];

/** What objects get for an answer where nothing is well. */
const FAULTS: readonly (readonly [name: string, fault: Fault, said: RegExp])[] = [
  ['fails', status(500, 'etcdserver: request timed out'), /HTTP 500|etcdserver/],
  ['refuses', status(403, 'forbidden by nobody in particular'), /forbidden by nobody in particular/],
  ['takes no more', status(429, 'too many requests', { 'Retry-After': '0' }), /HTTP 429|too many requests/],
  ['is silent', { kind: 'silence' }, /did not answer within|without an answer/],
  ['is a login page', { kind: 'answer', status: 200, body: '<html>Sign in: hunter2</html>' }, /the answer is no JSON/],
  ['breaks off', { kind: 'cut', after: 20 }, /the connection broke off 5 times/],
];

describe.skipIf(controlplane === undefined)('where the API server', () => {
  let path: string;
  beforeAll(async () => {
    path = folder({ 'web.yaml': desired });
    await apply(desired);
    await apply(autoscaler('web', 1, 3));
    await kubectl(['set', 'image', 'deployment/web', 'web=registry.example/web:hotfix']);
  });

  /** Runs a command against a server of its own, for they mostly wait, and do so side by side. */
  const run = async (args: readonly string[], faults: Faults) => {
    const proxy = await faultProxy(server);
    proxy.set(faults);
    const flags = ['-n', namespace, '--server', proxy.url, '--request-timeout=2s'];
    try {
      return plainly(await here.gitdrift([...args, ...flags]));
    } finally {
      proxy.close();
    }
  };

  describe.each(FAULTS)('%s', (_, fault, said) => {
    it.concurrent.each(COMMANDS)('for objects, %s says so and exits as designed', async (name, args, unread) => {
      const ended = await run(args(path), ({ path: asked }) => (asked.includes('/namespaces/') ? fault : undefined));
      expect(ended.code, ended.err).toBe(unread);
      const text = `${ended.out}${ended.err}`;
      expect(text).not.toContain('hunter2');
      expect(text).not.toMatch(/\bSynced\b(?!, as)/);
      // The records of baseline are those of nothing: it says that something could not be compared.
      if (name === 'baseline') expect(ended.err).toContain('something could not be compared');
      else if (name !== 'status') expect(text).toMatch(said);
    });
  });

  describe.each([
    ['fails', status(503, 'starting'), /cannot reach .*: HTTP 503: starting/],
    ['is silent', { kind: 'silence' } as const, /did not answer within 2 s/],
    ['is a login page', { kind: 'answer', status: 200, body: '<html>' } as const, /the answer is no JSON/],
    ['breaks off', { kind: 'cut', after: 3 } as const, /the connection was closed again and again/],
  ])('%s from the beginning', (_, fault, said) => {
    it.concurrent.each(COMMANDS)('%s ends with 2 and prints no result', async (__, args) => {
      const ended = await run(args(path), () => fault);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toMatch(said);
      expect(ended.err).toMatch(/^hint: .+/m);
    });
  });
});
