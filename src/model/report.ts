import type { Explanation, FieldDrift, Next } from './drift.js';
import type { FindingCode } from './finding-codes.js';
import type { ChainLink } from './owner-chain.js';
import type { ResourceRef } from './resource.js';
import type { Shard } from './shard.js';
import type { Action, Health, HealthStatus, SyncStatus } from './status.js';
import type { WithheldValue } from './withheld.js';

/** The report contract, `schemaVersion` 1: docs/report.md. Keys may be added, never renamed or removed. */
export interface Report {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly generatedAt: string;
  /** The policy file that was used, and whether it was found by its name; absent where there was none. */
  readonly policy?: { readonly file: string; readonly discovered: boolean };
  /** Which part of a divided run this is, counted from 1; `gitdrift report` puts the parts together. */
  readonly shard?: Shard;
  /** Of a report that was put together from parts: those that are missing, sorted. Absent where none is. */
  readonly missingShards?: { readonly of: number; readonly missing: readonly number[] };
  readonly applications: readonly ApplicationReport[];
  readonly summary: Summary;
  readonly gate: Gate;
}

export type ApplicationKind =
  | 'directory'
  | 'file'
  | 'git'
  | 'stdin'
  | 'argocd'
  | 'flux-kustomization'
  | 'flux-helmrelease';
export type RendererName = 'yaml' | 'kustomize' | 'helm';

export interface ApplicationSource {
  readonly repoURL?: string;
  /** From the repository's root; outside a repository as given. */
  readonly path: string;
  readonly targetRevision?: string;
  readonly revision?: string;
  readonly dirty?: boolean;
  /** The commit of `--base`, the third side of the comparison. */
  readonly base?: string;
  readonly renderer: { readonly name: RendererName; readonly version: string };
}

export interface Destination {
  readonly server?: string;
  readonly context?: string;
  readonly namespace?: string;
  /** As the API server gives it: `v1.36.3`. */
  readonly version?: string;
  /** The saved file or folder that stood in for a cluster. */
  readonly recording?: string;
}

export interface ApplicationReport {
  readonly name: string;
  readonly kind: ApplicationKind;
  readonly sources: readonly ApplicationSource[];
  readonly destination: Destination;
  readonly sync: { readonly status: Exclude<SyncStatus, 'None'>; readonly message: string };
  readonly health: { readonly status: HealthStatus; readonly message: string };
  readonly action: Action;
  readonly resources: readonly ResourceReport[];
  readonly ifSynced: readonly SyncEffect[];
  readonly findings: readonly Finding[];
  /** Of a controller's application: the project that it belongs to. */
  readonly project?: string;
  /** What the controller would say of the comparison itself: errors and warnings, in its words. */
  readonly conditions?: readonly Condition[];
  /** What the controller wrote of its own last comparison. */
  readonly recorded?: RecordedStatus;
  /** Of a controller's application that is OutOfSync: what the controller does next by itself. */
  readonly next?: Next;
}

export interface Condition {
  readonly type: string;
  readonly message: string;
}

/** A controller's recorded status; its revisions are those it compared with, of Flux those it applied. */
export interface RecordedStatus {
  readonly revisions: readonly string[];
  /** When it last compared, RFC 3339. */
  readonly comparedAt?: string;
  readonly sync?: string;
  readonly health?: string;
  readonly conditions: readonly Condition[];
  readonly operation?: {
    readonly phase: string;
    readonly message: string;
    readonly finishedAt?: string;
    readonly initiatedBy?: string;
    readonly revisions: readonly string[];
  };
  /** Of Flux: its Ready condition, `True`, `False` or `Unknown`. */
  readonly ready?: string;
  /** Of Flux: what it tried last, which may have failed. */
  readonly attemptedRevision?: string;
  readonly generation?: number;
  readonly observedGeneration?: number;
  readonly suspended?: true;
}

export type Outcome = 'compared' | 'missing' | 'extraneous' | 'unreadable' | 'not-compared';

export interface ResourceReport extends ResourceRef {
  readonly outcome: Outcome;
  readonly sync: SyncStatus;
  readonly health: Health | null;
  readonly message?: string;
  readonly explanation?: Explanation;
  readonly next?: Next;
  readonly drift: readonly FieldDrift[];
  readonly ignored: readonly FieldDrift[];
  readonly undeclared: readonly FieldDrift[];
  /** Declared values that could not be compared by design; absent where there is none. Sorted by path. */
  readonly withheld?: readonly WithheldValue[];
  /** Fields that the comparison left out, and why; only where asked for (`-v`). Sorted by path. */
  readonly skipped?: readonly SkippedField[];
  /** A sync with pruning deletes it; absent where it would not. */
  readonly requiresPruning?: true;
  /** Run by a sync, not kept equal to Git; absent where it is none. */
  readonly hook?: true;
  /** Of an object that differs: who applies it, as far as was looked, nearest first; absent where no controller does. */
  readonly managedBy?: readonly ChainLink[];
}

/** Why a live value says nothing of anybody's will; `mark` is what controllers leave on the objects they manage. */
export type FilledCategory =
  | 'default'
  | 'allocated'
  | 'converted'
  | 'aggregated'
  | 'admission'
  | 'bookkeeping'
  | 'mark';

/** A field that says nothing of anybody's will: filled in, allocated, converted or aggregated by the server. */
export interface SkippedField {
  readonly path: string;
  readonly category: FilledCategory;
  /** The id of the rule that knows it. */
  readonly rule: string;
  readonly reason: string;
}

/** What a sync would do now. */
export interface SyncEffect {
  readonly code: 'overwrites' | 'restarts-pods' | 'recreates' | 'refused' | 'prunes';
  readonly resource: ResourceRef;
  readonly path?: string;
  readonly message: string;
}

export type Severity = 'error' | 'warning' | 'note';

export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly resource?: ResourceRef;
  readonly path?: string;
  readonly message: string;
  readonly origin?: { readonly file: string; readonly line?: number };
  /** The smallest change that ends what was found; absent where there is none to name. */
  readonly fix?: Fix;
}

/** What to do about a finding, and lines of YAML to paste, where some would do. */
export interface Fix {
  readonly message: string;
  readonly paste?: string;
}

export interface Summary {
  readonly applications: number;
  readonly resources: number;
  readonly synced: number;
  readonly outOfSync: number;
  readonly unknown: number;
  readonly notCompared: number;
  readonly missing: number;
  readonly extraneous: number;
  readonly drift: {
    readonly total: number;
    readonly explained: number;
    readonly unexplained: number;
    readonly ignored: number;
  };
  readonly undeclared: { readonly total: number; readonly unexplained: number; readonly noted: number };
}

export interface Gate {
  readonly failOn: readonly string[];
  readonly counted: number;
  readonly passed: boolean;
  readonly exitCode: 0 | 1 | 2 | 3;
  /** The policy file that says what fails; absent where a flag, the environment or the default does. */
  readonly policy?: string;
}
