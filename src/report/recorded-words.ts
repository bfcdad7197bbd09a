import type { ApplicationReport } from '../model/report.js';
import type { TextOptions } from './text-options.js';
import { timeText } from './time-text.js';

/**
 * What the controller wrote of its own last look, in a few words: `Synced, Healthy at 3f2a91c, 4m ago`. Undefined for
 * what has no controller; a controller that never wrote anything is said.
 */
export function recordedWords(
  { kind, recorded }: ApplicationReport,
  { now, time }: Pick<TextOptions, 'now' | 'time'>,
): string | undefined {
  const controller = CONTROLLERS[kind];
  if (controller === undefined) return undefined;
  if (recorded === undefined) return `${controller} has recorded nothing`;
  const { sync, health, ready, suspended, revisions, comparedAt } = recorded;
  const verdicts = [
    ...(suspended === true ? ['suspended'] : []),
    ...(ready === undefined ? [] : [READY[ready] ?? 'readiness unknown']),
    ...(sync === undefined ? [] : [sync]),
    ...(health === undefined ? [] : [health]),
  ];
  const at = revisions.length === 0 ? '' : ` at ${[...new Set(revisions.map(shortRevision))].join(' and ')}`;
  const when = comparedAt === undefined ? '' : `, ${timeText(comparedAt, now, time)}`;
  return `${controller}: ${verdicts.join(', ') || 'no verdict'}${at}${when}`;
}

const CONTROLLERS: Readonly<Partial<Record<ApplicationReport['kind'], string>>> = {
  argocd: 'Argo CD',
  'flux-kustomization': 'Flux',
  'flux-helmrelease': 'Flux',
};

const READY: Readonly<Record<string, string>> = { True: 'Ready', False: 'not Ready' };

/** A commit by its first seven digits, also in `main@sha1:…`; a version of a chart as it is. */
function shortRevision(revision: string): string {
  return revision.replace(/[0-9a-f]{40,64}$/, (commit) => commit.slice(0, 7)).replace(/@sha\d+:/, '@');
}
