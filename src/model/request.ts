import type { AuditRequest } from './audit.js';
import type { FailOn } from './fail-on.js';
import type { UsedPolicy } from './policy.js';
import type { Shard } from './shard.js';
import type { RenderRequest, SourceRequest } from './source.js';

/** Which objects of desired are looked at. Empty lists select everything. */
export interface Selection {
  /** A label selector as kubectl takes it. */
  readonly selector?: string;
  readonly kinds: readonly string[];
  readonly excludeKinds: readonly string[];
  /** `KIND/NAME` or `KIND/NAMESPACE/NAME`. */
  readonly resources: readonly string[];
  /** Only this object, in whatever namespace; that nothing is left is no fault then. */
  readonly only?: { readonly group: string; readonly kind: string; readonly name: string };
}

export type { FailOn } from './fail-on.js';

/** How desired and live are compared and judged. */
export interface CompareRequest {
  /** The field manager that applies this desired state (`--manager`); absent: recognised. */
  readonly manager?: string;
  /** False with `--no-ignore-rules`: shipped and user rules of effect `ignore` do nothing. */
  readonly ignoreRules: boolean;
  readonly showSecrets: boolean;
  /** The report says which live-only fields were left out, and by which rule (`-v`). */
  readonly keepSkipped?: boolean;
  /** How long Git may be ahead before that is a finding (`--max-pending`), in milliseconds. */
  readonly maxPendingMs: number;
}

/** What the user says of health. */
export interface HealthRequest {
  /** A folder with scripts by kind, laid out like Argo CD's `resource_customizations` (`--health-scripts`). */
  readonly scripts?: string;
  /** `kstatus` (`--health-rules`): as Flux and Helm 4 read a status; absent: as Argo CD does. */
  readonly rules?: 'kstatus';
}

/** Everything that `analyze` needs to know; made by the command line from flags, environment and files. */
export interface AnalyzeRequest {
  readonly source: SourceRequest;
  /** The part of the applications that is looked at (`--shard`); absent: all of them. */
  readonly shard?: Shard;
  readonly render: RenderRequest;
  /** The application's name (`--name`); absent: the source's. */
  readonly name?: string;
  /** Fills an empty namespace (`-n`), else the context's namespace. */
  readonly namespace?: string;
  readonly allowEmpty: boolean;
  readonly select: Selection;
  readonly compare: CompareRequest;
  /** What the policy file says; absent where there is none. */
  readonly policy?: UsedPolicy;
  /** The revision that the change begins from (`--base`): the third side of the comparison. */
  readonly base?: string;
  /** False for a recording: what a controller synced last is not asked, for its objects may hold values in the clear. */
  readonly lastSynced?: false;
  /** Present with `--git-blame`: the commits that wrote the declaring lines are looked up. */
  readonly gitBlame?: true;
  /** The audit logs to read (`--audit-log`). */
  readonly audit?: AuditRequest;
  /** Present with `--server-side`: the API server is asked for dry runs too, which needs more than reading. */
  readonly serverSide?: true;
  /** Present with `--observe`: how long the objects are looked at again and again, in milliseconds. */
  readonly observeMs?: number;
  /** How health is judged, beyond what is shipped. */
  readonly health?: HealthRequest;
  readonly failOn: readonly FailOn[];
  /** Absent where flags or the environment say what fails: else the policy file may, and the default after it. */
  readonly failOnByPolicy?: true;
  readonly noExitCode: boolean;
  readonly toolVersion: string;
}

/** How a stage tells what it is doing; the command line shows it where somebody watches. */
export type Progress = (doing: string) => void;
