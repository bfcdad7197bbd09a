/** What fails the gate (docs/report.md). */
export type FailOn =
  | 'unexplained'
  | 'any'
  | 'manual'
  | 'undeclared'
  | 'degraded'
  | 'error'
  | 'none'
  | `finding:${string}`;
