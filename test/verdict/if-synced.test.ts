import { describe, expect, it } from 'vitest';
import { syncEffects } from '../../src/verdict/if-synced.js';
import { configMap, drift, resource, scaled } from './worlds.js';

const IMAGE = '.spec.template.spec.containers[name="web"].image';
const transcript = (...resources: Parameters<typeof syncEffects>[0]): string[] =>
  syncEffects(resources).map(
    ({ code, resource: on, path, message }) => `${code} ${on.name} ${path ?? ''} | ${message}`,
  );

describe('what a sync would do', () => {
  it('overwrites values and says both', () => {
    expect(transcript(resource({ drift: [scaled] }))).toEqual([
      'overwrites checkout .spec.replicas | puts 3 in place of 7',
    ]);
  });

  it('removes what is extra', () => {
    const extra = drift({ path: '.spec.hostAliases', change: 'extra', live: ['10.0.0.1'] });
    expect(transcript(resource({ drift: [extra] }))).toEqual([
      'overwrites checkout .spec.hostAliases | removes ["10.0.0.1"]',
    ]);
  });

  it('overwrites nothing where live lacks the field', () => {
    expect(transcript(configMap('settings', { drift: [drift({ path: '.data.level', change: 'missing' })] }))).toEqual(
      [],
    );
  });

  it('restarts pods once a workload, also for a field that live lacks', () => {
    const probe = drift({ path: '.spec.template.spec.containers[name="web"].livenessProbe', change: 'missing' });
    const port = drift({ path: '.spec.template.spec.hostNetwork', change: 'missing' });
    expect(transcript(resource({ drift: [probe, port] }))).toEqual([
      `restarts-pods checkout ${probe.path} | the pod template of Deployment shop/checkout changes: its pods are replaced`,
    ]);
  });

  it.each([
    ['apps', 'StatefulSet', IMAGE, true],
    ['apps', 'DaemonSet', IMAGE, true],
    ['argoproj.io', 'Rollout', IMAGE, true],
    ['apps', 'Deployment', '.spec.template.metadata.annotations["team.test/x"]', true],
    ['apps', 'Deployment', '.spec.template', true],
    ['apps', 'Deployment', '.spec.templateName', false],
    ['apps', 'Deployment', '.spec.replicas', false],
    ['apps', 'ReplicaSet', IMAGE, false],
    ['batch', 'CronJob', '.spec.jobTemplate.spec.template.spec.restartPolicy', false],
    ['serving.knative.dev', 'Service', IMAGE, false],
  ])('%s %s %s restarts pods: %s', (group, kind, path, restarts) => {
    const effects = syncEffects([resource({ group, kind, drift: [drift({ path })] })]);
    expect(effects.some(({ code }) => code === 'restarts-pods')).toBe(restarts);
  });

  it('is refused for the whole object where one field cannot change', () => {
    const selector = drift({ path: '.spec.selector.matchLabels.app', code: 'immutable-field' });
    expect(transcript(resource({ drift: [drift(), selector] }))).toEqual([
      'refused checkout .spec.selector.matchLabels.app | the API server refuses to change .spec.selector.matchLabels.app of Deployment shop/checkout; only recreating it can, which deletes Deployment shop/checkout and its pods',
    ]);
  });

  it('does nothing to a field that the server does not know', () => {
    const unknown = drift({ path: '.spec.template.spec.replica', code: 'unknown-field', change: 'missing' });
    expect(transcript(resource({ drift: [unknown] }))).toEqual([]);
  });

  it('prunes what Git does not have, and says what goes with it', () => {
    const claim = resource({ group: '', kind: 'PersistentVolumeClaim', name: 'orders', outcome: 'extraneous' });
    expect(transcript(configMap('old', { outcome: 'extraneous' }), claim)).toEqual([
      'prunes old  | a sync with prune deletes ConfigMap shop/old',
      'prunes orders  | a sync with prune deletes PersistentVolumeClaim shop/orders, and its data where the volume is reclaimed with Delete',
    ]);
  });

  it('does nothing to ignored and undeclared fields, and to objects that were not compared', () => {
    const calm = resource({ ignored: [drift()], undeclared: [drift()] });
    expect(transcript(calm, configMap('a', { outcome: 'missing' }), configMap('b', { outcome: 'unreadable' }))).toEqual(
      [],
    );
  });

  it('lists by resource, whatever order they come in, and names them without their verdicts', () => {
    const effects = syncEffects([
      resource({ drift: [scaled] }),
      configMap('a', { drift: [drift({ path: '.data.level' })] }),
    ]);
    expect(effects.map((effect) => effect.resource)).toEqual([
      { group: '', version: 'v1', kind: 'ConfigMap', namespace: 'shop', name: 'a' },
      { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'shop', name: 'checkout' },
    ]);
  });
});
