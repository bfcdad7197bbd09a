import type { Desired } from '../../desired/build-desired.js';
import type { ObjectBase } from '../../explain/base-word.js';
import type { Cluster } from '../../model/live.js';
import type { Finding } from '../../model/report.js';
import { type ResourceRef, refKey } from '../../model/resource.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import type { EarlierDesired } from './base.js';
import { type BaseReading, type EarlierWorld, objectBases, readDesiredAt, readEverything } from './base.js';
import { notComparedFindings, removedFindings } from './base-findings.js';
import { ignoreFindings } from './ignore-findings.js';
import { lastSyncedBases } from './last-synced.js';

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

/** Adds the third side of the comparison to the evidence: the revision of `--base`, else the last synced one. */
export async function withEarlier(
  earlier: EarlierDesired | undefined,
  world: EarlierWorld,
  reading: BaseReading,
): Promise<WithEarlier> {
  const { evidence } = world;
  if (earlier === undefined) {
    const bases = reading.request.lastSynced === false ? undefined : await lastSyncedBases(world, reading);
    return {
      evidence: bases === undefined ? evidence : withBases(evidence, (ref) => bases.get(refKey(ref))),
      findings: [],
    };
  }
  return besideBase(earlier, world, await readEverything(world.documents, reading), reading.cluster);
}

/** Adds what an earlier revision declares to the evidence. `declared` is all that desired has now. */
export async function besideBase(
  earlier: EarlierDesired,
  { compared, live, judging, evidence }: Pick<EarlierWorld, 'compared' | 'live' | 'judging' | 'evidence'>,
  declared: Desired,
  cluster: Cluster,
): Promise<WithEarlier> {
  const bases = await objectBases(earlier, compared, live, judging);
  const { revisionTime } = earlier;
  return {
    evidence: withBases(evidence, (ref) => bases.get(refKey(ref))),
    findings: [
      ...notComparedFindings(earlier, compared, bases),
      ...ignoreFindings(earlier, declared.objects),
      ...(await removedFindings(earlier, declared, cluster)),
    ],
    base: { revision: earlier.at.revision, ...(revisionTime === undefined ? {} : { revisionTime }) },
  };
}

function withBases(evidence: FoundEvidence, base: (ref: ResourceRef) => ObjectBase | undefined): FoundEvidence {
  return {
    ...evidence,
    of: (ref) => {
      const found = base(ref);
      return found === undefined ? evidence.of(ref) : { ...evidence.of(ref), base: found };
    },
  };
}
