import { analyzeOn } from '../../analyze.js';
import type { Recording, Tools } from '../../cli/engine.js';
import { observeCluster } from '../../cluster/recording/observe.js';
import type { RecordingParts } from '../../cluster/recording/write.js';
import type { LiveOptions } from '../../config/live-options.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type DesiredObject, refKey } from '../../model/resource.js';
import { openCluster } from './open-cluster.js';
import { askForMore, savedAs, withoutOtherRevisions } from './save-recording.js';

/**
 * Saves what a diff of this desired state reads: runs the diff and keeps the cluster's answers. What a replay against a
 * newer commit may ask for is kept, too: autoscalers, earlier Pod templates, pods of workloads, what mutates at admission, what is served.
 * Warns of everything that could not be read; a recording without some of the objects is incomplete.
 */
export async function record(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Recording> {
  const { source } = request;
  if (source.kind === 'argocd' || source.kind === 'flux') {
    const { recordApplications } = await import('./record-applications.js');
    return recordApplications(request, source, live, tools);
  }
  let observed: ReturnType<typeof observeCluster> | undefined;
  const open = await openCluster(live, tools, (cluster) => {
    observed = observeCluster(cluster);
    return observed.cluster;
  });
  const desired = await analyzeOn(open, { ...request, lastSynced: false }, tools, (analysis) => analysis.desired);
  await askForMore(desired.objects, open.cluster);
  const observedParts = observed?.parts(desired.objects.map(({ object }) => object));
  if (observedParts === undefined) throw new Error('the cluster was opened without its observer');
  return savedAs(withoutStrangers(observedParts, desired.objects), desired.objects, open.cluster, tools);
}

/**
 * The parts without what a replay never asks for: revisions of other workloads than the desired ones, and what was not
 * there, or not readable, beside the desired objects.
 */
function withoutStrangers(parts: RecordingParts, desired: readonly DesiredObject[]): RecordingParts {
  const wanted = new Set(desired.map(({ ref }) => refKey(ref)));
  const { index } = parts;
  return {
    ...withoutOtherRevisions(parts, desired),
    index: {
      ...index,
      missing: index.missing.filter((ref) => wanted.has(refKey(ref))),
      unreadable: index.unreadable.filter((ref) => wanted.has(refKey(ref))),
    },
  };
}
