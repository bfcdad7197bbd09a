import type { Recording, Tools } from '../../cli/engine.js';
import { observeCluster } from '../../cluster/recording/observe.js';
import type { RecordingParts } from '../../cluster/recording/write.js';
import type { LiveOptions } from '../../config/live-options.js';
import { GitdriftError } from '../../model/errors.js';
import type { Cluster } from '../../model/live.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { refOf } from '../../model/resource.js';
import type { ArgoRequest, FluxRequest } from '../../model/source.js';
import type { SeenApplication } from '../application/judged-application.js';
import { analyzeApplications } from '../application/with-applications.js';
import { askForMore, savedAs, withoutOtherRevisions } from './save-recording.js';

/**
 * Saves what a diff of applications reads: the applications themselves and what they refer to, and the objects that they
 * declare. Throws `usage` where they deploy to more than one cluster, for a recording holds one.
 */
export async function recordApplications(
  request: AnalyzeRequest,
  asked: ArgoRequest | FluxRequest,
  live: LiveOptions,
  tools: Tools,
): Promise<Recording> {
  const observers: ReturnType<typeof observeCluster>[] = [];
  const through = (cluster: Cluster): Cluster => {
    const observer = observeCluster(cluster);
    observers.push(observer);
    // Saved objects are asked one by one as well: what is looked through at once would not be kept.
    const { saved: _, ...answers } = observer.cluster;
    return {
      ...answers,
      get warnings() {
        return observer.cluster.warnings;
      },
    };
  };
  const recordings: Recording[] = [];
  await analyzeApplications({ ...request, lastSynced: false }, asked, live, tools, {
    through,
    async use(seen, own) {
      refuseOtherClusters(seen, observers.length);
      const objects = seen.flatMap((one) => (one.kind === 'judged' ? one.desired.objects : []));
      await askForMore(objects, own.cluster);
      const parts = observers[0]?.parts(objects.map(({ object }) => object));
      if (parts === undefined) throw new Error('the cluster was opened without its observer');
      const kept = withoutOtherRevisions(withoutOtherApplications(parts, seen), objects);
      recordings.push(await savedAs(kept, objects, own.cluster, tools));
    },
  });
  const [recording] = recordings;
  if (recording === undefined) throw new Error('no application was recorded');
  return recording;
}

function refuseOtherClusters(seen: readonly SeenApplication[], clusters: number): void {
  const elsewhere = seen.find((one) => one.kind === 'not-judged' && one.elsewhere === true);
  if (clusters <= 1 && elsewhere === undefined) return;
  const which =
    elsewhere === undefined
      ? 'the applications deploy to another cluster'
      : `${elsewhere.report.name} deploys elsewhere`;
  throw new GitdriftError('usage', `a recording holds the objects of one cluster, and ${which}`, {
    hint: 'name those with --app that deploy to the cluster where Argo CD runs',
  });
}

/** Who asks for one application by its name has all of them listed: the others are nobody's business here. */
function withoutOtherApplications(parts: RecordingParts, seen: readonly SeenApplication[]): RecordingParts {
  const names = new Set(seen.map(({ report }) => report.name));
  return {
    ...parts,
    live: parts.live.filter((object) => {
      const { group, kind, name } = refOf(object);
      return group !== 'argoproj.io' || kind !== 'Application' || names.has(name);
    }),
  };
}
