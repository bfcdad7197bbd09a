import type { Difference, Explanation } from '../model/drift.js';
import { printPath } from '../model/field-path.js';
import { dig, digString, isArray, type JsonValue } from '../model/json.js';
import type { ListResult } from '../model/live.js';
import { type KubernetesObject, parseApiVersion, type ResourceRef, refOf, refText } from '../model/resource.js';
import type { Evidence, WriterCategory } from '../model/writer.js';
import { isReplicas, unreadText } from './autoscaler.js';
import { differsOnlyIn } from './differs-only-in.js';

/** An Argo Rollout or a Flagger Canary that delivers the object at hand. */
export interface Delivery {
  readonly ref: ResourceRef;
  /** What it does to the object, as the end of `Rollout marketplace/catalog …`. */
  readonly does: string;
  /** Which live number of replicas it accounts for: none, only 0, or any (while it shifts Pods over). */
  readonly replicas: 'none' | 'zero' | 'any';
  /** True where it shifts traffic by weights in the object. */
  readonly weights: boolean;
}

export interface DeliveryEvidence {
  readonly deliveries: readonly Delivery[];
  readonly unread: readonly string[];
}

const ROUTES = ['.spec.http', '.spec.tls', '.spec.tcp'];

/** True for a difference that progressive delivery may make: replicas of a workload, routes of a VirtualService. */
export function mayBeDelivery(ref: ResourceRef, difference: Pick<Difference, 'path'>): boolean {
  if (isVirtualService(ref)) return ROUTES.some((route) => printPath(difference.path).startsWith(route));
  return isReplicas(difference.path);
}

function isVirtualService({ group, kind }: ResourceRef): boolean {
  return group === 'networking.istio.io' && kind === 'VirtualService';
}

/** The Rollouts and Canaries of a namespace's lists that deliver the object. */
export function deliveriesOf(
  rollouts: ListResult | undefined,
  canaries: ListResult | undefined,
  object: ResourceRef,
): DeliveryEvidence {
  const inNamespace = (list: ListResult | undefined): readonly KubernetesObject[] =>
    list?.kind === 'listed'
      ? list.objects.filter((one) => digString(one.metadata, 'namespace') === object.namespace)
      : [];
  return {
    deliveries: [
      ...inNamespace(rollouts).flatMap((rollout) => rolloutOf(rollout, object)),
      ...inNamespace(canaries).flatMap((canary) => canaryOf(canary, object)),
    ],
    unread: [...unreadText('Rollouts', rollouts), ...unreadText('Canaries', canaries)],
  };
}

/** How a Rollout that takes its template from a Deployment retires that one (argo-rollouts types.go, ObjectRef.ScaleDown). */
const SCALE_DOWN: ReadonlyMap<string, Pick<Delivery, 'does' | 'replicas'>> = new Map([
  ['onsuccess', { does: 'runs the Pods of this workload itself and scales it to 0 once healthy', replicas: 'zero' }],
  ['progressively', { does: 'takes over the Pods of this workload and scales it down step by step', replicas: 'any' }],
]);

function rolloutOf(rollout: KubernetesObject, object: ResourceRef): Delivery[] {
  const ref = refOf(rollout);
  if (isVirtualService(object)) {
    const istio = dig(rollout, 'spec', 'strategy', 'canary', 'trafficRouting', 'istio');
    const services = dig(istio, 'virtualServices');
    const named = [dig(istio, 'virtualService'), ...(isArray(services) ? services : [])];
    if (!named.some((service) => digString(service, 'name') === object.name)) return [];
    return [{ ref, does: 'shifts traffic by the weights of this VirtualService', replicas: 'none', weights: true }];
  }
  const workload = dig(rollout, 'spec', 'workloadRef');
  if (!isTarget(workload, object)) return [];
  const leaves = {
    does: 'runs the Pods of this workload itself and leaves its replicas alone',
    replicas: 'none',
  } as const;
  const how = SCALE_DOWN.get(digString(workload, 'scaleDown') ?? 'never') ?? leaves;
  return [{ ref, ...how, weights: false }];
}

/** Phases in which Flagger keeps the target at 0 (fluxcd/flagger pkg/apis/flagger/v1beta1/status.go, pkg/controller). */
const RESTING = ['Initialized', 'Succeeded', 'Failed'];

function canaryOf(canary: KubernetesObject, object: ResourceRef): Delivery[] {
  const ref = refOf(canary);
  const target = dig(canary, 'spec', 'targetRef');
  if (isVirtualService(object)) {
    const name = digString(canary, 'spec', 'service', 'name') ?? digString(target, 'name');
    if (name !== object.name) return [];
    return [{ ref, does: 'shifts traffic by the weights of this VirtualService', replicas: 'none', weights: true }];
  }
  if (!isTarget(target, object)) return [];
  const phase = digString(canary, 'status', 'phase');
  const said = phase === undefined ? '' : `; its phase is ${phase}`;
  return [
    {
      ref,
      does: `runs the stable Pods as ${object.name}-primary, and this workload only while it tries a new version${said}`,
      replicas: phase === undefined || RESTING.includes(phase) ? 'zero' : 'any',
      weights: false,
    },
  ];
}

function isTarget(target: JsonValue | undefined, object: ResourceRef): boolean {
  return (
    digString(target, 'kind') === object.kind &&
    digString(target, 'name') === object.name &&
    parseApiVersion(digString(target, 'apiVersion') ?? 'apps/v1').group === object.group
  );
}

/** What is known of the delivery of an object, where a difference may be its doing. */
export function deliveryFacts(evidence: DeliveryEvidence | undefined): Evidence[] {
  if (evidence === undefined) return [];
  return [
    ...evidence.deliveries.map((one): Evidence => ({ kind: 'object', message: textOf(one), resource: one.ref })),
    ...evidence.unread.map((message): Evidence => ({ kind: 'object', message })),
  ];
}

function textOf({ ref, does }: Delivery): string {
  return `${refText(ref)} ${does}`;
}

/** Whose writes a delivery accounts for; a scale to 0 records nobody. */
const ACCOUNTED: ReadonlySet<WriterCategory> = new Set(['unowned', 'operator', 'unknown']);

/** The explanation by a delivery; undefined where none accounts for the difference. */
export function deliveryExplanation(
  evidence: DeliveryEvidence | undefined,
  difference: Difference,
  category: WriterCategory,
): Explanation | undefined {
  if (!ACCOUNTED.has(category)) return undefined;
  const found = evidence?.deliveries.find((delivery) =>
    isReplicas(difference.path)
      ? delivery.replicas === 'any' || (delivery.replicas === 'zero' && difference.live === 0)
      : delivery.weights && differsOnlyIn(difference, ['weight']),
  );
  return found && { status: 'explained', code: 'progressive-delivery', message: textOf(found) };
}
