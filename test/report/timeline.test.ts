import { describe, expect, it } from 'vitest';
import type { TimelineReport } from '../../src/model/timeline-report.js';
import type { TextOptions } from '../../src/report/text-options.js';
import { jsonTimeline, textTimeline } from '../../src/report/timeline.js';
import { NOW } from './worlds.js';

const OPTIONS: TextOptions = {
  width: undefined,
  color: false,
  now: NOW,
  time: 'relative',
  verbose: false,
  quiet: false,
  showExplained: false,
  maskNamed: false,
};

const HOSTILE = 'first\nsecond \u001b[31mred\u001b[0m ::error::taken for a command \u202egnirts';

/** One line of each kind and certainty, over two days. */
const STORY: TimelineReport = {
  schemaVersion: '1',
  tool: { name: 'gitdrift', version: '0.0.0-test' },
  generatedAt: NOW.toISOString(),
  destination: { context: 'prod', namespace: 'marketplace' },
  resource: { group: 'apps', version: 'v1', kind: 'Deployment', namespace: 'marketplace', name: 'catalog' },
  object: 'found',
  after: '2026-11-29T09:00:00Z',
  entries: [
    {
      code: 'created',
      time: '2026-11-29T10:00:00Z',
      certainty: 'exact',
      message: 'the Deployment was created',
      writer: {
        category: 'gitops',
        name: 'Argo CD, sync',
        manager: 'argocd-controller',
        confidence: 'likely',
        evidence: [],
      },
      fields: ['.metadata.labels.app', '.spec.paused', '.spec.replicas', '.spec.selector', '.spec.strategy.type'],
      sources: [{ kind: 'metadata' }, { kind: 'managed-fields' }],
    },
    {
      code: 'commit',
      time: '2026-11-29T11:00:00Z',
      certainty: 'as-told',
      message: 'commit 3d7fb2ee71e7 changed what Git declares of it: raise the replicas, DB_PASSWORD=hunter2',
      author: 'Ada Example',
      origin: { file: 'apps/catalog/deploy.yaml', line: 7 },
      sources: [{ kind: 'git', name: '3d7fb2ee71e7' }],
    },
    {
      code: 'revision',
      time: '2026-11-30T08:00:00Z',
      certainty: 'exact',
      message: 'revision 2 of the Pod template, compared with revision 1',
      changes: [
        {
          path: '.spec.template.spec.containers[name="web"].env[name="DB_PASSWORD"].value',
          from: 'hunter2',
          to: 'hunter3',
        },
        ...['A', 'B', 'C', 'D'].map((name) => ({
          path: `.spec.template.spec.containers[name="web"].env[name="${name}"].value`,
          to: name,
        })),
      ],
      sources: [{ kind: 'history', name: 'ReplicaSet catalog-1' }],
    },
    {
      code: 'written',
      time: '2026-11-30T09:00:00Z',
      certainty: 'at-the-latest',
      notBefore: '2026-11-30T08:30:00Z',
      message: 'wrote .metadata.labels.team',
      writer: { category: 'manual', name: 'kubectl label', confidence: 'likely', evidence: [] },
      fields: ['.metadata.labels.team'],
      sources: [{ kind: 'managed-fields' }],
    },
    {
      code: 'sync-failed',
      time: '2026-11-30T10:00:00Z',
      certainty: 'exact',
      message: 'sync to 3d7fb2ee71e7 ended: Failed: one or more objects failed to apply',
      writer: {
        category: 'gitops',
        name: 'Argo CD, sync',
        user: { kind: 'user', name: 'ann' },
        confidence: 'certain',
        evidence: [],
      },
      sources: [{ kind: 'gitops', name: 'Application argocd/shop' }],
    },
    {
      code: 'event',
      time: '2026-11-30T11:59:00Z',
      certainty: 'exact',
      times: 12,
      since: '2026-11-30T11:00:00Z',
      message: `Warning Unhealthy: ${HOSTILE}`,
      writer: { category: 'control-plane', name: 'kubelet', confidence: 'likely', evidence: [] },
      sources: [{ kind: 'event' }],
    },
  ],
  undated: [
    {
      code: 'written',
      certainty: 'not-recorded',
      message: 'wrote .spec.replicas through /scale',
      writer: { category: 'manual', name: 'kubectl scale', subresource: 'scale', confidence: 'likely', evidence: [] },
      fields: ['.spec.replicas'],
      note: 'the API server records no time for writes through /scale',
      sources: [{ kind: 'managed-fields' }],
    },
  ],
  leftOut: { earlier: 3, statusOnly: 1, withoutEffect: 2 },
  notRead: [{ source: 'events', reason: `forbidden ${HOSTILE}` }],
  notKnown: ['who removed .spec.minReadySeconds is not recorded: what is gone has no manager'],
};

describe('a timeline as text', () => {
  it.each<[string, Partial<TextOptions>]>([
    ['timeline', {}],
    ['timeline-110-columns', { width: 110 }],
    ['timeline-60-columns', { width: 60 }],
    ['timeline-full-times', { time: 'full' }],
    ['timeline-verbose', { verbose: true }],
    ['timeline-quiet', { quiet: true }],
    ['timeline-masked', { maskNamed: true }],
  ])('prints %s', async (name, options) => {
    await expect(textTimeline(STORY, { ...OPTIONS, ...options })).toMatchFileSnapshot(`transcripts/${name}.txt`);
  });

  it('has nothing in it that a terminal or a CI runner would obey', () => {
    const text = textTimeline(STORY, OPTIONS);
    for (const obeyed of ['\u001b', '\u202e', ' ::error']) expect(text).not.toContain(obeyed);
    expect(text).toContain('first\\nsecond \\u001b[31mred');
  });

  it('shows no value whose name looks secret where its output leaves the hands of whoever runs it', () => {
    expect(textTimeline(STORY, OPTIONS)).toContain('hunter2');
    expect(textTimeline(STORY, { ...OPTIONS, maskNamed: true })).not.toMatch(/hunter[23]/);
  });

  it('says nothing of marks that are not there', () => {
    const [created] = STORY.entries;
    const text = textTimeline({ ...STORY, entries: created === undefined ? [] : [created], undated: [] }, OPTIONS);
    expect(text).not.toMatch(/[≤~]/);
  });

  it('colours only what is words already', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequences are what is taken out
    const plain = textTimeline(STORY, { ...OPTIONS, color: true }).replace(/\u001b\[\d+m/g, '');
    expect(plain).toBe(textTimeline(STORY, OPTIONS));
  });

  it('is JSON that reads back', () => {
    expect(JSON.parse(jsonTimeline(STORY))).toEqual(STORY);
  });
});
