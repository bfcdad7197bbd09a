import { type FieldPath, valueAt } from '../model/field-path.js';
import type { FieldHistory, KnownTime, TemplateRevision, TemplateStep } from '../model/history.js';
import {
  dig,
  digString,
  field,
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

/** True for a path in a workload's Pod template, whose earlier values may be kept. */
export function isInTemplate(path: FieldPath): boolean {
  return path.length > 2 && ['spec', 'template'].every((name, at) => isField(path[at], name));
}

function isField(element: FieldPath[number] | undefined, name: string): boolean {
  return element?.kind === 'field' && element.name === name;
}

/** The steps of a workload's template, falling by number, from a list that holds its revisions among others. */
export function templateSteps(
  workload: KubernetesObject,
  objects: readonly KubernetesObject[],
): readonly TemplateStep[] {
  const keeping = KEEPING.get(`${refOf(workload).group}/${workload.kind}`);
  if (keeping === undefined) return [];
  const read = objects
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

/** True for an object whose controller is the workload: by uid where both are known, else by kind and name. */
export function isKeptBy(object: KubernetesObject, workload: KubernetesObject): boolean {
  const owners = dig(object, 'metadata', 'ownerReferences');
  if (!Array.isArray(owners)) return false;
  if (digString(object.metadata, 'namespace') !== digString(workload.metadata, 'namespace')) return false;
  const uid = digString(workload.metadata, 'uid');
  return (owners as readonly JsonValue[]).some((owner) => {
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

/**
 * Since when a workload's template has this value, absent included; `path` starts at the template. Undefined where no
 * revision is kept.
 */
export function fieldHistory(
  steps: readonly TemplateStep[],
  path: FieldPath,
  live: JsonValue | undefined,
): FieldHistory | undefined {
  const [newest] = steps;
  if (newest === undefined) return undefined;
  const valueIn = (step: TemplateStep): JsonValue | undefined => valueAt(step.revision.template, path);
  const end = steps.findIndex((step) => !jsonEqual(valueIn(step), live));
  const since = steps.at(end < 0 ? -1 : end - 1);
  const before = end < 0 ? undefined : steps[end];
  if (before === undefined) return fromTheOldest(since ?? newest);
  const value = valueIn(before);
  const previous = { step: before, ...(value === undefined ? {} : { value }) };
  if (end === 0) return { time: { kind: 'between', after: lower(before) }, previous, before: 'previous' };
  const time = since === undefined ? NO_TIME : since.number === before.number + 1 ? since.time : around(before, since);
  return { ...(since === undefined ? {} : { since }), time, previous, before: 'previous' };
}

const NO_TIME: KnownTime = { kind: 'between' };

/** All kept revisions have the value: the workload was created with it, or those before are gone. */
function fromTheOldest(oldest: TemplateStep): FieldHistory {
  if (oldest.number === 1) return { since: oldest, time: oldest.time, before: 'created' };
  return { since: oldest, time: { kind: 'between', ...upper(oldest) }, before: 'not-kept' };
}

/** Between two steps whose numbers are not neighbours: a revision that is not kept may have brought the value. */
function around(before: TemplateStep, since: TemplateStep): KnownTime {
  return { kind: 'between', after: lower(before), ...upper(since) };
}

function lower({ time, revision }: TemplateStep): string {
  return time.kind === 'exact' ? time.at : (time.after ?? revision.time);
}

function upper({ time }: TemplateStep): { before?: string } {
  if (time.kind === 'exact') return { before: time.at };
  return time.before === undefined ? {} : { before: time.before };
}

function latest(times: readonly string[]): string | undefined {
  return [...times].sort().at(-1);
}

function earliest(times: readonly string[]): string | undefined {
  return [...times].sort()[0];
}
