import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { kubectlOk, until } from '../../controlplane/kubectl.js';
import { settings } from '../scenarios/manifests.js';
import { application, resource } from '../scenarios/report-contract.js';
import { compared, world } from '../scenarios/world.js';
import { type Fault, type FaultProxy, type Faults, faultProxy, status } from './fault-proxy.js';
import { plainly } from './plainly.js';

const { server, controlplane, kubeconfig, kubectl: program } = inject('cluster');
const here = world('fault-kinds');
const { apply, folder, namespace } = here;
const admin = (args: readonly string[], stdin = ''): Promise<string> => kubectlOk(args, { kubeconfig, program, stdin });
// CustomResourceDefinitions and APIServices are for the whole cluster, so the groups are this run's own.
const id = randomUUID().slice(0, 8);
const group = `shop-${id}.example.com`;
const downGroup = `metrics-${id}.example.com`;

const definition = (plural: string, kind: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: ${plural}.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: ${kind}, plural: ${plural}}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`;
const custom = (kind: string, name: string): string =>
  `apiVersion: ${group}/v1\nkind: ${kind}\nmetadata: {name: ${name}}\nspec: {size: 1}\n`;
const page = settings('page', { size: '50' });

describe.skipIf(controlplane === undefined)('a kind', () => {
  let proxy: FaultProxy;
  beforeAll(async () => {
    proxy = await faultProxy(server);
    await admin(['apply', '--filename=-'], `${definition('baskets', 'Basket')}---\n${definition('crates', 'Crate')}`);
    for (const plural of ['baskets', 'crates']) {
      await admin(['wait', '--for=condition=Established', `crd/${plural}.${group}`, '--timeout=60s']);
    }
    await apply(page);
    const all = [custom('Basket', 'first'), custom('Crate', 'first')].join('---\n');
    await until(
      () =>
        apply(all).then(
          () => true,
          () => false,
        ),
      'the custom resources are accepted',
    );
  });
  afterAll(async () => {
    proxy.close();
    await admin(['delete', 'crd', `baskets.${group}`, `crates.${group}`, '--wait=false', '--ignore-not-found']);
    await admin(['delete', 'apiservice', `v1.${downGroup}`, '--wait=false', '--ignore-not-found']);
  });

  const run = async (args: readonly string[], faults: Faults = () => undefined) => {
    proxy.set(faults);
    return plainly(await here.gitdrift([...args, '-n', namespace, '--server', proxy.url]));
  };
  const diff = async (manifest: string, faults: Faults = () => undefined, ...flags: readonly string[]) =>
    compared(await run(['diff', folder({ 'all.yaml': manifest }), '-o', 'json', ...flags], faults));
  const at =
    (prefix: string, fault: Fault): Faults =>
    ({ path }) =>
      path.startsWith(prefix) ? fault : undefined;

  it('whose definition is removed in the middle of the run is Unknown, and not missing', async () => {
    let removed = false;
    const { report, code } = await diff(`${page}---\n${custom('Crate', 'first')}`, ({ path }) => {
      if (!path.endsWith('/crates/first') || removed) return undefined;
      return {
        kind: 'meanwhile',
        async act() {
          removed = true;
          await admin(['delete', 'crd', `crates.${group}`]);
          // The API server takes a moment until it serves the kind no more.
          await until(
            () =>
              admin(['get', '--raw', `/apis/${group}/v1/crates`]).then(
                () => false,
                () => true,
              ),
            'the kind is gone',
          );
        },
      };
    });
    expect(removed).toBe(true);
    expect(resource(report, 'Crate', 'first')).toMatchObject({ outcome: 'unreadable', sync: 'Unknown' });
    expect(resource(report, 'ConfigMap', 'page')).toMatchObject({ outcome: 'compared', sync: 'Synced' });
    expect(application(report).sync.status).toBe('Unknown');
    expect(code).toBe(3);
  });

  it('of an aggregated API that is down is Unknown, with the words of the API server; others are compared', async () => {
    const spec = `group: ${downGroup}, version: v1, groupPriorityMinimum: 100, versionPriority: 100, insecureSkipTLSVerify: true`;
    await admin(
      ['apply', '--filename=-'],
      `apiVersion: apiregistration.k8s.io/v1\nkind: APIService\nmetadata: {name: v1.${downGroup}}\n` +
        `spec: {${spec}, service: {name: gone, namespace: ${namespace}}}\n`,
    );
    await until(
      () =>
        admin(['get', '--raw', `/apis/${downGroup}/v1`]).then(
          () => false,
          (error: Error) => /unavailable|ServiceUnavailable|handle the request/i.test(error.message),
        ),
      'the API server knows that it cannot reach it',
    );
    const manifest = `${page}---\napiVersion: ${downGroup}/v1\nkind: Gauge\nmetadata: {name: load}\n---\n${custom('Basket', 'first')}`;
    const { report, code, err } = await diff(manifest, undefined, '-v');
    expect(resource(report, 'Gauge', 'load')).toMatchObject({ outcome: 'unreadable', sync: 'Unknown' });
    expect(resource(report, 'Gauge', 'load').message).toMatch(
      new RegExp(`what ${downGroup}/v1 holds cannot be asked: HTTP 503`),
    );
    expect(resource(report, 'Basket', 'first')).toMatchObject({ outcome: 'compared', sync: 'Synced' });
    expect(resource(report, 'ConfigMap', 'page')).toMatchObject({ outcome: 'compared', sync: 'Synced' });
    expect(code).toBe(3);
    expect(err).toContain(`note: /apis/${downGroup}/v1 was asked for again`);
    // A kind of another group is found although one group cannot be asked.
    const owners = await run(['owners', 'basket/first']);
    expect(owners.code, owners.err).toBe(0);
  });

  it('that may not be read is Unknown with the words of the API server, whether by get or by list', async () => {
    const many = Array.from({ length: 12 }, (_, index) => custom('Basket', `many-${index}`)).join('---\n');
    await apply(many);
    const forbidden = status(403, `baskets.${group} is forbidden: User "ana" cannot get resource "baskets"`);
    const { report, code } = await diff(`${page}---\n${many}`, at(`/apis/${group}/v1/namespaces/`, forbidden));
    const baskets = application(report).resources.filter(({ kind }) => kind === 'Basket');
    expect(baskets).toHaveLength(12);
    for (const one of baskets) {
      expect(one).toMatchObject({ outcome: 'unreadable', sync: 'Unknown' });
      expect(one.message).toContain('User "ana" cannot get resource "baskets"');
    }
    expect(resource(report, 'ConfigMap', 'page').sync).toBe('Synced');
    expect(code).toBe(3);
  });

  it('whose schema cannot be had is compared, and it is said by which rules', async () => {
    const { report } = await diff(custom('Basket', 'first'), at('/openapi', status(503, 'no schema now')));
    expect(resource(report, 'Basket', 'first').outcome).toBe('compared');
    expect(application(report).findings.map(({ code }) => code)).toContain('schema-unknown');
  });

  describe('whose discovery fails', () => {
    const everything = at('/apis', status(503, 'starting'));

    it('is not one that nobody serves: --all-apps does not pass over the objects of Flux', async () => {
      const flux = at('/apis/kustomize.toolkit.fluxcd.io', status(503, 'starting'));
      const ended = await run(['status', '--all-apps', '--allow-empty'], flux);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toMatch(/^error: the Kustomizations of the cluster.* cannot be listed: .*HTTP 503: starting/m);
    });

    it('does not make owners say that there is no such kind', async () => {
      const ended = await run(['owners', 'basket/first'], everything);
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toContain('does not say what it serves: HTTP 503: starting');
      expect(ended.err).not.toContain('no kind is named');
    });

    it('does not make a chart render less', async () => {
      const chart = folder({
        'Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
        'templates/page.yaml': `{{- if .Capabilities.APIVersions.Has "${group}/v1" }}\n${custom('Basket', 'gone')}{{- end }}\n---\n${page}`,
      });
      const well = compared(await run(['diff', chart, '-o', 'json']));
      expect(resource(well.report, 'Basket', 'gone').outcome).toBe('missing');
      const ended = await run(['diff', chart, '-o', 'json'], ({ path }) =>
        path === '/apis' ? status(503, 'starting') : undefined,
      );
      expect(ended).toMatchObject({ code: 2, out: '' });
      expect(ended.err).toContain('does not say what it serves: HTTP 503: starting');
    });
  });
});
