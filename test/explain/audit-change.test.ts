import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lastChange, presentLife } from '../../src/explain/audit-change.js';
import type { AuditWrite } from '../../src/model/audit.js';
import { valueAt } from '../../src/model/field-path.js';
import type { JsonObject, JsonValue } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { KubernetesObject } from '../../src/model/resource.js';
import { CATALOG, objectRef, write } from '../cluster-audit/events.js';

type Labels = Readonly<Record<string, string>>;

interface State {
  readonly replicas: number;
  readonly labels: Labels;
  readonly generation: number;
}

/** One request of somebody: the way it is sent, and what it wants. */
interface Step {
  readonly way: 'merge' | 'json' | 'update' | 'scale' | 'status';
  readonly replicas: number;
  readonly label: 'team' | 'tier';
  /** undefined takes the label away. */
  readonly value: string | undefined;
}

const object = ({ replicas, labels, generation }: State): KubernetesObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'catalog', namespace: 'marketplace', labels, generation },
  spec: { replicas },
});

/** What the server makes of it. */
function after(state: State, { way, replicas, label, value }: Step): State {
  if (way === 'status') return state;
  const { [label]: _, ...others } = state.labels;
  const labels = way === 'scale' ? state.labels : value === undefined ? others : { ...others, [label]: value };
  const next = way === 'json' ? state.replicas : replicas;
  return { replicas: next, labels, generation: state.generation + (next === state.replicas ? 0 : 1) };
}

/** What the log holds of it, at a level. */
function logged(step: Step, before: State, then: State, at: number, answers: boolean): AuditWrite {
  const { way, replicas, label, value } = step;
  const scale = { kind: 'Scale', apiVersion: 'autoscaling/v1', metadata: { name: 'catalog' }, spec: { replicas } };
  const sent: Readonly<Record<Step['way'], JsonValue>> = {
    merge: { metadata: { labels: { [label]: value ?? null } }, spec: { replicas } },
    json:
      value !== undefined
        ? [{ op: 'add', path: `/metadata/labels/${label}`, value }]
        : Object.hasOwn(before.labels, label)
          ? [{ op: 'remove', path: `/metadata/labels/${label}` }]
          : [{ op: 'test', path: '/metadata/name', value: 'catalog' }],
    update: object(then),
    scale: { spec: { replicas } },
    status: object(then),
  };
  const subresource = way === 'scale' || way === 'status' ? way : '';
  return write({
    auditID: `write-${at}`,
    verb: way === 'update' || way === 'status' ? 'update' : 'patch',
    objectRef: objectRef(subresource),
    level: answers ? 'RequestResponse' : 'Request',
    requestReceivedTimestamp: `2026-11-30T12:00:${String(at).padStart(2, '0')}.000Z`,
    stageTimestamp: `2026-11-30T12:00:${String(at).padStart(2, '0')}.100Z`,
    requestObject: sent[way],
    ...(answers ? { responseObject: way === 'scale' ? scale : object(then) } : {}),
  });
}

const START: State = { replicas: 1, labels: { team: 'shop' }, generation: 1 };
const CREATED = (answers: boolean): AuditWrite =>
  write({
    auditID: 'created',
    verb: 'create',
    responseStatus: { code: 201 },
    requestReceivedTimestamp: '2026-11-30T11:00:00.000Z',
    stageTimestamp: '2026-11-30T11:00:00.100Z',
    requestObject: object(START),
    ...(answers ? { responseObject: object(START) } : {}),
  });

const steps = fc.array(
  fc.record({
    way: fc.constantFrom<Step['way'][]>('merge', 'json', 'update', 'scale', 'status'),
    replicas: fc.integer({ min: 0, max: 3 }),
    label: fc.constantFrom<Step['label'][]>('team', 'tier'),
    value: fc.constantFrom('shop', 'search', undefined),
  }),
  { maxLength: 8 },
);

