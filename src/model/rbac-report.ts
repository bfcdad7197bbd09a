/** A rule of a ClusterRole, as Kubernetes writes it; never a verb but get and list. */
export interface RoleRule {
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
  readonly verbs: readonly ('get' | 'list')[];
}

/** What gitdrift has to be allowed in one cluster. */
export interface ReadRole {
  /** For people: the server's address, a recording; absent where no cluster was asked. */
  readonly cluster?: string;
  /** The context of the kubeconfig that reaches it. */
  readonly context?: string;
  /** In the order in which they are printed. */
  readonly rules: readonly RoleRule[];
  /** What the role rests on or leaves out, one sentence each. */
  readonly notes: readonly string[];
}

/** The roles for a desired state, one for each cluster; `incomplete` says why there may be more to allow. */
export interface RbacReport {
  readonly roles: readonly ReadRole[];
  readonly incomplete: readonly string[];
}
