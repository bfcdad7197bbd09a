import { setTimeout as sleep } from 'node:timers/promises';
import type { Tools } from '../../cli/engine.js';
import { type Look, observedFindings, type SeenField } from '../../explain/observed.js';
import { dig, digString } from '../../model/json.js';
import type { Cluster } from '../../model/live.js';
import type { Finding } from '../../model/report.js';
import { type LiveResult, refKey } from '../../model/resource.js';
import { type ComparedResource, compareResource, type Judging, judgeResource } from '../application/resource-report.js';
import type { FoundEvidence } from './evidence.js';

/** How long to wait between two looks. */
const INTERVAL_MS = 2000;

/** What is looked at, and the first look at it. */
interface Observation {
  readonly cluster: Cluster;
  readonly compared: readonly ComparedResource[];
  readonly evidence: FoundEvidence;
  readonly judging: Judging;
  readonly durationMs: number;
}

/** The clock of an observation; another one in tests. */
export interface Pace {
  readonly now: () => Date;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/**
 * Looks at the desired objects again and again for as long as asked, with the same lists and gets as the first look, and
 * tells which fields changed meanwhile. Objects that cannot be read at a look are left out of it.
 */
export async function observe(
  { cluster, compared, evidence, judging, durationMs }: Observation,
  tools: Tools,
  pace: Pace = { now: () => new Date(), wait: (ms) => sleep(ms, undefined, { signal: tools.signal }) },
): Promise<Finding[]> {
  const refs = compared.map(({ desired }) => desired.ref);
  const looks = new Map<string, Look[]>();
  const versions = new Map<string, string>();

  const look = (resource: ComparedResource, live: LiveResult): void => {
    const key = refKey(resource.desired.ref);
    const version = live.kind === 'found' ? digString(live.object.metadata, 'resourceVersion') : live.kind;
    if (live.kind === 'unreadable' || versions.get(key) === (version ?? '')) return;
    versions.set(key, version ?? '');
    const again = compareResource(resource.desired, live, judging);
    const report = judgeResource(again, evidence.of(resource.desired.ref), judging);
    const drifted = new Map(
      report.drift.map(({ path, live: value, writer }): [string, SeenField] => [
        path,
        { ...(value === undefined ? {} : { value }), writer: writer.name },
      ]),
    );
    const generation = live.kind === 'found' ? dig(live.object, 'metadata', 'generation') : undefined;
    const seen = { at: pace.now().toISOString(), drifted, ...(typeof generation === 'number' ? { generation } : {}) };
    looks.set(key, [...(looks.get(key) ?? []), seen]);
  };

  for (const resource of compared) look(resource, liveOf(resource));
  const end = pace.now().getTime() + durationMs;
  for (;;) {
    const left = end - pace.now().getTime();
    if (left <= 0) break;
    tools.progress(`observing, ${Math.ceil(left / 1000)}s to go`);
    await pace.wait(Math.min(INTERVAL_MS, left));
    const found = await cluster.fetch(refs);
    for (const resource of compared) {
      const live = found.get(refKey(resource.desired.ref));
      if (live !== undefined) look(resource, live);
    }
  }
  return compared.flatMap(({ desired }) => observedFindings(desired.ref, looks.get(refKey(desired.ref)) ?? []));
}

function liveOf(resource: ComparedResource): LiveResult {
  return resource.kind === 'compared' ? { kind: 'found', object: resource.object } : resource.live;
}
