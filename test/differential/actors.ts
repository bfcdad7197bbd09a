import { dig, isObject, type JsonObject, type JsonValue, jsonEqual, setField } from '../../src/model/json.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { gvkKey } from '../../src/model/schema.js';
import { type Answer, objectPath } from './api.js';
import { changedLeaves, type LeafTypes } from './changes.js';
import type { ActorName } from './journal.js';
import { mutate } from './mutate.js';
import { replaceAt, without } from './paths.js';
import type { Random } from './random.js';
import type { TestWorld } from './world.js';

type Style = 'replace' | 'merge-patch' | 'apply' | 'scale';

interface Actor extends ActorName {
  readonly style: Style;
  /** Where the server takes the manager's name from; scale writers give no field manager. */
  readonly userAgent?: string;
}

const update = (manager: string, style: Style = 'replace'): Actor => ({
  manager,
  operation: 'Update',
  subresource: '',
  style,
});
const applier = (manager: string): Actor => ({ manager, operation: 'Apply', subresource: '', style: 'apply' });

const ACTORS: readonly Actor[] = [
  update('kubectl-edit', 'merge-patch'),
  update('kubectl-patch', 'merge-patch'),
  update('kubectl-set', 'merge-patch'),
  update('kubectl-label', 'merge-patch'),
  update('kubectl-annotate', 'merge-patch'),
  update('kubectl-replace'),
  update('Mozilla'),
  update('flagger'),
  update('cert-manager-cainjector'),
  update('manager'),
  update('argocd-server', 'merge-patch'),
  applier('external-secrets'),
  applier('team-labeler'),
];

const SCALERS: readonly Actor[] = [
  { manager: 'kubectl', operation: 'Update', subresource: 'scale', style: 'scale', userAgent: 'kubectl/v1.36.3' },
  {
    manager: 'kube-controller-manager',
    operation: 'Update',
    subresource: 'scale',
    style: 'scale',
    userAgent: 'kube-controller-manager/v1.36.3 (linux/amd64) kubernetes/test/horizontal-pod-autoscaler',
  },
];

const SCALED = new Set(['Deployment', 'StatefulSet', 'ReplicaSet', 'ReplicationController', 'Storefront']);

/** A write that was tried. */
export interface Write {
  readonly actor: ActorName;
  readonly body: JsonObject;
  readonly answer: Answer;
  readonly line: string;
}

export interface Writing {
  readonly world: TestWorld;
  readonly random: Random;
  readonly types: LeafTypes;
  readonly live: KubernetesObject;
  /** The object as it was before, for writes that are taken back. */
  readonly earlier: KubernetesObject | undefined;
}

/** One random write of a random actor. */
export async function write(writing: Writing): Promise<Write> {
  const { random, live } = writing;
  if (SCALED.has(live.kind) && random.chance(0.25)) return scale(writing, random.pick(SCALERS));
  if (live.kind === 'HorizontalPodAutoscaler' && random.chance(0.3)) return throughOtherVersion(writing);
  const actor = random.pick(ACTORS);
  const wanted = wantedState(writing);
  return actor.style === 'apply' ? applyPart(writing, actor, wanted) : updateWhole(writing, actor, wanted);
}

/** Mostly something else; now and then the same again, or what it was before. */
function wantedState({ world, random, types, live, earlier }: Writing): JsonObject {
  const roll = random.int(100);
  if (roll < 10) return live;
  if (roll < 20 && earlier !== undefined)
    return { ...earlier, metadata: { ...live.metadata, labels: earlier.metadata.labels ?? {} } };
  const donors = world.corpus.kinds.get(gvkKey(refOf(live))) ?? [];
  for (let tries = 0; tries < 5; tries++) {
    const changed = mutate(live, { random, ...types, donors });
    if (changed !== live) return changed;
  }
  return live;
}

