import { type FieldPath, startsWith } from '../model/field-path.js';
import { dig, digString } from '../model/json.js';
import type { ListResult } from '../model/live.js';
import { parsePath } from '../model/parse-path.js';
import { type KubernetesObject, parseApiVersion, type ResourceRef, refOf, refText } from '../model/resource.js';
import type { Evidence } from '../model/writer.js';
import { unreadText } from './autoscaler.js';

const TEMPLATE = parsePath('.spec.template.spec');
const POD = parsePath('.spec');
const LISTS = ['containers', 'initContainers'];

/** True for requests and limits of a container, in a Pod template or in a Pod: what a VPA is about. */
export function isContainerResources(kind: Pick<ResourceRef, 'kind'>, path: FieldPath): boolean {
  const base = kind.kind === 'Pod' ? POD : TEMPLATE;
  const [list, , resources] = path.slice(base.length);
  return (
    startsWith(path, base) &&
    list?.kind === 'field' &&
    LISTS.includes(list.name) &&
    resources?.kind === 'field' &&
    resources.name === 'resources'
  );
}

/**
 * What the VPAs of a namespace mean for a difference in resources. A VPA changes Pods, at admission and in place, never
 * the workload that makes them (autoscaler vertical-pod-autoscaler/pkg/admission-controller), so that it is no writer of a
 * template; of a Pod it is a possible one, which leaves no entry.
 */
export function verticalFacts(
  vpas: ListResult | undefined,
  object: ResourceRef,
  makers: readonly Pick<ResourceRef, 'kind' | 'name'>[],
): Evidence[] {
  if (vpas?.kind !== 'listed') {
    return unreadText('VerticalPodAutoscalers', vpas).map((message) => ({ kind: 'object', message }));
  }
  const targets = object.kind === 'Pod' ? makers : [object];
  return vpas.objects
    .filter((vpa) => digString(vpa.metadata, 'namespace') === object.namespace)
    .filter((vpa) => targets.some((target) => isTarget(vpa, target)))
    .map((vpa) => ({ kind: 'object', message: text(vpa, object), resource: refOf(vpa) }));
}

/** A Pod's maker is its ReplicaSet, named after the Deployment that the VPA targets. */
function isTarget(vpa: KubernetesObject, object: Pick<ResourceRef, 'kind' | 'name'> & { group?: string }): boolean {
  const target = dig(vpa, 'spec', 'targetRef');
  const [kind, name] = [digString(target, 'kind'), digString(target, 'name') ?? ''];
  if (kind === 'Deployment' && object.kind === 'ReplicaSet')
    return /^-[a-z0-9]+$/.test(object.name.slice(name.length)) && object.name.startsWith(name);
  if (kind !== object.kind || name !== object.name) return false;
  return object.group === undefined || parseApiVersion(digString(target, 'apiVersion') ?? '').group === object.group;
}

function text(vpa: KubernetesObject, object: ResourceRef): string {
  // An absent mode is Recreate, as is the old name Auto.
  const mode = digString(vpa, 'spec', 'updatePolicy', 'updateMode') ?? 'Recreate';
  const who = `${refText(refOf(vpa))} (mode ${mode})`;
  if (object.kind !== 'Pod') {
    return `${who} targets this workload; a VPA changes Pods only, never their template, so it did not write this`;
  }
  return mode === 'Off'
    ? `${who} targets this Pod's workload, and in that mode it only recommends`
    : `${who} targets this Pod's workload: it may have set this when the Pod was made, or in place; it leaves no entry at admission`;
}
