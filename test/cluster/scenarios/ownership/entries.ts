import { settings } from '../manifests.js';
import { AHEAD, BY_HAND, GONE, type Scenario, UNKNOWN } from './scenario.js';

const merge = (data: Readonly<Record<string, string | null>>): string => `--patch=${JSON.stringify({ data })}`;

/** What as many programs write, each a key of its own; their names are in the order of their times. */
const JOBS = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`job-${String(at + 1).padStart(2, '0')}`, 'done']),
);

/** What becomes of entries in managedFields: they outlive their writers' values, are merged, and get lost. */
export const entries = (): readonly Scenario[] => [
  {
    title: 'a person sets a value and sets it back: ownership stays',
    object: 'ConfigMap/set-back',
    desired: settings('set-back', { mode: 'safe', size: '1' }),
    happens: async ({ kubectl }) => {
      await kubectl(['patch', 'configmap/set-back', '--type=merge', merge({ mode: 'fast' })]);
      await kubectl(['patch', 'configmap/set-back', '--type=merge', merge({ mode: 'safe' })]);
    },
    told: [],
    findings: [
      'ownership-stuck at .data.mode: equal to Git, so it is no drift; but recorded as written by kubectl patch (kubectl-patch, at the latest TIME) and not by the GitOps tool: a server-side apply of another value is refused unless it forces conflicts',
    ],
  },
  {
    title: 'written before the first server-side apply, when the object had lost its managedFields',
    object: 'ConfigMap/before-first-apply',
    appliedBy: '',
    desired: settings('before-first-apply', { mode: 'safe', size: '2' }),
    happens: async ({ apply, kubectl }) => {
      await kubectl(['create', 'configmap', 'before-first-apply', '--from-literal=mode=fast', '--from-literal=size=1']);
      await kubectl([
        'patch',
        'configmap/before-first-apply',
        '--type=merge',
        '--patch={"metadata":{"managedFields":[{}]}}',
      ]);
      await apply(settings('before-first-apply', { size: '1' }), { manager: 'argocd-controller' });
    },
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'unknown, certain: whoever wrote it before the first server-side apply',
        entry: 'before-first-apply Update',
        evidence: ['managedFields: before-first-apply (Update) names PATH; entry last written TIME'],
        explanation:
          'unexplained, unknown-writer: written by whoever wrote it before the first server-side apply; managedFields do not tell which program that was',
      },
      {
        list: 'drift',
        path: '.data.size',
        change: 'changed',
        writer: 'gitops, likely: Argo CD, sync',
        entry: 'argocd-controller Apply',
        evidence: [
          'managedFields: argocd-controller (Apply) names PATH; the entry has no time',
          'argocd-controller (Argo CD, sync) has an entry in managedFields (Apply)',
        ],
        coOwners: ['before-first-apply Update'],
        explanation: AHEAD,
      },
    ],
  },
  {
    title: 'more than ten programs wrote: the oldest are merged',
    object: 'ConfigMap/ancient-changes',
    before: settings('ancient-changes', { 'job-01': 'git', 'job-12': 'git' }),
    desired: settings('ancient-changes', { ...JOBS, 'job-01': 'git', 'job-12': 'git' }),
    happens: async ({ send }) => {
      for (const [job, done] of Object.entries(JOBS)) {
        const by = { manager: `shop-${job}` };
        await send('PATCH', settings('ancient-changes', {}), by, { body: { data: { [job]: done } } });
      }
    },
    told: [
      {
        list: 'drift',
        path: '.data.job-01',
        change: 'changed',
        writer: 'unknown, certain: older writers, merged by the server',
        entry: 'ancient-changes Update',
        evidence: ['managedFields: ancient-changes (Update) names PATH; entry last written TIME'],
        explanation:
          'unexplained, unknown-writer: written by older writers, merged by the server; managedFields do not tell which program that was',
      },
      {
        list: 'drift',
        path: '.data.job-12',
        change: 'changed',
        writer: 'unknown, possible: shop-job-12',
        entry: 'shop-job-12 Update',
        evidence: ['managedFields: shop-job-12 (Update) names PATH; entry last written TIME'],
        explanation: UNKNOWN,
      },
    ],
  },
  {
    title: 'a client sent the object without managedFields, and all of them are gone',
    object: 'ConfigMap/stripped',
    desired: settings('stripped', { mode: 'safe', old: 'yes' }),
    happens: async ({ kubectl }) => {
      await kubectl(['patch', 'configmap/stripped', '--type=merge', merge({ mode: 'fast', old: null, new: 'yes' })]);
      await kubectl(['patch', 'configmap/stripped', '--type=merge', '--patch={"metadata":{"managedFields":[{}]}}']);
    },
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'unowned, possible: not known',
        entry: '',
        evidence: ['the live object carries no managedFields, so its writers cannot be known'],
        explanation:
          'unexplained, unowned-value: live holds another value; the object carries no managedFields, so its writers cannot be known',
      },
      {
        list: 'drift',
        path: '.data.old',
        change: 'missing',
        writer: 'unowned, possible: not known',
        entry: '',
        evidence: ['live has no such field; managedFields do not record who removes one, or whether it was ever there'],
        explanation: GONE,
      },
      {
        list: 'undeclared',
        path: '.data.new',
        change: 'extra',
        writer: 'unowned, possible: not known',
        entry: '',
        evidence: ['the live object carries no managedFields, so its writers cannot be known'],
        explanation: 'noted, undeclared-unowned: desired says nothing about it, so a sync leaves it',
      },
    ],
  },
  {
    title: 'a person changed a value, and a pipeline has applied the same since',
    object: 'ConfigMap/co-owned',
    desired: settings('co-owned', { mode: 'safe' }),
    happens: async ({ apply, kubectl }) => {
      await kubectl(['patch', 'configmap/co-owned', '--type=merge', merge({ mode: 'fast' })]);
      await apply(settings('co-owned', { mode: 'fast' }), { manager: 'ci-pipeline' });
    },
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'changed',
        writer: 'manual, likely: kubectl patch',
        entry: 'kubectl-patch Update',
        evidence: ['managedFields: kubectl-patch (Update) names PATH; entry last written TIME'],
        coOwners: ['ci-pipeline Apply'],
        explanation: BY_HAND,
      },
    ],
  },
  {
    title: 'a person takes a key away: the remover is not recorded',
    object: 'ConfigMap/removed',
    desired: settings('removed', { mode: 'safe', size: '1' }),
    happens: ({ kubectl }) => kubectl(['patch', 'configmap/removed', '--type=merge', merge({ mode: null })]),
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'missing',
        writer: 'unowned, certain: nobody is recorded',
        entry: '',
        evidence: ['live has no such field; managedFields do not record who removes one, or whether it was ever there'],
        explanation: GONE,
      },
    ],
  },
  {
    title: 'a person takes a key away that a pipeline had applied: the last apply knows that it was there',
    object: 'ConfigMap/removed-since',
    appliedBy: '',
    desired: settings('removed-since', { mode: 'safe', size: '1' }),
    happens: async ({ kubectl }) => {
      await kubectl(['apply', '--filename=-'], settings('removed-since', { mode: 'safe', size: '1' }));
      await kubectl(['patch', 'configmap/removed-since', '--type=merge', merge({ mode: null })]);
    },
    told: [
      {
        list: 'drift',
        path: '.data.mode',
        change: 'missing',
        writer: 'unowned, certain: nobody is recorded',
        entry: '',
        evidence: [
          'live has no such field; managedFields do not record who removes one, or whether it was ever there',
          'the last-applied annotation declares PATH, which live lacks',
        ],
        explanation:
          'unexplained, missing-in-live: the last apply set it and live lacks it: it was removed since; managedFields do not record by whom',
      },
    ],
  },
];
