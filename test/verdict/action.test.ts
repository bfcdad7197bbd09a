import { describe, expect, it } from 'vitest';
import type { ResourceReport } from '../../src/model/report.js';
import { HEALTH_ORDER } from '../../src/model/status.js';
import { applicationAction } from '../../src/verdict/action.js';
import { withCauseWords } from '../../src/verdict/rollout/cause-words.js';
import { application, configMap, drift, health, resource, scaled } from './worlds.js';

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

  it('says what holds up the pods, however long the rest of the message is', () => {
    const rests = `past its progress deadline: 0 of 3 available (${'a long word of the controller, '.repeat(9)})`;
    const causes = [
      { trouble: 'crash-loop' as const, message: 'pod a: container web crashes again and again', pods: ['a'] },
      { trouble: 'starting' as const, message: 'pod b: it is pending', pods: ['b'] },
    ];
    const told = withCauseWords(health('Degraded', rests), causes);
    const { message } = applicationAction(
      application({ verdicts: ['Synced', 'Degraded'], resources: [resource({ health: told })] }),
    );
    expect(message).toMatch(/past its progress deadline: 0 of 3 .*…; pod a: container web crashes again and again$/);
  });

  it.each([
    ['the image is gone.', 'the image is gone'],
    [
      'rollout is stuck (MinimumReplicasUnavailable: too few.)',
      'rollout is stuck (MinimumReplicasUnavailable: too few)',
    ],
    ['waits for more...', 'waits for more...'],
  ])('ends no sentence twice: %s', (message, shown) => {
    const resources = [sick('Degraded', message, { drift: [drift()] })];
    expect(applicationAction(application({ verdicts: ['OutOfSync', 'Degraded'], resources })).message).toContain(
      `Deployment shop/checkout: ${shown}. A sync`,
    );
    const alone = application({ verdicts: ['Synced', 'Unknown'], health: { status: 'Unknown', message } });
    expect(applicationAction(alone).message).toBe(`Find out first what could not be judged: ${shown}`);
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

  it('says once what neither verdict could read', () => {
    const unread = configMap('a', { outcome: 'unreadable', sync: 'Unknown', message: 'forbidden' });
    const found = applicationAction(application({ verdicts: ['Unknown', 'Unknown'], resources: [unread] }));
    expect(found.message).toBe('Find out first what could not be judged: the sync message');
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

it('says first that the API server itself would refuse an object', () => {
  const ref = { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'checkout' };
  const refused = (path?: string) =>
    applicationAction(
      application({
        verdicts: ['OutOfSync', 'Healthy'],
        resources: [
          resource({ drift: [drift({ explanation: { status: 'explained', code: 'git-ahead', message: '' } })] }),
        ],
        ifSynced: [{ code: 'refused', resource: ref, message: 'no', ...(path === undefined ? {} : { path }) }],
      }),
    ).message;
  const sentence =
    'A sync will be refused: the API server does not take Deployment shop/checkout as declared; the findings say why';
  expect(refused()).toMatch(new RegExp(`^${sentence}\\. `));
  expect(refused('.spec.selector')).not.toContain(sentence);
});
