import { isObject, type JsonObject } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import type { LeafTypes } from './changes.js';
import { mutate } from './mutate.js';
import { rewrite } from './notation.js';
import { type Random, randomOf } from './random.js';
import { WAYS, type Way } from './ways.js';
import type { TestWorld } from './world.js';

/** What a case's seed and number decide on before anything is written. */
export interface Plan {
  readonly number: number;
  readonly random: Random;
  readonly kind: string;
  readonly way: Way;
  readonly types: LeafTypes;
  /** True where `/status` is a subresource. */
  readonly hasStatus: boolean;
  /** The manifest that desired starts from, under the case's own name. */
  readonly manifest: KubernetesObject;
}

/** How often a kind comes up; 1 where nothing is said. */
const WEIGHTS: Readonly<Record<string, number>> = {
  'apps/v1/Deployment': 16,
  'apps/v1/StatefulSet': 6,
  'apps/v1/DaemonSet': 5,
  'batch/v1/CronJob': 5,
  'batch/v1/Job': 3,
  'v1/Service': 12,
  'v1/ConfigMap': 6,
  'v1/Secret': 6,
  'v1/ServiceAccount': 3,
  'v1/PersistentVolumeClaim': 2,
  'shop.example/v1/Storefront': 18,
  'shop.example/v1/Ledger': 3,
  'networking.k8s.io/v1/Ingress': 6,
  'networking.k8s.io/v1/NetworkPolicy': 6,
  'autoscaling/v1/HorizontalPodAutoscaler': 4,
  'autoscaling/v2/HorizontalPodAutoscaler': 7,
  'policy/v1/PodDisruptionBudget': 3,
  'rbac.authorization.k8s.io/v1/Role': 3,
  'rbac.authorization.k8s.io/v1/RoleBinding': 3,
  'rbac.authorization.k8s.io/v1/ClusterRole': 3,
  'admissionregistration.k8s.io/v1/ValidatingWebhookConfiguration': 3,
  'admissionregistration.k8s.io/v1/MutatingWebhookConfiguration': 3,
};

/** Objects that change what happens to others in their namespace get one of their own. */
const NEEDS_NAMESPACE = new Set(['ResourceQuota', 'LimitRange']);

export function planCase(world: TestWorld, seed: number, number: number): Plan {
  const random = randomOf(seed, number);
  const kinds = [...world.corpus.kinds.keys()].flatMap((key) => Array<string>(WEIGHTS[key] ?? 1).fill(key));
  const kind = random.pick(kinds);
  const way = random.pick(WAYS);
  const schema = world.bundle.kinds[kind];
  if (schema === undefined) throw new Error(`the corpus holds a kind without a schema: ${kind}`);
  const manifest = named(world, random.pick(world.corpus.kinds.get(kind) ?? []), number, schema.namespaced);
  const types = { bundle: world.bundle, type: schema.type, custom: schema.custom };
  return { number, random, kind, way, types, hasStatus: schema.statusSubresource === true, manifest };
}

/** The namespace that a plan's object needs to be made first, if any. */
export function ownNamespace({ manifest }: Plan): string | undefined {
  return NEEDS_NAMESPACE.has(manifest.kind) ? String(manifest.metadata.namespace) : undefined;
}

function named(world: TestWorld, manifest: KubernetesObject, number: number, namespaced: boolean): KubernetesObject {
  if (manifest.kind === 'CustomResourceDefinition') return namedDefinition(manifest, number);
  const namespace = NEEDS_NAMESPACE.has(manifest.kind) ? `${world.namespace}-${number}` : world.namespace;
  const metadata = { ...manifest.metadata, name: `case-${number}`, ...(namespaced ? { namespace } : {}) };
  return { ...manifest, metadata };
}

/** A definition's name is made of its plural and its group. */
function namedDefinition(manifest: KubernetesObject, number: number): KubernetesObject {
  const spec = manifest.spec as JsonObject;
  const names = { kind: `Case${number}`, plural: `case${number}s` };
  const metadata = { ...manifest.metadata, name: `case${number}s.${String(spec.group)}` };
  return { ...manifest, metadata, spec: { ...spec, names } };
}

/** Another desired state: a few random changes, written in another way. */
export function moved(world: TestWorld, plan: Plan, object: KubernetesObject, most: number): KubernetesObject {
  const donors = world.corpus.kinds.get(plan.kind) ?? [];
  let changed: JsonObject = object;
  for (let left = 1 + plan.random.int(most); left > 0; left--) {
    changed = mutate(changed, { random: plan.random, ...plan.types, donors });
  }
  return { ...changed, ...identityOf(object, changed) } as KubernetesObject;
}

/** The same desired state in other words; `stored` is what the server holds of it. */
export function rewritten(
  plan: Plan,
  object: KubernetesObject,
  stored: KubernetesObject | undefined,
): KubernetesObject {
  const written = withTypo(plan, rewrite(object, { random: plan.random, ...plan.types, stored }));
  return { ...written, ...identityOf(object, written) } as KubernetesObject;
}

/** Now and then a field that no kind has; a server-side apply would refuse it. */
function withTypo({ way, random, types }: Plan, object: JsonObject): JsonObject {
  if (way.operation === 'Apply' || types.custom || !isObject(object.spec) || !random.chance(0.04)) return object;
  return { ...object, spec: { ...object.spec, replica: 2 } };
}

function identityOf(object: KubernetesObject, changed: JsonObject = object): JsonObject {
  const metadata = (changed.metadata ?? object.metadata) as JsonObject;
  const { name, namespace } = object.metadata;
  const whole = {
    ...metadata,
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  };
  return { apiVersion: object.apiVersion, kind: object.kind, metadata: whole };
}

/** The same object under a name that nobody has: to ask whether it is valid by itself. */
export function underOtherName(object: KubernetesObject): KubernetesObject {
  if (object.kind === 'CustomResourceDefinition') {
    return namedDefinition(object, 1_000_000 + Number(String(object.metadata.name).replace(/\D/g, '').slice(0, 6)));
  }
  return { ...object, metadata: { ...object.metadata, name: `${String(object.metadata.name)}-valid` } };
}
