import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../../src/model/drift.js';
import type { ResourceReport } from '../../src/model/report.js';
import { applicationAction } from '../../src/verdict/action.js';
import { application, configMap, drift, resource, scaled, writer } from './worlds.js';

/** As a sentence names it. */
const SHORT_IMAGE = 'containers[name="web"].image';
const BEFORE_DROPPING =
  'Under client-side apply take replicas out of last-applied before that (kubectl apply edit-last-applied), or dropping it scales to 1 for a while';

/** The message for an application that is OutOfSync and Healthy. */
const advice = (...resources: readonly ResourceReport[]): string =>
  applicationAction(application({ verdicts: ['OutOfSync', 'Healthy'], resources })).message;
const adviceOn = (...fields: readonly FieldDrift[]): string => advice(resource({ drift: fields }));

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
      `A sync removes a change made outside Git (by kubectl set): it would set ${SHORT_IMAGE} of Deployment shop/checkout from web:hotfix to web:1 (restarts its pods); merge it into Git first to keep it, or sync to undo it on purpose`,
    );
  });

  it('says both of a hotfix beside an HPA, in one go', () => {
    expect(adviceOn(drift(), scaled)).toBe(
      `A sync would set ${SHORT_IMAGE} of Deployment shop/checkout from web:hotfix to web:1 (restarts its pods) and scale Deployment shop/checkout from 7 to 3: first merge ${SHORT_IMAGE} into Git if wanted (by kubectl set), and drop .spec.replicas there. ${BEFORE_DROPPING}`,
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
      'A sync would set .metadata.labels.team of ConfigMap shop/settings from blue to red (by cert-manager): find out whether live is wanted, then merge it into Git or sync',
    );
  });

  it('says that nobody is recorded instead of naming a writer', () => {
    expect(
      adviceOn(drift({ path: '.spec.paused', by: 'unowned', code: 'unowned-value', desired: false, live: true })),
    ).toBe(
      'A sync would set .spec.paused of Deployment shop/checkout from true to false (by nobody on record): find out whether live is wanted, then merge it into Git or sync',
    );
  });

  it('says that a writer is not known where managedFields could not be read', () => {
    const unread = drift({ path: '.spec.paused', code: 'unowned-value', desired: false, live: true });
    const named = (category: 'unowned' | 'unknown') =>
      adviceOn({ ...unread, writer: { ...writer(category), name: 'not known' } });
    expect(named('unowned')).toContain('(by a writer that is not known)');
    expect(named('unknown')).toContain('(by a writer that is not known)');
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
      'A sync would add .data.level to ConfigMap shop/settings (info): see whether Git has moved on or somebody removed it, then sync or take it out of Git',
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
      `Sync: Git is ahead; it would set ${SHORT_IMAGE} of Deployment shop/checkout from web:1 to web:2 (restarts its pods)`,
    );
    expect(adviceOn(ahead, scaled)).toMatch(
      /^Drop \.spec\.replicas .*\. Git is ahead in 1 field, which a sync brings along$/,
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
    expect(message).toContain('and make 2 more changes;');
    expect(message.match(/restarts its pods/g)).toHaveLength(1);
  });

  it('cuts long values', () => {
    const message = adviceOn(drift({ path: '.spec.note', live: 'x'.repeat(500), desired: 'y' }));
    expect(message).toContain(`from ${'x'.repeat(60)}… to y`);
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
