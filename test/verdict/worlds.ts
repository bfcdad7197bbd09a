import type { FieldDrift } from '../../src/model/drift.js';
import type { ApplicationReport, ResourceReport } from '../../src/model/report.js';
import type { Health, HealthStatus, SyncStatus } from '../../src/model/status.js';
import type { Writer, WriterCategory } from '../../src/model/writer.js';

const WRITER_NAMES: Readonly<Record<WriterCategory, string>> = {
  gitops: 'Argo CD, sync',
  autoscaler: 'HPA checkout',
  manual: 'kubectl set',
  operator: 'cert-manager',
  deployer: 'Helm',
  'control-plane': 'kube-controller-manager',
  unowned: 'nobody',
  unknown: 'team-sync',
};

export function writer(category: WriterCategory): Writer {
  return { category, name: WRITER_NAMES[category], confidence: 'likely', evidence: [] };
}

/** A drifted image of the container web, by kubectl set, unless `parts` say otherwise. */
export function drift(
  parts: Partial<FieldDrift> & { readonly by?: WriterCategory; readonly code?: string } = {},
): FieldDrift {
  const { by = 'manual', code = 'manual-change', ...rest } = parts;
  return {
    path: '.spec.template.spec.containers[name="web"].image',
    pointer: '/spec/template/spec/containers/0/image',
    change: 'changed',
    desired: 'web:1',
    live: 'web:hotfix',
    writer: writer(by),
    coOwners: [],
    explanation: { status: 'unexplained', code, message: `because of ${code}` },
    ...rest,
  };
}

/** Replicas that an HPA holds at 7 while Git declares 3. */
export const scaled: FieldDrift = drift({
  path: '.spec.replicas',
  desired: 3,
  live: 7,
  writer: writer('autoscaler'),
  explanation: { status: 'explained', code: 'hpa-controls-replicas', message: 'HPA checkout, 2 to 9 replicas' },
});

/** A Synced Deployment shop/checkout, unless `parts` say otherwise; drift makes it OutOfSync. */
export function resource(parts: Partial<ResourceReport> = {}): ResourceReport {
  const outOfSync = (parts.drift ?? []).length > 0 || parts.outcome === 'missing' || parts.outcome === 'extraneous';
  const sync: SyncStatus =
    parts.outcome === 'unreadable'
      ? 'Unknown'
      : parts.outcome === 'not-compared'
        ? 'None'
        : outOfSync
          ? 'OutOfSync'
          : 'Synced';
  return {
    group: 'apps',
    version: 'v1',
    kind: 'Deployment',
    namespace: 'shop',
    name: 'checkout',
    outcome: 'compared',
    sync,
    health: null,
    drift: [],
    ignored: [],
    undeclared: [],
    ...parts,
  };
}

export function configMap(name: string, parts: Partial<ResourceReport> = {}): ResourceReport {
  return resource({ group: '', kind: 'ConfigMap', name, ...parts });
}

export function health(status: HealthStatus, message = `is ${status}`): Health {
  return { status, message, source: 'built-in' };
}

/** An application of these resources; verdicts as given. */
export function application(
  parts: Partial<ApplicationReport> & {
    readonly verdicts?: readonly ['Synced' | 'OutOfSync' | 'Unknown', HealthStatus];
  },
): ApplicationReport {
  const { verdicts = ['Synced', 'Healthy'], ...rest } = parts;
  return {
    name: 'checkout-prod',
    kind: 'directory',
    sources: [],
    destination: { context: 'prod', namespace: 'shop' },
    sync: { status: verdicts[0], message: 'the sync message' },
    health: { status: verdicts[1], message: 'the health message' },
    action: { code: 'none', message: '' },
    resources: [],
    ifSynced: [],
    findings: [],
    ...rest,
  };
}
