import type { LiveOptions } from '../config/live-options.js';
import type { AdoptReport } from '../model/adopt-report.js';
import type { ExplainReport, FieldRequest } from '../model/explain-report.js';
import type { OwnersReport, OwnersRequest } from '../model/owners-report.js';
import type { UsedPolicy } from '../model/policy.js';
import type { RbacReport } from '../model/rbac-report.js';
import type { Report } from '../model/report.js';
import type { AnalyzeRequest, Progress } from '../model/request.js';
import type { MergeRequest, SavedReport } from '../model/saved-report.js';
import type { SuspendPlan, SuspendRequest } from '../model/suspend-plan.js';
import type { TimelineReport, TimelineRequest } from '../model/timeline-report.js';
import type { WritersReport } from '../model/writers-report.js';

/** What the pipeline gets of the process. */
export interface Tools {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly now: Date;
  readonly readStdin: () => Promise<string>;
  readonly progress: Progress;
  readonly warn: (warning: string) => void;
  /** For those who want to know more (`-v`); absent where nobody does. */
  readonly note?: (note: string) => void;
  readonly signal: AbortSignal;
}

/** The saved objects as text (a List as kubectl prints it), and a sentence that says what it holds. */
export interface Recording {
  readonly text: string;
  readonly summary: string;
  /** False where some of the objects could not be read: a replay cannot judge them. */
  readonly complete: boolean;
}

/** The work behind the commands; loaded when a command needs it, replaced in tests. */
export interface Engine {
  analyze(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Report>;
  owners(request: OwnersRequest, live: LiveOptions, tools: Tools): Promise<OwnersReport>;
  writers(policy: UsedPolicy | undefined, managers: readonly string[], toolVersion: string): Promise<WritersReport>;
  adopt(request: FieldRequest, live: LiveOptions, tools: Tools): Promise<AdoptReport>;
  explain(request: FieldRequest, live: LiveOptions, tools: Tools): Promise<ExplainReport>;
  timeline(request: TimelineRequest, live: LiveOptions, tools: Tools): Promise<TimelineReport>;
  suspendPlan(request: SuspendRequest, live: LiveOptions, tools: Tools): Promise<SuspendPlan>;
  mergeReports(reports: readonly SavedReport[], request: MergeRequest): Promise<Report>;
  rbac(request: AnalyzeRequest | undefined, live: LiveOptions, tools: Tools): Promise<RbacReport>;
  record(request: AnalyzeRequest, live: LiveOptions, tools: Tools): Promise<Recording>;
}
