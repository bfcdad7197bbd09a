import type { AuditRequest } from './audit.js';
import type { JsonValue } from './json.js';
import type { Origin } from './manifest.js';
import type { UsedPolicy } from './policy.js';
import type { Destination } from './report.js';
import type { AnalyzeRequest } from './request.js';
import type { ResourceRef } from './resource.js';
import type { Writer } from './writer.js';

/** Whose story is told, and how much of it. */
export interface TimelineRequest {
  /** As typed: `Deployment`, `deployments`, `deploy`, `deployments.apps`; the cluster knows which kind that is. */
  readonly kind: string;
  readonly name: string;
  /** `-n`; absent: the context's. Of no meaning for a cluster-scoped kind. */
  readonly namespace?: string;
  /** Any form of a path that `explain` takes: only what is about this field and what is below it. */
  readonly field?: string;
  /** Only what happened this lately, in milliseconds. */
  readonly withinMs?: number;
  /** The desired state whose commits belong to the story; absent: live alone is asked. */
  readonly desired?: AnalyzeRequest;
  /** Absent: no audit log is given. */
  readonly audit?: AuditRequest;
  /** False with `--no-users`: user names of the audit log and of the GitOps controller are left out. */
  readonly showUsers: boolean;
  readonly policy?: UsedPolicy;
  /** Writers of status count too (`-v`). */
  readonly withStatus: boolean;
  readonly showSecrets: boolean;
  readonly toolVersion: string;
}

/**
 * What a time says: `exact` is when it happened, as the source recorded it; `at-the-latest` is an upper bound; `as-told`
 * is what the clock of the writer's own machine said; `not-recorded` is no time at all.
 */
export type Certainty = 'exact' | 'at-the-latest' | 'as-told' | 'not-recorded';

export type TimelineCode =
  | 'created'
  | 'deletion-requested'
  | 'written'
  | 'revision'
  | 'rolled-back'
  | 'restart-requested'
  | 'rescaled'
  | 'condition'
  | 'event'
  | 'sync'
  | 'sync-running'
  | 'sync-failed'
  | 'reconciled'
  | 'reconcile-requested'
  | 'release'
  | 'commit'
  | 'not-committed';

export type TimelineSourceKind =
  | 'metadata'
  | 'managed-fields'
  | 'history'
  | 'autoscaler'
  | 'status'
  | 'event'
  | 'gitops'
  | 'annotation'
  | 'git'
  | 'audit';

/** Where a line comes from; `name` is the object, commit or file that says it, where that is not the object itself. */
export interface TimelineSource {
  readonly kind: TimelineSourceKind;
  readonly name?: string;
}

/** What became of one field; a side that lacked it is absent. Values are masked where they are secret. */
export interface FieldChange {
  readonly path: string;
  readonly from?: JsonValue;
  readonly to?: JsonValue;
  readonly masked?: true;
}

/** One thing that happened, put together from all sources that tell of it. */
export interface TimelineEntry {
  readonly code: TimelineCode;
  /** RFC 3339; absent exactly where the certainty is `not-recorded`. */
  readonly time?: string;
  readonly certainty: Certainty;
  /** It did not happen before; of an upper bound, where that is known. RFC 3339. */
  readonly notBefore?: string;
  /** Of what happened several times: how often, the first time being `since`. `time` is the last. */
  readonly times?: number;
  readonly since?: string;
  /** One sentence without a time and without who. */
  readonly message: string;
  /** The program that did it, and as whom where an audit log or a controller's status says so. */
  readonly writer?: Writer;
  /** Of a commit: its author's name. */
  readonly author?: string;
  /** What changed, where the source knows values. Sorted by path. */
  readonly changes?: readonly FieldChange[];
  /** The printed paths that the writer owns now, where the source knows paths only. Sorted. */
  readonly fields?: readonly string[];
  /** How to undo a wrong belief: what the line does not prove. */
  readonly note?: string;
  readonly origin?: Origin;
  /** At least one; the one that gives the time first. */
  readonly sources: readonly TimelineSource[];
}

/** A source that belongs to the story and could not be read. */
export interface NotRead {
  readonly source: string;
  readonly reason: string;
}

/** The story of one live object. `schemaVersion` 1: keys may be added, never renamed. */
export interface TimelineReport {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly generatedAt: string;
  readonly destination: Destination;
  readonly resource: ResourceRef;
  /** Whether live has it; what else tells of it is listed all the same. */
  readonly object: 'found' | 'missing' | 'unreadable';
  /** Where the story is narrowed to a field. */
  readonly field?: string;
  /** Nothing before this time is listed, where the story is cut. RFC 3339. */
  readonly after?: string;
  /** Oldest first; what has no time of its own but is known to lie at a place stands there. */
  readonly entries: readonly TimelineEntry[];
  /** What happened at a time that nothing records. */
  readonly undated: readonly TimelineEntry[];
  /** What is left out, by number. */
  readonly leftOut: {
    /** Before `after`. */
    readonly earlier: number;
    /** Writers, and writes of the audit log, that are about status only. */
    readonly statusOnly: number;
    /** Writes of the audit log that changed nothing. */
    readonly withoutEffect: number;
  };
  readonly notRead: readonly NotRead[];
  /** What one look cannot know, one sentence each. */
  readonly notKnown: readonly string[];
}
