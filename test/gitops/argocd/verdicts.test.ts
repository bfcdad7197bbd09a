import { afterAll, describe, expect, it } from 'vitest';
import { refOf } from '../../../src/model/resource.js';
import { openJq } from '../../../src/render/jq/jq-paths.js';
import { judgeRecorded, RECORDED, type RecordedResource } from './recorded-verdicts.js';

const jq = openJq();
afterAll(jq.close);

describe.each(RECORDED)('as a real Argo CD judged %s', (name) => {
  it('gives the same word on the application and on every object', () => {
    const { recorded, ours } = judgeRecorded(name, jq);
    const said = {
      sync: ours.sync.status,
      conditions: [...new Set(ours.conditions.map(({ type }) => type as string))].sort(),
      resources: sorted(
        ours.resources.map(({ ref, sync, requiresPruning, hook }) => ({
          ref: `${ref.kind}/${ref.namespace}/${ref.name}`,
          group: ref.group,
          sync,
          ...(requiresPruning ? { requiresPruning } : {}),
          ...(hook ? { hook } : {}),
        })),
      ),
    };
    expect(said).toEqual({
      sync: recorded.sync,
      // A script that fails while health is judged is not the comparison's.
      conditions: [...(recorded.conditions ?? [])].sort(),
      resources: sorted(
        recorded.resources.map(({ ref, group, sync, requiresPruning, hook }) => ({
          ref,
          group,
          sync,
          ...(requiresPruning ? { requiresPruning } : {}),
          ...(hook ? { hook } : {}),
        })),
      ),
    });
    for (const { sync, differences, presence } of ours.resources) {
      if (presence === 'both' && sync === 'Synced') expect(differences).toEqual([]);
    }
    expect(ours.resources.map(({ ref }) => ref)).toEqual(
      ours.resources.map(({ ref, live, desired }) => ((live ?? desired) ? refOf((live ?? desired) as never) : ref)),
    );
  });
});

function sorted(resources: readonly RecordedResource[]): readonly RecordedResource[] {
  return [...resources].sort((a, b) => (`${a.ref} ${a.group}` < `${b.ref} ${b.group}` ? -1 : 1));
}
