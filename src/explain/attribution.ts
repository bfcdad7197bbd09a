import type { Difference } from '../model/drift.js';
import type { ResourceRef } from '../model/resource.js';
import { type EntryRef, NOBODY_RECORDED, NOT_KNOWN, type Writer, type WriterCategory } from '../model/writer.js';
import { isReplicas, isScaledToZero } from './autoscaler.js';
import { autoscalerWriter } from './autoscaler-writer.js';
import { type LastApply, lastApplyEvidence } from './last-apply.js';
import type { ObjectEvidence } from './object-evidence.js';
import { relatedFacts } from './related.js';

/** Who holds a field: managedFields entries with their writers, nobody, or nothing that could be read. */
export type Owners =
  /** `parts`: not every owner holds all of the field; some hold only something below it. */
  | { readonly kind: 'owned'; readonly owners: readonly Owner[]; readonly parts?: true }
  /** `otherVersions`: at which entries are recorded in which the field may have another name. */
  | { readonly kind: 'unowned'; readonly otherVersions?: readonly string[] }
  | { readonly kind: 'unknown'; readonly reason: 'absent' | 'unreadable' };

export interface Owner {
  readonly entry: EntryRef;
  readonly writer: Writer;
  /** True where the entry is the GitOps manager's that applies this desired state. */
  readonly gitops: boolean;
}

export interface AttributionInput {
  readonly ref: ResourceRef;
  readonly difference: Difference;
  readonly owners: Owners;
  /** Of the object that the difference is in. */
  readonly evidence: ObjectEvidence;
  /** What the last client-side apply said of the field, where that is known. */
  readonly lastApply?: LastApply | undefined;
}

export interface Attribution {
  readonly writer: Writer;
  readonly coOwners: readonly EntryRef[];
  /** True where the GitOps manager's own entry still names the field: it wrote the live value (docs/report.md). */
  readonly gitopsWrote: boolean;
  /** Live lacks the field because the named writer removed it: only an audit log knows. */
  readonly removed?: true;
  /** A tool for people that a program ran, by the account of the audit log. */
  readonly script?: true;
  /** Why nobody can be named, where managedFields could not be read. */
  readonly unknowable?: 'absent' | 'unreadable';
}

/** Of several owners of one field the one that an incident responder has to look at first. */
const PRECEDENCE: readonly WriterCategory[] = [
  'manual',
  'unknown',
  'autoscaler',
  'operator',
  'deployer',
  'control-plane',
  'gitops',
  'unowned',
];

/** Names the writer of a difference, and the co-owners (docs/report.md, "Who is named"). */
export function attribute(input: AttributionInput): Attribution {
  const found = recorded(input);
  const { ref, difference, evidence, lastApply } = input;
  const { writer, gitopsWrote } = found;
  const more = [
    ...(lastApply === undefined ? [] : [lastApplyEvidence(lastApply, difference)]),
    ...relatedFacts({ ref, difference, writer, evidence, gitopsWrote }),
  ];
  return more.length === 0 ? found : { ...found, writer: { ...writer, evidence: [...writer.evidence, ...more] } };
}

function recorded(input: AttributionInput): Attribution {
  const { difference, owners } = input;
  if (difference.change === 'missing') {
    return nobody(missingReason(difference), owners.kind === 'unknown' ? UNREAD.absent : NOBODY);
  }
  if (owners.kind === 'owned') return ofOwners(input, owners);
  const none =
    owners.kind === 'unowned'
      ? nobody((isScaledToZero(difference) ? SCALED_TO_ZERO : UNOWNED) + atOtherVersions(owners.otherVersions))
      : { ...nobody(UNKNOWABLE[owners.reason], UNREAD[owners.reason]), unknowable: owners.reason };
  const scaled = isReplicas(difference.path)
    ? autoscalerWriter(input.evidence.autoscalers, difference.live, undefined)
    : undefined;
  if (scaled === undefined) return none;
  const writer = { ...scaled, evidence: [...none.writer.evidence, ...scaled.evidence] };
  return { writer, coOwners: [], gitopsWrote: false };
}

const UNOWNED = 'no manager is recorded for this field: a default, a mutation at admission, or lost bookkeeping';

/**
 * A Scale of 0 replicas holds no replicas at all (autoscaling/v1 ScaleSpec: omitempty), so the entry of whoever scales
 * to 0 names nothing, and the write takes the field from everybody else.
 */
const SCALED_TO_ZERO =
  'no manager is recorded for this field, as after every scale to 0 (kubectl scale, KEDA, an idler): the scale subresource records none for 0';

function atOtherVersions(versions: readonly string[] | undefined): string {
  return versions === undefined
    ? ''
    : `; or one of the managers recorded at ${versions.join(', ')}, where it may have another name`;
}

const UNKNOWABLE = {
  absent: 'the live object carries no managedFields, so its writers cannot be known',
  unreadable: 'a part of managedFields could not be read, and the rest does not name the field',
} as const;

function ofOwners(input: AttributionInput, { owners, parts }: Extract<Owners, { kind: 'owned' }>): Attribution {
  const own = owners.filter((owner) => owner.gitops);
  // An entry that holds a part of the field proves nothing of the parts that others hold.
  const git = parts && own.length < owners.length ? undefined : own[0];
  const chosen = git ?? [...owners].sort(byPrecedence)[0];
  if (chosen === undefined) return nobody('no manager is recorded for this field');
  const coOwners = owners.filter((owner) => owner !== chosen).map((owner) => owner.entry);
  if (git !== undefined) return { writer: { ...git.writer, category: 'gitops' }, coOwners, gitopsWrote: true };
  const scaled = isReplicas(input.difference.path)
    ? autoscalerWriter(input.evidence.autoscalers, input.difference.live, chosen.writer)
    : undefined;
  return { writer: scaled ?? chosen.writer, coOwners, gitopsWrote: false };
}

/** By category, then the newest time (none counts as oldest), then by name: never by time alone. */
function byPrecedence(a: Owner, b: Owner): number {
  const rank = (owner: Owner): number => PRECEDENCE.indexOf(owner.writer.category);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  const [left, right] = [a.entry.time ?? '', b.entry.time ?? ''];
  if (left !== right) return left < right ? 1 : -1;
  return a.entry.manager < b.entry.manager ? -1 : 1;
}

function missingReason(difference: Difference): string {
  if (difference.notes.some((note) => note.kind === 'unknown-field')) {
    return 'the schema of the kind has no such field, so nobody removed it';
  }
  return 'live has no such field; managedFields do not record who removes one, or whether it was ever there';
}

type Nobody = Pick<Writer, 'category' | 'name' | 'confidence'>;

const NOBODY: Nobody = { category: 'unowned', name: NOBODY_RECORDED, confidence: 'certain' };

/** What is missing, or could not be read, proves nothing of who wrote; an entry may name the field all the same. */
const UNREAD: Readonly<Record<'absent' | 'unreadable', Nobody>> = {
  absent: { category: 'unowned', name: NOT_KNOWN, confidence: 'possible' },
  unreadable: { category: 'unknown', name: NOT_KNOWN, confidence: 'possible' },
};

function nobody(reason: string, named: Nobody = NOBODY): Attribution {
  const writer: Writer = { ...named, evidence: [{ kind: 'managed-field', message: reason }] };
  return { writer, coOwners: [], gitopsWrote: false };
}
