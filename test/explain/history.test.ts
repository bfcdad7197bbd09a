import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attribute } from '../../src/explain/attribution.js';
import { explain } from '../../src/explain/explain.js';
import { fieldHistory, isInTemplate } from '../../src/explain/field-history.js';
import { keptAs, templateSteps } from '../../src/explain/history.js';
import {
  boundedBy,
  driftHistory,
  historyEvidence,
  historyOf,
  historyText,
} from '../../src/explain/history-evidence.js';
import type { LastApply } from '../../src/explain/last-apply.js';
import type { Difference } from '../../src/model/drift.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { CATALOG, difference, NO_HPA } from './worlds.js';

const HASH = 'pod-template-hash';
const IMAGE = parsePath('.spec.containers[name="web"].image');

const at = (hour: number): string =>
  `2026-11-${String(Math.floor(hour / 24) + 1).padStart(2, '0')}T${String(hour % 24).padStart(2, '0')}:00:00Z`;

function template(image: string, more: JsonObject = {}): JsonObject {
  return { metadata: { labels: { app: 'catalog' } }, spec: { containers: [{ name: 'web', image, ...more }] } };
}

const workload = (kind: string, image: string, more: JsonObject = {}): KubernetesObject => ({
  apiVersion: kind === 'Rollout' ? 'argoproj.io/v1alpha1' : 'apps/v1',
  kind,
  metadata: { name: 'catalog', namespace: 'shop', uid: 'c4' },
  spec: { template: template(image, more) },
});

const OWNER = { apiVersion: 'apps/v1', kind: 'Deployment', name: 'catalog', uid: 'c4', controller: true };

const ROLLOUT = { ...OWNER, apiVersion: 'argoproj.io/v1alpha1', kind: 'Rollout' };

/** A ReplicaSet of the Deployment: `numbers` as its annotations have them, the newest last. */
function replicaSet(
  image: string,
  numbers: readonly number[],
  hour: number,
  more: { owner?: JsonObject; prefix?: string; container?: JsonObject } = {},
): KubernetesObject {
  const { owner = OWNER, prefix = 'deployment.kubernetes.io', container = {} } = more;
  const earlier = numbers.slice(0, -1);
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `catalog-${image}`,
      namespace: 'shop',
      creationTimestamp: at(hour),
      ownerReferences: [owner],
      annotations: {
        [`${prefix}/revision`]: String(numbers.at(-1)),
        ...(earlier.length === 0 ? {} : { [`${prefix}/revision-history`]: earlier.join(',') }),
      },
    },
    spec: {
      template: {
        ...template(image, container),
        metadata: { labels: { app: 'catalog', [prefix.startsWith('rollout') ? `rollouts-${HASH}` : HASH]: 'abc' } },
      },
    },
  };
}

const controllerRevision = (kind: string, image: string, revision: number, hour: number): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'ControllerRevision',
  metadata: {
    name: `catalog-${image}`,
    namespace: 'shop',
    creationTimestamp: at(hour),
    ownerReferences: [{ ...OWNER, kind }],
  },
  data: { spec: { template: { $patch: 'replace', ...template(image) } } },
  revision,
});

/** What is said of the image, or of another path, of a workload that keeps these objects. */
function told(live: KubernetesObject, objects: readonly KubernetesObject[], path = IMAGE) {
  const steps = templateSteps(live, objects);
  const containers = (live.spec as { template: { spec: { containers: readonly JsonObject[] } } }).template.spec
    .containers;
  const value = path === IMAGE ? containers[0]?.image : (containers[0]?.command as JsonValue | undefined);
  const history = fieldHistory(steps, path, value);
  if (history === undefined) return undefined;
  const { since, previous, before } = driftHistory(history);
  return { since, revision: history.since?.number, previous: previous?.number, value: previous?.value, before };
}

