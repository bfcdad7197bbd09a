import { describe, expect, it } from 'vitest';
import { EMPTY_FIELD_SET } from '../../src/model/field-set.js';
import type { ManagedFieldsEntry } from '../../src/model/managed-fields.js';
import { parsePath } from '../../src/model/parse-path.js';
import type { FieldChange, TimelineCode, TimelineSource } from '../../src/model/timeline-report.js';
import type { Writer } from '../../src/model/writer.js';
import { decodeFieldsV1 } from '../../src/ownership/fields-v1.js';
import { type AllTold, putTogether } from '../../src/timeline/put-together.js';
import type { ToldRevision } from '../../src/timeline/revisions.js';
import { compareTold, type Told } from '../../src/timeline/told.js';
import { clock, lines } from './lines.js';

const NOTHING: AllTold = {
  metadata: [],
  entries: [],
  audit: [],
  revisions: [],
  autoscalers: [],
  events: [],
  others: [],
};

function story(all: Partial<AllTold>): string[] {
  return lines([...putTogether({ ...NOTHING, ...all })].sort(compareTold));
}

function writer(name: string, category: Writer['category'] = 'manual'): Writer {
  return { category, name, confidence: 'likely', evidence: [] };
}

function told(
  code: TimelineCode,
  time: string | undefined,
  message: string,
  source: TimelineSource['kind'],
  more: Partial<Told['entry']> = {},
  about: Told['about'] = 'object',
): Told {
  return {
    entry: {
      code,
      ...(time === undefined ? {} : { time: clock(time) }),
      certainty: time === undefined ? 'not-recorded' : 'exact',
      message,
      ...more,
      sources: [{ kind: source }],
    },
    about,
  };
}

const IMAGE = '.spec.template.spec.containers[name="web"].image';
const IMAGE_SET = {
  'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"web"}': { 'f:image': {} } } } } },
};

/** An entry of managedFields, by what it owns. */
function entry(
  manager: string,
  time: string | undefined,
  fields: Parameters<typeof decodeFieldsV1>[0],
  more: { subresource?: string; category?: Writer['category']; operation?: 'Apply' } = {},
): Told {
  const owned: ManagedFieldsEntry = {
    manager,
    operation: more.operation ?? 'Update',
    subresource: more.subresource ?? '',
    apiVersion: 'apps/v1',
    ...(time === undefined ? {} : { time: clock(time) }),
    fields: fields === undefined ? EMPTY_FIELD_SET : decodeFieldsV1(fields).set,
  };
  const one = told(
    'written',
    time,
    'wrote',
    'managed-fields',
    {
      certainty: time === undefined ? 'not-recorded' : 'at-the-latest',
      writer: writer(manager, more.category),
      ...(time === undefined ? { note: 'it has no time' } : {}),
    },
    [],
  );
  return { ...one, act: { manager, operation: owned.operation, subresource: owned.subresource }, owned };
}

function audited(
  manager: string,
  time: string,
  changes: readonly FieldChange[] | undefined,
  more: { subresource?: string; category?: Writer['category']; code?: TimelineCode } = {},
): Told {
  const user: Writer = { ...writer(manager, more.category), user: { kind: 'user', name: 'ann' } };
  const one = told(more.code ?? 'written', time, 'changed', 'audit', {
    writer: user,
    ...(changes === undefined ? {} : { changes }),
  });
  const paths = (changes ?? []).map(({ path }) => parsePath(path));
  return {
    ...one,
    about: changes === undefined ? 'object' : paths,
    act: { manager, operation: 'Update', subresource: more.subresource ?? '' },
  };
}

function revision(number: number, time: string | undefined, more: Partial<ToldRevision['entry']> = {}): ToldRevision {
  const changed = number === 1 ? [] : [{ path: parsePath(IMAGE), from: 'a', to: 'b' }];
  const one = told(
    'revision',
    time,
    `revision ${number}`,
    'history',
    more,
    changed.map(({ path }) => path),
  );
  return { ...one, entry: { ...one.entry, code: more.code ?? 'revision' }, changed, isFirst: number === 1 };
}

