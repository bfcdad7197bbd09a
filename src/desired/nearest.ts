import { editDistance } from '../model/nearest-name.js';

/** Something that can be written in several ways; the first is the one to show. */
export type Spellings = readonly [string, ...string[]];

/** Of what is known, the most like a mistyped text in any spelling, the likest first; case does not matter. */
export function nearest(wanted: string, known: readonly Spellings[], count: number): readonly string[] {
  const distance = (spelling: string): number => editDistance(wanted.toLowerCase(), spelling.toLowerCase());
  return known
    .map((spellings) => ({ shown: spellings[0], distance: Math.min(...spellings.map(distance)) }))
    .sort((a, b) => a.distance - b.distance || (a.shown < b.shown ? -1 : 1))
    .slice(0, count)
    .map(({ shown }) => shown);
}
