import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../controlplane/kubectl.js';
import { autoscaler, deployment, settings } from './manifests.js';
import { application, resource, told } from './report-contract.js';
import { world } from './world.js';

const { apply, diff, kubectl } = world('rights');
const USER = ['--as=reader@example.com'];

const role = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: reader}
rules:
- {apiGroups: [""], resources: [configmaps], verbs: [get]}
- {apiGroups: [apps], resources: [deployments], verbs: [get]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: reader}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: reader@example.com}]
`;

describe('a user who may read only some kinds, and list none', () => {
  beforeAll(async () => {
    await apply(role);
    await until(
      async () => (await kubectl(['auth', 'can-i', 'get', 'deployments', ...USER]).catch(() => 'no')).trim() === 'yes',
      'the role is in force',
    );
  });

  it('gets many objects one by one where listing them is forbidden', async () => {
    const many = Array.from({ length: 12 }, (_, index) => settings(`many-${index}`, { index: `${index}` })).join(
      '---\n',
    );
    await apply(many);
    const { report } = await diff(many, USER);
    expect(told(report)).toEqual(['Synced, Healthy: none; exit 0']);
    expect(report.summary.synced).toBe(12);
  });

  it('is told which object of which kind could not be read, and sees the rest compared', async () => {
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: login}\nstringData: {password: planted}\n';
    const desired = `${settings('page', { size: '50' })}---\n${secret}`;
    await apply(desired.replace('50', '20'));
    const { report, out } = await diff(desired, USER);
    expect(told(report).slice(0, 2)).toEqual([
      'Unknown, Healthy: investigate; exit 3',
      'drift ConfigMap/page changed .data.size: "50" → "20"',
    ]);
    expect(resource(report, 'Secret', 'login')).toMatchObject({ outcome: 'unreadable', sync: 'Unknown' });
    expect(resource(report, 'Secret', 'login').message).toContain('secrets "login" is forbidden');
    expect(application(report).action.message).toContain('Secret');
    expect(out).not.toContain('planted');
  });

  it('cannot see autoscalers: what scaled a workload is then not known, and not explained', async () => {
    const desired = deployment({ name: 'scaled', replicas: 1 });
    await apply(desired);
    await apply(autoscaler('scaled', 4, 8));
    const path = ['get', 'deployment/scaled', '--output=jsonpath={.spec.replicas}'];
    await until(async () => (await kubectl(path)) === '4', 'the autoscaler scales');
    const { report } = await diff(desired, USER);
    // Kinds of other programs are served while the tests of them run.
    const lines = told(report).filter((line) => !/^ {2}(ScaledObjects|Rollouts|Canaries) /.test(line));
    expect(lines).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/scaled changed .spec.replicas: 1 → 4',
      '  control-plane, likely: kube-controller-manager (scale) (kube-controller-manager Update scale)',
      '  managedFields: kube-controller-manager (Update, subresource scale) names .spec.replicas; the entry has no time',
      '  the name "kube-controller-manager" can also mean: a HorizontalPodAutoscaler, whose name the entry does not hold',
      expect.stringMatching(/^ {2}HorizontalPodAutoscalers could not be read: forbidden: /),
      '  unexplained: autoscaler-unknown; next: unknown',
    ]);
    const [drift] = resource(report, 'Deployment', 'scaled').drift;
    expect(drift?.explanation.message).toContain('horizontalpodautoscalers.autoscaling is forbidden');
  });
});