const CREATED = told('created', '10:00:00', 'it was created', 'metadata');

describe('a write in the audit log and the entry it left', () => {
  it.each<[string, Told, Told, number]>([
    ['are one line', audited('kubectl-set', '10:05:00', undefined), entry('kubectl-set', '10:05:00', IMAGE_SET), 1],
    [
      'are one where the answer came a second later',
      audited('kubectl-set', '10:05:01', undefined),
      entry('kubectl-set', '10:05:00', IMAGE_SET),
      1,
    ],
    [
      'are two at other times',
      audited('kubectl-set', '10:05:02', undefined),
      entry('kubectl-set', '10:05:00', IMAGE_SET),
      2,
    ],
    [
      'are two of other managers',
      audited('kubectl-edit', '10:05:00', undefined),
      entry('kubectl-set', '10:05:00', IMAGE_SET),
      2,
    ],
    [
      'are two of other subresources',
      audited('kubectl', '10:05:00', undefined, { subresource: 'scale' }),
      entry('kubectl', '10:05:00', IMAGE_SET),
      2,
    ],
    [
      'are two of an apply and an update',
      audited('kubectl', '10:05:00', undefined),
      entry('kubectl', '10:05:00', IMAGE_SET, { operation: 'Apply' }),
      2,
    ],
  ])('%s', (_, audit, one, count) => {
    expect(story({ audit: [audit], entries: [one] })).toHaveLength(count);
  });

  it('keep the exact time, the user, and both sources', () => {
    expect(
      story({
        audit: [audited('kubectl-set', '10:05:00', undefined)],
        entries: [entry('kubectl-set', '10:05:00', IMAGE_SET)],
      }),
    ).toEqual(['10:05:00 written: changed | kubectl-set (ann) [audit managed-fields]']);
  });

  it('give an entry without a time that of the last such write, if it is of this object', () => {
    const scale = entry('kubectl', undefined, { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' });
    const writes = ['09:00:00', '10:01:00', '10:05:00'].map((time) =>
      audited('kubectl', time, [{ path: '.spec.replicas' }], { subresource: 'scale' }),
    );
    expect(story({ metadata: [CREATED], audit: writes, entries: [scale] }).at(-1)).toMatch(
      /^10:05:00 written: changed .*\[audit managed-fields\]$/,
    );
    expect(story({ metadata: [CREATED], audit: writes.slice(0, 1), entries: [scale] }).at(-1)).toMatch(
      /^\? written|^10:00:00/,
    );
    expect(story({ metadata: [CREATED], audit: writes.slice(0, 1), entries: [scale] })).toHaveLength(3);
  });
});

describe('the creation', () => {
  it('is by the only manager that wrote in that second', () => {
    expect(
      story({
        metadata: [CREATED],
        entries: [entry('helm', '10:00:00', IMAGE_SET), entry('kubectl-edit', '10:05:00', IMAGE_SET)],
      }),
    ).toEqual([
      '10:00:00 created: it was created | helm [metadata managed-fields]',
      '≤10:05:00 written: wrote | kubectl-edit [managed-fields]',
    ]);
  });

  it('is by nobody where two did', () => {
    expect(
      story({
        metadata: [CREATED],
        entries: [entry('helm', '10:00:00', IMAGE_SET), entry('kubectl-edit', '10:00:00', IMAGE_SET)],
      })[0],
    ).toBe('10:00:00 created: it was created [metadata]');
  });

  it('is by whom the audit log says, and made the first template', () => {
    expect(
      story({
        metadata: [CREATED],
        audit: [audited('helm', '10:00:00', undefined, { code: 'created' })],
        revisions: [revision(1, '10:00:01')],
      }),
    ).toEqual([
      '10:00:00 created: it was created, with revision 1 of its Pod template | helm (ann) [metadata audit history]',
    ]);
  });

  it('leaves the creation of an earlier object of the name alone', () => {
    expect(
      story({ metadata: [CREATED], audit: [audited('helm', '09:00:00', undefined, { code: 'created' })] }),
    ).toHaveLength(2);
  });
});

describe('a revision of the Pod template', () => {
  const SET = entry('kubectl-set', '10:05:00', IMAGE_SET);
  it.each<[string, Partial<AllTold>, string[]]>([
    [
      'is by the entry that owns what it changed and was written in that second',
      { revisions: [revision(2, '10:05:01')], entries: [SET] },
      ['10:05:01 revision: revision 2 | kubectl-set [history managed-fields]'],
    ],
    [
      'is, the newest, by who owns what it changed and wrote something else since, which stays a line of its own',
      { revisions: [revision(2, '10:04:00')], entries: [SET] },
      [
        '10:04:00 revision: revision 2 | kubectl-set [history managed-fields]',
        '≤10:05:00 written: wrote | kubectl-set [managed-fields]',
      ],
    ],
    [
      'is by nobody where the entry is of another time',
      { revisions: [revision(2, '10:09:00')], entries: [SET] },
      ['≤10:05:00 written: wrote | kubectl-set [managed-fields]', '10:09:00 revision: revision 2 [history]'],
    ],
    [
      'is by nobody where the entry owns nothing of it',
      {
        revisions: [revision(2, '10:05:00')],
        entries: [entry('kubectl-label', '10:05:00', { 'f:metadata': { 'f:labels': { 'f:team': {} } } })],
      },
      ['≤10:05:00 written: wrote | kubectl-label [managed-fields]', '10:05:00 revision: revision 2 [history]'],
    ],
    [
      'is by nobody where two entries fit',
      {
        revisions: [revision(2, '10:05:00')],
        entries: [SET, entry('argocd-controller', '10:05:00', IMAGE_SET, { operation: 'Apply' })],
      },
      [
        '≤10:05:00 written: wrote | argocd-controller [managed-fields]',
        '≤10:05:00 written: wrote | kubectl-set [managed-fields]',
        '10:05:00 revision: revision 2 [history]',
      ],
    ],
    [
      'is by the audited write that changed the same, each by its own',
      {
        revisions: [revision(3, '10:06:00'), revision(2, '10:05:00')],
        audit: ['10:05:00', '10:06:00'].map((time) =>
          audited('kubectl-set', time, [{ path: IMAGE, from: 'a', to: 'b' }]),
        ),
        entries: [entry('kubectl-set', '10:06:00', IMAGE_SET)],
      },
      [
        '10:05:00 revision: revision 2 | kubectl-set (ann) {.spec.template.spec.containers[name="web"].image: "a" → "b"} [history audit]',
        '10:06:00 revision: revision 3 | kubectl-set (ann) {.spec.template.spec.containers[name="web"].image: "a" → "b"} [history audit managed-fields]',
      ],
    ],
    [
      'is not by an audited write of other values',
      {
        revisions: [revision(2, '10:05:00')],
        audit: [audited('kubectl-set', '10:04:59', [{ path: IMAGE, from: 'a', to: 'c' }])],
      },
      [
        '10:04:59 written: changed | kubectl-set (ann) {.spec.template.spec.containers[name="web"].image: "a" → "c"} [audit]',
        '10:05:00 revision: revision 2 [history]',
      ],
    ],
    [
      'that was rolled back to has the time of the entry that owns it now, at the latest',
      {
        revisions: [revision(3, undefined, { code: 'rolled-back', notBefore: clock('10:02:00') })],
        entries: [entry('kubectl', '10:05:00', IMAGE_SET)],
      },
      ['≤10:05:00 rolled-back: revision 3 | kubectl [history managed-fields]'],
    ],
    [
      'that was rolled back to has no time where the entry is older',
      {
        revisions: [revision(3, undefined, { code: 'rolled-back', notBefore: clock('10:06:00') })],
        entries: [entry('kubectl', '10:05:00', IMAGE_SET)],
      },
      ['? rolled-back: revision 3 [history]', '≤10:05:00 written: wrote | kubectl [managed-fields]'],
    ],
  ])('%s', (_, all, expected) => {
    expect(story(all).sort()).toEqual([...expected].sort());
  });
});

describe('a rescale', () => {
  const SCALE = entry(
    'kube-controller-manager',
    undefined,
    { 'f:spec': { 'f:replicas': {} } },
    { subresource: 'scale', category: 'control-plane' },
  );
  const hpa = (name: string, time: string, source: TimelineSource['kind']): Told =>
    told(
      'rescaled',
      time,
      source === 'event' ? 'to 4' : 'last',
      source,
      { writer: writer(`HPA ${name}`, 'autoscaler') },
      [parsePath('.spec.replicas')],
    );

  it.each<[string, Partial<AllTold>, string[]]>([
    [
      'is one line of event, status and the entry, which has no time of its own',
      { autoscalers: [hpa('a', '10:05:00', 'autoscaler')], events: [hpa('a', '10:05:01', 'event')], entries: [SCALE] },
      ['10:05:01 rescaled: to 4 | HPA a [event autoscaler managed-fields]'],
    ],
    [
      'is one line with its write in the audit log',
      {
        autoscalers: [hpa('a', '10:05:00', 'autoscaler')],
        audit: [
          audited('kube-controller-manager', '10:05:00', [{ path: '.spec.replicas', from: 1, to: 4 }], {
            subresource: 'scale',
            category: 'control-plane',
          }),
        ],
      },
      ['10:05:00 rescaled: last | HPA a {.spec.replicas: 1 → 4} [autoscaler audit]'],
    ],
    [
      'leaves the entry without a time where two autoscalers scale',
      { autoscalers: [hpa('a', '10:05:00', 'autoscaler'), hpa('b', '10:06:00', 'autoscaler')], entries: [SCALE] },
      [
        '? written: wrote | kube-controller-manager [managed-fields]',
        '10:05:00 rescaled: last | HPA a [autoscaler]',
        '10:06:00 rescaled: last | HPA b [autoscaler]',
      ],
    ],
    [
      "is not a person's scale",
      {
        autoscalers: [hpa('a', '10:05:00', 'autoscaler')],
        entries: [entry('kubectl', undefined, { 'f:spec': { 'f:replicas': {} } }, { subresource: 'scale' })],
      },
      ['10:05:00 rescaled: last | HPA a [autoscaler]', '? written: wrote | kubectl [managed-fields]'],
    ],
  ])('%s', (_, all, expected) => {
    expect(story(all).sort()).toEqual([...expected].sort());
  });
});

describe('a restart and a deletion', () => {
  it('takes the time of the template that the restart made', () => {
    const asked = told('restart-requested', '10:04:58', 'a restart', 'annotation', { certainty: 'as-told' });
    const made = {
      ...revision(2, '10:05:00'),
      changed: [{ path: parsePath('.spec.template.metadata'), to: clock('10:04:58') }],
    };
    expect(story({ metadata: [asked], revisions: [made] })).toEqual([
      '10:05:00 revision: revision 2 [history annotation]',
    ]);
    expect(story({ metadata: [asked] })).toEqual(['~10:04:58 restart-requested: a restart [annotation]']);
  });

  it('names who asked for the deletion, where the log has it', () => {
    const requested = told('deletion-requested', '10:05:00', 'its deletion was requested', 'metadata');
    expect(
      story({
        metadata: [requested],
        audit: [audited('kubectl', '10:05:00', undefined, { code: 'deletion-requested' })],
      }),
    ).toEqual(['10:05:00 deletion-requested: its deletion was requested | kubectl (ann) [metadata audit]']);
  });
});
