import type { JsonObject } from './json.js';
import type { KubernetesObject, ResourceRef } from './resource.js';
import type { HealthStatus } from './status.js';

/** One source of an Application. `raw` is the source as it stands, for the options of its tool. */
export interface ArgoSource {
  readonly repoURL: string;
  readonly path?: string;
  readonly chart?: string;
  readonly targetRevision?: string;
  /** The name that other sources call this one by: `$values/file.yaml`. */
  readonly ref?: string;
  readonly name?: string;
  readonly raw: JsonObject;
}

/** Where an Application deploys to, as declared; one of `server` and `name` names the cluster. */
export interface ArgoDestination {
  readonly server?: string;
  readonly name?: string;
  readonly namespace: string;
}

/** One entry of ignoreDifferences, the Application's own or one of argocd-cm. */
export interface ArgoIgnoreRule {
  /** Globs over the whole group and kind; `''` is the core group. */
  readonly group: string;
  readonly kind: string;
  /** Exact; `''` matches any. */
  readonly name: string;
  readonly namespace: string;
  readonly jsonPointers: readonly string[];
  readonly jqPathExpressions: readonly string[];
  readonly managedFieldsManagers: readonly string[];
  /** Of argocd-cm: the key as it is written there, `apps/Deployment`; trusted managers are looked up by it exactly. */
  readonly overrideKey?: string;
  /** Where the rule stands, for people: `spec.ignoreDifferences[0]`, or the key in argocd-cm. */
  readonly origin: string;
}

/** `spec.syncPolicy.automated`; absent there means manual sync. */
export interface ArgoAutomation {
  /** False only where `enabled: false` is said. */
  readonly enabled: boolean;
  readonly prune: boolean;
  readonly selfHeal: boolean;
  readonly allowEmpty: boolean;
}

/** Labels and annotations that an application sets on its namespace. */
export interface ArgoNamespaceMetadata {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}

/** `spec.syncPolicy`. */
export interface ArgoSyncPolicy {
  readonly automated?: ArgoAutomation;
  /** As written: `ServerSideApply=true`. */
  readonly syncOptions: readonly string[];
  readonly managedNamespaceMetadata?: ArgoNamespaceMetadata;
  readonly retry?: JsonObject;
}

/** One entry of `status.resources`. `sync` and `health` are absent where Argo CD gave none. */
export interface ArgoRecordedResource {
  readonly ref: ResourceRef;
  readonly sync?: string;
  readonly health?: { readonly status: HealthStatus; readonly message: string };
  readonly requiresPruning: boolean;
  readonly hook: boolean;
}

/** One entry of `status.history`: what was deployed when. */
export interface ArgoDeployment {
  readonly id: number;
  readonly revisions: readonly string[];
  readonly deployedAt?: string;
  readonly initiatedBy?: string;
}

/** `status.operationState`: the last or running operation. `raw` is the whole of it. */
export interface ArgoOperation {
  readonly phase: string;
  readonly message: string;
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly retryCount?: number;
  readonly initiatedBy?: string;
  readonly automated: boolean;
  /** Of its syncResult; empty where there is none. */
  readonly revisions: readonly string[];
  /** Of its syncResult: what the last sync set on the namespace. */
  readonly managedNamespaceMetadata?: ArgoNamespaceMetadata;
  readonly raw: JsonObject;
}

/** What the controller wrote of its last comparison. Revisions are those compared with, not those deployed. */
export interface ArgoRecordedStatus {
  readonly sync?: string;
  readonly health?: { readonly status: string; readonly message: string };
  readonly revisions: readonly string[];
  readonly conditions: readonly { readonly type: string; readonly message: string; readonly time?: string }[];
  readonly operation?: ArgoOperation;
  readonly history: readonly ArgoDeployment[];
  readonly reconciledAt?: string;
  readonly resources: readonly ArgoRecordedResource[];
  /** `Directory`, `Kustomize`, `Helm` or `Plugin`, one for each source. */
  readonly sourceTypes: readonly string[];
}

/** An owner that an Application names in its ownerReferences. */
export interface ArgoOwner {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly controller: boolean;
}

/** An Argo CD Application, read. */
export interface ArgoApplication {
  readonly name: string;
  readonly namespace: string;
  /** What Argo CD calls it in tracking ids: the name, or `<namespace>_<name>` outside the control plane's namespace. */
  readonly instanceName: string;
  readonly controlPlaneNamespace: string;
  readonly project: string;
  /** Those that render, by Argo CD's precedence: the hydrator's sync source, else `sources`, else `source`. */
  readonly sources: readonly ArgoSource[];
  /** True where `spec.sources` is what counts, be it of one element. */
  readonly multiSource: boolean;
  readonly destination: ArgoDestination;
  readonly syncPolicy: ArgoSyncPolicy;
  readonly ignoreDifferences: readonly ArgoIgnoreRule[];
  /** Of the annotation `argocd.argoproj.io/compare-options`, split at commas and trimmed. */
  readonly compareOptions: readonly string[];
  readonly annotations: Readonly<Record<string, string>>;
  readonly status: ArgoRecordedStatus;
  readonly owners: readonly ArgoOwner[];
  /** True where `.operation` asks for a sync that has not begun or is running. */
  readonly operationRequested: boolean;
  readonly object: KubernetesObject;
}
