import type { Cluster } from '../../model/live.js';
import type { ResourceReport } from '../../model/report.js';
import { refKey } from '../../model/resource.js';
import type { ComparedResource } from '../application/resource-report.js';
import { findControllers } from './find-controllers.js';
import { withNext } from './with-next.js';

/** The reports of objects with what the controllers that the objects' own marks name would do next. */
export async function withControllers(
  compared: readonly ComparedResource[],
  reports: readonly ResourceReport[],
  cluster: Cluster,
): Promise<readonly ResourceReport[]> {
  const sides = new Map(
    compared.map((one) => [
      refKey(one.desired.ref),
      { desired: one.desired.object, live: one.kind === 'compared' ? one.object : undefined },
    ]),
  );
  const all = reports.map((resource) => ({ resource, live: sides.get(refKey(resource))?.live }));
  const controllers = await findControllers(all, cluster);
  return reports.map((resource) => {
    const key = refKey(resource);
    return withNext(resource, sides.get(key) ?? {}, controllers.get(key), { now: cluster.now, ownVersion: true });
  });
}
