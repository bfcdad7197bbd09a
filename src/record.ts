import { analyzeOn } from './analyze.js';
import type { Recording, Tools } from './cli/engine.js';
import { observeCluster } from './cluster/recording/observe.js';
import { writeRecording } from './cluster/recording/write.js';
import type { LiveOptions } from './config/live-options.js';
import { AUTOSCALER } from './evidence.js';
import type { AnalyzeRequest } from './model/request.js';
import { openCluster } from './open-cluster.js';

/**
 * Saves what a diff of this desired state reads: runs the diff and keeps the cluster's answers. Autoscalers of every
 * namespace and what the cluster serves are kept, too, so that a replay against a newer commit can still ask for them.
 */
export async function record(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Recording> {
  let observed: ReturnType<typeof observeCluster> | undefined;
  const open = await openCluster(live, tools, (cluster) => {
    observed = observeCluster(cluster);
    return observed.cluster;
  });
  const { desired } = await analyzeOn(open, request, tools);
  const namespaces = new Set(desired.objects.map(({ ref }) => ref.namespace).filter((namespace) => namespace !== ''));
  for (const namespace of [...namespaces].sort()) await open.cluster.list(AUTOSCALER, namespace);
  await open.cluster.apiVersions();
  const parts = observed?.parts(desired.objects.map(({ object }) => object));
  if (parts === undefined) throw new Error('the cluster was opened without its observer');
  const { context, version } = open.cluster.destination;
  const where = [context, version].filter((part) => part !== undefined).join(' ');
  const objects = parts.live.length === 1 ? '1 object' : `${parts.live.length} objects`;
  return { text: writeRecording(parts), summary: `${objects}${where === '' ? '' : ` of ${where}`}` };
}
