import { digString } from '../../src/model/json.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { objectPath } from './api.js';
import { type ChangedLeaf, changedLeaves } from './changes.js';
import { inTurn } from './in-turn.js';
import { comparable } from './journal.js';
import { type Play, reasonOf } from './play.js';
import { type Applied, kubectlDryRun, managerOf, sync } from './ways.js';
import type { TestWorld } from './world.js';

/** What the server says that applying once more would change. */
export type Verdict =
  | { readonly kind: 'changes'; readonly leaves: readonly ChangedLeaf[]; readonly result: KubernetesObject }
  | { readonly kind: 'refused'; readonly reason: string };

/** A case with the server's verdict, and the live object that it holds for. */
export interface Judged {
  readonly play: Play;
  readonly live: KubernetesObject;
  readonly verdict: Verdict;
}

/** Asks the server for each case; a case whose object changed meanwhile is asked again. */
export async function askAll(world: TestWorld, plays: readonly Play[]): Promise<Judged[]> {
  const judged: Judged[] = [];
  let left = [...plays];
  for (let round = 0; round < 5 && left.length > 0; round++) {
    const again: Play[] = [];
    const before = new Map<Play, KubernetesObject>();
    await inTurn(left, async (play) => {
      const live = await read(world, play);
      if (live !== undefined) before.set(play, live);
    });
    const results = new Map<KubernetesObject, Applied>();
    for (const name of ['client-side apply', 'helm'] as const) {
      const asked = left.filter((play) => play.plan.way.name === name && before.has(play));
      const objects = asked.map(({ desired }) => desired);
      for (const [object, applied] of await kubectlDryRun(world, objects, managerOf(name)))
        results.set(object, applied);
    }
    await inTurn([...before], async ([play, live]) => {
      const verdict = toVerdict(play, live, results.get(play.desired) ?? (await dryRun(world, play)));
      const after = await read(world, play);
      if (digString(after?.metadata, 'resourceVersion') === digString(live.metadata, 'resourceVersion'))
        judged.push({ play, live, verdict });
      else again.push(play);
    });
    left = again;
  }
  return judged.sort((a, b) => a.play.plan.number - b.play.plan.number);
}

async function read(world: TestWorld, play: Play): Promise<KubernetesObject | undefined> {
  const answer = await world.api.call({ method: 'GET', path: objectPath(world.bundle, refOf(play.desired)) });
  return answer.ok ? (answer.body as KubernetesObject) : undefined;
}

async function dryRun(world: TestWorld, play: Play): Promise<Applied> {
  const answer = await sync(world, play.plan.way, play.desired, true);
  return answer.ok
    ? { kind: 'applied', object: answer.body as KubernetesObject }
    : { kind: 'refused', reason: reasonOf(answer) };
}

function toVerdict({ plan }: Play, live: KubernetesObject, applied: Applied): Verdict {
  if (applied.kind === 'refused') return applied;
  const [before, after] = [live, applied.object].map((object) => comparable(object, plan.hasStatus));
  return { kind: 'changes', leaves: changedLeaves(plan.types, before, after), result: applied.object };
}