async function updateWhole({ world, live }: Writing, actor: Actor, wanted: JsonObject): Promise<Write> {
  const ref = refOf(live);
  const path = objectPath(world.bundle, ref, { query: { fieldManager: actor.manager } });
  const patch = mergePatch(live, wanted) ?? {};
  const line = `${actor.manager} ${actor.style}: ${text(patch)}`;
  const body = actor.style === 'replace' ? wanted : (patch as JsonObject);
  const answer = await world.api.call(
    actor.style === 'replace'
      ? { method: 'PUT', path, body }
      : { method: 'PATCH', path, body, contentType: 'application/merge-patch+json' },
  );
  return { actor, body, answer, line };
}

/** An operator that knows the autoscaler at another version than Git declares it. */
async function throughOtherVersion({ world, random, live }: Writing): Promise<Write> {
  const ref = { ...refOf(live), version: live.apiVersion === 'autoscaling/v1' ? 'v2' : 'v1' };
  const actor = update('keda-operator', 'merge-patch');
  const path = objectPath(world.bundle, ref, { query: { fieldManager: actor.manager } });
  const body = { spec: random.pick([{ maxReplicas: 4 + random.int(9) }, { minReplicas: 1 + random.int(3) }]) };
  const answer = await world.api.call({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' });
  return { actor, body, answer, line: `${actor.manager} merge-patch at ${ref.version}: ${text(body)}` };
}

/** Applies what changed, or any one field as it is. */
async function applyPart({ world, random, types, live }: Writing, actor: Actor, wanted: JsonObject): Promise<Write> {
  const changed = changedLeaves(types, live, wanted).filter(({ after }) => after !== undefined);
  const { apiVersion, kind, metadata } = live;
  const identity: JsonObject = {
    apiVersion,
    kind,
    metadata: Object.fromEntries(Object.entries(metadata).filter(([key]) => key === 'name' || key === 'namespace')),
  };
  const same = changedLeaves(types, {}, without(live, 'apiVersion', 'kind', 'metadata', 'status'));
  const leaves = changed.length > 0 ? changed : same.length > 0 ? [random.pick(same)] : [];
  const body = leaves.reduce<JsonObject>(
    (object, { path, after }) => replaceAt(object, path, () => after) as JsonObject,
    identity,
  );
  const force = random.chance(0.8);
  const path = objectPath(world.bundle, refOf(live), { query: { fieldManager: actor.manager, force: String(force) } });
  const answer = await world.api.call({ method: 'PATCH', path, body, contentType: 'application/apply-patch+yaml' });
  return {
    actor,
    body,
    answer,
    line: `${actor.manager} apply: ${text(without(body, 'apiVersion', 'kind', 'metadata'))}`,
  };
}

async function scale({ world, random, live }: Writing, actor: Actor): Promise<Write> {
  const now = dig(live, 'spec', 'replicas');
  const replicas = random.chance(0.15) && typeof now === 'number' ? now : 1 + random.int(6);
  const path = objectPath(world.bundle, refOf(live), { subresource: 'scale' });
  const body = { spec: { replicas } };
  const answer = await world.api.call({
    method: 'PATCH',
    path,
    body,
    contentType: 'application/merge-patch+json',
    ...(actor.userAgent === undefined ? {} : { userAgent: actor.userAgent }),
  });
  return { actor, body, answer, line: `${actor.manager} scale: ${replicas}` };
}

const text = (value: JsonValue): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));

/** The JSON merge patch from one object to the other; undefined where they are equal. */
function mergePatch(before: JsonObject, after: JsonObject): JsonObject | undefined {
  const patch: Record<string, JsonValue> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[name], after[name]];
    if (jsonEqual(from, to)) continue;
    const inner = isObject(from) && isObject(to) ? mergePatch(from, to) : to;
    if (isObject(from) && isObject(to) && inner === undefined) continue;
    setField(patch, name, inner ?? null);
  }
  return Object.keys(patch).length === 0 ? undefined : patch;
}
