import { argoApplicationNext } from '../../gitops/next/argo-next.js';
import { argoSync } from '../../gitops/next/argo-sync.js';
import type { ArgoApplication } from '../../model/argo-application.js';
import type { ArgoResourceVerdict } from '../../model/argo-verdict.js';
import type { ArgoController } from '../../model/controller.js';
import type { Next } from '../../model/drift.js';
import type { Cluster } from '../../model/live.js';
import type { ApplicationReport } from '../../model/report.js';
import { refKey } from '../../model/resource.js';
import { argoController } from '../controllers/find-controllers.js';
import { withNext } from '../controllers/with-next.js';
import type { ArgoResource } from './argo-resources.js';

/** What the Application itself would do about its objects and as a whole. */
export interface ArgoNext {
  resources(judged: readonly ArgoResource[], verdicts: readonly ArgoResourceVerdict[]): readonly ArgoResource[];
  application(report: ApplicationReport): ApplicationReport;
}

/**
 * Reads what decides when an Application syncs, beside the Application where it lives: its project, its ApplicationSet.
 * `revisions` are those of its sources, as rendered.
 */
export async function argoNext(
  application: ArgoApplication,
  revisions: readonly string[],
  cluster: Cluster,
): Promise<ArgoNext> {
  const controller: ArgoController = await argoController(application, revisions, cluster);
  const { now } = cluster;
  return {
    resources(judged, verdicts) {
      const pairs = new Map(verdicts.map((one) => [refKey(one.ref), one]));
      const own = verdicts.filter(({ sync }) => sync !== null);
      const mayEmpty = application.syncPolicy.automated?.allowEmpty === true;
      const wipesOut = !mayEmpty && own.length > 0 && own.every(({ requiresPruning }) => requiresPruning);
      return judged.map((one) => {
        const pair = pairs.get(refKey(one.resource));
        return { ...one, resource: withNext(one.resource, pair ?? {}, controller, { now, wipesOut }) };
      });
    },
    application(report) {
      if (report.sync.status !== 'OutOfSync') return report;
      const next: Next = argoApplicationNext(argoSync(controller, now));
      // What is true of every field is true of the whole: that a heal is late, for one.
      const fields = report.resources.flatMap(({ drift }) => drift.flatMap((entry) => entry.next ?? []));
      const [only, ...others] = new Map(fields.map((one) => [one.message, one])).values();
      return { ...report, next: only?.code === next.code && others.length === 0 ? only : next };
    },
  };
}
