import type { AuditRequest } from './audit.js';
import type { DriftHistory, ExplanationStatus, FieldDrift } from './drift.js';
import type { JsonValue } from './json.js';
import type { Origin } from './manifest.js';
import type { UsedPolicy } from './policy.js';
import type { Destination, SyncEffect } from './report.js';
import type { AnalyzeRequest } from './request.js';
import type { ResourceRef } from './resource.js';
import type { Writer } from './writer.js';

/** Which field of which object `explain` and `adopt` are asked about. */
export interface FieldRequest {
  /** As typed: `Deployment`, `deploy`, `deployments.apps`. */
  readonly kind: string;
  readonly name: string;
  /** The field path as typed; any of the forms that people have at hand. */
  readonly field: string;
  /** `-n`; absent: where the desired state declares the object, else the context's. */
  readonly namespace?: string;
  readonly showSecrets: boolean;
  readonly policy?: UsedPolicy;
  /** The audit logs to read (`--audit-log`). */
  readonly audit?: AuditRequest;
  readonly toolVersion: string;
  /** The desired state to compare with; absent: only live is looked at. */
  readonly desired?: AnalyzeRequest;
  /** What the user typed beside command, object and field, quoted for a shell: flags and the desired state's path. */
  readonly rest: string;
}

/**
 * What became of one field in the comparison. `drift`, `ignored` and `undeclared` are the lists of the report; the others
 * say why a field is in none of them.
 */
export type Standing =
  | 'drift'
  | 'ignored'
  | 'undeclared'
  /** Declared, and live has it as it is written. */
  | 'equal'
  /** Declared, and live has the same in other text: `1000m` and `1`. */
  | 'same-in-other-words'
  /** Not declared; the server, a controller or admission fills it in: `rule` says which rule knows it. */
  | 'filled-in'
  /** Bookkeeping of the server, or status: no apply changes it. */
  | 'never-compared'
  /** Encrypted, a placeholder, or random: what Git means is not known. */
  | 'withheld'
  /** The recording left the value out. */
  | 'not-recorded'
  /** Declared as nothing (null, empty, or what the server takes for nothing), and live has nothing there. */
  | 'declared-as-nothing'
  /** Neither side has it. */
  | 'absent'
  /** A map, an item or the whole object: what is below it is in `below`. */
  | 'fields-below'
  /** Nothing to compare with: no desired state, or one of the two objects is not there or could not be read. */
  | 'not-compared';

/** What is known of the object that the field is in. */
export type ObjectOutcome = 'compared' | 'missing' | 'unreadable' | 'left-out' | 'not-declared' | 'live-only';

/** One owner of the field: an entry of managedFields, classified. */
export interface FieldOwner extends Writer {
  /** True for the owner that is named as the writer of the live value. */
  readonly named?: true;
  /** True where the entry is the GitOps manager's that applies this desired state. */
  readonly gitops?: true;
}

/** A path at or below the field that an entry still names and live has not. */
export interface GhostOwner {
  readonly path: string;
  readonly writers: readonly Writer[];
}

/** One field below a path that is no field itself. */
export interface FieldBelow {
  readonly path: string;
  readonly standing: Standing;
  readonly desired?: JsonValue;
  readonly live?: JsonValue;
  /** The name of who wrote it, for people; absent where nobody is recorded. */
  readonly writer?: string;
  readonly masked?: true;
  /** Of what is in a list of the report. */
  readonly status?: ExplanationStatus;
  /** The reason code or rule that it falls under. */
  readonly reason?: string;
}

/** What the last-applied annotation of client-side applies says of the field. */
export interface LastAppliedNote {
  /** `stale`: something else has applied the object since, so it says nothing; `unreadable`: it is no JSON object. */
  readonly kind: 'same-as-live' | 'other' | 'lacks' | 'stale' | 'unreadable';
  readonly value?: JsonValue;
}

/** Something to do, with the command for it where there is one. */
export interface Advice {
  readonly message: string;
  readonly command?: string;
}

/** Everything that is known of one field. `schemaVersion` 1: keys may be added, never renamed. */
export interface ExplainReport {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly generatedAt: string;
  readonly destination: Destination;
  readonly resource: ResourceRef;
  readonly outcome: ObjectOutcome;
  /** Why the object was not compared, could not be read, or is not there. */
  readonly message?: string;
  readonly path: string;
  /** RFC 6901; into live where the field is there, else into desired. */
  readonly pointer: string;
  /** How the path was understood, where it was typed in another form. */
  readonly notes: readonly string[];
  readonly standing: Standing;
  /** Why it stands so, where it is no drift. */
  readonly reason?: string;
  /** The rule that decided: its id. */
  readonly rule?: string;
  /** The list or map that is owned, compared and replaced as one thing, where the field is it or lies in it. */
  readonly whole?: string;
  readonly desired?: JsonValue;
  readonly live?: JsonValue;
  readonly masked?: true;
  readonly origin?: Origin;
  /** The entry of the report, where the field is in one of its lists. */
  readonly drift?: FieldDrift;
  /** Who wrote the live value, with all the evidence; absent where live has none and nothing was compared. */
  readonly writer?: Writer;
  /** Since when the Pod template has the field as live has it, where the cluster keeps earlier templates. */
  readonly history?: DriftHistory;
  readonly managedFields: 'recorded' | 'absent';
  /** What of managedFields could not be read. */
  readonly faults: readonly string[];
  readonly owners: readonly FieldOwner[];
  readonly ghosts: readonly GhostOwner[];
  readonly lastApplied?: LastAppliedNote;
  readonly below: readonly FieldBelow[];
  readonly ifSynced: readonly SyncEffect[];
  readonly advice: readonly Advice[];
}
