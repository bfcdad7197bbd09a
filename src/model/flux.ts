import type { JsonObject } from './json.js';
import type { KubernetesObject, ResourceRef } from './resource.js';

/** Names an object that another one refers to; `namespace` is filled in. */
export interface FluxReference {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Which objects a rule is of: regular expressions that match a whole name, and selectors as labels have them. */
export interface FluxSelector {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly labelSelector: string;
  readonly annotationSelector: string;
}

/** One rule of `spec.ignore` or `spec.driftDetection.ignore`: RFC 6901 pointers, in objects of the target. */
export interface FluxIgnoreRule {
  /** Where the rule stands: `spec.ignore[0]`. */
  readonly origin: string;
  readonly paths: readonly string[];
  /** Absent: every object. */
  readonly target?: FluxSelector;
}

export interface FluxCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly time?: string;
}

/** What a Flux controller wrote of its last run. */
export interface FluxStatus {
  readonly conditions: readonly FluxCondition[];
  readonly generation?: number;
  readonly observedGeneration?: number;
  /** `main@sha1:…`, or the version of a chart. */
  readonly appliedRevision?: string;
  readonly attemptedRevision?: string;
  /** When it last ran to an end, as far as that is recorded. */
  readonly lastReconciled?: string;
  /** How that run ended: `ReconciliationSucceeded`; of a release: `deployed`. */
  readonly lastStatus?: string;
  /** What it applied; undefined where none is recorded. */
  readonly inventory?: readonly ResourceRef[];
}

/** An entry of `spec.dependsOn`: an object of the same kind that has to be ready before each run. */
export interface FluxDependency extends FluxReference {
  /** CEL over `dep` and `self`, in place of the Ready condition. */
  readonly readyExpr?: string;
}

/** What a Kustomization and a HelmRelease have in common. Durations are in milliseconds. */
export interface FluxCommon {
  readonly name: string;
  readonly namespace: string;
  readonly suspended: boolean;
  readonly intervalMs?: number;
  readonly retryIntervalMs?: number;
  readonly timeoutMs?: number;
  readonly ignore: readonly FluxIgnoreRule[];
  readonly targetNamespace: string;
  readonly commonLabels: Readonly<Record<string, string>>;
  readonly commonAnnotations: Readonly<Record<string, string>>;
  /** Of `spec.kubeConfig`: it deploys to another cluster. */
  readonly remote: boolean;
  readonly dependsOn: readonly FluxDependency[];
  readonly status: FluxStatus;
  readonly object: KubernetesObject;
}

/** An entry of `spec.postBuild.substituteFrom`. */
export interface FluxVariableSource {
  readonly kind: string;
  readonly name: string;
  readonly optional: boolean;
}

/** `spec.postBuild`. */
export interface FluxPostBuild {
  readonly substitute: Readonly<Record<string, string>>;
  readonly substituteFrom: readonly FluxVariableSource[];
  /** Also without a single variable (`substituteStrategy: Always`). */
  readonly always: boolean;
}

/** A Flux Kustomization (kustomize.toolkit.fluxcd.io), read. */
export interface FluxKustomization extends FluxCommon {
  readonly kind: 'kustomization';
  readonly source: FluxReference;
  readonly path: string;
  readonly prune: boolean;
  readonly force: boolean;
  /** Ready says that everything applied is well (`wait`). */
  readonly waits: boolean;
  /** Ready says that these are well (`healthChecks`), which `wait` overrules. */
  readonly healthChecks: readonly ResourceRef[];
  readonly decrypts: boolean;
  readonly postBuild?: FluxPostBuild;
  /** The spec as it stands, for the build. */
  readonly spec: JsonObject;
}

/** An entry of `spec.valuesFrom`. */
export interface FluxValuesSource {
  readonly kind: string;
  readonly name: string;
  readonly key: string;
  readonly targetPath: string;
  readonly optional: boolean;
  readonly literal: boolean;
}

/** `spec.chart.spec`: a chart by its name, or its path in a repository. */
export interface FluxChart {
  readonly chart: string;
  readonly version: string;
  readonly source: FluxReference;
  readonly valuesFiles: readonly string[];
  readonly ignoreMissingValuesFiles: boolean;
  /** Every revision of the source is a version of the chart (`reconcileStrategy: Revision`). */
  readonly perRevision: boolean;
}

/** A Flux HelmRelease (helm.toolkit.fluxcd.io), read. */
export interface FluxHelmRelease extends FluxCommon {
  readonly kind: 'helmrelease';
  readonly releaseName: string;
  readonly releaseNamespace: string;
  readonly storageNamespace: string;
  readonly chart?: FluxChart;
  readonly chartRef?: FluxReference;
  readonly values: JsonObject;
  readonly valuesFrom: readonly FluxValuesSource[];
  /** Patches and images, one after the other. */
  readonly postRenderers: readonly JsonObject[];
  readonly driftDetection: 'disabled' | 'warn' | 'enabled';
}

export type FluxApplication = FluxKustomization | FluxHelmRelease;

/** An entry of `spec.include` of a GitRepository. */
export interface FluxInclude {
  readonly name: string;
  readonly fromPath: string;
  readonly toPath: string;
  /** The commit that the artifact was made with; absent where the status names none. */
  readonly commit?: string;
}

/** `spec.ref` of an OCIRepository: the first that is there counts. */
export interface FluxImageReference {
  readonly digest?: string;
  readonly semver?: string;
  /** Which tags a range looks at: a regular expression. */
  readonly semverFilter?: string;
  readonly tag?: string;
}

/** A source of Flux (source.toolkit.fluxcd.io), read. */
export interface FluxSource extends FluxReference {
  readonly url: string;
  readonly suspended: boolean;
  /** Of the artifact: `main@sha1:…`, `latest@sha256:…`; absent where there is none. */
  readonly revision?: string;
  /** The commit of a GitRepository's artifact. */
  readonly commit?: string;
  /** What `spec.ref` asks for, in words of git: a commit, a full ref, a range of tags; empty is the default branch. */
  readonly wanted: string;
  /** `.sourceignore` patterns of `spec.ignore`. */
  readonly ignore?: string;
  /** Other GitRepositories whose artifacts are part of this one's, in order. */
  readonly include: readonly FluxInclude[];
  /** Beginnings of the paths that an artifact holds (`spec.sparseCheckout`); empty: everything. */
  readonly sparse: readonly string[];
  /** Of a registry that is spoken to over plain HTTP. */
  readonly insecure: boolean;
  /** What an OCIRepository asks its registry for; absent where it asks for no more than `latest`. */
  readonly image?: FluxImageReference;
  /** The kind of layer that holds the files of an OCIRepository; absent: the first. */
  readonly layerType?: string;
  /** What the source says of itself where it is not ready. */
  readonly notReady?: string;
  readonly object: KubernetesObject;
}
