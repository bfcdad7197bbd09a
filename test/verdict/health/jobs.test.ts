import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/model/json.js';
import { assessHealth } from '../../../src/verdict/health/assess.js';
import { condition, liveObject } from './live-object.js';

type World = readonly [what: string, parts: Record<string, JsonValue>, status: string, message: string];

function judge(apiVersion: string, kind: string, worlds: readonly World[]): void {
  it.each(worlds)(`${kind}: %s`, (_what, parts, status, message) => {
    expect(assessHealth(liveObject(apiVersion, kind, parts))).toEqual({ status, message, source: 'built-in' });
  });
}

describe('Job', () => {
  const numbers = { active: 1, succeeded: 2, failed: 3 };
  judge('batch/v1', 'Job', [
    ['running', { status: numbers }, 'Progressing', 'running: 1 active, 2 succeeded, 3 failed'],
    ['not started', {}, 'Progressing', 'running: 0 active, 0 succeeded, 0 failed'],
    ['complete', { status: { conditions: [condition('Complete', 'True')] } }, 'Healthy', 'has completed'],
    [
      'failed, whatever the status of the condition',
      { status: { conditions: [condition('Failed', 'False', 'BackoffLimitExceeded', 'limit reached')] } },
      'Degraded',
      'has failed: BackoffLimitExceeded: limit reached',
    ],
    [
      'failed beats complete',
      { status: { conditions: [condition('Complete', 'True'), condition('Failed', 'True', 'DeadlineExceeded')] } },
      'Degraded',
      'has failed: DeadlineExceeded',
    ],
    [
      'suspended',
      { status: { conditions: [condition('Suspended', 'True', 'JobSuspended', 'Job suspended')] } },
      'Suspended',
      'is suspended: JobSuspended: Job suspended',
    ],
    [
      'resumed: Healthy by the rule, so the numbers are said',
      { status: { ...numbers, conditions: [condition('Suspended', 'False', 'JobResumed')] } },
      'Healthy',
      'resumed: 1 active, 2 succeeded, 3 failed',
    ],
    [
      'conditions of the wrong shape',
      { status: { conditions: ['Complete'] } },
      'Unknown',
      '.status.conditions.* is the text "Complete" where an object is expected',
    ],
  ]);
});

describe('CronJob', () => {
  const [monday, tuesday] = ['2026-11-30T02:00:00Z', '2026-12-01T02:00:00Z'];
  judge('batch/v1', 'CronJob', [
    [
      'suspended is Healthy on purpose',
      { spec: { suspend: true }, status: { lastScheduleTime: tuesday, lastSuccessfulTime: monday } },
      'Healthy',
      'is suspended (.spec.suspend): it starts no jobs',
    ],
    ['no status', { spec: {} }, 'Progressing', 'has no status yet'],
    ['never due', { spec: {}, status: {} }, 'Healthy', 'has not been due yet'],
    [
      'never succeeded',
      { spec: {}, status: { lastScheduleTime: monday } },
      'Healthy',
      `last started ${monday}; no run has ever succeeded, which may be a fault`,
    ],
    [
      'running',
      { spec: {}, status: { lastScheduleTime: tuesday, lastSuccessfulTime: monday, active: [{ name: 'report-1' }] } },
      'Healthy',
      `1 job is running since ${tuesday}; last success ${monday}`,
    ],
    [
      'the last run failed',
      { spec: {}, status: { lastScheduleTime: tuesday, lastSuccessfulTime: monday } },
      'Degraded',
      `the run of ${tuesday} has not succeeded; last success ${monday}`,
    ],
    [
      'due and succeeded in the same second',
      { spec: {}, status: { lastScheduleTime: monday, lastSuccessfulTime: monday } },
      'Healthy',
      `the last run succeeded at ${monday}`,
    ],
    [
      'the last run succeeded',
      { spec: {}, status: { lastScheduleTime: monday, lastSuccessfulTime: tuesday } },
      'Healthy',
      `the last run succeeded at ${tuesday}`,
    ],
  ]);
});
