/** An entry of an AppProject's `destinations`; globs, `!` denies. */
export interface ProjectDestination {
  readonly server: string;
  readonly name: string;
  readonly namespace: string;
}

/** An entry of a project's list of kinds; globs as of Go's filepath.Match. `name` is absent where any will do. */
export interface ProjectKind {
  readonly group: string;
  readonly kind: string;
  readonly name?: string;
}

/** What an AppProject permits. */
export interface ArgoProject {
  readonly name: string;
  readonly sourceRepos: readonly string[];
  readonly destinations: readonly ProjectDestination[];
  readonly clusterResourceWhitelist: readonly ProjectKind[];
  readonly clusterResourceBlacklist: readonly ProjectKind[];
  /** Absent: every namespaced kind is allowed; empty: none is. */
  readonly namespaceResourceWhitelist?: readonly ProjectKind[];
  readonly namespaceResourceBlacklist: readonly ProjectKind[];
  readonly sourceNamespaces: readonly string[];
  readonly hasSyncWindows: boolean;
  readonly hasSignaturePolicy: boolean;
}
