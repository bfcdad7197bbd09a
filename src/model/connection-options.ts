/** The flags of the live group as given; what is absent comes from the kubeconfig. */
export interface ConnectionOptions {
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly cluster?: string;
  readonly user?: string;
  readonly server?: string;
  readonly token?: string;
  readonly namespace?: string;
  readonly as?: string;
  readonly asGroups?: readonly string[];
  /** For one request, in milliseconds; 0 is no limit, absent is 30 seconds. */
  readonly requestTimeoutMs?: number;
  readonly insecureSkipTlsVerify?: boolean;
  /** Requests in flight at once; absent is 8. */
  readonly concurrency?: number;
  /** Many applications read from one cluster: lists are read whole, and nothing is asked for twice. */
  readonly shared?: true;
}
