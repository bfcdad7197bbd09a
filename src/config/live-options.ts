/** The flags of the live group as given; what is absent comes from the kubeconfig. */
interface ConnectionOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly server?: string;
  readonly token?: string;
  readonly namespace?: string;
  readonly as?: string;
  readonly asGroups?: readonly string[];
  /** In milliseconds; 0 is no limit. */
  readonly requestTimeoutMs?: number;
  readonly insecureSkipTlsVerify?: boolean;
  readonly concurrency?: number;
}

/** Where live objects come from: an API server, or saved files. `schemaFiles` describe kinds that are not built in. */
export type LiveOptions =
  | { readonly kind: 'cluster'; readonly connection: ConnectionOptions; readonly schemaFiles: readonly string[] }
  | { readonly kind: 'recording'; readonly path: string; readonly schemaFiles: readonly string[] };
