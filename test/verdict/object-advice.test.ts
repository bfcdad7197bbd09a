import { describe, expect, it } from 'vitest';
import type { FieldDrift } from '../../src/model/drift.js';
import type { ResourceReport } from '../../src/model/report.js';
import { applicationAction } from '../../src/verdict/action.js';
import { application, configMap, drift, health, resource } from './worlds.js';

/** The message for an application that is OutOfSync and Healthy. */
const advice = (...resources: readonly ResourceReport[]): string =>
  applicationAction(application({ verdicts: ['OutOfSync', 'Healthy'], resources })).message;

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
    const adopt =
      'Adopt .metadata.labels.owner of Deployment shop/checkout (by kubectl set) in Git or remove it by hand: Git does not declare it, so a sync leaves it';
    expect(found).toEqual({
      code: 'none',
      message: `Git is applied and healthy. ${adopt}`,
      steps: [{ message: 'Git is applied and healthy' }, { message: adopt }],
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
