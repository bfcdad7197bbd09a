import type { KnownTime, TemplateRevision, TemplateStep } from '../model/history.js';
import {
  dig,
  digString,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  jsonEqual,
  setField,
} from '../model/json.js';
import { type KubernetesObject, type ResourceRef, refOf } from '../model/resource.js';

/** Where a kind's controller keeps earlier Pod templates. */
interface Keeping {
  readonly kept: 'ReplicaSet' | 'ControllerRevision';
  /** Before `/revision` and `/revision-history` in annotations of ReplicaSets; absent where the object has a number. */
  readonly annotations?: string;
  /** The label that the controller adds to the template of each ReplicaSet. */
  readonly hashLabel?: string;
}

/**
 * Deployment: pkg/controller/deployment/util (deployment_util.go). Rollout: argo-rollouts utils/annotations. The others:
 * pkg/controller/history and the getPatch of each controller, which keeps the template alone.
 */
const KEEPING: ReadonlyMap<string, Keeping> = new Map<string, Keeping>([
  ['apps/Deployment', { kept: 'ReplicaSet', annotations: 'deployment.kubernetes.io', hashLabel: 'pod-template-hash' }],
  [
    'argoproj.io/Rollout',
    { kept: 'ReplicaSet', annotations: 'rollout.argoproj.io', hashLabel: 'rollouts-pod-template-hash' },
  ],
  ['apps/StatefulSet', { kept: 'ControllerRevision' }],
  ['apps/DaemonSet', { kept: 'ControllerRevision' }],
]);

/** The kind of the objects that keep the earlier templates of this kind; undefined where nothing keeps them. */
export function keptAs(kind: Pick<ResourceRef, 'group' | 'kind'>): Keeping['kept'] | undefined {
  return KEEPING.get(`${kind.group}/${kind.kind}`)?.kept;
}

/** The steps of a workload's template, falling by number, from a list that holds its revisions among others. */
export function templateSteps(
  workload: KubernetesObject,
  objects: readonly KubernetesObject[],
): readonly TemplateStep[] {
  const keeping = KEEPING.get(`${refOf(workload).group}/${workload.kind}`);
  if (keeping === undefined) return [];
  const own = byController(objects).get(`${workload.kind}/${digString(workload.metadata, 'name')}`) ?? [];
  const read = own
    .filter((object) => object.kind === keeping.kept && isKeptBy(object, workload))
    .flatMap((object) => readRevision(object, keeping));
  const newest = Math.max(...read.map(({ numbers }) => numbers.at(-1) ?? 0));
  const live = normal(dig(workload, 'spec', 'template'), keeping);
  const revisions = read.map((revision) => ({
    ...revision,
    current: revision.numbers.at(-1) === newest && jsonEqual(revision.template, live),
  }));
  return stepsOf(revisions, keeping);
}

const grouped = new WeakMap<readonly KubernetesObject[], ReadonlyMap<string, readonly KubernetesObject[]>>();

/** The objects of a list by kind and name of their controllers, grouped once: every workload of a namespace asks for it. */
function byController(objects: readonly KubernetesObject[]): ReadonlyMap<string, readonly KubernetesObject[]> {
  const known = grouped.get(objects);
  if (known !== undefined) return known;
  const groups = new Map<string, KubernetesObject[]>();
  for (const object of objects) {
    const owners = dig(object, 'metadata', 'ownerReferences');
    for (const owner of isArray(owners) ? owners : []) {
      if (dig(owner, 'controller') !== true) continue;
      const key = `${digString(owner, 'kind')}/${digString(owner, 'name')}`;
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [object]);
      else group.push(object);
    }
  }
  grouped.set(objects, groups);
  return groups;
}

/** True for an object whose controller is the workload: by uid where both are known, else by kind and name. */
export function isKeptBy(object: KubernetesObject, workload: KubernetesObject): boolean {
  const owners = dig(object, 'metadata', 'ownerReferences');
  if (!isArray(owners)) return false;
  if (digString(object.metadata, 'namespace') !== digString(workload.metadata, 'namespace')) return false;
  const uid = digString(workload.metadata, 'uid');
  return owners.some((owner) => {
    if (dig(owner, 'controller') !== true) return false;
    const ownerUid = digString(owner, 'uid');
    if (uid !== undefined && ownerUid !== undefined) return uid === ownerUid;
    return (
      digString(owner, 'kind') === workload.kind && digString(owner, 'name') === digString(workload.metadata, 'name')
    );
  });
}

