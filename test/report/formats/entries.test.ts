import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.js';
import type { FailOn } from '../../../src/model/request.js';
import { entriesOf } from '../../../src/report/ci/entries.js';
import { fingerprintsOf } from '../../../src/report/ci/fingerprint.js';
import { placeIn } from '../../../src/report/ci/place.js';
import { judgeGate } from '../../../src/verdict/gate.js';
import { BLOCKS, GAPS, HOSTILE, NAMED } from '../more-worlds.js';
import { AUTOSCALER, application, drift, INCIDENT, report, resource } from '../worlds.js';
import { PUBLISHED } from './hostile.js';

const WORLDS: readonly [string, Report][] = [
  ['an incident', INCIDENT],
  ['objects that could not be compared', GAPS],
  ['texts of several lines', BLOCKS],
  ['hostile names', HOSTILE],
  ['secret names', NAMED],
];

const TERMS: readonly FailOn[] = [
  ...(['unexplained', 'any', 'manual', 'undeclared', 'degraded', 'error', 'none'] as const),
  'finding:order-differs',
];

describe('what a format for CI calls an error', () => {
  it.each(WORLDS.flatMap(([name, world]) => TERMS.map((term) => [term, name, world] as const)))(
    'is what --fail-on %s counts of %s',
    (term, _, world) => {
      const gate = judgeGate(world.applications, [term], false);
      const errors = entriesOf({ ...world, gate }, PUBLISHED).filter(({ level }) => level === 'error');
      expect(errors).toHaveLength(gate.counted);
    },
  );

  it('comes first, objects before fields, and the rest is a warning or a note', () => {
    expect(entriesOf(GAPS, PUBLISHED).map(({ level, kind, code }) => `${level} ${kind} ${code}`)).toEqual([
      'error object missing',
      'error object extraneous',
      'warning unread not-compared',
      'warning health degraded',
      'warning finding overlapping-writers',
      'warning finding duplicate-key',
      'note object job-ttl',
      'note finding order-differs',
    ]);
  });

  it("shows a person's change before a program's", () => {
    const [byHand, byProgram] = [drift({ path: '.spec.z' }), drift({ path: '.spec.a', writer: AUTOSCALER })];
    const world = report([application({ resources: [resource({ drift: [byProgram, byHand] })] })]);
    expect(entriesOf(world, PUBLISHED).map(({ path }) => path)).toEqual(['.spec.z', '.spec.a']);
  });

  it('is nothing where the gate is off: then unexplained drift is a warning', () => {
    const off = { ...INCIDENT, gate: { ...INCIDENT.gate, failOn: ['none'] } };
    expect(entriesOf(off, PUBLISHED).map(({ level }) => level)).toEqual(['warning', 'warning', 'note']);
  });

  it('an application that could not be rendered is an entry of its own', () => {
    const world = report([application({ sync: { status: 'Unknown', message: 'its repository cannot be reached' } })]);
    expect(entriesOf(world, PUBLISHED)).toMatchObject([
      { kind: 'unread', level: 'warning', message: 'NOT COMPARED: its repository cannot be reached' },
    ]);
  });
});

describe('fingerprints', () => {
  const entries = entriesOf(INCIDENT, PUBLISHED);

  it('stay the same when a value, a line, a writer or an order changes', () => {
    const moved = structuredClone(INCIDENT) as unknown as { applications: { resources: { drift: object[] }[] }[] };
    for (const one of moved.applications[0]?.resources.at(-1)?.drift ?? []) {
      Object.assign(one, {
        live: 'another',
        origin: { file: 'moved.yaml', line: 99 },
        writer: { ...drift({ path: '.a' }).writer, name: 'x' },
      });
    }
    const after = entriesOf(moved as unknown as Report, PUBLISHED);
    expect(fingerprintsOf(after)).toEqual(fingerprintsOf(entries));
  });

  it('differ by object, field, direction and application', () => {
    const of = (parts: Parameters<typeof application>[0]): readonly string[] =>
      fingerprintsOf(entriesOf(report([application(parts)]), PUBLISHED));
    const field = drift({ path: '.spec.replicas', desired: 1, live: 2 });
    const all = [
      of({ resources: [resource({ drift: [field] })] }),
      of({ resources: [resource({ drift: [{ ...field, path: '.spec.paused' }] })] }),
      of({ resources: [resource({ drift: [{ ...field, change: 'missing' }] })] }),
      of({ resources: [resource({ drift: [field], namespace: 'other' })] }),
      of({ resources: [resource({ drift: [field], group: 'other' })] }),
      of({ resources: [resource({ drift: [field] })], name: 'catalog-test' }),
      of({ resources: [resource({ undeclared: [field] })] }),
    ].flat();
    expect(new Set(all).size).toBe(7);
  });

  it('are never given twice, for platforms drop what they take for a duplicate', () => {
    const twice = entriesOf(report([...GAPS.applications, ...GAPS.applications]), PUBLISHED);
    expect(new Set(fingerprintsOf(twice)).size).toBe(twice.length);
    expect(twice).toHaveLength(16);
  });
});

describe('the place of an entry', () => {
  it.each<[string, Parameters<typeof placeIn>[1], object]>([
    ['the declaring line', { file: 'apps/a.yaml', line: 4 }, { file: 'apps/a.yaml', line: 4 }],
    ['the file where only that is known', { file: './apps/a.yaml' }, { file: 'apps/a.yaml' }],
    ["the application's path for standard input", { file: '-', line: 4 }, { file: 'apps/catalog/prod' }],
    ["the application's path where nothing is known", undefined, { file: 'apps/catalog/prod' }],
  ])('is %s', (_, origin, place) => {
    expect(placeIn(application(), origin)).toEqual(place);
  });

  it('is the name of an application that was read from standard input', () => {
    const sources = [{ path: '-', renderer: { name: 'yaml', version: '' } }] as const;
    expect(placeIn(application({ name: 'stdin', sources }))).toEqual({ file: 'stdin' });
  });
});
