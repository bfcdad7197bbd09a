import { readApplication } from '../../../src/gitops/argocd/read-application.js';
import type { ArgoController } from '../../../src/model/controller.js';
import type { FieldDrift } from '../../../src/model/drift.js';
import type { JsonObject } from '../../../src/model/json.js';
import type { KubernetesObject } from '../../../src/model/resource.js';
import type { Writer } from '../../../src/model/writer.js';

export const NOW = new Date('2026-11-30T12:00:00Z');
export const REVISION = '4f2c1f0a9f6d4a6f9c7f2d1e8b3a5c6d7e8f9a0b';

const SOURCE = { repoURL: 'https://git.example.com/team/shop.git', path: 'apps/shop', targetRevision: 'main' };

/** An Application as the controller leaves it after a sync that succeeded at REVISION. */
export function argo(
  more: {
    syncPolicy?: JsonObject;
    annotations?: JsonObject;
    operationState?: JsonObject;
    status?: JsonObject;
    metadata?: JsonObject;
    top?: JsonObject;
    revisions?: readonly string[];
    project?: readonly JsonObject[];
    applicationSet?: JsonObject;
  } = {},
): ArgoController {
  const object = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd', annotations: more.annotations ?? {}, ...more.metadata },
    spec: {
      project: 'team',
      source: SOURCE,
      destination: { server: 'https://kubernetes.default.svc', namespace: 'shop' },
      syncPolicy: more.syncPolicy ?? { automated: { prune: true, selfHeal: true } },
    },
    status: {
      sync: { status: 'OutOfSync', revision: REVISION },
      operationState: {
        phase: 'Succeeded',
        message: 'successfully synced',
        startedAt: '2026-11-30T11:00:00Z',
        finishedAt: '2026-11-30T11:00:05Z',
        operation: { initiatedBy: { automated: true }, sync: { revision: REVISION } },
        syncResult: { revision: REVISION, source: SOURCE },
        ...more.operationState,
      },
      ...more.status,
    },
    ...more.top,
  } as unknown as KubernetesObject;
  const project = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'team', namespace: 'argocd' },
    spec: { syncWindows: more.project ?? [] },
  };
  return {
    kind: 'argocd',
    application: readApplication(object, { where: 'a test' }),
    revisions: more.revisions ?? [REVISION],
    project,
    ...(more.applicationSet === undefined
      ? {}
      : {
          applicationSet: {
            apiVersion: 'argoproj.io/v1alpha1',
            kind: 'ApplicationSet',
            metadata: { name: 'shops', namespace: 'argocd' },
            spec: more.applicationSet,
          },
        }),
  };
}

/** A difference in an image, by somebody with kubectl set. */
export function drift(more: Partial<FieldDrift> = {}, writer: Partial<Writer> = {}): FieldDrift {
  return {
    path: '.spec.template.spec.containers[name="web"].image',
    pointer: '/spec/template/spec/containers/0/image',
    change: 'changed',
    desired: 'registry.example/catalog:1.4.2',
    live: 'registry.example/catalog:1.4.3-hotfix',
    writer: {
      category: 'manual',
      name: 'kubectl set',
      manager: 'kubectl-set',
      operation: 'Update',
      subresource: '',
      confidence: 'likely',
      evidence: [],
      ...writer,
    },
    coOwners: [],
    explanation: { status: 'unexplained', code: 'manual-change', message: '' },
    next: { code: 'unknown', message: '' },
    ...more,
  };
}

export const replicas = drift(
  {
    path: '.spec.replicas',
    pointer: '/spec/replicas',
    desired: 2,
    live: 5,
    explanation: { status: 'explained', code: 'hpa-controls-replicas', message: '' },
  },
  { category: 'autoscaler', name: 'HPA catalog', manager: 'kube-controller-manager', subresource: 'scale' },
);

export const sidecar = (writer: Partial<Writer>): FieldDrift =>
  drift({ path: '.spec.template.spec.containers[name="debug"]', change: 'extra' }, writer);

/** A Deployment as live has it, with marks. */
export function deployment(annotations: JsonObject = {}): KubernetesObject {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'catalog', namespace: 'shop', annotations },
    spec: {},
  };
}
