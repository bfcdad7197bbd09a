/** What went wrong in a run that cannot go on; each has a page of its own in the docs' error list. */
export type ErrorCode =
  | 'usage'
  | 'config'
  | 'source-not-found'
  | 'git-failed'
  | 'manifest-invalid'
  | 'renderer-missing'
  | 'renderer-failed'
  | 'no-objects'
  | 'kubeconfig-invalid'
  | 'cluster-unreachable'
  | 'cluster-refused'
  | 'recording-invalid'
  | 'report-invalid'
  | 'audit-log-invalid'
  | 'schema-invalid'
  | 'cannot-adopt'
  | 'interrupted';

/** Where in a file the fault is; `line` counts from 1. */
export interface FilePosition {
  readonly file: string;
  readonly line?: number;
}

/**
 * A fault that ends the run with exit code 2 (130 for `interrupted`). `message` is one sentence that names the file or
 * object; `hint` says what to do. Anything thrown that is no GitdriftError is a bug of ours.
 */
export class GitdriftError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly position: FilePosition | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { hint?: string; position?: FilePosition; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.name = 'GitdriftError';
    this.code = code;
    this.hint = more.hint;
    this.position = more.position;
  }
}
