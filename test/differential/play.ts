import { digString } from '../../src/model/json.js';
import { type KubernetesObject, refOf } from '../../src/model/resource.js';
import { write } from './actors.js';
import { type Answer, objectPath } from './api.js';
import { inTurn } from './in-turn.js';
import { type ActorName, CONTROLLERS, type Journal, startJournal } from './journal.js';
import { moved, ownNamespace, type Plan, rewritten, underOtherName } from './plan.js';
import { create, kubectlApply, kubectlDryRun, managerOf, sync, tryOut } from './ways.js';
import type { TestWorld } from './world.js';

/** A case on its way: what Git says, what the cluster holds, and all that happened. */
export interface Play {
  readonly plan: Plan;
  readonly journal: Journal;
  desired: KubernetesObject;
  live: KubernetesObject;
  earlier: KubernetesObject | undefined;
}

/** Makes, writes and moves the objects of a batch; cases whose object the server never accepted are left out. */
export async function playBatch(world: TestWorld, plans: readonly Plan[]): Promise<Play[]> {
  const made = await makeAll(world, plans);
  await inTurn(made, (play) => writeSome(world, play));
  const again = made.filter(({ plan }) => plan.random.chance(0.35));
  await syncAll(world, again);
  await inTurn(again, (play) => writeSome(world, play));
  await inTurn(made, (play) => moveOn(world, play));
  return made;
}

async function makeAll(world: TestWorld, plans: readonly Plan[]): Promise<Play[]> {
  const wanted: { plan: Plan; object: KubernetesObject }[] = [];
  await inTurn(plans, async (plan) => {
    const namespace = ownNamespace(plan);
    if (namespace !== undefined)
      await world.api.call({ method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } });
    wanted.push({ plan, object: await firstDesired(world, plan) });
  });
  wanted.sort((a, b) => a.plan.number - b.plan.number);
  const byKubectl = wanted.filter(({ plan }) => plan.way.name === 'client-side apply');
  await kubectlApply(
    world,
    byKubectl.map(({ object }) => object),
  );
  const plays: Play[] = [];
  await inTurn(wanted, async ({ plan, object }) => {
    if (plan.way.name !== 'client-side apply') await create(world, plan.way, object, false);
    const journal = startJournal(plan.types, plan.hasStatus);
    const play: Play = { plan, journal, desired: object, live: object, earlier: undefined };
    const current = await get(world, play);
    if (current === undefined) return;
    play.live = current;
    journal.wrote(gitActor(plan), object, current, `${plan.way.manager} makes it: ${JSON.stringify(object)}`);
    plays.push(play);
  });
  return plays.sort((a, b) => a.plan.number - b.plan.number);
}

function gitActor({ way }: Plan): ActorName {
  return { manager: way.manager, operation: way.operation, subresource: '' };
}

const found = (answer: Answer): KubernetesObject | undefined =>
  answer.ok ? (answer.body as KubernetesObject) : undefined;

/** A desired state that the server accepts; the manifest as it is where nothing else is found. */
async function firstDesired(world: TestWorld, plan: Plan): Promise<KubernetesObject> {
  for (let tries = 0; tries < 4; tries++) {
    const changed = plan.random.chance(0.6) ? moved(world, plan, plan.manifest, 4) : plan.manifest;
    const object = rewritten(plan, changed, undefined);
    const [made, applied] = [await create(world, plan.way, object, true), await tryOut(world, plan.way, object)];
    if (made.ok && applied.ok) return object;
  }
  return plan.manifest;
}

async function get(world: TestWorld, play: Play): Promise<KubernetesObject | undefined> {
  return found(await world.api.call({ method: 'GET', path: objectPath(world.bundle, refOf(play.desired)) }));
}

/** Reads the object, and puts down to the controllers what nobody of ours wrote. */
async function look(world: TestWorld, play: Play): Promise<void> {
  const live = await get(world, play);
  if (live === undefined) return;
  play.live = live;
  play.journal.wrote(CONTROLLERS, {}, live, '');
}

/** Up to three writes of known actors; what the server refuses did not happen. */
async function writeSome(world: TestWorld, play: Play): Promise<void> {
  const { plan, journal } = play;
  const { random, types } = plan;
  for (let left = random.int(4); left > 0; left--) {
    for (let tries = 0; tries < 3; tries++) {
      await look(world, play);
      const { actor, body, answer, line } = await write({
        world,
        random,
        types,
        live: play.live,
        earlier: play.earlier,
      });
      if (!answer.ok) continue;
      const before = play.live;
      const live = await get(world, play);
      if (live === undefined) return;
      journal.wrote(actor, body, live, line);
      play.earlier = before;
      play.live = live;
      break;
    }
  }
}

/** Git moves on and is applied. */
async function syncAll(world: TestWorld, plays: readonly Play[]): Promise<void> {
  const wanted = new Map<Play, KubernetesObject>();
  await inTurn(plays, async (play) => {
    wanted.set(play, await nextDesired(world, play, 0.6));
  });
  const byKubectl = plays.filter(({ plan }) => plan.way.name === 'client-side apply');
  const objects = byKubectl.map((play) => wanted.get(play) as KubernetesObject);
  await inTurn(plays, (play) => look(world, play));
  const valid = await kubectlDryRun(world, objects, managerOf('client-side apply'));
  const applied = objects.filter((object) => valid.get(object)?.kind === 'applied');
  await kubectlApply(world, applied);
  await inTurn(plays, async (play) => {
    const object = wanted.get(play) as KubernetesObject;
    const accepted = byKubectl.includes(play)
      ? applied.includes(object)
      : (await sync(world, play.plan.way, object, false)).ok;
    if (!accepted) return;
    const current = await get(world, play);
    if (current === undefined) return;
    const { way } = play.plan;
    const operation = way.name === 'update' ? 'Apply' : way.operation;
    const actor: ActorName = { manager: way.manager, operation, subresource: '' };
    play.journal.wrote(actor, object, current, `${way.manager} syncs: ${JSON.stringify(object)}`);
    play.desired = object;
    play.earlier = play.live;
    play.live = current;
  });
}

async function moveOn(world: TestWorld, play: Play): Promise<void> {
  play.desired = await nextDesired(world, play, 0.55);
}

/** What Git says next: the same in other words, or something else that is valid by itself. */
async function nextDesired(world: TestWorld, play: Play, change: number): Promise<KubernetesObject> {
  const { plan, desired, live } = play;
  for (let tries = 0; tries < 4; tries++) {
    const other = plan.random.chance(change) ? moved(world, plan, desired, 3) : desired;
    const object = rewritten(plan, other, plan.random.chance(0.5) ? live : undefined);
    const answer = await tryOut(world, plan.way, underOtherName(object));
    if (answer.ok) return object;
  }
  return desired;
}

export const reasonOf = (answer: Answer): string => digString(answer.body, 'message') ?? String(answer.status);
