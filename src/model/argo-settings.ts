import type { ArgoIgnoreRule } from './argo-application.js';
import type { JsonValue } from './json.js';

/** How Argo CD marks what belongs to an application. */
export type TrackingMethod = 'annotation' | 'label' | 'annotation+label';

/** An entry of `resource.exclusions` or `resource.inclusions`; all are globs, an empty list matches everything. */
export interface ArgoResourceFilter {
  readonly apiGroups: readonly string[];
  readonly kinds: readonly string[];
  readonly clusters: readonly string[];
}

/** A field of a custom kind that holds a built-in type, compared in that type's canonical form. */
export interface KnownTypeField {
  /** `spec.template.spec`: field names joined by dots; lists on the way are entered. */
  readonly field: string;
  /** `core/v1/PodSpec`, `core/Quantity`, `meta/v1/Duration`. */
  readonly type: string;
}

/** A key of `resource.customizations`: `group/kind`, with `*` as a wildcard in either; `ConfigMap` is the core group. */
export interface ArgoHealthScript {
  readonly group: string;
  readonly kind: string;
  readonly script: string;
  readonly useOpenLibs: boolean;
}

/** What argocd-cm says that bears on comparison and health; the shipped values where it is silent. */
export interface ArgoSettings {
  readonly trackingMethod: TrackingMethod;
  readonly instanceLabelKey: string;
  /** `''` where the installation has none. */
  readonly installationId: string;
  readonly exclusions: readonly ArgoResourceFilter[];
  readonly inclusions: readonly ArgoResourceFilter[];
  readonly ignoreResourceStatus: 'all' | 'crd' | 'none';
  readonly ignoreAggregatedRoles: boolean;
  /** `controller.diff.server.side` of argocd-cmd-params-cm. */
  readonly serverSideDiff: boolean;
  /** System-wide ignore rules, sorted by key. */
  readonly ignoreDifferences: readonly ArgoIgnoreRule[];
  /** Keyed `group/kind`. */
  readonly knownTypeFields: Readonly<Record<string, readonly KnownTypeField[]>>;
  readonly healthScripts: readonly ArgoHealthScript[];
  /** Projects that others inherit from, those whose labels the selector (a LabelSelector) picks. */
  readonly globalProjects: readonly { readonly project: string; readonly labelSelector: JsonValue | undefined }[];
  /** All keys of the ConfigMap, for whoever renders (`kustomize.buildOptions`, `helm.valuesFileSchemes` …). */
  readonly values: Readonly<Record<string, string>>;
  /** What cannot be read, one sentence each. Argo CD compares nothing until that is mended: everything is Unknown. */
  readonly faults: readonly string[];
  /** What cannot be read and Argo CD goes on without, one sentence each. */
  readonly warnings: readonly string[];
}
