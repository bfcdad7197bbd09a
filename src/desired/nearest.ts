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

/** How many characters have to be put in, taken out or replaced. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line++) {
    const above = row;
    row = [line];
    for (let column = 1; column <= to.length; column++) {
      const replaced = (above[column - 1] as number) + (from[line - 1] === to[column - 1] ? 0 : 1);
      row.push(Math.min(replaced, (above[column] as number) + 1, (row[column - 1] as number) + 1));
    }
  }
  return row[to.length] as number;
}
