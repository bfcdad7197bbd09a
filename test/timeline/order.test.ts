import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parsePath } from '../../src/model/parse-path.js';
import type { TimelineEntry } from '../../src/model/timeline-report.js';
import { inOrder, type Wanted } from '../../src/timeline/order.js';
import type { Told } from '../../src/timeline/told.js';
import { clock, lines } from './lines.js';

const NOW = new Date(clock('12:00:00'));
const ALL: Wanted = { now: NOW, withStatus: false };

function told(
  code: TimelineEntry['code'],
  time: string | undefined,
  message: string,
  more: Partial<Omit<Told, 'entry'>> & { entry?: Partial<TimelineEntry> } = {},
): Told {
  const { entry, ...rest } = more;
  const source = code === 'commit' ? 'git' : 'audit';
  return {
    about: 'object',
    ...rest,
    entry: {
      code,
      ...(time === undefined
        ? { certainty: 'not-recorded' as const }
        : { time: `2026-11-30T${time}`, certainty: 'exact' as const }),
      message,
      sources: [{ kind: source }],
      ...entry,
    },
  };
}

const order = (all: readonly Told[], wanted: Partial<Wanted> = {}): string[] =>
  lines(inOrder(all, { ...ALL, ...wanted }).dated).map((line) => line.replace(/ \[\w+\]$/, ''));

describe('the order of a story', () => {
  it('is the same for every order that it is told in, also where some of it has no time or no place in its source', () => {
    const all = [
      told('written', '10:50:21Z', 'labelled'),
      told('written', undefined, 'scaled'),
      told('created', '10:49:00Z', 'made'),
      told('event', '10:49:00Z', 'scaled up', { sequence: 2 }),
      told('event', '10:49:00Z', 'pulled', { sequence: 1 }),
      told('event', '10:49:00Z', 'sent'),
      told('condition', '10:49:00Z', 'Available became False'),
      told('condition', '10:49:12Z', 'Progressing became True'),
    ];
    const expected = order(all);
    expect(expected.map((line) => line.slice(0, 8))).toEqual(expected.map((line) => line.slice(0, 8)).sort());
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: all.length }), (shuffled) => {
        expect(order(shuffled)).toEqual(expected);
      }),
    );
  });

  it('is that of seconds, within one that of causes, then of what is left of the time', () => {
    const all = [
      told('event', '10:00:01Z', 'scaled up'),
      told('revision', '10:00:01Z', 'revision 2'),
      told('written', '10:00:01.900000Z', 'second'),
      told('written', '10:00:01.100000Z', 'first'),
      told('written', '10:00:00Z', 'before'),
      told('created', '10:00:01Z', 'made'),
    ];
    const expected = [
      '10:00:00 written: before',
      '10:00:01 created: made',
      '10:00:01 written: first',
      '10:00:01 written: second',
      '10:00:01 revision: revision 2',
      '10:00:01 event: scaled up',
    ];
    expect(order(all)).toEqual(expected);
    expect(order([...all].reverse())).toEqual(expected);
  });

  it('compares times of other zones as times', () => {
    expect(order([told('written', '11:30:00+02:00', 'a'), told('written', '09:45:00Z', 'b')])).toEqual([
      '11:30:00 written: a',
      '09:45:00 written: b',
    ]);
  });

  it('keeps the order of commits of one second', () => {
    const all = ['newest', 'middle', 'oldest'].map((message, at) =>
      told('commit', '10:00:00Z', message, { sequence: -at }),
    );
    expect(order(all)).toEqual(['10:00:00 commit: oldest', '10:00:00 commit: middle', '10:00:00 commit: newest']);
  });

  it('has no place for what has no time', () => {
    const found = inOrder([told('written', undefined, 'when'), told('written', '10:00:00Z', 'then')], ALL);
    expect(lines(found.dated)).toEqual(['10:00:00 written: then [audit]']);
    expect(lines(found.undated)).toEqual(['? written: when [audit]']);
  });
});

describe('a story that is cut', () => {
  it('counts what lies before', () => {
    const found = inOrder(
      [told('written', '09:59:59Z', 'a'), told('written', '10:00:00Z', 'b'), told('written', undefined, 'c')],
      { ...ALL, withinMs: 2 * 3_600_000 },
    );
    expect(found).toMatchObject({
      after: clock('10:00:00'),
      earlier: 1,
      dated: [{ message: 'b' }],
      undated: [{ message: 'c' }],
    });
  });
});

describe('a story of a field', () => {
  const at = (path: string) => ({ about: [parsePath(path)] });
  it.each<[string, Told, boolean]>([
    ['what is about it', told('written', '10:00:00Z', 'a', at('.spec.replicas')), true],
    ['what is about something below it', told('written', '10:00:00Z', 'a', at('.spec.replicas.below')), true],
    ['what is about all that it lies in', told('written', '10:00:00Z', 'a', at('.spec')), true],
    ['not what is about another', told('written', '10:00:00Z', 'a', at('.spec.paused')), false],
    ['the creation', told('created', '10:00:00Z', 'a'), true],
    ['syncs and commits, which may be', told('sync', '10:00:00Z', 'a'), true],
    ['not events', told('event', '10:00:00Z', 'a'), false],
    ['not what nothing says of what it is about', told('written', '10:00:00Z', 'a'), false],
  ])('has %s', (_, one, expected) => {
    expect(order([one], { field: parsePath('.spec.replicas') })).toHaveLength(expected ? 1 : 0);
  });

  it('lists of a write only the field, and says that there was more', () => {
    const one = told('written', '10:00:00Z', 'changed 2 fields', {
      about: [parsePath('.spec.replicas'), parsePath('.spec.paused')],
      entry: {
        changes: [
          { path: '.spec.paused', to: true },
          { path: '.spec.replicas', to: 3 },
        ],
        fields: ['.spec.paused', '.spec.replicas'],
      },
    });
    expect(inOrder([one], { ...ALL, field: parsePath('.spec.replicas') }).dated[0]).toMatchObject({
      changes: [{ path: '.spec.replicas', to: 3 }],
      fields: ['.spec.replicas'],
      note: '1 other field changed, too',
    });
  });
});

describe('writes that repeat themselves', () => {
  const act = { manager: 'kustomize-controller', operation: 'Apply', subresource: '' } as const;
  const applied = (time: string, more: Partial<TimelineEntry> = {}): Told =>
    told('written', time, 'applied', { act, entry: more });

  it('are one line, as long as nothing lies between and nothing is known of what they changed', () => {
    const all = [
      applied('10:00:00Z'),
      applied('10:05:00Z'),
      applied('10:10:00Z'),
      told('written', '10:11:00Z', 'by hand'),
      applied('10:15:00Z'),
    ];
    expect(order(all)).toEqual([
      '10:10:00 written ×3 since 10:00:00: applied',
      '10:11:00 written: by hand',
      '10:15:00 written: applied',
    ]);
    expect(order(all, { withStatus: true })).toHaveLength(5);
  });

  it('are as many lines as there are where they changed something', () => {
    const changes = [{ path: '.spec.replicas', to: 3 }];
    expect(order([applied('10:00:00Z', { changes }), applied('10:05:00Z', { changes })])).toHaveLength(2);
  });
});
