import { dig } from '../../model/json.js';
import type { KubernetesObject } from '../../model/resource.js';
import type { Health } from '../../model/status.js';
import { flagAt, judged, listAt, textAt } from './status-fields.js';

/**
 * CronJob batch, as Argo CD's script judges it (resource_customizations/batch/CronJob). Suspended counts as Healthy
 * there on purpose until argo-cd#24428 is settled. Times are RFC 3339 in UTC, so their texts sort by time.
 */
export function cronJobHealth(object: KubernetesObject): Health {
  if (flagAt(object, 'spec', 'suspend')) return judged('Healthy', 'is suspended (.spec.suspend): it starts no jobs');
  if (dig(object, 'status') === undefined) return judged('Progressing', 'has no status yet');
  const [scheduled, succeeded] = [
    textAt(object, 'status', 'lastScheduleTime'),
    textAt(object, 'status', 'lastSuccessfulTime'),
  ];
  if (scheduled === '') return judged('Healthy', 'has not been due yet');
  if (succeeded === '')
    return judged('Healthy', `last started ${scheduled}; no run has ever succeeded, which may be a fault`);
  const active = listAt(object, 'status', 'active').length;
  if (active > 0)
    return judged(
      'Healthy',
      `${active} ${active === 1 ? 'job is' : 'jobs are'} running since ${scheduled}; last success ${succeeded}`,
    );
  if (succeeded < scheduled)
    return judged('Degraded', `the run of ${scheduled} has not succeeded; last success ${succeeded}`);
  return judged('Healthy', `the last run succeeded at ${succeeded}`);
}
