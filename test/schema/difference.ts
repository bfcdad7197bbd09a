import type { SchemaDifference, SchemaVersion } from '../../src/cluster/schema/builtin.js';
import type { SchemaBundle } from '../../src/model/schema.js';

/** What has to be kept of an older schema so that `withDifference` makes it out of the newer one. */
export function differenceFrom(newer: SchemaBundle, like: SchemaVersion, older: SchemaBundle): SchemaDifference {
  const onlyIn = (a: object, b: object): string[] => Object.keys(a).filter((name) => !Object.hasOwn(b, name));
  return {
    like,
    without: { types: onlyIn(newer.types, older.types), kinds: onlyIn(newer.kinds, older.kinds) },
    types: departing(newer.types, older.types),
    kinds: departing(newer.kinds, older.kinds),
  };
}

function departing<T>(newer: Readonly<Record<string, T>>, older: Readonly<Record<string, T>>): Record<string, T> {
  const same = (name: string): boolean => JSON.stringify(newer[name]) === JSON.stringify(older[name]);
  return Object.fromEntries(Object.entries(older).filter(([name]) => !same(name)));
}
