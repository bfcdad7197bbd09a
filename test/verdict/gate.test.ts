import { describe, expect, it } from 'vitest';
import type { Explanation } from '../../src/model/drift.js';
import type { ApplicationReport, Finding } from '../../src/model/report.js';
import type { FailOn } from '../../src/model/request.js';
import { judgeGate } from '../../src/verdict/gate.js';
import { application, configMap, drift, resource, scaled } from './worlds.js';

const status = (value: Explanation['status']): { explanation: Explanation } => ({
  explanation: { status: value, code: 'some-rule', message: 'a reason' },
});
const of = (...resources: ApplicationReport['resources']) => application({ resources });
const finding = (code: Finding['code'], severity: Finding['severity']): Finding => ({
  code,
  severity,
  message: 'a message',
});

/** Every kind of difference once. */
const everything = application({
  verdicts: ['OutOfSync', 'Degraded'],
  resources: [
    resource({
      drift: [drift(), scaled, drift({ path: '.spec.minReadySeconds', by: 'operator' })],
      ignored: [drift({ path: '.spec.paused' })],
      undeclared: [
        drift({ path: '.metadata.labels.owner', ...status('unexplained') }),
        drift({ path: '.metadata.labels.team', by: 'operator', ...status('noted') }),
        drift({ path: '.metadata.annotations.restartedAt', ...status('explained') }),
      ],
    }),
    configMap('lost', { outcome: 'missing', ...status('unexplained') }),
    configMap('done', { outcome: 'missing', ...status('explained') }),
    configMap('old', { outcome: 'extraneous' }),
    configMap('hook', { outcome: 'not-compared' }),
  ],
  findings: [
    finding('overlapping-writers', 'warning'),
    finding('duplicate-key', 'error'),
    finding('duplicate-key', 'note'),
  ],
});

describe('what counts', () => {
  it.each<[FailOn[], number]>([
    // Two drifted fields, one undeclared, one missing and one extraneous object that nothing explains.
    [['unexplained'], 5],
    // Three drifted fields, three objects; nothing undeclared.
    [['any'], 6],
    // The image, and two undeclared fields, explained or not.
    [['manual'], 3],
    [['undeclared'], 3],
    [['degraded'], 1],
    [['error'], 1],
    [['finding:duplicate-key'], 2],
    [['finding:overlapping-writers'], 1],
    [['finding:sync-overdue'], 0],
    [['none'], 0],
    // Each thing counts once: `any` adds the scaled replicas and the explained object to `unexplained`.
    [['unexplained', 'any'], 7],
    [['error', 'finding:duplicate-key'], 2],
    [['unexplained', 'none'], 5],
  ])('%j counts %i', (failOn, counted) => {
    expect(judgeGate([everything], failOn, false)).toEqual({
      failOn,
      counted,
      passed: counted === 0,
      exitCode: counted === 0 ? 0 : 1,
    });
  });

  it('counts the same object of two applications twice', () => {
    expect(
      judgeGate([of(resource({ drift: [drift()] })), of(resource({ drift: [drift()] }))], ['any'], false).counted,
    ).toBe(2);
  });

  it('passes over drift that is all explained, over noted fields, and over nothing', () => {
    const calm = of(resource({ drift: [scaled], undeclared: [drift(status('noted'))] }));
    expect(judgeGate([calm], ['unexplained'], false)).toMatchObject({ counted: 0, passed: true, exitCode: 0 });
    expect(judgeGate([], ['unexplained'], false)).toMatchObject({ counted: 0, passed: true, exitCode: 0 });
  });

  it('tells a path with two changes apart', () => {
    const both = resource({ drift: [drift({ change: 'missing' }), drift({ change: 'extra' })] });
    expect(judgeGate([of(both)], ['any'], false).counted).toBe(2);
  });
});

describe('exit code', () => {
  const clean = of(resource());
  const drifted = of(resource({ drift: [drift()] }));
  const unknown = application({
    verdicts: ['Unknown', 'Healthy'],
    resources: [configMap('a', { outcome: 'unreadable' })],
  });
  const both = application({
    verdicts: ['Unknown', 'Healthy'],
    resources: [configMap('a', { outcome: 'unreadable' }), resource({ drift: [drift()] })],
  });
  it.each([
    ['clean', clean, false, 0, true],
    ['clean', clean, true, 0, true],
    ['drifted', drifted, false, 1, false],
    ['drifted', drifted, true, 0, false],
    ['unknown', unknown, false, 3, false],
    ['unknown', unknown, true, 3, false],
    ['drifted and unknown', both, false, 1, false],
    // --no-exit-code turns 1 into 0 and nothing else: the run still could not see everything.
    ['drifted and unknown', both, true, 3, false],
  ] as const)('%s, --no-exit-code %#: %s', (_what, one, noExitCode, exitCode, passed) => {
    expect(judgeGate([one], ['unexplained'], noExitCode)).toMatchObject({ exitCode, passed });
  });

  it('is 3 where nothing is asked of the gate and something could not be read', () => {
    expect(judgeGate([clean, unknown], ['none'], false)).toMatchObject({ counted: 0, passed: false, exitCode: 3 });
  });

  it('is 3 where a resource is Unknown although its application is not (a kind that the project denies)', () => {
    const denied = application({ resources: [configMap('a', { sync: 'Unknown' })] });
    expect(judgeGate([denied], ['unexplained'], false).exitCode).toBe(3);
  });
});
