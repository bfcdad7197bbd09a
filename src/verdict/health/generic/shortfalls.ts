import { field, type JsonObject } from '../../../model/json.js';
import { integerIn } from './generation.js';

/** Names of the number that is wanted, with those of the number that is there. */
type Pair = readonly [wanted: string, there: string];

/**
 * Where one part of a status counts fewer than it wants, as sentences: `readyShards is 1 of 2`. Both numbers have to be
 * there; only ready replicas are left out where there are none, as Kubernetes' own kinds do. The numbers of the whole's
 * replicas are not looked at (`whole`): they are compared with its spec.
 */
export function shortfalls(part: JsonObject, whole: boolean): readonly string[] {
  return counts(part, whole).flatMap(({ name, there, wanted }) =>
    there >= wanted ? [] : [`${name} is ${there} of ${wanted}`],
  );
}

/** What the whole counts of itself where all of it is there, as a sentence; undefined where it counts nothing, or too few. */
export function allThere(status: JsonObject): string | undefined {
  const found = counts(status, true);
  const [first] = found;
  if (first === undefined || !found.every(({ there, wanted }) => wanted > 0 && there >= wanted)) return undefined;
  return `${first.name} is ${first.there} of ${first.wanted}`;
}

interface Count {
  readonly name: string;
  readonly there: number;
  readonly wanted: number;
}

function counts(part: JsonObject, whole: boolean): readonly Count[] {
  return pairsOf(part, whole).flatMap(([wantedName, name]) => {
    const wanted = integerIn(field(part, wantedName));
    const none = wantedName === 'replicas' && name === 'readyReplicas' && countsPods(part) ? 0 : undefined;
    const there = integerIn(field(part, name)) ?? none;
    return wanted === undefined || there === undefined ? [] : [{ name, there, wanted }];
  });
}

/** Words before the name of what is counted: so many of it are wanted … */
const WANTED = /^(?:desired|expected|matched|total|wanted)([A-Z]\w*)$/;
/** … and so many are there. */
const THERE = ['ready', 'available', 'updated', 'healthy'];

/** What is free of these is no part that is ready. */
const SPACE = /bytes|capacity|storage|memory|disk|space|inodes/i;

function pairsOf(part: JsonObject, whole: boolean): readonly Pair[] {
  return Object.keys(part)
    .sort()
    .flatMap((name): readonly Pair[] => {
      const wanted = WANTED.exec(name)?.[1];
      if (wanted !== undefined) return THERE.map((word) => [name, `${word}${wanted}`]);
      const counted = /^(\w+)(?:Count|Total)$/.exec(name)?.[1];
      if (counted !== undefined && !SPACE.test(counted)) {
        return [
          [name, `ready${capitalized(counted)}Count`],
          ...[...THERE, 'completed'].map((word): Pair => [name, `${counted}${capitalized(word)}`]),
        ];
      }
      if (name === 'desired' || name === 'expected') return THERE.map((word) => [name, word]);
      if (whole) return [];
      if (name === 'size') return [[name, 'ready']];
      return name === 'replicas' || name === 'members' ? [[name, `ready${capitalized(name)}`]] : [];
    });
}

function countsPods(part: JsonObject): boolean {
  return integerIn(field(part, 'updatedReplicas')) !== undefined;
}

function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
