import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../../src/model/drift.js';
import type { ResourceReport } from '../../src/model/report.js';
import { HEALTH_ORDER } from '../../src/model/status.js';
import { applicationAction } from '../../src/verdict/action.js';
import { application, configMap, drift, health, resource, scaled } from './worlds.js';

const IMAGE = '.spec.template.spec.containers[name="web"].image';
const BEFORE_DROPPING =
  'Where it is applied client-side, take replicas out of last-applied first (kubectl apply edit-last-applied), or dropping it scales to 1 for a while';

/** The message for an application that is OutOfSync and Healthy. */
const advice = (...resources: readonly ResourceReport[]): string =>
  applicationAction(application({ verdicts: ['OutOfSync', 'Healthy'], resources })).message;
const adviceOn = (...fields: readonly FieldDrift[]): string => advice(resource({ drift: fields }));

describe('code', () => {
  const codes = (sync: 'Synced' | 'OutOfSync' | 'Unknown') =>
    Object.fromEntries(
      HEALTH_ORDER.map((status) => [status, applicationAction(application({ verdicts: [sync, status] })).code]),
    );

  it('of what is Synced', () => {
    expect(codes('Synced')).toEqual({
      Healthy: 'none',
      Suspended: 'resume',
      Progressing: 'wait',
      Missing: 'debug-application',
      Degraded: 'debug-application',
      Unknown: 'investigate',
    });
  });

  it('of what is OutOfSync', () => {
    expect(codes('OutOfSync')).toEqual({
      Healthy: 'merge-or-sync',
      Suspended: 'resume',
      Progressing: 'wait',
      Missing: 'merge-or-sync',
      Degraded: 'fix-git-and-reconcile',
      Unknown: 'investigate',
    });
  });

  it('of what could not be compared', () => {
    expect(new Set(Object.values(codes('Unknown')))).toEqual(new Set(['investigate']));
  });
});

