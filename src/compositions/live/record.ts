import { analyzeOn } from '../../analyze.js';
import type { Recording, Tools } from '../../cli/engine.js';
import { withDesiredChecks } from '../../cluster/recording/desired-check.js';
import { observeCluster } from '../../cluster/recording/observe.js';
import type { RecordingIndex } from '../../cluster/recording/recording-index.js';
import { type RecordingParts, writeRecording } from '../../cluster/recording/write.js';
import type { LiveOptions } from '../../config/live-options.js';
import { isKeptBy } from '../../explain/history.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { type DesiredObject, type KubernetesObject, refKey, refOf, refText } from '../../model/resource.js';
import { relatedLists } from '../evidence/evidence-lists.js';
import { mayBeNeededBy } from '../evidence/evidence-needs.js';
import { listPods, withoutOtherPods } from '../health/recorded-pods.js';
import { openCluster } from './open-cluster.js';

/**
 * Saves what a diff of this desired state reads: runs the diff and keeps the cluster's answers. What a replay against a
 * newer commit may ask for is kept, too: autoscalers, earlier Pod templates, pods of workloads, what mutates at admission, what is served.
 * Warns of everything that could not be read; a recording without some of the objects is incomplete.
 */
export async function record(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Recording> {
  let observed: ReturnType<typeof observeCluster> | undefined;
  const open = await openCluster(live, tools, (cluster) => {
    observed = observeCluster(cluster);
    return observed.cluster;
  });
  const desired = await analyzeOn(open, { ...request, lastSynced: false }, tools, (analysis) => analysis.desired);
  const lists = relatedLists(open.cluster);
  for (const { ref } of desired.objects) for (const name of mayBeNeededBy(ref)) lists.start(name, ref.namespace);
  await lists.settle();
  await listPods(desired.objects, open.cluster);
  await open.cluster.apiVersions();
  const observedParts = observed?.parts(desired.objects.map(({ object }) => object));
  if (observedParts === undefined) throw new Error('the cluster was opened without its observer');
  const parts = await withDesiredChecks(
    withoutOtherPods(withoutStrangers(observedParts, desired.objects), desired.objects),
  );
  for (const warning of gaps(parts.index, desired.objects.length)) tools.warn(warning);
  const { context, version } = open.cluster.destination;
  const where = [context, version].filter((part) => part !== undefined).join(' ');
  const objects = parts.live.length === 1 ? '1 object' : `${parts.live.length} objects`;
  return {
    text: writeRecording(parts),
    summary: `${objects}${where === '' ? '' : ` of ${where}`}`,
    complete: parts.index.unreadable.length === 0,
  };
}

/**
 * The parts without what a replay never asks for: revisions of other workloads than the desired ones, and what was not
 * there, or not readable, beside the desired objects.
 */
function withoutStrangers(parts: RecordingParts, desired: readonly DesiredObject[]): RecordingParts {
  const wanted = new Set(desired.map(({ ref }) => refKey(ref)));
  const workloads = parts.live.filter((object) => wanted.has(refKey(refOf(object))));
  const isKept = (object: KubernetesObject): boolean =>
    !['ReplicaSet', 'ControllerRevision'].includes(object.kind) ||
    wanted.has(refKey(refOf(object))) ||
    workloads.some((workload) => isKeptBy(object, workload));
  const { index } = parts;
  return {
    ...parts,
    live: parts.live.filter(isKept),
    index: {
      ...index,
      missing: index.missing.filter((ref) => wanted.has(refKey(ref))),
      unreadable: index.unreadable.filter((ref) => wanted.has(refKey(ref))),
    },
  };
}

/** How many reasons a warning gives. */
const SHOWN = 3;

/** What the recording lacks because it could not be read, one sentence for objects and one for each list. */
function gaps(index: RecordingIndex, wanted: number): readonly string[] {
  const { unreadable } = index;
  const why = unreadable.slice(0, SHOWN).map((entry) => `${refText(entry)} (${entry.reason})`);
  const more = unreadable.length > SHOWN ? ` and ${unreadable.length - SHOWN} more` : '';
  return [
    ...(unreadable.length === 0
      ? []
      : [
          `${unreadable.length} of ${wanted === 1 ? '1 object' : `${wanted} objects`} could not be read: ${why.join(', ')}${more}`,
        ]),
    ...index.listed
      .filter(({ complete, notServed }) => !complete && notServed !== true)
      .map(({ kind, namespace, reason }) => {
        const scope = namespace === '' ? '' : ` in ${namespace}`;
        return `the list of ${kind}${scope} could not be read: ${reason ?? 'no reason given'}`;
      }),
  ];
}
