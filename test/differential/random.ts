/** A source of choices that gives the same ones for the same seed. */
export interface Random {
  /** An integer from 0 up to, not including, `below`. */
  int(below: number): number;
  /** True with that probability. */
  chance(probability: number): boolean;
  /** One of the items; the list must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** The items in another order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** The choices of one case: nothing but the seed and the case's number decides on them. */
export function randomOf(seed: number, caseNumber: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(caseNumber + 1, 0x85ebca6b)) >>> 0;
  // mulberry32: 32 bits of state are plenty for the few hundred choices of a case.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  next();
  const int = (below: number): number => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(items.length)] as (typeof items)[number],
    shuffle: (items) => {
      const left = [...items];
      return items.map(() => left.splice(int(left.length), 1)[0] as (typeof items)[number]);
    },
  };
}
