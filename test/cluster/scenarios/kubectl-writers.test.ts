import { describe, expect, it, vi } from 'vitest';
import { until } from '../../controlplane/kubectl.js';
import { deployment } from './manifests.js';
import { resource, told } from './report-contract.js';
import { world } from './world.js';

const { apply, diff, folder, kubectl } = world('kubectl-writers');

describe.concurrent('what is written with kubectl', () => {
  it('by scale is named by a scale entry, which has no time', async () => {
    const desired = deployment({ name: 'scaled', replicas: 1 });
    await apply(desired);
    await kubectl(['scale', 'deployment/scaled', '--replicas=5']);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/scaled changed .spec.replicas: 1 → 5',
      '  manual, likely: kubectl scale (kubectl Update scale)',
      '  managedFields: kubectl (Update, subresource scale) names .spec.replicas; the entry has no time',
      '  unexplained: manual-change; next: unknown',
    ]);
    const [drift] = resource(report, 'Deployment', 'scaled').drift;
    expect(drift?.writer).not.toHaveProperty('time');
    expect(drift).toMatchObject({
      pointer: '/spec/replicas',
      origin: { file: expect.stringMatching(/(^|\/)manifest\.yaml$/), line: 6 },
    });
    expect(report.gate).toEqual({ failOn: ['unexplained'], counted: 1, passed: false, exitCode: 1 });
  });

  it('by scale to 0 is recorded for nobody, whoever owned replicas before', async () => {
    const desired = deployment({ name: 'emptied', replicas: 1 });
    await kubectl(['apply', '--filename=-'], desired);
    await kubectl(['scale', 'deployment/emptied', '--replicas=0']);
    const { report } = await diff(desired);
    expect(told(report)[0]).toMatch(/^OutOfSync, .*; exit 1$/);
    expect(resource(report, 'Deployment', 'emptied').drift).toMatchObject([
      {
        path: '.spec.replicas',
        live: 0,
        writer: { category: 'unowned', name: 'nobody is recorded' },
        explanation: { code: 'unowned-value', message: expect.stringContaining('leaves no record of who did it') },
      },
    ]);
  });

  it('by set image is manual, with the time of the entry', async () => {
    const desired = deployment({ name: 'hotfixed', replicas: 1 });
    await apply(desired);
    await kubectl(['set', 'image', 'deployment/hotfixed', 'web=registry.example/hotfixed:1.0.1-hotfix']);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/hotfixed changed .spec.template.spec.containers[name="web"].image: "registry.example/hotfixed:1.0.0" → "registry.example/hotfixed:1.0.1-hotfix"',
      '  manual, likely: kubectl set (kubectl-set Update)',
      '  managedFields: kubectl-set (Update) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
    ]);
    const [drift] = resource(report, 'Deployment', 'hotfixed').drift;
    const age = Date.now() - Date.parse(drift?.writer.time ?? '');
    expect(age).toBeGreaterThan(-2_000); // entries have whole seconds
    expect(age).toBeLessThan(60_000);
    expect(drift?.pointer).toBe('/spec/template/spec/containers/0/image');
    expect(report.applications[0]?.ifSynced.map(({ code }) => code)).toEqual(['overwrites', 'restarts-pods']);
  });

  it('by edit is manual', async () => {
    const desired = deployment({ name: 'edited', replicas: 1, container: 'workingDir: /srv' });
    await apply(desired);
    vi.stubEnv('KUBE_EDITOR', `sh ${folder({ 'editor.sh': 'sed -i "s,/srv,/tmp," "$1"\n' })}/editor.sh`);
    await kubectl(['edit', 'deployment/edited']).finally(() => vi.unstubAllEnvs());
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/edited changed .spec.template.spec.containers[name="web"].workingDir: "/srv" → "/tmp"',
      '  manual, likely: kubectl edit (kubectl-edit Update)',
      '  managedFields: kubectl-edit (Update) names .spec.template.spec.containers[name="web"].workingDir; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
    ]);
  });

  it('by label is drift on a declared label, and undeclared but unexplained on another', async () => {
    const desired = deployment({ name: 'labelled', replicas: 1, metadata: 'labels: {team: shop}' });
    await apply(desired);
    await kubectl(['label', 'deployment/labelled', '--overwrite', 'team=search', 'incident=latency']);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/labelled changed .metadata.labels.team: "shop" → "search"',
      '  manual, likely: kubectl label (kubectl-label Update)',
      '  managedFields: kubectl-label (Update) names .metadata.labels.team; entry last written TIME',
      '  unexplained: manual-change; next: unknown',
      'undeclared Deployment/labelled extra .metadata.labels.incident: "latency"',
      '  manual, likely: kubectl label (kubectl-label Update)',
      '  managedFields: kubectl-label (Update) names .metadata.labels.incident; entry last written TIME',
      '  unexplained: undeclared-manual; next: stays',
    ]);
    expect(report.gate.counted).toBe(2);
  });

  it('by label alone, undeclared, fails the gate of an object that is Synced', async () => {
    const desired = deployment({ name: 'marked', replicas: 1 });
    await apply(desired);
    await kubectl(['label', 'deployment/marked', 'incident=latency']);
    expect(told((await diff(desired)).report)[0]).toBe('Synced, Progressing: wait; exit 1');
    expect(told((await diff(desired, ['--fail-on=any'])).report)[0]).toBe('Synced, Progressing: wait; exit 0');
  });

  it('and takes a field away leaves nobody on record', async () => {
    const desired = deployment({ name: 'stripped', replicas: 1, metadata: 'labels: {team: shop, tier: web}' });
    await apply(desired);
    await kubectl(['label', 'deployment/stripped', 'team-']);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/stripped missing .metadata.labels.team: "shop"',
      '  unowned, certain: nobody is recorded',
      '  live has no such field; managedFields do not record who removes one, or whether it was ever there',
      '  unexplained: missing-in-live; next: unknown',
    ]);
  });

  it.each([
    ['annotate', ['annotate', 'NAME', 'change-cause=hotfix'], 'kubectl annotate (kubectl-annotate Update)'],
    ['patch', ['patch', 'NAME', '--patch={"spec":{"minReadySeconds":9}}'], 'kubectl patch (kubectl-patch Update)'],
    ['set env', ['set', 'env', 'NAME', 'DEBUG=1'], 'kubectl set (kubectl-set Update)'],
    ['rollout pause', ['rollout', 'pause', 'NAME'], 'kubectl rollout pause or resume (kubectl-rollout Update)'],
  ])('by %s on a field that Git does not declare is unexplained, and leaves it Synced', async (verb, args, writer) => {
    const name = verb.replace(' ', '-');
    const desired = deployment({ name, replicas: 1 });
    await apply(desired);
    await kubectl(args.map((arg) => arg.replace('NAME', `deployment/${name}`)));
    const { report, code } = await diff(desired);
    expect(code).toBe(1);
    const { sync, drift, undeclared } = resource(report, 'Deployment', name);
    expect({ sync, drift }).toEqual({ sync: 'Synced', drift: [] });
    expect(told(report)).toContain(`  manual, likely: ${writer}`);
    expect(undeclared).toHaveLength(1);
    expect(undeclared[0]?.explanation).toMatchObject({ status: 'unexplained', code: 'undeclared-manual' });
  });

  it('by replace names each field that it changed', async () => {
    const desired = deployment({ name: 'replaced', replicas: 1 });
    await apply(desired);
    await kubectl(['replace', '--filename=-'], deployment({ name: 'replaced', replicas: 2, image: '1.0.1' }));
    const { report } = await diff(desired);
    const { drift } = resource(report, 'Deployment', 'replaced');
    expect(drift.map(({ path, writer }) => `${path} ${writer.category} ${writer.name}`)).toEqual([
      '.spec.replicas manual kubectl replace',
      '.spec.template.spec.containers[name="web"].image manual kubectl replace',
    ]);
  });

  it('by rollout undo is manual, though kubectl gives no name of the verb', async () => {
    const desired = deployment({ name: 'undone', replicas: 1 });
    const revisions = ['get', 'replicasets', '--selector=app=undone', '--output=name'];
    await apply(deployment({ name: 'undone', replicas: 1, image: '0.9.0' }));
    await until(async () => (await kubectl(revisions)).trim().split('\n').length === 1, 'the first revision');
    await apply(desired);
    await until(async () => (await kubectl(revisions)).trim().split('\n').length === 2, 'the second revision');
    await kubectl(['rollout', 'undo', 'deployment/undone']);
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/undone changed .spec.template.spec.containers[name="web"].image: "registry.example/undone:1.0.0" → "registry.example/undone:0.9.0"',
      '  manual, likely: kubectl rollout undo (kubectl Update)',
      '  managedFields: kubectl (Update) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  the name "kubectl" can also mean: any verb of a kubectl before 1.19',
      '  unexplained: manual-change; next: unknown',
    ]);
  });

  it('by rollout restart is explained by a shipped rule', async () => {
    const desired = deployment({ name: 'restarted', replicas: 1 });
    await apply(desired);
    await kubectl(['rollout', 'restart', 'deployment/restarted']);
    const { report } = await diff(desired);
    expect(told(report)).toEqual([
      'Synced, Progressing: wait; exit 0',
      expect.stringMatching(
        /^undeclared Deployment\/restarted extra \.spec\.template\.metadata\.annotations\["kubectl\.kubernetes\.io\/restartedAt"\]: "20/,
      ),
      '  manual, likely: kubectl rollout restart (kubectl-rollout Update)',
      '  managedFields: kubectl-rollout (Update) names .spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]; entry last written TIME',
      '  kubectl rollout restart, and programs that do the same, write this annotation',
      '  explained: rollout-restart; next: stays',
    ]);
  });

  it('by apply may be a pipeline that has not got this commit: another deployment tool, possibly', async () => {
    await kubectl(['apply', '--filename=-'], deployment({ name: 'applied', replicas: 1, image: '0.9.0' }));
    expect(told((await diff(deployment({ name: 'applied', replicas: 1 }))).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 0',
      'drift Deployment/applied changed .spec.template.spec.containers[name="web"].image: "registry.example/applied:1.0.0" → "registry.example/applied:0.9.0"',
      '  deployer, possible: kubectl apply (kubectl-client-side-apply Update)',
      '  managedFields: kubectl-client-side-apply (Update) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
      '  the last-applied annotation declares .spec.template.spec.containers[name="web"].image as live has it',
      '  explained: git-ahead; next: unknown',
    ]);
  });

  it('by apply over what a GitOps controller applies is never its own lag', async () => {
    const desired = deployment({ name: 'overruled', replicas: 1 });
    await apply(desired);
    await kubectl(['apply', '--filename=-'], deployment({ name: 'overruled', replicas: 1, image: '1.0.1-hotfix' }));
    expect(told((await diff(desired)).report)).toEqual([
      'OutOfSync, Progressing: wait; exit 1',
      'drift Deployment/overruled changed .spec.template.spec.containers[name="web"].image: "registry.example/overruled:1.0.0" → "registry.example/overruled:1.0.1-hotfix"',
      '  deployer, possible: kubectl apply (kubectl-client-side-apply Update)',
      '  managedFields: kubectl-client-side-apply (Update) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  the name "kubectl-client-side-apply" can also mean: a person, a pipeline, or an older Argo CD',
      '  unexplained: deployer-change; next: unknown',
    ]);
  });

  it('by apply is the GitOps manager where it was named so, and Git is ahead', async () => {
    await kubectl(['apply', '--filename=-'], deployment({ name: 'pipeline', replicas: 1, image: '0.9.0' }));
    const { report } = await diff(deployment({ name: 'pipeline', replicas: 1 }), [
      '--manager=kubectl-client-side-apply',
    ]);
    expect(told(report)).toEqual([
      'OutOfSync, Progressing: wait; exit 0',
      'drift Deployment/pipeline changed .spec.template.spec.containers[name="web"].image: "registry.example/pipeline:1.0.0" → "registry.example/pipeline:0.9.0"',
      '  gitops, likely: kubectl apply (kubectl-client-side-apply Update)',
      '  managedFields: kubectl-client-side-apply (Update) names .spec.template.spec.containers[name="web"].image; entry last written TIME',
      '  kubectl-client-side-apply was given by --manager; it has an entry (Update)',
      '  the last-applied annotation declares .spec.template.spec.containers[name="web"].image as live has it',
      '  explained: git-ahead; next: unknown',
    ]);
  });
});
