import type { OwnersReport } from '../../src/model/owners-report.js';
import type { Writer } from '../../src/model/writer.js';
import { AUTOSCALER, KUBECTL_SET, NOW } from './worlds.js';

const ARGO: Writer = {
  category: 'gitops',
  name: 'Argo CD',
  manager: 'argocd-controller',
  operation: 'Apply',
  subresource: '',
  apiVersion: 'apps/v1',
  time: '2026-11-27T12:00:00Z',
  confidence: 'certain',
  evidence: [],
};

/** A Deployment with fields of GitOps, an autoscaler, a person, and nobody. */
export const CATALOG: OwnersReport = {
  schemaVersion: '1',
  tool: { name: 'gitdrift', version: '0.1.0' },
  generatedAt: NOW.toISOString(),
  destination: { context: 'prod-eu', version: 'v1.36.3', namespace: 'marketplace' },
  resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
  managedFields: 'recorded',
  object: {
    metadata: { name: 'catalog', labels: { 'app.kubernetes.io/name': 'catalog', debug: 'true' } },
    spec: {
      replicas: 7,
      template: {
        spec: {
          containers: [{ name: 'web', image: 'registry.example/catalog:hotfix', args: ['--a', '--b'], stdin: false }],
        },
      },
    },
  },
  fields: [
    {
      path: '.metadata.labels["app.kubernetes.io/name"]',
      pointer: '/metadata/labels/app.kubernetes.io~1name',
      writers: [ARGO],
    },
    {
      path: '.metadata.labels.debug',
      pointer: '/metadata/labels/debug',
      writers: [{ ...KUBECTL_SET, name: 'kubectl label', manager: 'kubectl-label' }],
    },
    {
      path: '.metadata.name',
      pointer: '/metadata/name',
      writers: [],
      filledIn: { category: 'identity', rule: 'never-recorded', reason: 'the server never records who sets it' },
    },
    { path: '.spec.replicas', pointer: '/spec/replicas', writers: [AUTOSCALER, ARGO] },
    {
      path: '.spec.template.spec.containers[name="web"].args',
      pointer: '/spec/template/spec/containers/0/args',
      whole: true,
      writers: [ARGO],
    },
    {
      path: '.spec.template.spec.containers[name="web"].image',
      pointer: '/spec/template/spec/containers/0/image',
      writers: [KUBECTL_SET],
    },
    {
      path: '.spec.template.spec.containers[name="web"].name',
      pointer: '/spec/template/spec/containers/0/name',
      writers: [ARGO],
    },
    {
      path: '.spec.template.spec.containers[name="web"].stdin',
      pointer: '/spec/template/spec/containers/0/stdin',
      writers: [],
      filledIn: {
        category: 'default',
        rule: 'container-defaults',
        reason: 'what a container has where nothing is said',
      },
    },
  ],
  ghosts: [
    {
      path: '.spec.paused',
      writers: [{ ...KUBECTL_SET, name: 'kubectl rollout pause or resume', manager: 'kubectl-rollout' }],
    },
  ],
};
