import type { JsonObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { Rendered } from '../../model/source.js';
import type { BuildEnvironment } from './go-expand.js';

/** Everything that a build of kustomize depends on beside the files of its folder. */
export interface Build {
  readonly folder: string;
  readonly options: JsonObject;
  readonly environment: BuildEnvironment;
  readonly buildOptions: string;
}

/** Builds of kustomize that several applications of a run share; only for folders whose files stay as they are. */
export interface KeptBuilds {
  /** The same build of before, also where it failed; else what `make` gives. */
  of(build: Build, make: () => Promise<Rendered>): Promise<Rendered>;
}

/** So many are kept, each with all that it declares. */
const MOST = 32;

/** Keeps the builds that were asked for last. */
export function keepBuilds(most: number = MOST): KeptBuilds {
  const kept = new Map<string, Promise<Rendered>>();
  return {
    of(build, make) {
      const key = keyOf(build);
      const known = kept.get(key) ?? make();
      // The last in the map is what was asked for last.
      kept.delete(key);
      kept.set(key, known);
      for (const oldest of kept.keys()) {
        if (kept.size <= most) break;
        kept.delete(oldest);
      }
      return known;
    },
  };
}

/** Options that name no variable are the same for every application. */
function keyOf({ folder, options, environment, buildOptions }: Build): string {
  const text = printJson(options);
  const variables = text.includes('$') ? Object.entries(environment).sort(([a], [b]) => (a < b ? -1 : 1)) : [];
  return JSON.stringify([folder, buildOptions, text, variables]);
}
