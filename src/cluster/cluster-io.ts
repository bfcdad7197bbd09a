import type { Progress } from '../model/request.js';

/** What the API client needs of the process around it. */
export interface ClusterIo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The clock that relative times count from. */
  readonly now: Date;
  readonly progress?: Progress;
  /** Told what is of use to whoever wants to know more: that something was asked for again, and why. */
  readonly note?: (text: string) => void;
  readonly signal?: AbortSignal;
  /** Sent as User-Agent; absent is `gitdrift`. */
  readonly userAgent?: string;
  /** Waits before a retry; tests give one that does not. */
  readonly wait?: (milliseconds: number) => Promise<void>;
  /** Where a pod finds its service account; tests give a folder of their own. */
  readonly serviceAccountDirectory?: string;
}
