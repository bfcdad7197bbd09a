import { kubectlOk, until } from '../../../controlplane/kubectl.js';
import { settings } from '../manifests.js';
import type { Actors, Place } from './scenario.js';

/** The workload that admission does not let grow beyond 4. */
export const CAPPED = 'hpa-capped';

/** What has to be there before the first write: kinds of custom resources, a role to aggregate, an admission policy. */
export async function prepareSurroundings(
  { kubectl, suffix, namespace }: Actors,
  as: Parameters<typeof kubectlOk>[1],
): Promise<void> {
  await kubectlOk(['create', '--filename=-'], { ...as, stdin: surroundings({ namespace, suffix }) });
  for (const plural of ['routes', 'bundles']) {
    await kubectlOk(['wait', '--for=condition=Established', `crd/${plural}.shop-${suffix}.example.com`], as);
  }
  await until(async () => {
    const label = '--output=jsonpath={.metadata.labels.cost-center}';
    const probe = settings('probe', {}).replace('name: probe', 'name: probe\n  labels: {mutate: "yes"}');
    return (await kubectl(['create', '--dry-run=server', '--filename=-', label], probe)) === '42';
  }, 'the policy is in force');
}

/** Takes away what has no namespace. */
export async function removeSurroundings({ suffix }: Place, as: Parameters<typeof kubectlOk>[1]): Promise<void> {
  const policies =
    'mutatingadmissionpolicy,mutatingadmissionpolicybinding,validatingadmissionpolicy,validatingadmissionpolicybinding,clusterrole';
  await kubectlOk(['delete', policies, `--selector=ownership=${suffix}`, '--ignore-not-found'], as);
  await kubectlOk(
    ['delete', `clusterrole/shop-${suffix}`, `node/cordon-${suffix}`, `node/taint-${suffix}`, '--ignore-not-found'],
    as,
  );
  const crds = ['routes', 'bundles'].map((plural) => `crd/${plural}.shop-${suffix}.example.com`);
  await kubectlOk(['delete', ...crds, '--ignore-not-found', '--wait=false'], as);
}

function surroundings({ namespace, suffix }: Place): string {
  const group = `shop-${suffix}.example.com`;
  const labels = `{ownership: "${suffix}"}`;
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: routes.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: Route, plural: routes, singular: route, listKind: RouteList}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {scale: {specReplicasPath: .spec.replicas, statusReplicasPath: .status.replicas}}
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties:
              replicas: {type: integer}
              hosts: {type: array, x-kubernetes-list-type: set, items: {type: string}}
              backends:
                type: array
                x-kubernetes-list-type: map
                x-kubernetes-list-map-keys: [name]
                items:
                  type: object
                  required: [name]
                  properties: {name: {type: string}, weight: {type: integer}}
          status: {type: object, properties: {replicas: {type: integer}}}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: bundles.${group}}
spec:
  group: ${group}
  scope: Namespaced
  names: {kind: Bundle, plural: bundles, singular: bundle, listKind: BundleList}
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: shop-read-${suffix}, labels: {shop: "${suffix}", ownership: "${suffix}"}}
rules: [{apiGroups: [shop.example.com], resources: [carts], verbs: [get]}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: mutate-${suffix}, labels: ${labels}}
spec:
  matchConstraints:
    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${namespace}}}
    objectSelector: {matchLabels: {mutate: "yes"}}
    resourceRules:
    - {apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [configmaps]}
  failurePolicy: Fail
  reinvocationPolicy: Never
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration:
      expression: 'Object{metadata: Object.metadata{labels: {"cost-center": "42"}}}'
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: mutate-${suffix}, labels: ${labels}}
spec: {policyName: mutate-${suffix}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: cap-${suffix}, labels: ${labels}}
spec:
  matchConstraints:
    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: ${namespace}}}
    resourceRules:
    - {apiGroups: [apps], apiVersions: [v1], operations: [UPDATE], resources: [deployments/scale]}
  matchConditions: [{name: this-one, expression: 'request.name == "${CAPPED}"'}]
  validations: [{expression: object.spec.replicas <= 4, message: "at most 4"}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: cap-${suffix}, labels: ${labels}}
spec: {policyName: cap-${suffix}, validationActions: [Deny]}
`;
}