describe('since when an image is what it is', () => {
  it.each<[string, KubernetesObject, KubernetesObject[], object | undefined]>([
    [
      'the newest revision brought it',
      workload('Deployment', 'v2'),
      [replicaSet('v1', [1], 10), replicaSet('v2', [2], 20)],
      { since: { at: at(20) }, revision: 2, previous: 1, value: 'v1', before: 'previous' },
    ],
    [
      'an earlier one brought it, and later ones kept it',
      workload('Deployment', 'v2', { tty: true }),
      [replicaSet('v1', [1], 10), replicaSet('v2', [2], 20), replicaSet('v2', [3], 30, { container: { tty: true } })],
      { since: { at: at(20) }, revision: 2, previous: 1, value: 'v1', before: 'previous' },
    ],
    [
      'the workload was created with it',
      workload('Deployment', 'v1', { tty: true }),
      [replicaSet('v1', [1], 10), replicaSet('v1', [2], 20, { container: { tty: true } })],
      { since: { at: at(10) }, revision: 1, previous: undefined, value: undefined, before: 'created' },
    ],
    [
      'earlier revisions are not kept: at the latest since the oldest',
      workload('Deployment', 'v1', { tty: true }),
      [replicaSet('v1', [5], 50), replicaSet('v1', [6], 60, { container: { tty: true } })],
      { since: { before: at(50) }, revision: 5, previous: undefined, value: undefined, before: 'not-kept' },
    ],
    [
      'a revision between is not kept: it may have brought the image',
      workload('Deployment', 'v3'),
      [replicaSet('v1', [1], 10), replicaSet('v3', [3], 30)],
      { since: { after: at(10), before: at(30) }, revision: 3, previous: 1, value: 'v1', before: 'previous' },
    ],
    [
      'rolled back: the ReplicaSet is older than the change',
      workload('Deployment', 'v1'),
      [replicaSet('v1', [1, 3], 10), replicaSet('v2', [2], 20)],
      { since: { after: at(20) }, revision: 3, previous: 2, value: 'v2', before: 'previous' },
    ],
    [
      'rolled back, and something else changed after that',
      workload('Deployment', 'v1', { tty: true }),
      [
        replicaSet('v1', [1, 3], 10),
        replicaSet('v2', [2], 20),
        replicaSet('v1', [4], 40, { container: { tty: true } }),
      ],
      { since: { after: at(20), before: at(40) }, revision: 3, previous: 2, value: 'v2', before: 'previous' },
    ],
    [
      'rolled forward over a revision that was rolled back to before',
      workload('Deployment', 'v3'),
      [replicaSet('v1', [1, 3], 10), replicaSet('v2', [2], 20), replicaSet('v3', [4], 40)],
      { since: { at: at(40) }, revision: 4, previous: 3, value: 'v1', before: 'previous' },
    ],
    [
      'no revision has it yet: the Deployment is paused',
      workload('Deployment', 'v2'),
      [replicaSet('v1', [1], 10)],
      { since: { after: at(10) }, revision: undefined, previous: 1, value: 'v1', before: 'previous' },
    ],
    ['nothing is kept', workload('Deployment', 'v2'), [], undefined],
    [
      'ReplicaSets of others are not its own',
      workload('Deployment', 'v2'),
      [
        replicaSet('v1', [1], 10, { owner: { ...OWNER, uid: 'another' } }),
        replicaSet('v0', [1], 5, { owner: { ...OWNER, controller: false } }),
      ],
      undefined,
    ],
    [
      'an owner without a uid is the one of that kind and name',
      workload('Deployment', 'v1'),
      [replicaSet('v1', [1], 10, { owner: { kind: 'Deployment', name: 'catalog', controller: true } })],
      { since: { at: at(10) }, revision: 1, previous: undefined, value: undefined, before: 'created' },
    ],
    [
      'an Argo Rollout keeps its own numbers',
      workload('Rollout', 'v2'),
      [
        replicaSet('v1', [1], 10, { prefix: 'rollout.argoproj.io', owner: ROLLOUT }),
        replicaSet('v2', [2], 20, { prefix: 'rollout.argoproj.io', owner: ROLLOUT }),
      ],
      { since: { at: at(20) }, revision: 2, previous: 1, value: 'v1', before: 'previous' },
    ],
    [
      'a StatefulSet keeps ControllerRevisions',
      workload('StatefulSet', 'v2'),
      [controllerRevision('StatefulSet', 'v1', 1, 10), controllerRevision('StatefulSet', 'v2', 2, 20)],
      { since: { at: at(20) }, revision: 2, previous: 1, value: 'v1', before: 'previous' },
    ],
    [
      'a DaemonSet that was rolled back: only the order of the times shows it',
      workload('DaemonSet', 'v1'),
      [controllerRevision('DaemonSet', 'v1', 3, 10), controllerRevision('DaemonSet', 'v2', 2, 20)],
      { since: { after: at(20) }, revision: 3, previous: 2, value: 'v2', before: 'previous' },
    ],
    [
      'a ControllerRevision after a gap may have been gone back to',
      workload('DaemonSet', 'v2'),
      [controllerRevision('DaemonSet', 'v1', 1, 10), controllerRevision('DaemonSet', 'v2', 4, 20)],
      { since: { after: at(10) }, revision: 4, previous: 1, value: 'v1', before: 'previous' },
    ],
  ])('%s', (_, live, objects, expected) => {
    expect(told(live, objects)).toEqual(expected);
  });

  it('tells of a field that is gone since when, and what it was', () => {
    const path = parsePath('.spec.containers[name="web"].command');
    const objects = [replicaSet('v1', [1], 10, { container: { command: ['serve'] } }), replicaSet('v1', [2], 20)];
    expect(told(workload('Deployment', 'v1'), objects, path)).toEqual({
      since: { at: at(20) },
      revision: 2,
      previous: 1,
      value: ['serve'],
      before: 'previous',
    });
  });
});

