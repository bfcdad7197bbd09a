import { type AdmissionEvidence, admissionOf } from '../../explain/admission.js';
import { needsNamespaceLabels } from '../../explain/admission-match.js';
import { dig, isArray, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { Cluster, ListResult } from '../../model/live.js';
import { type KubernetesObject, type ResourceRef, refKey } from '../../model/resource.js';
import { gvkKey, type SchemaBundle } from '../../model/schema.js';
import type { RelatedLists } from './evidence-lists.js';

const NAMESPACE = { group: '', version: 'v1', kind: 'Namespace' } as const;

/** A live object with a field that nobody is recorded for. */
export interface UnownedIn {
  readonly ref: ResourceRef;
  readonly object: KubernetesObject;
}

/** What may have changed these objects at admission, by `refKey`; the lists have come. */
export async function findAdmission(
  objects: readonly UnownedIn[],
  lists: RelatedLists,
  cluster: Cluster,
  schema: SchemaBundle,
): Promise<ReadonlyMap<string, AdmissionEvidence>> {
  const found = {
    webhooks: lists.get('mutatingWebhooks', ''),
    policies: lists.get('mutatingPolicies', ''),
    bindings: lists.get('mutatingPolicyBindings', ''),
  };
  const asked = Object.values(found).some((list) => asksForLabels(list));
  const namespaces = asked ? await namespaceLabels(objects, cluster) : new Map<string, JsonObject>();
  const plurals = await Promise.all(objects.map(({ ref }) => pluralOf(ref, cluster, schema)));
  return new Map(
    objects.map(({ ref, object }, at) => {
      const labels = dig(object, 'metadata', 'labels');
      const admitted = {
        ref,
        plural: plurals[at] ?? '',
        labels: isObject(labels) ? labels : {},
        namespaceLabels: namespaces.get(ref.namespace),
      };
      return [refKey(ref), admissionOf(found, admitted)];
    }),
  );
}

/** True where some selector of a list needs more of a namespace than its name. */
function asksForLabels(list: ListResult | undefined): boolean {
  if (list?.kind !== 'listed') return false;
  return list.objects.some((object) => {
    const webhooks = dig(object, 'webhooks');
    const parts: readonly (JsonValue | undefined)[] = isArray(webhooks)
      ? webhooks
      : [dig(object, 'spec', 'matchConstraints'), dig(object, 'spec', 'matchResources')];
    return parts.some((part) => needsNamespaceLabels(dig(part, 'namespaceSelector')));
  });
}

async function namespaceLabels(
  objects: readonly UnownedIn[],
  cluster: Cluster,
): Promise<ReadonlyMap<string, JsonObject>> {
  const names = [...new Set(objects.map(({ ref }) => ref.namespace))].filter((name) => name !== '').sort();
  const found = await readNamespaces(names, cluster);
  return new Map(
    found.map((object) => {
      const labels = dig(object, 'metadata', 'labels');
      return [String(dig(object, 'metadata', 'name')), isObject(labels) ? labels : {}];
    }),
  );
}

async function readNamespaces(names: readonly string[], cluster: Cluster): Promise<readonly KubernetesObject[]> {
  // Saved objects warn of every kind that is fetched and not there: a namespace is no part of what is compared.
  if (cluster.recorded) {
    const list = await cluster.list(NAMESPACE, '');
    return list.kind === 'listed' ? list.objects : [];
  }
  const results = await cluster.fetch(names.map((name) => ({ ...NAMESPACE, namespace: '', name })));
  return [...results.values()].flatMap((result) => (result.kind === 'found' ? [result.object] : []));
}

async function pluralOf(ref: ResourceRef, cluster: Cluster, schema: SchemaBundle): Promise<string | undefined> {
  const key = gvkKey(ref);
  const known = Object.hasOwn(schema.kinds, key) ? schema.kinds[key] : undefined;
  return (known ?? (await cluster.kind(ref)))?.plural;
}