describe('advice on drift', () => {
  it('drops replicas that an HPA holds, and never tells to sync', () => {
    expect(adviceOn(scaled)).toBe(
      `Drop .spec.replicas of Deployment shop/checkout from Git; do not sync: it would scale Deployment shop/checkout from 7 to 3 until the autoscaler acts again. ${BEFORE_DROPPING}`,
    );
  });

  it('drops what another autoscaler holds, where nothing falls to a default of 1', () => {
    const cpu = drift({
      path: '.spec.resourcePolicy',
      by: 'autoscaler',
      code: 'autoscaler-change',
      desired: '1',
      live: '2',
    });
    expect(adviceOn(cpu)).toBe(
      'Drop .spec.resourcePolicy of Deployment shop/checkout from Git; do not sync: it would set .spec.resourcePolicy of Deployment shop/checkout from "2" to "1" until the autoscaler acts again',
    );
  });

  it('merges a hotfix before a sync removes it', () => {
    expect(adviceOn(drift())).toBe(
      `A sync removes a change made outside Git (by kubectl set), it would set ${IMAGE} of Deployment shop/checkout from "web:hotfix" to "web:1" (restarts its pods): merge it into Git first to keep it, or sync to undo it on purpose`,
    );
  });

  it('says both of a hotfix beside an HPA, in one go', () => {
    expect(adviceOn(drift(), scaled)).toBe(
      `A sync would set ${IMAGE} of Deployment shop/checkout from "web:hotfix" to "web:1" (restarts its pods) and scale Deployment shop/checkout from 7 to 3: merge ${IMAGE} into Git if it is wanted (by kubectl set), and drop .spec.replicas there first. ${BEFORE_DROPPING}`,
    );
  });

  it('does not take an HPA out of bounds, or none, for a reason to drop replicas', () => {
    for (const code of ['hpa-out-of-bounds', 'scale-without-hpa', 'autoscaler-unknown']) {
      const message = adviceOn(drift({ path: '.spec.replicas', by: 'control-plane', code, desired: 3, live: 70 }));
      expect(message).toBe(
        'A sync would scale Deployment shop/checkout from 70 to 3 (by kube-controller-manager): find out whether live is wanted, then merge it into Git or sync',
      );
    }
  });

  it('finds out first about a writer that is no person', () => {
    const label = drift({
      path: '.metadata.labels.team',
      by: 'operator',
      code: 'operator-change',
      live: 'blue',
      desired: 'red',
    });
    expect(advice(configMap('settings', { drift: [label] }))).toBe(
      'A sync would set .metadata.labels.team of ConfigMap shop/settings from "blue" to "red" (by cert-manager): find out whether live is wanted, then merge it into Git or sync',
    );
  });

  it('says that nobody is recorded instead of naming a writer', () => {
    expect(
      adviceOn(drift({ path: '.spec.paused', by: 'unowned', code: 'unowned-value', desired: false, live: true })),
    ).toBe(
      'A sync would set .spec.paused of Deployment shop/checkout from true to false (by nobody on record): find out whether live is wanted, then merge it into Git or sync',
    );
  });

  it('names nobody for what live lacks', () => {
    const { live: _, ...lacking } = drift({
      path: '.data.level',
      change: 'missing',
      by: 'unowned',
      code: 'missing-in-live',
      desired: 'info',
    });
    expect(advice(configMap('settings', { drift: [lacking] }))).toBe(
      'A sync would add .data.level to ConfigMap shop/settings ("info"): see whether Git has moved on or somebody removed it, then sync or take it out of Git',
    );
  });

  it('keeps hotfixes and other changes apart, hotfixes first', () => {
    const other = drift({ path: '.spec.minReadySeconds', by: 'unknown', code: 'unknown-writer', desired: 0, live: 9 });
    const message = adviceOn(other, drift());
    expect(message).toMatch(
      /^A sync removes a change made outside Git.*\. A sync would set \.spec\.minReadySeconds .*team-sync/,
    );
  });

  it('syncs where Git is ahead, and says that pods restart', () => {
    const ahead = drift({
      by: 'gitops',
      desired: 'web:2',
      live: 'web:1',
      explanation: { status: 'explained', code: 'git-ahead', message: 'moved on' },
    });
    expect(adviceOn(ahead)).toBe(
      `Sync: Git is ahead, it would set ${IMAGE} of Deployment shop/checkout from "web:1" to "web:2" (restarts its pods)`,
    );
    expect(adviceOn(ahead, scaled)).toMatch(
      /^Drop \.spec\.replicas .*\. Git is ahead in 1 field: a sync would also set /,
    );
  });

  it('never recommends a sync that the server refuses', () => {
    const selector = drift({ path: '.spec.selector.matchLabels.app', code: 'immutable-field' });
    expect(adviceOn(selector)).toBe(
      'A sync will be refused: the API server does not change .spec.selector.matchLabels.app of Deployment shop/checkout; take the change out of Git, or recreate the object, which deletes Deployment shop/checkout and its pods',
    );
    expect(adviceOn(drift(), selector)).toMatch(/^A sync will be refused/);
  });

  it('corrects a manifest that no sync can fix', () => {
    const typo = drift({ path: '.spec.replica', code: 'unknown-field', change: 'missing', desired: 3 });
    expect(adviceOn(typo)).toBe(
      'Correct the manifest: the server does not know .spec.replica of Deployment shop/checkout and drops it, no sync can fix that',
    );
  });

  it('rewrites only text where the quantity is the same', () => {
    const cpu = drift({
      path: '.spec.cpu',
      explanation: { status: 'explained', code: 'same-quantity', message: 'same' },
    });
    expect(adviceOn(cpu)).toBe(
      '.spec.cpu of Deployment shop/checkout holds the same quantity in other text: write it in Git as live has it, a sync would only rewrite the text',
    );
  });

  it('says what a sync does to an override that was decided, also to one of a hotfix', () => {
    const override = drift({
      path: '.spec.paused',
      live: true,
      desired: false,
      explanation: { status: 'explained', code: 'override', message: 'OPS-7 until Monday' },
    });
    expect(adviceOn(override)).toBe(
      'A sync would set .spec.paused of Deployment shop/checkout from true to false, which is accounted for (OPS-7 until Monday): sync only if that may go',
    );
    expect(adviceOn(override, scaled)).toMatch(/; do not sync before that: .*\. A sync would also set /);
  });

  it('names three effects and counts the rest; a workload restarts once', () => {
    const fields = ['image', 'command', 'args', 'tty', 'stdin'].map((name) =>
      drift({ path: `.spec.template.spec.containers[name="web"].${name}` }),
    );
    const message = adviceOn(...fields);
    expect(message).toMatch(/^A sync removes 5 changes made outside Git/);
    expect(message).toContain('and make 2 more changes:');
    expect(message.match(/restarts its pods/g)).toHaveLength(1);
  });

  it('cuts long values', () => {
    const message = adviceOn(drift({ path: '.spec.note', live: 'x'.repeat(500), desired: 'y' }));
    expect(message).toContain(`from "${'x'.repeat(59)}… to "y"`);
  });

  it('takes masked values as they are given', () => {
    const secret = drift({
      path: '.data.password',
      live: '(masked, 12 bytes)',
      desired: '(masked, 9 bytes)',
      masked: true,
    });
    expect(advice(configMap('s', { kind: 'Secret', drift: [secret] }))).toContain(
      'from "(masked, 12 bytes)" to "(masked, 9 bytes)"',
    );
  });
});

