import { dig, type JsonValue } from '../../../model/json.js';
import type { KubernetesObject } from '../../../model/resource.js';
import type { Finding } from './finding.js';
import { integerIn } from './generation.js';
import { GENERIC_WORDS } from './words.js';

/**
 * What the numbers of replicas say: fewer ready or updated than wanted is Progressing, a new revision held back on
 * purpose Suspended. Healthy only where the status counts the ready ones; undefined where it counts nothing.
 */
export function judgeCounters(object: KubernetesObject): Finding | undefined {
  const { wanted, ready, updated, updatedReady } = GENERIC_WORDS.counters;
  const goal = first(object, wanted);
  if (goal === undefined) return undefined;
  const [readyCounts, newReadyCounts] = [counted(object, ready), counted(object, updatedReady)];
  const short = readyCounts.find(({ count }) => count < goal);
  if (short !== undefined) return { status: 'Progressing', message: `${short.name} is ${short.count} of ${goal}` };
  const held = heldBack(object, goal);
  for (const { name, count } of [...counted(object, updated), ...newReadyCounts]) {
    if (count < goal - held) return { status: 'Progressing', message: `${name} is ${count} of ${goal - held}` };
    if (count < goal) {
      return { status: 'Suspended', message: `${name} is ${count} of ${goal}, the rest is held back by a partition` };
    }
  }
  // Nothing wanted and nothing there is no proof of anything: the controller may not have counted yet.
  const nothing = goal === 0 && dig(object, 'spec', 'replicas') !== 0;
  if (nothing || readyCounts.length + newReadyCounts.length === 0) return undefined;
  return { status: 'Healthy', message: `${goal} of ${goal} replicas ready` };
}

/** What pairs of numbers in a status, or in one entry of a list in it, say. */
export function judgePairs(status: JsonValue): Finding | undefined {
  for (const [wantedName, readyName] of GENERIC_WORDS.counters.pairs) {
    const [wanted, ready] = [integerIn(dig(status, wantedName)), integerIn(dig(status, readyName))];
    if (wanted === undefined || ready === undefined) continue;
    return { status: ready < wanted ? 'Progressing' : 'Healthy', message: `${readyName} is ${ready} of ${wanted}` };
  }
  return undefined;
}

interface Count {
  readonly name: string;
  readonly count: number;
}

function counted(object: KubernetesObject, names: readonly string[]): readonly Count[] {
  return names.flatMap((name) => {
    const count = integerIn(dig(object, 'status', name));
    return count === undefined ? [] : [{ name, count }];
  });
}

/** How many a partition keeps at the old revision on purpose: a number, or a share of all. */
function heldBack(object: KubernetesObject, goal: number): number {
  for (const steps of [
    ['updateStrategy', 'rollingUpdate', 'partition'],
    ['updateStrategy', 'partition'],
  ]) {
    const partition = dig(object, 'spec', ...steps);
    if (typeof partition === 'string' && /^\d+%$/.test(partition)) {
      return Math.ceil((goal * Number(partition.slice(0, -1))) / 100);
    }
    const number = integerIn(partition);
    if (number !== undefined) return Math.min(number, goal);
  }
  return 0;
}

function first(parent: JsonValue, names: readonly string[]): number | undefined {
  for (const name of names) {
    const found = integerIn(dig(parent, ...name.split('.')));
    if (found !== undefined) return found;
  }
  return undefined;
}