describe('the steps of a template', () => {
  it('name the revision that live has, whatever the hash label and the directive of the patch', () => {
    const steps = templateSteps(workload('Deployment', 'v2'), [replicaSet('v1', [1], 10), replicaSet('v2', [2], 20)]);
    expect(steps.map(({ number, revision }) => [number, revision.current])).toEqual([
      [2, true],
      [1, false],
    ]);
    const daemons = templateSteps(workload('DaemonSet', 'v1'), [controllerRevision('DaemonSet', 'v1', 1, 10)]);
    expect(daemons[0]?.revision).toMatchObject({ current: true, template: template('v1') });
  });

  it('leave out what has no number or no time', () => {
    const { annotations: _, ...metadata } = replicaSet('v1', [1], 10).metadata;
    const bare = { ...replicaSet('v1', [1], 10), metadata };
    expect(templateSteps(workload('Deployment', 'v1'), [bare])).toEqual([]);
  });

  /** A history as the Deployment controller would keep it: each image has one ReplicaSet, which rollbacks re-use. */
  const rollouts = fc.array(fc.constantFrom('v1', 'v2', 'v3', 'v4'), { minLength: 1, maxLength: 12 }).map((images) => {
    const changes = images.filter((image, index) => image !== images[index - 1]);
    const kept = new Map<string, { numbers: number[]; hour: number }>();
    for (const [index, image] of changes.entries()) {
      const found = kept.get(image) ?? { numbers: [], hour: index };
      found.numbers.push(index + 1);
      kept.set(image, found);
    }
    return { changes, objects: [...kept].map(([image, { numbers, hour }]) => replicaSet(image, numbers, hour)) };
  });

  it('give bounds that hold the moment of the last change, whatever was rolled out and back', () => {
    fc.assert(
      fc.property(rollouts, ({ changes, objects }) => {
        const last = changes.length - 1;
        const found = told(workload('Deployment', changes[last] ?? ''), objects);
        const since = found?.since ?? {};
        const moment = at(last);
        expect(found?.revision).toBe(changes.length);
        if (last > 0) expect(found?.value).toBe(changes[last - 1]);
        if (since.at !== undefined) expect(since.at).toBe(moment);
        if (since.after !== undefined) expect(since.after <= moment).toBe(true);
        if (since.before !== undefined) expect(since.before >= moment).toBe(true);
        expect(since.at !== undefined || since.after !== undefined).toBe(true);
      }),
    );
  });
});