describe('advice on whole objects', () => {
  const lost: Partial<ResourceReport> = { outcome: 'missing', health: health('Missing') };

  it('creates what is missing, unless somebody deleted it on purpose', () => {
    expect(advice(resource(), configMap('settings', lost))).toBe(
      'ConfigMap shop/settings is missing: a sync creates it; make sure first that nobody deleted it on purpose',
    );
    expect(advice(configMap('a', lost), configMap('b', lost), resource())).toMatch(
      /^ConfigMap shop\/a, ConfigMap shop\/b are missing: a sync creates them;/,
    );
  });

  it('leaves an expected absence alone (E04)', () => {
    const job = resource({
      group: 'batch',
      kind: 'Job',
      name: 'once',
      ...lost,
      explanation: {
        status: 'explained',
        code: 'job-ttl-expired',
        message: 'its absence is expected; a sync would run it again',
      },
    });
    expect(advice(job)).toBe(
      'Job shop/once is missing as expected: its absence is expected; a sync would run it again',
    );
  });

  it('checks the destination where nothing is deployed', () => {
    const found = applicationAction(
      application({ verdicts: ['OutOfSync', 'Missing'], resources: [configMap('a', lost)] }),
    );
    expect(found.message).toMatch(
      /^Nothing of it is deployed here: check that the destination is right \(context prod, namespace shop\)\. ConfigMap shop\/a is missing/,
    );
  });

  it('keeps what a prune would take along', () => {
    const claim = resource({ group: '', kind: 'PersistentVolumeClaim', name: 'orders', outcome: 'extraneous' });
    expect(advice(claim)).toBe(
      'A sync with prune deletes PersistentVolumeClaim shop/orders, and its data where the volume is reclaimed with Delete: add it to Git first if wanted',
    );
  });

  it('puts what destroys before what creates', () => {
    const message = advice(
      configMap('a', lost),
      configMap('old', { outcome: 'extraneous' }),
      resource({ drift: [drift()] }),
    );
    expect(message.split('. ').map((sentence) => sentence.slice(0, 22))).toEqual([
      'A sync removes a chang',
      'A sync with prune dele',
      'ConfigMap shop/a is mi',
    ]);
  });
});

describe('advice on undeclared fields', () => {
  const owner = drift({
    path: '.metadata.labels.owner',
    explanation: { status: 'unexplained', code: 'undeclared-manual', message: 'by hand' },
  });
  it('adopts them or removes them by hand, though nothing else is to do', () => {
    const found = applicationAction(application({ resources: [resource({ undeclared: [owner] })] }));
    expect(found).toEqual({
      code: 'none',
      message:
        'Git is applied and healthy. Adopt .metadata.labels.owner of Deployment shop/checkout (by kubectl set) in Git or remove it by hand: Git does not declare it, so a sync leaves it',
    });
  });

  it('says nothing of those that are noted or explained', () => {
    const calm = ['noted', 'explained'].map(
      (status) => ({ ...owner, explanation: { ...owner.explanation, status } }) as FieldDrift,
    );
    const found = applicationAction(application({ resources: [resource({ undeclared: calm })] }));
    expect(found).toEqual({ code: 'none', message: 'Nothing to do' });
  });
});

