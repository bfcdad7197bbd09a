import { apiServiceHealth } from './api-service.js';
import { childApplicationHealth } from './application.js';
import { cronJobHealth } from './cron-job.js';
import { customResourceDefinitionHealth } from './custom-resource-definition.js';
import { daemonSetHealth } from './daemon-set.js';
import { deploymentHealth } from './deployment.js';
import { horizontalPodAutoscalerHealth } from './horizontal-pod-autoscaler.js';
import { ingressHealth } from './ingress.js';
import { jobHealth } from './job.js';
import { persistentVolumeClaimHealth } from './persistent-volume-claim.js';
import { podHealth } from './pod.js';
import { podDisruptionBudgetHealth } from './pod-disruption-budget.js';
import { promotionHealth } from './promotion.js';
import { replicaSetHealth } from './replica-set.js';
import { rolloutHealth } from './rollout.js';
import { serviceHealth } from './service.js';
import { statefulSetHealth } from './stateful-set.js';
import type { HealthRule } from './status-fields.js';
import { workflowHealth } from './workflow.js';

/** How a kind is judged; `versions` are those whose shape the rule knows, absent where it takes any. */
export interface BuiltInKind {
  readonly versions?: readonly string[];
  readonly rule: HealthRule;
}

/** Kinds with a rule of their own, keyed by `group/kind` (the core group is empty). */
export const BUILT_IN_KINDS: ReadonlyMap<string, BuiltInKind> = new Map<string, BuiltInKind>([
  ['apps/Deployment', { versions: ['v1'], rule: deploymentHealth }],
  ['apps/StatefulSet', { versions: ['v1'], rule: statefulSetHealth }],
  ['apps/DaemonSet', { versions: ['v1'], rule: daemonSetHealth }],
  ['apps/ReplicaSet', { versions: ['v1'], rule: replicaSetHealth }],
  ['/Pod', { versions: ['v1'], rule: podHealth }],
  ['/Service', { versions: ['v1'], rule: serviceHealth }],
  ['/PersistentVolumeClaim', { versions: ['v1'], rule: persistentVolumeClaimHealth }],
  ['batch/Job', { versions: ['v1'], rule: jobHealth }],
  ['batch/CronJob', { rule: cronJobHealth }],
  ['autoscaling/HorizontalPodAutoscaler', { versions: ['v1', 'v2'], rule: horizontalPodAutoscalerHealth }],
  ['networking.k8s.io/Ingress', { rule: ingressHealth }],
  ['extensions/Ingress', { rule: ingressHealth }],
  ['policy/PodDisruptionBudget', { rule: podDisruptionBudgetHealth }],
  ['apiextensions.k8s.io/CustomResourceDefinition', { rule: customResourceDefinitionHealth }],
  ['apiregistration.k8s.io/APIService', { versions: ['v1', 'v1beta1'], rule: apiServiceHealth }],
  ['argoproj.io/Workflow', { rule: workflowHealth }],
  ['argoproj.io/Application', { rule: childApplicationHealth }],
  ['argoproj.io/Rollout', { rule: rolloutHealth }],
  ['promoter.argoproj.io/PromotionStrategy', { rule: promotionHealth }],
  ['promoter.argoproj.io/ChangeTransferPolicy', { rule: promotionHealth }],
]);
