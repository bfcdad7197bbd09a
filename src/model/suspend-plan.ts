import type { AuditRequest } from './audit.js';
import type { ChainLink } from './owner-chain.js';
import type { Destination } from './report.js';
import type { ResourceRef } from './resource.js';
import type { ArgoRequest } from './source.js';

/** What `suspend-plan` looks at: an Application by its name, or one live object. */
export interface SuspendRequest {
  /** As typed; absent: an Argo CD Application is meant. */
  readonly kind?: string;
  readonly name: string;
  /** `-n`, or the one of `NAMESPACE/NAME`; absent: the context's, or wherever the Application is. */
  readonly namespace?: string;
  /** The context that commands have to name, where the user named one. */
  readonly context?: string;
  /** `--context-for`: where Applications deploy to, by the server or name of their destinations. */
  readonly contexts: ArgoRequest['contexts'];
  readonly audit?: AuditRequest;
  readonly toolVersion: string;
}

/** A command that writes, as it is typed into a shell; `allowed` asks first whether that may be done. */
export interface PlanCommand {
  readonly tool: 'kubectl' | 'argocd' | 'flux';
  readonly allowed: string;
  readonly command: string;
  /** The field manager that the write is recorded under. */
  readonly manager: string;
}

/** A command that only reads, and what it has to print. */
export interface PlanCheck {
  readonly command: string;
  readonly expect: string;
  /** For scripts: the texts that it may print, a line break at the end aside; absent where only a person can tell. */
  readonly prints?: readonly string[];
}

/** One write; any one of its commands does it, the first is the surest. */
export interface PlanStep {
  readonly owner: ResourceRef;
  readonly does: string;
  /** Why it is needed, or why it holds. */
  readonly why: string;
  /** What has to be true for the step to be needed, where that is not known. */
  readonly onlyIf?: string;
  readonly commands: readonly PlanCommand[];
  readonly readBack: PlanCheck;
}

/** An owner that comes to mind first, and why suspending it is not enough. */
export interface NearerOwner {
  readonly owner: ResourceRef;
  readonly why: string;
}

/** Another way out. Each command that writes stands after the one that asks whether it may. */
export interface OtherWay {
  readonly title: string;
  readonly message: string;
  readonly commands: readonly string[];
  readonly readBack?: PlanCheck;
  /** Once Git has the fix. */
  readonly undo?: readonly string[];
  readonly undone?: PlanCheck;
}

/** What a suspended owner no longer does for others. */
export interface AlsoStops {
  readonly owner: ResourceRef;
  /** Other objects that it applies. */
  readonly objects: number;
  /** Those of them that are applications themselves, or applications that it makes. */
  readonly applications: number;
  readonly message: string;
}

/** The plan itself; nothing of it is carried out. Steps stand in the order of their doing. */
export interface SuspendSteps {
  /** One sentence. */
  readonly summary: string;
  readonly suspend: readonly ResourceRef[];
  readonly nearer: readonly NearerOwner[];
  readonly steps: readonly PlanStep[];
  readonly otherWays: readonly OtherWay[];
  readonly alsoStops: readonly AlsoStops[];
  readonly verify: readonly PlanCheck[];
  readonly undo: { readonly warning: string; readonly steps: readonly PlanStep[] };
  readonly warnings: readonly string[];
}

/** The report of `suspend-plan`. `schemaVersion` 1: keys may be added, never renamed. */
export interface SuspendPlan extends SuspendSteps {
  readonly schemaVersion: '1';
  readonly tool: { readonly name: 'gitdrift'; readonly version: string };
  readonly generatedAt: string;
  readonly destination: Destination;
  readonly resource: ResourceRef;
  readonly chain: {
    readonly links: readonly ChainLink[];
    readonly roots: readonly ResourceRef[];
    readonly notes: readonly string[];
  };
  /** The records to keep, as YAML for the policy file. */
  readonly override: string;
}
