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
  /** Of applications outside of Argo CD's own namespace: globs, or `/expressions/`. */
  readonly sourceNamespaces: readonly string[];
  /** permitOnlyProjectScopedClusters: of the destinations, only clusters that are registered for this project. */
  readonly onlyScopedClusters: boolean;
  readonly hasSyncWindows: boolean;
  readonly hasSignaturePolicy: boolean;
}

/** A cluster that Argo CD knows, of its Secret: never a credential. */
export interface ArgoCluster {
  readonly name: string;
  readonly server: string;
  /** The project that it is registered for, or ''. */
  readonly project: string;
  /** The only namespaces that Argo CD looks at there; empty for all. */
  readonly namespaces: readonly string[];
}
