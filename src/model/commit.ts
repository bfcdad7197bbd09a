/** A commit as it is shown of a line. The author's address is never kept. */
export interface Commit {
  /** The full number. */
  readonly sha: string;
  readonly author: string;
  /** When the author wrote it, RFC 3339 in UTC, whole seconds. */
  readonly time: string;
  /** The first line of its message. Untrusted text, as is the author's name. */
  readonly subject: string;
}

/** Which commit wrote a line as it stands. */
export type LineOrigin =
  /** `shallow`: history begins at that commit here, so an earlier one may have written the line. */
  | { readonly kind: 'committed'; readonly commit: Commit; readonly shallow?: true }
  /** The line, or its whole file, is not in any commit yet. */
  | { readonly kind: 'uncommitted' };