describe('what is said of it', () => {
  const say = (live: KubernetesObject, objects: readonly KubernetesObject[], missing = false): string => {
    const path = missing ? parsePath('.spec.containers[name="web"].tty') : IMAGE;
    const value = missing ? undefined : (dig(live) as JsonValue);
    const history = fieldHistory(templateSteps(live, objects), path, value);
    return history === undefined ? '' : historyText(history, missing);
  };
  const dig = (live: KubernetesObject) =>
    (live.spec as { template: { spec: { containers: readonly JsonObject[] } } }).template.spec.containers[0]?.image;

  it.each<[string, KubernetesObject, KubernetesObject[], boolean, string]>([
    [
      'the first with the value',
      workload('Deployment', 'v2'),
      [replicaSet('v1', [1], 10), replicaSet('v2', [2], 20)],
      false,
      `ReplicaSet catalog-v2 (revision 2) of ${at(20)} is the first with the live value; before it ReplicaSet catalog-v1 (revision 1) had "v1"`,
    ],
    [
      'gone back to',
      workload('Deployment', 'v1'),
      [replicaSet('v1', [1, 3], 10), replicaSet('v2', [2], 20)],
      false,
      `the workload went back to ReplicaSet catalog-v1 (revision 3), made at ${at(10)}, after ${at(20)}; before it ReplicaSet catalog-v2 (revision 2) had "v2"`,
    ],
    [
      'perhaps gone back to',
      workload('DaemonSet', 'v2'),
      [controllerRevision('DaemonSet', 'v1', 1, 10), controllerRevision('DaemonSet', 'v2', 4, 20)],
      false,
      `ControllerRevision catalog-v2 (revision 4), made at ${at(20)}, is the first kept with the live value; before it ControllerRevision catalog-v1 (revision 1) had "v1"; revisions 2 to 3 are not kept`,
    ],
    [
      'not kept between',
      workload('Deployment', 'v4'),
      [replicaSet('v1', [1], 10), replicaSet('v4', [4], 40)],
      false,
      `ReplicaSet catalog-v4 (revision 4) of ${at(40)} is the first kept with the live value; before it ReplicaSet catalog-v1 (revision 1) had "v1"; revisions 2 to 3 are not kept`,
    ],
    [
      'removed',
      workload('Deployment', 'v1'),
      [replicaSet('v1', [1], 10, { container: { tty: true } }), replicaSet('v1', [2], 20)],
      true,
      `ReplicaSet catalog-v1 (revision 2) of ${at(20)} is the first without it; before it ReplicaSet catalog-v1 (revision 1) had true`,
    ],
    [
      'never there',
      workload('Deployment', 'v1'),
      [replicaSet('v1', [1], 10)],
      true,
      `every kept revision lacks it, from the first on: ReplicaSet catalog-v1 (revision 1) of ${at(10)}`,
    ],
    [
      'older than what is kept',
      workload('StatefulSet', 'v1'),
      [controllerRevision('StatefulSet', 'v1', 7, 10)],
      false,
      `the oldest kept revision, ControllerRevision catalog-v1 (revision 7) of ${at(10)}, has it already; earlier ones are not kept`,
    ],
    [
      'not rolled out yet',
      workload('Deployment', 'v2'),
      [replicaSet('v1', [1], 10)],
      false,
      'no revision has it yet as live does: the newest, ReplicaSet catalog-v1 (revision 1), had "v1"',
    ],
  ])('%s', (_, live, objects, missing, text) => {
    expect(say(live, objects, missing)).toBe(text);
  });

  it('quotes no value that is long or has parts', () => {
    const long = 'x'.repeat(90);
    const text = say(workload('Deployment', 'v2'), [replicaSet(long, [1], 10), replicaSet('v2', [2], 20)]);
    expect(text).toMatch(/had another value$/);
    expect(text).not.toContain(`"${long}`);
  });

  it('says that the revisions could not be read, and is silent of fields elsewhere', () => {
    const forbidden = { kind: 'unavailable', reason: 'forbidden' } as const;
    expect(historyEvidence(forbidden, difference(), undefined)).toEqual([
      { kind: 'object', message: 'the earlier Pod templates could not be read: forbidden' },
    ]);
    expect(historyEvidence(forbidden, difference('.spec.replicas'), undefined)).toEqual([]);
    expect(historyEvidence(undefined, difference(), undefined)).toEqual([]);
    expect(historyOf({ kind: 'known', steps: [] }, difference('.spec.replicas'), 3)).toBeUndefined();
  });
});

