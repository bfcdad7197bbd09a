import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { settings } from '../scenarios/manifests.js';
import { application, resource } from '../scenarios/report-contract.js';
import { compared, world } from '../scenarios/world.js';
import { type Asked, type Fault, type FaultProxy, faultProxy, status } from './fault-proxy.js';
import { plainly } from './plainly.js';

const { server, controlplane } = inject('cluster');
const here = world('changing');
const { apply, folder, kubectl, namespace } = here;
const MAPS = `/api/v1/namespaces/${namespace}/configmaps`;
const names = Array.from({ length: 12 }, (_, index) => `map-${String(index).padStart(2, '0')}`);
const manifest = names.map((name) => settings(name, { mode: 'day' })).join('---\n');

describe.skipIf(controlplane === undefined)('objects that change between the pages of a list', () => {
  let proxy: FaultProxy;
  let path: string;
  beforeAll(async () => {
    proxy = await faultProxy(server, { page: 4 });
    path = folder({ 'all.yaml': manifest });
    await apply(manifest);
  });
  afterAll(() => proxy.close());

  /** Runs a diff in the midst of which `act` happens: before the second page is asked for. */
  const diff = async (act: () => Promise<void>, then?: (asked: Asked) => Fault | undefined) => {
    let done = false;
    proxy.set((asked) => {
      if (asked.path !== MAPS || !asked.query.has('continue')) return undefined;
      if (done) return then?.(asked);
      return {
        kind: 'meanwhile',
        async act() {
          done = true;
          await act();
        },
      };
    });
    const flags = ['-n', namespace, '--server', proxy.url, '-o', 'json'];
    const run = compared(plainly(await here.gitdrift(['diff', path, ...flags])));
    expect(done).toBe(true);
    return run;
  };
  const recreate = async (name: string, data: Readonly<Record<string, string>>): Promise<void> => {
    await kubectl(['delete', `configmap/${name}`]);
    await apply(settings(name, data));
  };
  const EXPIRED = status(410, 'The provided continue parameter is too old');
  let expired = false;
  /** The token of the list expires once, so that it is read again as things are now. */
  const expiring = (): Fault | undefined => {
    if (expired) return undefined;
    expired = true;
    return EXPIRED;
  };

  it('are told as they were at one moment: what was deleted after it is no drift of the others', async () => {
    const { report } = await diff(() => kubectl(['delete', 'configmap/map-00', 'configmap/map-11']).then(() => {}));
    expect(report.summary).toMatchObject({ resources: 12, unknown: 0 });
    await apply(manifest);
  });

  it('and were deleted where the list has to begin again are missing, and the others compared', async () => {
    expired = false;
    const { report, code } = await diff(() => kubectl(['delete', 'configmap/map-11']).then(() => {}), expiring);
    expect(expired).toBe(true);
    expect(resource(report, 'ConfigMap', 'map-11')).toMatchObject({ outcome: 'missing', sync: 'OutOfSync' });
    expect(report.summary).toMatchObject({ resources: 12, synced: 11, missing: 1, unknown: 0 });
    expect(code).toBe(1);
    await apply(manifest);
  });

  it('and come again under the same name are compared as they are now', async () => {
    expired = false;
    const { report } = await diff(() => recreate('map-10', { mode: 'night' }), expiring);
    expect(expired).toBe(true);
    expect(resource(report, 'ConfigMap', 'map-10').drift).toMatchObject([
      { path: '.data.mode', desired: 'day', live: 'night' },
    ]);
    await recreate('map-10', { mode: 'day' });
  });

  it('and appear are there where the list begins again', async () => {
    await kubectl(['delete', 'configmap/map-09']);
    expired = false;
    const { report } = await diff(() => apply(settings('map-09', { mode: 'day' })), expiring);
    expect(expired).toBe(true);
    expect(application(report).sync.status).toBe('Synced');
    expect(report.summary).toMatchObject({ resources: 12, synced: 12 });
  });

  it('and whose tokens go on expiring are asked for one by one, as each is now', async () => {
    const { report } = await diff(
      () => kubectl(['patch', 'configmap/map-11', '--type=merge', '--patch={"data":{"mode":"night"}}']).then(() => {}),
      () => EXPIRED,
    );
    expect(resource(report, 'ConfigMap', 'map-11').drift).toMatchObject([{ path: '.data.mode', live: 'night' }]);
    expect(report.summary).toMatchObject({ synced: 11, outOfSync: 1, unknown: 0 });
    await apply(manifest);
  });
});