describe('opening', () => {
  const sick = (
    status: 'Degraded' | 'Progressing' | 'Suspended',
    message: string,
    parts: Partial<ResourceReport> = {},
  ) => resource({ health: health(status, message), ...parts });

  it('debugs what Git does not break', () => {
    const resources = [sick('Degraded', 'is past its progress deadline'), configMap('a')];
    expect(applicationAction(application({ verdicts: ['Synced', 'Degraded'], resources })).message).toBe(
      'Git is applied as declared, so a sync changes nothing: debug the application. Deployment shop/checkout: is past its progress deadline',
    );
  });

  it('fixes Git or live where both differ and it is broken', () => {
    const resources = [sick('Degraded', 'is past its progress deadline', { drift: [drift()] })];
    expect(applicationAction(application({ verdicts: ['OutOfSync', 'Degraded'], resources })).message).toMatch(
      /^Fix what is wrong in Git, or undo what was changed in live, and reconcile\. Deployment shop\/checkout: is past its progress deadline\. A sync removes a change made outside Git/,
    );
  });

  it.each([
    ['apps', 'Deployment', 'it is Degraded once its progress deadline has passed'],
    ['apps', 'StatefulSet', 'it has no deadline'],
    ['networking.k8s.io', 'Ingress', 'it may never end'],
    ['', 'Service', 'it never ends where nothing provides load balancers'],
  ])('waits for a %s/%s and says whether that ends', (group, kind, end) => {
    const resources = [sick('Progressing', '1 of 3 replicas updated', { group, kind })];
    const { message } = applicationAction(application({ verdicts: ['Synced', 'Progressing'], resources }));
    expect(message).toContain(`Wait: ${kind} shop/checkout: 1 of 3 replicas updated (${end}`);
  });

  it('says of a custom kind only what it waits for', () => {
    const resources = [sick('Progressing', 'not ready', { group: 'cert-manager.io', kind: 'Certificate' })];
    expect(applicationAction(application({ verdicts: ['Synced', 'Progressing'], resources })).message).toBe(
      'Wait: Certificate shop/checkout: not ready',
    );
  });

  it('warns of finalizers', () => {
    const resources = [sick('Progressing', 'Pending deletion, held by a finalizer')];
    expect(applicationAction(application({ verdicts: ['Synced', 'Progressing'], resources })).message).toContain(
      'for ever',
    );
  });

  it('waits first and then speaks of the drift', () => {
    const resources = [sick('Progressing', '0 of 4 updated replicas available', { drift: [scaled] })];
    expect(applicationAction(application({ verdicts: ['OutOfSync', 'Progressing'], resources }))).toMatchObject({
      code: 'wait',
      message: expect.stringMatching(/^Wait: .*\. Drop \.spec\.replicas/),
    });
  });

  const paused = drift({ path: '.spec.paused', live: true, desired: false });
  it.each([
    ['undeclared', { undeclared: [paused] }, '.spec.paused is not in Git: unset it in live, a sync leaves it'],
    ['drifted', { drift: [paused] }, '.spec.paused differs from Git: a sync resumes it'],
    ['ignored', { ignored: [paused] }, 'a rule ignores .spec.paused: unset it in live'],
    ['declared', {}, 'Git declares .spec.paused: change it there'],
  ])('resumes where the pause is: %s', (_what, parts, how) => {
    const resources = [sick('Suspended', 'rollout is paused', parts)];
    const { message } = applicationAction(application({ verdicts: ['OutOfSync', 'Suspended'], resources }));
    expect(message).toContain(`Paused: Deployment shop/checkout: rollout is paused; resume it when ready (${how})`);
  });

  it('resumes a custom kind without naming a field', () => {
    const resources = [sick('Suspended', 'condition Paused is True', { group: 'cluster.x-k8s.io', kind: 'Cluster' })];
    expect(applicationAction(application({ verdicts: ['Synced', 'Suspended'], resources })).message).toBe(
      'Paused: Cluster shop/checkout: condition Paused is True; resume it when ready',
    );
  });

  it('says what could not be judged, of either verdict', () => {
    const message = (verdicts: ['Synced' | 'Unknown', 'Healthy' | 'Unknown']) =>
      applicationAction(application({ verdicts })).message;
    expect(message(['Unknown', 'Healthy'])).toBe('Find out first what could not be judged: the sync message');
    expect(message(['Synced', 'Unknown'])).toBe('Find out first what could not be judged: the health message');
    expect(message(['Unknown', 'Unknown'])).toBe(
      'Find out first what could not be judged: the sync message; the health message',
    );
  });
});

it('gives three sentences of advice and says that there is more', () => {
  const { message } = applicationAction(
    application({
      verdicts: ['OutOfSync', 'Healthy'],
      resources: [
        resource({
          drift: [
            drift({ path: '.spec.selector', code: 'immutable-field' }),
            drift(),
            drift({ path: '.spec.replica', code: 'unknown-field' }),
          ],
        }),
        configMap('old', { outcome: 'extraneous' }),
      ],
    }),
  );
  expect(message.split('. ').map((sentence) => sentence.slice(0, 24))).toEqual([
    'A sync will be refused: ',
    'A sync removes a change ',
    'Correct the manifest: th',
    'The other differences ar',
  ]);
});
