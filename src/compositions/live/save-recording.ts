import type { Recording, Tools } from '../../cli/engine.js';
import { withDesiredChecks } from '../../cluster/recording/desired-check.js';
import type { RecordingIndex } from '../../cluster/recording/recording-index.js';
import { type RecordingParts, writeRecording } from '../../cluster/recording/write.js';
import { isKeptBy } from '../../explain/history.js';
import type { Cluster } from '../../model/live.js';
import { type DesiredObject, type KubernetesObject, refKey, refOf, refText } from '../../model/resource.js';
import { relatedLists } from '../evidence/evidence-lists.js';
import { mayBeNeededBy } from '../evidence/evidence-needs.js';
import { listPods, withoutOtherPods } from '../health/recorded-pods.js';

/** Asks a cluster that keeps its answers for what a replay against a newer commit may ask for. */
export async function askForMore(desired: readonly DesiredObject[], cluster: Cluster): Promise<void> {
  const lists = relatedLists(cluster);
  for (const { ref } of desired) for (const name of mayBeNeededBy(ref)) lists.start(name, ref.namespace);
  await lists.settle();
  await listPods(desired, cluster);
  await cluster.apiVersions();
}

/** The recording of what a cluster answered, Secrets masked; warns of what could not be read. */
export async function savedAs(
  kept: RecordingParts,
  desired: readonly DesiredObject[],
  cluster: Cluster,
  tools: Tools,
): Promise<Recording> {
  const parts = await withDesiredChecks(withoutOtherPods(kept, desired));
  for (const warning of gaps(parts.index, desired)) tools.warn(warning);
  const { context, version } = cluster.destination;
  const where = [context, version].filter((part) => part !== undefined).join(' ');
  const objects = parts.live.length === 1 ? '1 object' : `${parts.live.length} objects`;
  return {
    text: writeRecording(parts),
    summary: `${objects}${where === '' ? '' : ` of ${where}`}`,
    complete: parts.index.unreadable.length === 0,
  };
}

/** The parts without the revisions of other workloads than the desired ones. */
export function withoutOtherRevisions(parts: RecordingParts, desired: readonly DesiredObject[]): RecordingParts {
  const wanted = new Set(desired.map(({ ref }) => refKey(ref)));
  const workloads = parts.live.filter((object) => wanted.has(refKey(refOf(object))));
  const isKept = (object: KubernetesObject): boolean =>
    !['ReplicaSet', 'ControllerRevision'].includes(object.kind) ||
    wanted.has(refKey(refOf(object))) ||
    workloads.some((workload) => isKeptBy(object, workload));
  return { ...parts, live: parts.live.filter(isKept) };
}

/** How many reasons a warning gives. */
const SHOWN = 3;

/** What the recording lacks because it could not be read, one sentence for objects and one for each list. */
function gaps(index: RecordingIndex, desired: readonly DesiredObject[]): readonly string[] {
  const { unreadable } = index;
  const why = unreadable.slice(0, SHOWN).map((entry) => `${refText(entry)} (${entry.reason})`);
  const more = unreadable.length > SHOWN ? ` and ${unreadable.length - SHOWN} more` : '';
  // What applications refer to, such as their projects, is none of the declared objects.
  const declared = new Set(desired.map(({ ref }) => refKey(ref)));
  const of = unreadable.every((entry) => declared.has(refKey(entry))) ? `${unreadable.length} of ` : '';
  const count = of === '' ? unreadable.length : desired.length;
  const objects = count === 1 ? '1 object' : `${count} objects`;
  return [
    ...(unreadable.length === 0 ? [] : [`${of}${objects} could not be read: ${why.join(', ')}${more}`]),
    ...index.listed
      .filter(({ complete, notServed }) => !complete && notServed !== true)
      .map(({ kind, namespace, reason }) => {
        const scope = namespace === '' ? '' : ` in ${namespace}`;
        return `the list of ${kind}${scope} could not be read: ${reason ?? 'no reason given'}`;
      }),
  ];
}
