import { originAt } from '../model/manifest.js';
import type { Finding } from '../model/report.js';
import type { DesiredObject, Gvk } from '../model/resource.js';
import { isPlaceholder } from '../model/withheld.js';

/** A rule on names that an API server enforces, with its reason in words. */
interface NameRule {
  readonly isValid: (name: string) => boolean;
  readonly wants: string;
}

const SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;

/** apimachinery pkg/util/validation: IsDNS1123Subdomain; of a CronJob 11 characters are kept for its Jobs' names. */
const subdomain = (limit: number): NameRule => ({
  isValid: (name) => name.length <= limit && SUBDOMAIN.test(name),
  wants: `only lower-case letters, digits, - and . are allowed, a letter or digit beside each . and at both ends, and at most ${limit} characters`,
});

/** IsDNS1123Label. Before Kubernetes 1.34 a Service may not begin with a digit either. */
const LABEL_RULE: NameRule = {
  isValid: (name) => name.length <= 63 && LABEL.test(name),
  wants: 'only lower-case letters, digits and - are allowed, a letter or digit at both ends, and at most 63 characters',
};

/** apimachinery pkg/api/validation/path: IsValidPathSegmentName, which every kind is held to. */
const SEGMENT_RULE: NameRule = {
  isValid: (name) => name !== '.' && name !== '..' && !/[/%]/.test(name),
  wants: 'it may not be . or .., and may not hold / or %',
};

/**
 * The kinds whose names have to be DNS subdomains, by group; tried on an API server. Others take more: roles, disruption
 * budgets, certificate requests; and of custom and aggregated kinds nobody can tell.
 */
const SUBDOMAIN_KINDS: Readonly<Record<string, readonly string[]>> = {
  '': [
    ['ConfigMap', 'Endpoints', 'LimitRange', 'Node', 'PersistentVolume', 'PersistentVolumeClaim', 'Pod', 'PodTemplate'],
    ['ReplicationController', 'ResourceQuota', 'Secret', 'ServiceAccount'],
  ].flat(),
  'admissionregistration.k8s.io': [
    ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
  ].flat(),
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  apps: ['ControllerRevision', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  autoscaling: ['HorizontalPodAutoscaler'],
  batch: ['Job'],
  'coordination.k8s.io': ['Lease'],
  'discovery.k8s.io': ['EndpointSlice'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'networking.k8s.io': ['Ingress', 'IngressClass', 'NetworkPolicy'],
  'node.k8s.io': ['RuntimeClass'],
  'resource.k8s.io': ['DeviceClass'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'StorageClass', 'VolumeAttributesClass'],
};

function nameRule({ group, kind }: Gvk): NameRule {
  if (group === '' && (kind === 'Namespace' || kind === 'Service')) return LABEL_RULE;
  if (group === 'batch' && kind === 'CronJob') return subdomain(52);
  const listed = Object.hasOwn(SUBDOMAIN_KINDS, group) && SUBDOMAIN_KINDS[group]?.includes(kind);
  return listed ? subdomain(253) : SEGMENT_RULE;
}

/** A finding for each name or namespace of an object that no API server accepts; placeholders are filled in before. */
export function nameFindings({ ref, origins }: DesiredObject): readonly Finding[] {
  const check = (what: 'name' | 'namespace', rule: NameRule): Finding[] =>
    rule.isValid(ref[what]) || isPlaceholder(ref[what])
      ? []
      : [
          {
            code: 'invalid-name',
            severity: 'error',
            resource: ref,
            path: `.metadata.${what}`,
            message: `the API server refuses this ${what}: ${rule.wants}`,
            origin: originAt(origins, `/metadata/${what}`),
          },
        ];
  return [...check('name', nameRule(ref)), ...(ref.namespace === '' ? [] : check('namespace', LABEL_RULE))];
}
