import { load } from 'js-yaml';
import { describe, expect, it } from 'vitest';
import { builtinSchema } from '../../src/cluster/schema/builtin.js';
import { templateSteps } from '../../src/explain/history.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { toldByRevisions } from '../../src/timeline/revisions.js';
import { DEPLOYMENT, world } from '../ownership/worlds.js';
import { clock, lines } from './lines.js';

const LIVE = world(DEPLOYMENT, undefined, { metadata: { uid: 'u1' } });

/** A ReplicaSet of the Deployment: its revision, those before, when it was made, its template. */
function replicaSet(numbers: readonly number[], time: string, template: string): KubernetesObject {
  const [last, ...before] = [...numbers].reverse();
  const annotations: JsonObject = {
    'deployment.kubernetes.io/revision': String(last),
    ...(before.length === 0 ? {} : { 'deployment.kubernetes.io/revision-history': before.reverse().join(',') }),
  };
  const owner = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog', uid: 'u1', controller: true };
  return world({ apiVersion: 'apps/v1', kind: 'ReplicaSet' }, undefined, {
    metadata: { name: `catalog-${numbers[0]}`, annotations, creationTimestamp: clock(time), ownerReferences: [owner] },
    spec: { template: load(template) as JsonValue },
  });
}

const image = (tag: string, rest = ''): string => `{spec: {containers: [{name: web, image: "catalog:${tag}"}]}${rest}}`;
const IMAGE = '.spec.template.spec.containers[name="web"].image';

describe('what kept Pod templates tell', () => {
  it.each<[string, KubernetesObject[], string[]]>([
    [
      'each with what it changed against the one before, and the first with nothing',
      [replicaSet([1], '10:00:00', image('1')), replicaSet([2], '10:05:00', image('2'))],
      [
        `10:05:00 revision: revision 2 of the Pod template, compared with revision 1 {${IMAGE}: "catalog:1" → "catalog:2"} [history]`,
        '10:00:00 revision: revision 1 of the Pod template, the first [history]',
      ],
    ],
    [
      'a restart, by the annotation that it writes',
      [
        replicaSet([1], '10:00:00', image('1')),
        replicaSet(
          [2],
          '10:05:00',
          image('1', `, metadata: {annotations: {"kubectl.kubernetes.io/restartedAt": "now"}}`),
        ),
      ],
      [
        '10:05:00 revision: revision 2 of the Pod template, compared with revision 1; a restart of all Pods was requested {.spec.template.metadata.annotations["kubectl.kubernetes.io/restartedAt"]: undefined → "now"} [history]',
        '10:00:00 revision: revision 1 of the Pod template, the first [history]',
      ],
    ],
    [
      'a rollback, which keeps the ReplicaSet and gives it a new number: its time is not recorded',
      [replicaSet([1, 3], '10:00:00', image('1')), replicaSet([2], '10:05:00', image('2'))],
      [
        `? rolled-back: revision 3 of the Pod template, compared with revision 2; back to that of revision 1 {${IMAGE}: "catalog:2" → "catalog:1"} [history]`,
        `10:05:00 revision: revision 2 of the Pod template, compared with revision 1 {${IMAGE}: "catalog:1" → "catalog:2"} [history]`,
        '10:00:00 revision: revision 1 of the Pod template, the first [history]',
      ],
    ],
    [
      'a gap, in which more may have changed, and what came before the oldest',
      [replicaSet([4], '10:00:00', image('1')), replicaSet([7], '10:05:00', image('2'))],
      [
        `10:05:00 revision: revision 7 of the Pod template, compared with revision 4 (those between are not kept, so more than one change may be in it) {${IMAGE}: "catalog:1" → "catalog:2"} [history]`,
        '10:00:00 revision: revision 4 of the Pod template; the one before is not kept, so what it changed is not known [history]',
      ],
    ],
  ])('%s', (_, kept, expected) => {
    expect(lines(toldByRevisions(templateSteps(LIVE, kept), builtinSchema()))).toEqual(expected);
  });

  it('gives a rollback that a newer revision follows its bounds', () => {
    const kept = [
      replicaSet([1, 3], '10:00:00', image('1')),
      replicaSet([2], '10:05:00', image('2')),
      replicaSet([4], '10:09:00', image('4')),
    ];
    const [, back] = toldByRevisions(templateSteps(LIVE, kept), builtinSchema());
    expect(back?.entry).toMatchObject({
      code: 'rolled-back',
      certainty: 'at-the-latest',
      time: clock('10:09:00'),
      notBefore: clock('10:05:00'),
    });
  });
});
