import { dig, digString } from '../model/json.js';
import { type KubernetesObject, parseApiVersion, type ResourceRef, refText } from '../model/resource.js';
import type { Writer } from '../model/writer.js';
import { REPLICAS } from './autoscalers.js';
import { timeOf } from './metadata.js';
import type { Told } from './told.js';

/** An object whose events belong to the story. */
export interface EventSubject {
  readonly ref: ResourceRef;
  /** Absent where it is not known: then kind and name have to do. */
  readonly uid?: string;
  readonly role: 'self' | 'revision' | 'autoscaler';
  /** Who writes as it, of an autoscaler. */
  readonly writer?: Writer;
}

/**
 * The events about some objects, each once; what an event says several times is one line with how often and since when.
 * What ReplicaSets say of single Pods is left out unless `verbose`, for the workload's own events say how many there
 * are; warnings stay.
 */
export function toldByEvents(
  events: readonly KubernetesObject[],
  subjects: readonly EventSubject[],
  verbose: boolean,
): readonly Told[] {
  const told = new Map<string, Told>();
  for (const event of events) {
    const subject = subjects.find((one) => isAbout(event, one));
    if (subject === undefined || (!verbose && isPodNoise(event, subject))) continue;
    const one = toldByEvent(event, subject);
    if (one === undefined) continue;
    const key = JSON.stringify([refText(subject.ref), digString(event, 'reason'), one.entry.message, one.entry.note]);
    const before = told.get(key);
    told.set(key, before === undefined ? one : together(before, one));
  }
  return [...told.values()];
}

function isAbout(event: KubernetesObject, { ref }: EventSubject): boolean {
  const about = involved(event);
  return (
    digString(about, 'kind') === ref.kind &&
    digString(about, 'name') === ref.name &&
    (digString(about, 'namespace') ?? '') === ref.namespace &&
    parseApiVersion(digString(about, 'apiVersion') ?? '').group === ref.group
  );
}

/** core/v1 says `involvedObject`, events.k8s.io/v1 `regarding`. */
function involved(event: KubernetesObject): KubernetesObject | undefined {
  return (dig(event, 'involvedObject') ?? dig(event, 'regarding')) as KubernetesObject | undefined;
}

const POD_REASONS: ReadonlySet<string> = new Set(['SuccessfulCreate', 'SuccessfulDelete']);

function isPodNoise(event: KubernetesObject, { role }: EventSubject): boolean {
  return role === 'revision' && POD_REASONS.has(digString(event, 'reason') ?? '');
}

/** What the recorder of client-go puts before a message that stands for several (tools/record/events_cache.go). */
const COMBINED = '(combined from similar events): ';

function toldByEvent(event: KubernetesObject, subject: EventSubject): Told | undefined {
  const [since, time] = [firstTime(event), lastTime(event)];
  if (time === undefined) return undefined;
  const text = (digString(event, 'message') ?? digString(event, 'note') ?? '').trim();
  const combined = text.startsWith(COMBINED);
  const said = combined ? text.slice(COMBINED.length) : text;
  const reason = digString(event, 'reason') ?? '';
  const rescaled = subject.role === 'autoscaler' && reason === 'SuccessfulRescale';
  const times = countOf(event);
  const notes = [
    ...(combined ? ['stands for several similar events; the others are not kept'] : []),
    ...(isOther(event, subject) ? ['about an earlier object of this name'] : []),
  ];
  const warning = digString(event, 'type') === 'Warning' ? 'Warning ' : '';
  const of = OF[subject.role](subject.ref);
  const writer = rescaled ? subject.writer : reporter(event);
  return {
    entry: {
      code: rescaled ? 'rescaled' : 'event',
      time,
      certainty: 'exact',
      ...(times > 1 ? { times, ...(since === undefined || since === time ? {} : { since }) } : {}),
      message: rescaled ? `changed the replicas: ${said}` : `${of}${warning}${reason}: ${said}`,
      ...(writer === undefined ? {} : { writer }),
      ...(notes.length === 0 ? {} : { note: notes.join('; ') }),
      sources: [{ kind: 'event' }],
    },
    about: rescaled ? [REPLICAS] : 'object',
  };
}

const OF: Readonly<Record<EventSubject['role'], (ref: ResourceRef) => string>> = {
  self: () => '',
  revision: ({ kind, name }) => `${kind} ${name}: `,
  autoscaler: ({ name }) => `HPA ${name}: `,
};

function isOther(event: KubernetesObject, { uid }: EventSubject): boolean {
  const said = digString(involved(event), 'uid');
  return uid !== undefined && said !== undefined && said !== '' && said !== uid;
}

/** The component that recorded it, by its own word. */
function reporter(event: KubernetesObject): Writer | undefined {
  const names = [
    digString(event, 'reportingComponent'),
    digString(event, 'reportingController'),
    digString(event, 'source', 'component'),
    digString(event, 'deprecatedSource', 'component'),
  ];
  const name = names.find((one) => one !== undefined && one !== '');
  if (name === undefined) return undefined;
  return {
    category: CONTROL_PLANE.has(name) ? 'control-plane' : 'operator',
    name,
    confidence: 'likely',
    evidence: [{ kind: 'object', message: `the event names ${name} as its reporter` }],
  };
}

/** Names under which the parts of Kubernetes record events (kubernetes cmd/kube-controller-manager, pkg/controller). */
const CONTROL_PLANE: ReadonlySet<string> = new Set([
  ...['deployment-controller', 'replicaset-controller', 'statefulset-controller', 'daemonset-controller'],
  ...['job-controller', 'cronjob-controller', 'horizontal-pod-autoscaler', 'persistentvolume-controller'],
  ...[
    'service-controller',
    'endpoint-controller',
    'endpoint-slice-controller',
    'disruption-controller',
    'controllermanager',
  ],
  ...['default-scheduler', 'kubelet', 'attachdetach-controller', 'node-controller', 'taint-eviction-controller'],
  ...['replication-controller', 'namespace-controller', 'resourcequota-controller', 'garbage-collector-controller'],
]);

function together(one: Told, other: Told): Told {
  const times = (one.entry.times ?? 1) + (other.entry.times ?? 1);
  const last = Date.parse(one.entry.time ?? '') >= Date.parse(other.entry.time ?? '') ? one : other;
  const starts = [one, other].map(({ entry }) => entry.since ?? entry.time ?? '').sort();
  const since = starts[0] ?? '';
  return {
    ...last,
    entry: { ...last.entry, times, ...(since === '' || since === last.entry.time ? {} : { since }) },
  };
}

/** Core events count in fields that events.k8s.io/v1 calls deprecated; new ones in a series. */
function countOf(event: KubernetesObject): number {
  const counts = [dig(event, 'series', 'count'), dig(event, 'count'), dig(event, 'deprecatedCount')];
  return Math.max(1, ...counts.filter((one) => typeof one === 'number'));
}

function firstTime(event: KubernetesObject): string | undefined {
  return firstOf(event, [
    ['firstTimestamp'],
    ['deprecatedFirstTimestamp'],
    ['eventTime'],
    ['metadata', 'creationTimestamp'],
  ]);
}

function lastTime(event: KubernetesObject): string | undefined {
  return firstOf(event, [
    ['series', 'lastObservedTime'],
    ['lastTimestamp'],
    ['deprecatedLastTimestamp'],
    ['eventTime'],
    ['metadata', 'creationTimestamp'],
  ]);
}

function firstOf(event: KubernetesObject, places: readonly (readonly string[])[]): string | undefined {
  return places.map((place) => timeOf(digString(event, ...place))).find((time) => time !== undefined);
}
