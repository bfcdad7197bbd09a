import type { Report } from '../../../src/model/report.js';
import type { Health } from '../../../src/model/status.js';
import { until } from '../../controlplane/kubectl.js';
import { application } from './report-contract.js';
import type { World } from './world.js';

/** Writes a status through the subresource, as the object's controller would. */
export async function tell({ kubectl }: World, object: string, status: object): Promise<void> {
  const patch = `--patch=${JSON.stringify({ status })}`;
  await kubectl(['patch', object, '--subresource=status', '--type=merge', patch]);
}

/** No kubelet runs here: gives the Pods of an app this status until a condition of the workload holds. */
export async function whileAppIs(
  { kubectl }: World,
  app: string,
  status: object,
  holds: () => Promise<boolean>,
): Promise<void> {
  const patch = `--patch=${JSON.stringify({ status })}`;
  await until(async () => {
    const names = (await kubectl(['get', 'pods', `--selector=app=${app}`, '--output=name']))
      .split('\n')
      .filter(Boolean);
    if (names.length > 0) await kubectl(['patch', ...names, '--subresource=status', '--type=merge', patch]);
    return holds();
  }, `the workload ${app} gets where the test wants it`);
}

/** True where a JSON path of an object gives this text. */
export function gives({ kubectl }: World, object: string, path: string, text: string): () => Promise<boolean> {
  return async () => (await kubectl(['get', object, `--output=jsonpath=${path}`]).catch(() => '')) === text;
}

/** `Kind/name` of a report to its health. */
export function healths(report: Report): Readonly<Record<string, Health | null>> {
  return Object.fromEntries(application(report).resources.map(({ kind, name, health }) => [`${kind}/${name}`, health]));
}

/** A Pod template in YAML's flow style, of the app. */
export function template(app: string, container = ''): string {
  return `{metadata: {labels: {app: ${app}}}, spec: {containers: [{name: web, image: "registry.example/${app}:1.0.0"${container}}]}}`;
}

const container = (state: object, more: object = {}): object => ({
  ...{ name: 'web', image: 'registry.example/web:1.0.0', imageID: '', ready: false, restartCount: 0 },
  state,
  ...more,
});
const notReady = [{ type: 'Ready', status: 'False' }];

/** What kubelets and the scheduler write of a Pod. */
export const POD = {
  ready: {
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
    containerStatuses: [container({ running: { startedAt: '2026-01-01T00:00:00Z' } }, { ready: true, started: true })],
  },
  unpulled: {
    phase: 'Pending',
    conditions: notReady,
    containerStatuses: [container({ waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } })],
  },
  crashing: {
    phase: 'Running',
    conditions: notReady,
    containerStatuses: [
      container(
        { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s' } },
        { restartCount: 7, lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } },
      ),
    ],
  },
  unscheduled: {
    phase: 'Pending',
    conditions: [
      { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: '0/3 nodes: insufficient memory' },
    ],
  },
  probing: {
    phase: 'Running',
    conditions: notReady,
    containerStatuses: [container({ running: { startedAt: '2026-01-01T00:00:00Z' } }, { started: true })],
  },
} as const;
