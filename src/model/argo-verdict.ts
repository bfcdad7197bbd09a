import type { FieldPath } from './field-path.js';
import type { JsonObject } from './json.js';
import type { ManagedFields } from './managed-fields.js';
import type { Finding } from './report.js';
import type { Gvk, KubernetesObject, ResourceRef } from './resource.js';

/** How Argo CD came to its word on a pair of objects. */
export type ArgoStrategy = 'three-way' | 'two-way' | 'structured-merge' | 'server-side';

/** A field that an ignore rule took out of the comparison, in whichever of the two objects it was. */
export interface ArgoIgnoredField {
  /** RFC 6901, into the object before the removal. */
  readonly pointer: string;
  /** Where the rule stands: `spec.ignoreDifferences[0]`, a key of argocd-cm. */
  readonly origin: string;
  /** The rule's own words: the pointer, the expression, or the manager. */
  readonly rule: string;
}

/** Argo CD's word on one object. */
export interface ArgoResourceVerdict {
  readonly ref: ResourceRef;
  /** Null where Argo CD gives none: hooks, skipped objects, objects that carry another object's tracking id. */
  readonly sync: 'Synced' | 'OutOfSync' | 'Unknown' | null;
  readonly hook: boolean;
  /** Skipped by syncs (`hook: Skip`). */
  readonly skipped?: true;
  readonly requiresPruning: boolean;
  readonly presence: 'both' | 'only-desired' | 'only-live';
  /** False where an OutOfSync object does not make the application OutOfSync (IgnoreExtraneous). */
  readonly counts: boolean;
  /** Absent where nothing was compared field by field. */
  readonly strategy?: ArgoStrategy;
  /** RFC 6901 pointers where live and the predicted state differ, sorted; empty where they do not, or one is missing. */
  readonly differences: readonly string[];
  readonly ignored: readonly ArgoIgnoredField[];
  /** Live as Argo CD compares it, and what it expects live to be after a sync; absent where nothing was compared. */
  readonly states?: { readonly live: JsonObject; readonly predicted: JsonObject };
  /** Why the word is what it is, where the fields do not say it. */
  readonly reason?: string;
  /** The objects themselves; `desired` carries Argo CD's tracking marks. */
  readonly desired?: KubernetesObject;
  readonly live?: KubernetesObject;
}

/** A condition of an Application, as Argo CD sets it while it compares. */
export interface ArgoCondition {
  readonly type:
    | 'ComparisonError'
    | 'InvalidSpecError'
    | 'UnknownError'
    | 'SharedResourceWarning'
    | 'RepeatedResourceWarning'
    | 'ExcludedResourceWarning';
  readonly message: string;
}

/** Argo CD's word on an application; `resources` are sorted. */
export interface ArgoVerdict {
  readonly sync: { readonly status: 'Synced' | 'OutOfSync' | 'Unknown'; readonly message: string };
  readonly resources: readonly ArgoResourceVerdict[];
  readonly conditions: readonly ArgoCondition[];
  /**
   * True where the specification is invalid: Argo CD compares nothing, its health is Unknown, and `resources` are those of the last
   * comparison as recorded.
   */
  readonly invalidSpec: boolean;
  /** What could not be judged as Argo CD does, one sentence each; the resources concerned are Unknown. */
  readonly limits: readonly string[];
  /** What the project refuses, and whether it refuses anything at all. */
  readonly findings: readonly Finding[];
}

/** What a jq expression names in an object. */
export type JqResult =
  | { readonly kind: 'paths'; readonly paths: readonly (readonly JqStep[])[] }
  /** It ran into an error or out of time on this object: the rule then ignores nothing in it. */
  | { readonly kind: 'failed'; readonly message: string; readonly timedOut?: true }
  /** It is no jq at all: Argo CD then compares nothing. */
  | { readonly kind: 'invalid'; readonly message: string };

/** A step of a jq path; the object is a slice of a list. */
export type JqStep = string | number | { readonly start: number | null; readonly end: number | null };

/** What the comparison needs of other stages. */
export interface ArgoTools {
  readonly decodeManagedFields: (object: KubernetesObject) => ManagedFields;
  /** The object with all defaults of its Go type (`scheme`), or with all that the API server fills in (`server`). */
  readonly complete: (object: JsonObject, gvk: Gvk, by: 'scheme' | 'server') => JsonObject;
  /** The paths that `path(expression)` gives. */
  readonly jqPaths: (expression: string, object: JsonObject) => JqResult;
  /** Why the server would refuse a change at that path of the live object; undefined where it takes one. */
  readonly refusal: (ref: ResourceRef, path: FieldPath, live: KubernetesObject) => string | undefined;
}
