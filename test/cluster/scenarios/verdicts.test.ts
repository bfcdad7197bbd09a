import { describe, expect, it } from 'vitest';
import { deployment } from './manifests.js';
import { application, told } from './report-contract.js';
import { whilePodsAre, world } from './world.js';

const readyPod = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z' }],
};
const crashingPod = {
  phase: 'Running',
  conditions: [{ type: 'Ready', status: 'False' }],
  containerStatuses: [
    {
      name: 'web',
      image: 'registry.example/web:1.0.0',
      imageID: '',
      ready: false,
      restartCount: 7,
      state: { waiting: { reason: 'CrashLoopBackOff', message: 'back-off 5m0s restarting failed container' } },
    },
  ],
};

// A world for each health: the status is written to every Pod of the namespace.
describe('with Pods that are ready', () => {
  const here = world('ready-pods');
  const desired = deployment({ name: 'catalog', replicas: 2, container: 'workingDir: /srv' });

  const available = async (): Promise<boolean> => {
    const live = JSON.parse(await here.kubectl(['get', 'deployment/catalog', '--output=json']));
    const { observedGeneration, updatedReplicas, availableReplicas, replicas } = live.status;
    return (
      observedGeneration === live.metadata.generation &&
      [updatedReplicas, availableReplicas, replicas].every((count) => count === live.spec.replicas)
    );
  };

  it('what is applied is Synced and Healthy: nothing to do, and nothing on standard output', async () => {
    await here.apply(desired);
    await whilePodsAre(here, readyPod, available, 'catalog is available');
    const { report } = await here.diff(desired);
    expect(told(report)).toEqual(['Synced, Healthy: none; exit 0']);
    expect(application(report).action.message).toBe('Nothing to do');
    const folder = here.folder({ 'catalog.yaml': desired });
    expect(await here.gitdrift(['diff', folder, '-n', here.namespace])).toEqual({
      code: 0,
      out: '',
      err: expect.stringMatching(/^no drift: 1 object Synced and Healthy; .*, namespace ready-pods-\w+\n$/),
    });
  });

  it('what a person scaled is OutOfSync and Healthy: merge or sync, and what a sync would do', async () => {
    await here.kubectl(['scale', 'deployment/catalog', '--replicas=3']);
    await whilePodsAre(here, readyPod, available, 'catalog is available with 3 replicas');
    const { report } = await here.diff(desired);
    expect(told(report).slice(0, 2)).toEqual([
      'OutOfSync, Healthy: merge-or-sync; exit 1',
      'drift Deployment/catalog changed .spec.replicas: 2 → 3',
    ]);
    const catalog = `Deployment ${here.namespace}/catalog`;
    expect(application(report).action.message).toMatch(
      new RegExp(`^A sync removes .*\\(by kubectl scale\\).* scale ${catalog} from 3 to 2.*merge it into Git first`),
    );
  });
});

describe('with a Deployment that gets nowhere', () => {
  const here = world('stuck');
  const desired = deployment({ name: 'catalog', replicas: 1, spec: 'progressDeadlineSeconds: 1' });

  const deadlineExceeded = async (): Promise<boolean> => {
    const path = '--output=jsonpath={.status.conditions[?(@.type=="Progressing")].reason}';
    return (await here.kubectl(['get', 'deployment/catalog', path])) === 'ProgressDeadlineExceeded';
  };

  it('what is applied is Synced and Degraded: debug the application', async () => {
    await here.apply(desired);
    await whilePodsAre(here, crashingPod, deadlineExceeded, 'the progress deadline of catalog passes');
    const { report } = await here.diff(desired);
    expect(told(report)).toEqual(['Synced, Degraded: debug-application; exit 0']);
    expect(application(report).action.message).toMatch(
      /^Git is applied as declared, so a sync changes nothing: debug the application\. .*past its progress deadline: 1 of 1 replicas updated, 0 available/,
    );
    expect((await here.diff(desired, ['--fail-on=degraded'])).code).toBe(1);
  });

  it('what a person changed is OutOfSync and Degraded: fix Git and reconcile', async () => {
    await here.kubectl(['set', 'image', 'deployment/catalog', 'web=registry.example/catalog:1.0.1-hotfix']);
    await whilePodsAre(here, crashingPod, deadlineExceeded, 'the progress deadline of catalog passes again');
    const { report } = await here.diff(desired);
    expect(told(report).slice(0, 2)).toEqual([
      'OutOfSync, Degraded: fix-git-and-reconcile; exit 1',
      'drift Deployment/catalog changed .spec.template.spec.containers[name="web"].image: "registry.example/catalog:1.0.0" → "registry.example/catalog:1.0.1-hotfix"',
    ]);
    expect(application(report).action.message).toMatch(
      /^Fix what is wrong in Git, or undo what was changed in live, and reconcile\. .*past its progress deadline.*\(by kubectl set\).*\(restarts its pods\).*merge it into Git first to keep it/,
    );
  });
});

describe('with a Pod that crashes', () => {
  const here = world('crashing-pod');
  const desired = `apiVersion: v1
kind: Pod
metadata: {name: web, labels: {team: shop}}
spec:
  containers: [{name: web, image: "registry.example/web:1.0.0"}]
`;

  it('what is applied is Synced and Degraded, with the container and its reason', async () => {
    await here.apply(desired);
    await whilePodsAre(here, crashingPod, async () => true, 'the Pod has its status');
    const { report } = await here.diff(desired);
    expect(told(report)).toEqual(['Synced, Degraded: debug-application; exit 0']);
    expect(application(report).resources[0]?.health?.message).toContain('CrashLoopBackOff');
  });

  it('is not all: a paused Deployment beside it is Suspended', async () => {
    const paused = deployment({ name: 'paused', replicas: 1, spec: 'paused: true' });
    await here.apply(paused);
    expect(told((await here.diff(paused)).report)).toEqual(['Synced, Suspended: resume; exit 0']);
  });
});
