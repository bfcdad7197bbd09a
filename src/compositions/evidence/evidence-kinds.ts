import type { Gvk } from '../../model/resource.js';

/** A kind whose objects are evidence, at the versions that can be read, the preferred one first. */
export interface RelatedKind extends Omit<Gvk, 'version'> {
  readonly versions: readonly [string, ...string[]];
  readonly namespaced: boolean;
}

const APPS = { group: 'apps', versions: ['v1'], namespaced: true } as const;
const ADMISSION = { group: 'admissionregistration.k8s.io', namespaced: false } as const;

/** The kinds of related objects. */
export const RELATED = {
  autoscalers: {
    group: 'autoscaling',
    versions: ['v2', 'v1'],
    kind: 'HorizontalPodAutoscaler',
    namespaced: true,
  },
  scaledObjects: { group: 'keda.sh', versions: ['v1alpha1'], kind: 'ScaledObject', namespaced: true },
  verticalAutoscalers: {
    group: 'autoscaling.k8s.io',
    versions: ['v1'],
    kind: 'VerticalPodAutoscaler',
    namespaced: true,
  },
  rollouts: { group: 'argoproj.io', versions: ['v1alpha1'], kind: 'Rollout', namespaced: true },
  canaries: { group: 'flagger.app', versions: ['v1beta1'], kind: 'Canary', namespaced: true },
  replicaSets: { ...APPS, kind: 'ReplicaSet' },
  controllerRevisions: { ...APPS, kind: 'ControllerRevision' },
  mutatingWebhooks: { ...ADMISSION, versions: ['v1'], kind: 'MutatingWebhookConfiguration' },
  mutatingPolicies: {
    ...ADMISSION,
    versions: ['v1', 'v1beta1', 'v1alpha1'],
    kind: 'MutatingAdmissionPolicy',
  },
  mutatingPolicyBindings: {
    ...ADMISSION,
    versions: ['v1', 'v1beta1', 'v1alpha1'],
    kind: 'MutatingAdmissionPolicyBinding',
  },
} as const satisfies Readonly<Record<string, RelatedKind>>;

export type RelatedName = keyof typeof RELATED;