describe('a field that live lacks', () => {
  const path = '.spec.template.spec.containers[name="web"].tty';
  const gone: Difference = { ...difference(path, { change: 'missing', desired: true }) };
  const explained = (objects: readonly KubernetesObject[], lastApply?: LastApply): string => {
    const live = workload('Deployment', 'v1');
    const steps = templateSteps(live, objects);
    const evidence = { autoscalers: NO_HPA, live, history: { kind: 'known' as const, steps } };
    const input = { ref: CATALOG, difference: gone, evidence, lastApply };
    const attribution = attribute({ ...input, owners: { kind: 'unowned' } });
    return explain({ ...input, attribution, rule: undefined }).message;
  };
  const removed = [replicaSet('v1', [1], 10, { container: { tty: true } }), replicaSet('v1', [2], 20)];

  it.each<[string, KubernetesObject[], RegExp]>([
    ['was removed', removed, /^it was removed: revision 1 of the Pod template had it, as Git declares it; by whom/],
    [
      'was removed, and had another value',
      [replicaSet('v1', [1], 10, { container: { tty: false } }), replicaSet('v1', [2], 20)],
      /^it was removed: .* had it, with another value than Git declares; by whom/,
    ],
    [
      'was never there',
      [replicaSet('v1', [1], 10)],
      /so did every revision since the first: it was never applied here$/,
    ],
    ['is not in what is kept', [replicaSet('v1', [5], 10)], /^live lacks it: Git has moved on, or somebody removed it/],
    ['and nothing is kept', [], /^live lacks it: Git has moved on, or somebody removed it/],
  ])('%s', (_, objects, text) => {
    expect(explained(objects)).toMatch(text);
  });

  it('has another key in live, which is what is said', () => {
    const path = parsePath('.spec.template.spec.containers[name="sidecar"]');
    const renumbered: Difference = {
      ...difference('.spec.template.spec.containers[name="web"]', { change: 'missing', desired: { name: 'web' } }),
      notes: [{ kind: 'renumbered', pair: path }],
    };
    const live = workload('Deployment', 'v1');
    const none: KubernetesObject = { ...live, spec: { template: { spec: { containers: [{ name: 'sidecar' }] } } } };
    const steps = templateSteps(none, removed);
    const evidence = { autoscalers: NO_HPA, live: none, history: { kind: 'known' as const, steps } };
    const input = { ref: CATALOG, difference: renumbered, evidence };
    const attribution = attribute({ ...input, owners: { kind: 'unowned' } });
    expect(explain({ ...input, attribution, rule: undefined })).toMatchObject({
      code: 'renumbered',
      message: expect.stringMatching(/its key was changed there$/),
    });
  });

  it('was removed by somebody whom an audit log names, which says as much', () => {
    const live = workload('Deployment', 'v1');
    const steps = templateSteps(live, removed);
    const evidence = { autoscalers: NO_HPA, live, history: { kind: 'known' as const, steps } };
    const input = { ref: CATALOG, difference: gone, evidence };
    const attribution = { ...attribute({ ...input, owners: { kind: 'unowned' } }), removed: true as const };
    expect(explain({ ...input, attribution, rule: undefined }).message).toMatch(/as the audit log records$/);
  });

  it('was declared by the last apply, which says as much', () => {
    expect(explained(removed, { kind: 'holds-other', value: true })).toMatch(
      /^the last apply set it and live lacks it/,
    );
  });
});

describe('the bound of the writer’s entry', () => {
  const rolledBack = fieldHistory(
    templateSteps(workload('Deployment', 'v1'), [replicaSet('v1', [1, 3], 10), replicaSet('v2', [2], 20)]),
    IMAGE,
    'v1',
  );
  it.each<[string, string | undefined, object]>([
    ['closes an open one', at(30), { after: at(20), before: at(30) }],
    ['of an entry that is too old is not this change’s', at(15), { after: at(20) }],
    ['of an entry without a time adds nothing', undefined, { after: at(20) }],
  ])('%s', (_, time, since) => {
    if (rolledBack === undefined) throw new Error('the history is kept');
    expect(driftHistory(boundedBy(rolledBack, time === undefined ? {} : { time })).since).toEqual(since);
  });
});

it('knows which kinds keep their templates, and what lies in one', () => {
  expect(keptAs({ group: 'apps', kind: 'Deployment' })).toBe('ReplicaSet');
  expect(keptAs({ group: 'apps', kind: 'DaemonSet' })).toBe('ControllerRevision');
  expect(keptAs({ group: 'batch', kind: 'Job' })).toBeUndefined();
  expect(isInTemplate(parsePath('.spec.template.spec.containers[name="web"]'))).toBe(true);
  expect(isInTemplate(parsePath('.spec.replicas'))).toBe(false);
});
