import type { Progress } from '../model/request.js';

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
}

/** What the API client needs of the process around it. */
export interface ClusterIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The clock that relative times count from. */
  readonly now: Date;
  readonly progress?: Progress;
  readonly signal?: AbortSignal;
  /** Sent as User-Agent; absent is `gitdrift`. */
  readonly userAgent?: string;
  /** Waits before a retry; tests give one that does not. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Where a pod finds its service account; tests give a folder of their own. */
  readonly serviceAccountDirectory?: string;
}