describe('the last change of a field', () => {
  it.each(['.spec.replicas', '.metadata.labels.team', '.metadata.labels.tier'])(
    'is found in every log that reaches back to the creation: %s',
    (printed) => {
      const path = parsePath(printed);
      fc.assert(
        fc.property(steps, fc.boolean(), (sequence, answers) => {
          let state = START;
          let changed = valueAt(object(START), path) === undefined ? undefined : 'created';
          const writes = [CREATED(answers)];
          for (const [at, step] of sequence.entries()) {
            const then = after(state, step);
            if (valueAt(object(then), path) !== valueAt(object(state), path)) changed = `write-${at}`;
            writes.push(logged(step, state, then, at, answers));
            state = then;
          }
          const live = object(state);
          const found = lastChange(writes, { ref: CATALOG, path, object: live }, valueAt(live, path));
          if (changed === undefined) {
            // It never was there, which the first answer tells.
            expect(found === undefined || (found.kind === 'written' && found.write === writes[0])).toBe(true);
            return;
          }
          const write = { auditID: changed };
          expect(found).toMatchObject({ kind: 'written', write, standing: true, proof: 'states', later: [] });
        }),
        { numRuns: 400 },
      );
    },
  );

  const path = parsePath('.spec.replicas');
  const find = (writes: readonly AuditWrite[], replicas: number) =>
    lastChange(writes, { ref: CATALOG, path, object: object({ ...START, replicas }) }, replicas);
  const step = (changes: Partial<Step>): Step => ({
    way: 'merge',
    replicas: 1,
    label: 'team',
    value: 'shop',
    ...changes,
  });
  const to = (replicas: number, at: number, answers = true, generation = at + 1): AuditWrite =>
    logged(step({ replicas }), START, { ...START, replicas, generation }, at, answers);

  it('is the first of several that wrote the same', () => {
    expect(find([to(1, 0), to(5, 1), to(5, 2, true, 2), to(5, 3, true, 2)], 5)).toMatchObject({
      write: { auditID: 'write-1' },
    });
  });

  it('is not the first one in the log that left the field alone', () => {
    const labelled = logged(step({ way: 'json', value: 'search' }), START, START, 1, true);
    expect(find([labelled], 1)).toBeUndefined();
  });

  it('is not proven where the generation rose by more than the writes of the log', () => {
    expect(find([to(1, 0), to(5, 1)], 5)).toMatchObject({ proof: 'states' });
    expect(find([to(1, 0), to(5, 1, true, 4)], 5)).toMatchObject({ proof: 'body', asked: true });
  });

  it('is lost where the generation rose so, and no write of the log asked for it', () => {
    const labelled = logged(
      step({ way: 'json', value: 'search' }),
      START,
      { ...START, replicas: 5, generation: 4 },
      1,
      true,
    );
    expect(find([to(1, 0), labelled], 5)).toMatchObject({
      ...{ kind: 'lost', standing: true, after: { auditID: 'write-0' }, before: { auditID: 'write-1' } },
    });
  });

  it('does not stand where live has another value now', () => {
    expect(find([to(1, 0), to(5, 1)], 7)?.standing).toBe(false);
  });

  it('may be followed by a write of which nothing is known', () => {
    const unknown = write({ auditID: 'unknown', stageTimestamp: '2026-11-30T12:01:00.000Z' });
    const found = find([to(1, 0), to(5, 1), unknown], 5);
    expect(found).toMatchObject({ write: { auditID: 'write-1' }, later: [{ auditID: 'unknown' }] });
  });

  it('was not asked for where only the answer has it: admission or defaulting wrote it', () => {
    const mutated = logged(
      step({ way: 'json', value: 'search' }),
      START,
      { ...START, replicas: 5, generation: 2 },
      1,
      true,
    );
    expect(find([to(1, 0), mutated], 5)).toMatchObject({ asked: false, write: { auditID: 'write-1' } });
  });

  it('of a map is found in a patch of its keys, where the map before it is known', () => {
    const labels = parsePath('.metadata.labels');
    const patch = (at: number, team: string | null): AuditWrite =>
      write({
        ...{ auditID: `write-${at}`, level: 'Request', requestObject: { metadata: { labels: { team } } } },
        stageTimestamp: `2026-11-30T12:00:0${at}.100Z`,
      });
    const gone: KubernetesObject = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'catalog' } };
    const audited = { ref: CATALOG, path: labels, object: gone };
    const writes = [CREATED(false), patch(1, 'search'), patch(2, null), patch(3, null)];
    expect(lastChange(writes, audited, undefined)).toMatchObject({
      ...{ standing: true, proof: 'states', write: { auditID: 'write-2' } },
    });
    expect(lastChange([patch(2, null)], audited, undefined)).toBeUndefined();
  });

  it('counts only since the object was made, not in an earlier life of its name', () => {
    const live: JsonObject = { metadata: { creationTimestamp: '2026-11-30T12:00:01Z' } };
    expect(presentLife([to(1, 0), to(5, 1), to(6, 2)], live).map(({ auditID }) => auditID)).toEqual([
      'write-1',
      'write-2',
    ]);
  });
});