type Read = Omit<TemplateRevision, 'current'>;

function readRevision(object: KubernetesObject, keeping: Keeping): Read[] {
  const numbers = numbersOf(object, keeping);
  const [first, ...later] = numbers;
  const time = digString(object.metadata, 'creationTimestamp');
  const template = dig(
    object,
    ...(keeping.kept === 'ReplicaSet' ? ['spec', 'template'] : ['data', 'spec', 'template']),
  );
  if (first === undefined || time === undefined || template === undefined) return [];
  return [{ ref: refOf(object), numbers: [first, ...later], time, template: normal(template, keeping) ?? null }];
}

function numbersOf(object: KubernetesObject, { annotations }: Keeping): readonly number[] {
  if (annotations === undefined) return [dig(object, 'revision')].map(Number).filter(isRevision);
  const text = (name: string): string => digString(object.metadata, 'annotations', `${annotations}/${name}`) ?? '';
  const numbers = [...text('revision-history').split(','), text('revision')].map((part) => Number.parseInt(part, 10));
  return [...new Set(numbers.filter(isRevision))].sort((a, b) => a - b);
}

function isRevision(number: number): boolean {
  return Number.isSafeInteger(number) && number > 0;
}

/** A template without what only the kept copy has: the hash label, the patch directive, an empty creationTimestamp. */
function normal(template: JsonValue | undefined, { hashLabel }: Keeping): JsonValue | undefined {
  if (!isObject(template)) return template;
  const metadata = field(template, 'metadata');
  const labels = field(metadata, 'labels');
  const kept = isObject(labels) && hashLabel !== undefined ? without(labels, hashLabel) : labels;
  const clean = isObject(metadata)
    ? { ...without(without(metadata, 'labels'), 'creationTimestamp'), ...(isEmpty(kept) ? {} : { labels: kept }) }
    : metadata;
  return {
    ...without(without(template, '$patch'), 'metadata'),
    ...(isEmpty(clean) ? {} : { metadata: clean }),
  } as JsonObject;
}

function isEmpty(value: JsonValue | undefined): value is undefined {
  return value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0);
}

function without(object: JsonObject, name: string): JsonObject {
  const rest: Record<string, JsonValue> = {};
  for (const [key, value] of Object.entries(object)) if (key !== name) setField(rest, key, value);
  return rest;
}

function stepsOf(revisions: readonly TemplateRevision[], keeping: Keeping): readonly TemplateStep[] {
  return revisions
    .flatMap((revision) => revision.numbers.map((number) => ({ number, revision, time: timeOf(number, revision) })))
    .sort((a, b) => b.number - a.number);

  function timeOf(number: number, revision: TemplateRevision): KnownTime {
    if (isFirst(number, revision)) return { kind: 'exact', at: revision.time };
    const others = revisions.filter((other) => other !== revision);
    const older = others.filter((other) => other.numbers[0] < number).map(({ time }) => time);
    const newer = others.filter((other) => isFirst(other.numbers[0], other) && other.numbers[0] > number);
    const before = earliest(newer.map(({ time }) => time));
    return {
      kind: 'between',
      after: latest([revision.time, ...older]) ?? revision.time,
      ...(before === undefined ? {} : { before }),
    };
  }

  /**
   * True where the revision was made for this number. One that was rolled back to keeps its creationTimestamp and takes a
   * new number: ReplicaSets note the earlier ones (getNewReplicaSet, SetNewReplicaSetAnnotations); a ControllerRevision
   * does not (UpdateControllerRevision), so there the order of the others' times, and a gap in the numbers, has to tell.
   */
  function isFirst(number: number, revision: TemplateRevision): boolean {
    if (number !== revision.numbers[0]) return false;
    if (revisions.some((other) => other.numbers[0] < number && other.time > revision.time)) return false;
    if (keeping.kept === 'ReplicaSet' || number === 1) return true;
    return revisions.some((other) => other.numbers.includes(number - 1));
  }
}

function latest(times: readonly string[]): string | undefined {
  return [...times].sort().at(-1);
}

function earliest(times: readonly string[]): string | undefined {
  return [...times].sort()[0];
}
