import type { EarlierDesired } from './base.js';
import { type BaseReading, baseEvidence, readDesiredAt } from './base.js';
import type { Desired } from './desired/build-desired.js';
import type { FoundEvidence } from './evidence.js';
import type { Finding } from './model/report.js';
import type { LiveResult } from './model/resource.js';
import type { ComparedResource, Judging } from './resource-report.js';

/** What an earlier revision is compared with. */
export interface EarlierWorld {
  readonly desired: Desired;
  readonly compared: readonly ComparedResource[];
  /** As the cluster gave it. */
  readonly live: ReadonlyMap<string, LiveResult>;
  readonly judging: Judging;
  readonly evidence: FoundEvidence;
}

/** The evidence together with what an earlier revision of desired says of every object. */
export interface WithEarlier {
  readonly evidence: FoundEvidence;
  readonly findings: readonly Finding[];
  /** Of `--base`. */
  readonly base?: { readonly revision: string; readonly revisionTime?: string };
}

/** Reads desired at the revision of `--base`; undefined where none was asked for. */
export async function readBase(reading: BaseReading): Promise<EarlierDesired | undefined> {
  const { base } = reading.request;
  return base === undefined ? undefined : readDesiredAt(base, (short) => `base ${short}`, reading);
}

/** Adds the third side of the comparison to the evidence: the revision of `--base`. */
export async function withEarlier(
  earlier: EarlierDesired | undefined,
  world: EarlierWorld,
  reading: BaseReading,
): Promise<WithEarlier> {
  const { evidence } = world;
  if (earlier === undefined) return { evidence, findings: [] };
  const base = await baseEvidence(earlier, { ...world, cluster: reading.cluster });
  const { revisionTime } = earlier;
  return {
    evidence: { ...evidence, of: (ref) => ({ ...evidence.of(ref), base: base.of(ref) }) },
    findings: base.findings,
    base: { revision: earlier.at.revision, ...(revisionTime === undefined ? {} : { revisionTime }) },
  };
}
