import { describe, expect, it } from 'vitest';
import type { AutoscalerEvidence } from '../../src/explain/autoscaler.js';
import { duplicateFindings, orderFindings, overlapFindings, schemaFindings } from '../../src/explain/findings.js';
import { overdueFindings } from '../../src/explain/overdue.js';
import type { JsonObject } from '../../src/model/json.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { DesiredObject, ResourceRef } from '../../src/model/resource.js';
import { drift, resource } from '../verdict/worlds.js';
import { CATALOG, HPAS_UNREADABLE, hpa, NO_HPA, scaledBy } from './worlds.js';

const desired = (spec: JsonObject = {}, ref: ResourceRef = CATALOG): DesiredObject => ({
  ref,
  object: { apiVersion: 'apps/v1', kind: ref.kind, metadata: { name: ref.name }, spec },
  origins: { file: 'deployment.yaml', lines: new Map() },
});

describe('Git and an autoscaler that both set replicas', () => {
  it.each<[string, JsonObject, AutoscalerEvidence, number]>([
    ['both do', { replicas: 3 }, scaledBy(hpa()), 1],
    ['Git declares 0', { replicas: 0 }, scaledBy(hpa()), 1],
    ['Git leaves it to the autoscaler', {}, scaledBy(hpa()), 0],
    ['Git declares null', { replicas: null }, scaledBy(hpa()), 0],
    ['no autoscaler', { replicas: 3 }, NO_HPA, 0],
    ['autoscalers unreadable', { replicas: 3 }, HPAS_UNREADABLE, 0],
  ])('%s', (_, spec, evidence, count) => {
    const found = overlapFindings(desired(spec), evidence, () => ({ message: 'drop it' }));
    expect(found).toHaveLength(count);
    if (count > 0) {
      expect(found[0]).toMatchObject({ code: 'overlapping-writers', severity: 'warning', path: '.spec.replicas' });
      expect(found[0]?.message).toContain('HorizontalPodAutoscaler marketplace/catalog');
    }
  });
});

it('tells each group of items with one key, and what becomes of them', () => {
  const path = parsePath('.spec.ports');
  expect(duplicateFindings(desired(), [{ path, key: 'port=80,protocol="TCP"', count: 2 }])).toEqual([
    {
      code: 'duplicate-key',
      severity: 'warning',
      resource: CATALOG,
      path: '.spec.ports',
      message:
        '2 items with port=80,protocol="TCP": a server-side apply of this manifest is refused; otherwise the last one counts',
    },
  ]);
});

it('notes each list in another order', () => {
  const found = orderFindings(desired(), [parsePath('.spec.a'), parsePath('.spec.b')]);
  expect(found.map(({ code, severity, path }) => [code, severity, path])).toEqual([
    ['order-differs', 'note', '.spec.a'],
    ['order-differs', 'note', '.spec.b'],
  ]);
});

it('tells a kind without a schema once, however many objects it has', () => {
  const cache = (name: string, version = 'v1'): DesiredObject =>
    desired({}, { ...CATALOG, group: 'shop.example', version, kind: 'Cache', name });
  const found = schemaFindings([cache('a'), cache('b'), cache('c', 'v2')]);
  expect(found.map(({ message }) => message.split(':')[0])).toEqual([
    'nothing is known of the schema of shop.example/v1/Cache',
    'nothing is known of the schema of shop.example/v2/Cache',
  ]);
});

describe('Git that is ahead for too long', () => {
  const ahead = (path: string) => drift({ path, by: 'gitops', code: 'git-ahead' });
  const now = new Date('2026-11-30T12:00:00Z');
  const clock = (revisionTime: string | undefined, hours = 24) => ({
    now,
    source: { dirty: false, ...(revisionTime === undefined ? {} : { revisionTime }) },
    maxPendingMs: hours * 3_600_000,
  });

  it.each<[string, string | undefined, number, number]>([
    ['longer than allowed', '2026-11-29T05:00:00Z', 24, 1],
    ['exactly as long as allowed', '2026-11-29T12:00:00Z', 24, 0],
    ['a millisecond longer', '2026-11-29T11:59:59.999Z', 24, 1],
    ['not as long', '2026-11-30T11:00:00Z', 24, 0],
    ['longer than another limit', '2026-11-30T09:00:00Z', 2, 1],
    ['at a time that is not known', undefined, 24, 0],
    ['at a time that cannot be read', 'yesterday', 24, 0],
    ['in the future', '2026-12-01T00:00:00Z', 0, 0],
  ])('committed %s', (_, committed, hours, count) => {
    expect(overdueFindings([resource({ drift: [ahead('.data.a')] })], clock(committed, hours))).toHaveLength(count);
  });

  it('is told only of files that are surely those of the revision', () => {
    const late = [resource({ drift: [ahead('.data.a')] })];
    const of = (dirty: boolean | undefined) => {
      const { source, ...rest } = clock('2026-11-01T00:00:00Z');
      const { dirty: _, ...known } = source;
      return overdueFindings(late, { ...rest, source: { ...known, ...(dirty === undefined ? {} : { dirty }) } });
    };
    expect([false, true, undefined].map((dirty) => of(dirty).length)).toEqual([1, 0, 0]);
  });

  it('is told once an object, with its field or their number', () => {
    const one = resource({ name: 'one', drift: [drift(), ahead('.data.a')] });
    const two = resource({ name: 'two', drift: [ahead('.data.a'), ahead('.data.b')] });
    const found = overdueFindings([one, two], clock('2026-11-29T05:00:00Z'));
    expect(found.map(({ message }) => message)).toEqual([
      'Git has been ahead of live for at least 31 h (committed 2026-11-29T05:00:00.000Z), longer than --max-pending allows',
      'Git has been ahead of live, here and in 1 more field, for at least 31 h (committed 2026-11-29T05:00:00.000Z), longer than --max-pending allows',
    ]);
    expect(found.map(({ path }) => path)).toEqual(['.data.a', '.data.a']);
  });

  it('is not told of other drift', () => {
    expect(overdueFindings([resource({ drift: [drift()] })], clock('2026-11-01T00:00:00Z'))).toEqual([]);
  });
});
