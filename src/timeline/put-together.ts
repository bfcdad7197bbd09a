import { joinRescales } from './join-rescales.js';
import { joinRestart, joinRevisions } from './join-revisions.js';
import type { ToldRevision } from './revisions.js';
import { type Act, ANSWER_SECONDS, join, joinEntry, replaced, secondOf, type Told } from './told.js';

/** Everything that the sources told, by source. */
export interface AllTold {
  readonly metadata: readonly Told[];
  readonly entries: readonly Told[];
  readonly audit: readonly Told[];
  readonly revisions: readonly ToldRevision[];
  readonly autoscalers: readonly Told[];
  readonly events: readonly Told[];
  readonly others: readonly Told[];
}

/**
 * One act for what several sources tell of the same one, so that nothing is listed twice: a write in the audit log and
 * the entry it left (manager, operation, subresource and second); the creation and the write that made it; a revision
 * of the Pod template and the write that led to it; an autoscaler's status, its event and its entry, which has no time
 * of its own. Where two candidates fit, none is chosen.
 */
export function putTogether(all: AllTold): readonly Told[] {
  const { joined: audit, rest: undated } = entriesIntoAudit(all);
  const created = creation(all.metadata, audit, undated);
  const rescaled = joinRescales([...all.autoscalers, ...all.events], created.entries, created.audit);
  const revised = joinRevisions(all.revisions, rescaled.entries, rescaled.audit);
  const restarted = joinRestart(created.metadata, revised.revisions);
  const deleted = deletion(restarted.metadata, revised.audit);
  const first = firstRevision(deleted.metadata, restarted.revisions);
  return [
    ...first.metadata,
    ...deleted.audit,
    ...revised.entries,
    ...first.revisions,
    ...rescaled.autoscalers,
    ...all.others,
  ];
}

function isSameAct(a: Act | undefined, b: Act | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    a.manager === b.manager &&
    a.operation === b.operation &&
    a.subresource === b.subresource
  );
}

function entriesIntoAudit({ entries, audit, metadata }: AllTold): {
  joined: readonly Told[];
  rest: readonly Told[];
} {
  const joined = [...audit];
  const created = secondOf(metadata.find(({ entry }) => entry.code === 'created')?.entry.time);
  const rest: Told[] = [];
  for (const entry of entries) {
    const candidates = joined
      .map((write, at) => ({ write, at }))
      .filter(({ write }) => write.entry.code !== 'deletion-requested' && isSameAct(write.act, entry.act))
      // An earlier object of this name had entries of its own.
      .filter(({ write }) => Number.isNaN(created) || secondOf(write.entry.time) >= created);
    const { time } = entry.entry;
    const found =
      time === undefined
        ? candidates.at(-1)
        : candidates.findLast(({ write }) => {
            const late = secondOf(write.entry.time) - secondOf(time);
            return late >= 0 && late <= ANSWER_SECONDS;
          });
    if (found === undefined) rest.push(entry);
    else joined[found.at] = joinEntry(found.write, entry);
  }
  return { joined, rest };
}

interface Created {
  readonly metadata: readonly Told[];
  readonly entries: readonly Told[];
  readonly audit: readonly Told[];
}

function creation(metadata: readonly Told[], audit: readonly Told[], entries: readonly Told[]): Created {
  const made = metadata.find(({ entry }) => entry.code === 'created');
  const second = secondOf(made?.entry.time);
  if (made === undefined) return { metadata, audit, entries };
  const write = audit.findLast(
    ({ entry }) => entry.code === 'created' && Math.abs(secondOf(entry.time) - second) <= ANSWER_SECONDS,
  );
  if (write !== undefined) {
    return {
      metadata: replaced(metadata, made, join(made, write)),
      audit: audit.filter((one) => one !== write),
      entries,
    };
  }
  const candidates = entries.filter(({ entry, act }) => secondOf(entry.time) === second && act?.subresource === '');
  const [only] = candidates;
  if (only === undefined || candidates.length > 1) return { metadata, audit, entries };
  return {
    metadata: replaced(metadata, made, join(made, only)),
    audit,
    entries: entries.filter((one) => one !== only),
  };
}

function deletion(metadata: readonly Told[], audit: readonly Told[]): Pick<Created, 'metadata' | 'audit'> {
  const requested = metadata.find(({ entry }) => entry.code === 'deletion-requested');
  const write = audit.find(
    ({ entry }) =>
      requested !== undefined &&
      entry.code === 'deletion-requested' &&
      Math.abs(secondOf(entry.time) - secondOf(requested.entry.time)) <= ANSWER_SECONDS,
  );
  if (requested === undefined || write === undefined) return { metadata, audit };
  return {
    metadata: replaced(metadata, requested, join(requested, write)),
    audit: audit.filter((one) => one !== write),
  };
}

/** The first template is the one that the workload was created with. */
function firstRevision(
  metadata: readonly Told[],
  revisions: readonly ToldRevision[],
): { readonly metadata: readonly Told[]; readonly revisions: readonly ToldRevision[] } {
  const made = metadata.find(({ entry }) => entry.code === 'created');
  const first = revisions.find(({ entry, isFirst }) => isFirst && entry.writer === undefined);
  if (made === undefined || first === undefined) return { metadata, revisions };
  if (Math.abs(secondOf(made.entry.time) - secondOf(first.entry.time)) > ANSWER_SECONDS) return { metadata, revisions };
  const both = join(made, first);
  const entry = { ...both.entry, message: `${made.entry.message}, with revision 1 of its Pod template` };
  return {
    metadata: replaced(metadata, made, { ...both, entry }),
    revisions: revisions.filter((one) => one !== first),
  };
}
