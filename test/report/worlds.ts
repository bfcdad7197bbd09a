import type { Change, Explanation, FieldDrift } from '../../src/model/drift.js';
import type { ApplicationReport, Report, ResourceReport } from '../../src/model/report.js';
import type { Writer } from '../../src/model/writer.js';

/** The clock of every world in these tests. */
export const NOW = new Date('2026-11-30T12:00:00Z');

export const KUBECTL_SET: Writer = {
  category: 'manual',
  name: 'kubectl set',
  manager: 'kubectl-set',
  operation: 'Update',
  subresource: '',
  apiVersion: 'apps/v1',
  time: '2026-11-30T11:48:00Z',
  confidence: 'likely',
  evidence: [{ kind: 'managed-field', message: 'its Update entry for apps/v1 names this field' }],
};

export const AUTOSCALER: Writer = {
  category: 'autoscaler',
  name: 'HPA catalog',
  manager: 'kube-controller-manager',
  operation: 'Update',
  subresource: 'scale',
  apiVersion: 'autoscaling/v2',
  confidence: 'certain',
  evidence: [{ kind: 'object', message: 'HorizontalPodAutoscaler marketplace/catalog targets this Deployment' }],
};

export const NOBODY: Writer = { category: 'unowned', name: 'nobody is recorded', confidence: 'certain', evidence: [] };

/** A drift that nothing accounts for; `parts` replaces what matters to a test. */
export function drift(parts: Partial<FieldDrift> & Pick<FieldDrift, 'path'>): FieldDrift {
  return {
    pointer: parts.path.replaceAll('.', '/'),
    change: 'changed',
    writer: KUBECTL_SET,
    coOwners: [],
    explanation: unexplained(parts.change ?? 'changed'),
    ...parts,
  };
}

function unexplained(change: Change): Explanation {
  const [code, message] = {
    changed: ['manual-change', 'changed by hand or by a script, outside Git'],
    missing: [
      'missing-in-live',
      'live lacks it: Git has moved on, or somebody removed it; Kubernetes does not record which',
    ],
    extra: ['undeclared-manual', 'written by hand or by a script; desired says nothing about it, so a sync leaves it'],
  }[change] as [string, string];
  return { status: 'unexplained', code, message };
}

/** A Deployment marketplace/catalog that is Synced and Healthy. */
export function resource(parts: Partial<ResourceReport> = {}): ResourceReport {
  return {
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'marketplace',
    name: 'catalog',
    outcome: 'compared',
    sync: 'Synced',
    health: { status: 'Healthy', message: '', source: 'built-in' },
    drift: [],
    ignored: [],
    undeclared: [],
    ...parts,
  };
}

export function application(parts: Partial<ApplicationReport> = {}): ApplicationReport {
  return {
    name: 'catalog-prod',
    kind: 'git',
    sources: [
      {
        repoURL: 'https://git.example/shop/deployment-config.git',
        path: 'apps/catalog/prod',
        targetRevision: 'main',
        revision: '3f2a91c8d7e6f5a4b3c2d1e0f9a8b7c6d5e4f3a2',
        dirty: false,
        renderer: { name: 'kustomize', version: '5.8.1' },
      },
    ],
    destination: {
      server: 'https://api.prod-eu.example',
      context: 'prod-eu',
      namespace: 'marketplace',
      version: 'v1.36.3',
    },
    sync: { status: 'Synced', message: '' },
    health: { status: 'Healthy', message: '' },
    action: { code: 'none', message: '' },
    resources: [],
    ifSynced: [],
    findings: [],
    ...parts,
  };
}

/** A report of these applications; the numbers of `summary` are of no interest to the formats for people. */
export function report(applications: readonly ApplicationReport[], gate: Partial<Report['gate']> = {}): Report {
  return {
    schemaVersion: '1',
    tool: { name: 'gitdrift', version: '0.1.0' },
    generatedAt: NOW.toISOString(),
    applications,
    summary: {
      applications: applications.length,
      resources: applications.reduce((sum, one) => sum + one.resources.length, 0),
      synced: 0,
      outOfSync: 0,
      unknown: 0,
      notCompared: 0,
      missing: 0,
      extraneous: 0,
      drift: { total: 0, explained: 0, unexplained: 0, ignored: 0 },
      undeclared: { total: 0, unexplained: 0, noted: 0 },
    },
    gate: { failOn: ['unexplained'], counted: 0, passed: true, exitCode: 0, ...gate },
  };
}

/** Eleven objects that are in order. */
export const ELEVEN_SYNCED: readonly ResourceReport[] = Array.from({ length: 11 }, (_, at) =>
  resource({ group: '', kind: 'ConfigMap', name: `settings-${at}`, health: null }),
);

/** The incident that the layout was drawn for: a hotfix by hand, an autoscaler, a debug label. */
export const INCIDENT: Report = report(
  [
    application({
      sync: { status: 'OutOfSync', message: '1 of 12 objects differs' },
      action: {
        code: 'merge-or-sync',
        message:
          'A sync would put the old image back and scale from 7 to 3: merge the image into Git and drop replicas there first.',
      },
      resources: [
        ...ELEVEN_SYNCED,
        resource({
          sync: 'OutOfSync',
          drift: [
            drift({
              path: '.spec.replicas',
              desired: 3,
              live: 7,
              writer: AUTOSCALER,
              explanation: {
                status: 'explained',
                code: 'hpa-controls-replicas',
                message: 'HPA catalog, bounds 2 to 10',
              },
              next: { code: 'autoscaler-rewrites', message: 'a sync sets 3, then the HPA sets its own number again' },
              origin: { file: 'apps/catalog/prod/deployment.yaml', line: 9 },
            }),
            drift({
              path: '.spec.template.spec.containers[name="web"].image',
              pointer: '/spec/template/spec/containers/0/image',
              desired:
                'registry.example/catalog@sha256:4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1c0ffee4be1',
              live: 'registry.example/catalog:hotfix',
              next: { code: 'stays-until-sync', message: 'the next sync puts the desired image back' },
              origin: { file: 'apps/catalog/prod/deployment.yaml', line: 21 },
            }),
          ],
          undeclared: [
            drift({
              path: '.metadata.labels.debug',
              change: 'extra',
              live: 'true',
              writer: { ...KUBECTL_SET, name: 'kubectl label', manager: 'kubectl-label' },
              next: { code: 'stays', message: 'a sync leaves it' },
            }),
          ],
        }),
      ],
      ifSynced: [
        {
          code: 'restarts-pods',
          resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
          path: '.spec.template',
          message: 'the pod template of Deployment marketplace/catalog changes: its pods are replaced',
        },
      ],
    }),
  ],
  { counted: 2, passed: false, exitCode: 1 },
);
