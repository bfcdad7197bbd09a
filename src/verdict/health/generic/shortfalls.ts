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
  return pairsOf(part, whole).flatMap(([wantedName, thereName]) => {
    const wanted = integerIn(field(part, wantedName));
    const there = integerIn(field(part, thereName)) ?? (countsPods(part, wantedName) ? 0 : undefined);
    return wanted === undefined || there === undefined || there >= wanted
      ? []
      : [`${thereName} is ${there} of ${wanted}`];
  });
}

function pairsOf(part: JsonObject, whole: boolean): readonly Pair[] {
  return Object.keys(part)
    .sort()
    .flatMap((name): readonly Pair[] => {
      const desired = /^desired([A-Z]\w*)$/.exec(name)?.[1];
      if (desired !== undefined) return [[name, `ready${desired}`]];
      const counted = /^(\w+)Count$/.exec(name)?.[1];
      if (counted !== undefined) return [[name, `ready${capitalized(counted)}Count`]];
      if (whole) return [];
      if (name === 'size') return [[name, 'ready']];
      return name === 'replicas' || name === 'members' ? [[name, `ready${capitalized(name)}`]] : [];
    });
}

function countsPods(part: JsonObject, wantedName: string): boolean {
  return wantedName === 'replicas' && integerIn(field(part, 'updatedReplicas')) !== undefined;
}

function capitalized(name: string): string {
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
}
