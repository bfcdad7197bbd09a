import type { Finding, ResourceReport } from '../model/report.js';
import type { OpenedSource } from '../model/source.js';

const HOUR_MS = 3_600_000;

/**
 * Resources that live has not followed Git with for longer than allowed. Git is ahead since the revision was committed,
 * at the latest: what declares the drifted fields is as old or older. Nothing is said where that time is not known.
 */
export function overdueFindings(
  resources: readonly ResourceReport[],
  clock: {
    readonly now: Date;
    readonly maxPendingMs: number;
    readonly source: Pick<OpenedSource, 'dirty' | 'revisionTime'>;
    /** With `--base`: what changed since then is the change under review, which nobody has to have synced yet. */
    readonly base?: { readonly revision: string; readonly revisionTime?: string } | undefined;
  },
): Finding[] {
  // Files that are not those of the revision, or of which that cannot be told, are of no known time.
  const { base, source } = clock;
  // What is the same in the base is as old as that, at least.
  const time = base !== undefined ? base.revisionTime : source.dirty === false ? source.revisionTime : undefined;
  const committed = Date.parse(time ?? '');
  const pending = clock.now.getTime() - committed;
  if (Number.isNaN(committed) || pending <= clock.maxPendingMs) return [];
  return resources.flatMap((resource): Finding[] => {
    const fields = resource.drift.filter(
      ({ explanation }) =>
        explanation.code === 'git-ahead' && (base === undefined || explanation.base !== base.revision),
    );
    const [first] = fields;
    if (first === undefined) return [];
    const what =
      fields.length === 1 ? '' : `, here and in ${fields.length - 1} more field${fields.length === 2 ? '' : 's'},`;
    return [
      {
        code: 'sync-overdue',
        severity: 'warning',
        resource,
        path: first.path,
        message: `Git has been ahead of live${what} for at least ${Math.floor(pending / HOUR_MS)} h (committed ${new Date(committed).toISOString()}), longer than --max-pending allows`,
      },
    ];
  });
}
