import { GitdriftError } from '../model/errors.js';
import type { FluxRequest } from '../model/source.js';
import type { FlagName } from './flags.js';
import { pairs } from './repo-map.js';
import type { Settings } from './settings.js';

const ASKING = ['kustomization', 'helm-release', 'kustomization-file'] as const satisfies readonly FlagName[];

/** Flags that an object of Flux says itself, and those that mean something for Applications of Argo CD alone. */
const EXCLUDED = [
  ...(['repo', 'revision', 'path', 'recursive', 'renderer', 'values', 'set', 'release-name', 'name'] as const),
  ...(['app', 'app-file', 'all-apps', 'context-for', 'prune', 'server-side', 'observe'] as const),
] as const satisfies readonly FlagName[];

/** True where objects of Flux are asked for. */
export function asksForFlux({ values }: Settings): boolean {
  return ASKING.some((name) => (values[name] ?? []).length > 0);
}

/** The objects of Flux that are asked for; undefined where none are. Throws `usage` where flags contradict each other. */
export function fluxRequest(settings: Settings): FluxRequest | undefined {
  const asking = ASKING.find((name) => (settings.values[name] ?? []).length > 0);
  if (asking === undefined) return undefined;
  const { values, path } = settings;
  const asked = settings.saidAs(asking);
  if (path !== undefined) {
    throw usage(`${asked} and the path ${path} are two desired states`, 'leave out one of the two');
  }
  for (const name of EXCLUDED) {
    const value = values[name];
    if (value === undefined || value === false || (Array.isArray(value) && value.length === 0)) continue;
    throw usage(
      `${asked} and ${settings.saidAs(name)} exclude each other`,
      HINTS[name] ?? 'the object says that itself',
    );
  }
  for (const name of ['kustomization', 'helm-release'] as const) {
    for (const text of values[name] ?? []) {
      if (/^[^/]+(?:\/[^/]+)?$/.test(text)) continue;
      throw usage(`${settings.saidAs(name)} cannot read ${JSON.stringify(text)}`, 'write it as NAME or NAMESPACE/NAME');
    }
  }
  return {
    kind: 'flux',
    files: values['kustomization-file'] ?? [],
    kustomizations: values.kustomization ?? [],
    helmReleases: values['helm-release'] ?? [],
    all: false,
    repositories: pairs(settings, 'repo-map', 'https://git.example.com/shop.git=../shop').map(([url, folder]) => ({
      url,
      folder,
    })),
  };
}

/** Looks at what an application holds go through its controller's rules, which `--watch` does at every look. */
export const WATCH_INSTEAD = 'applications are looked at again with --watch 10s, which names who changed what';

const HINTS: { readonly [Name in FlagName]?: string } = {
  observe: WATCH_INSTEAD,
  app: 'compare Applications of Argo CD and objects of Flux in two runs',
  'app-file': 'compare Applications of Argo CD and objects of Flux in two runs',
  'all-apps': 'compare Applications of Argo CD and objects of Flux in two runs',
  'context-for': 'objects of Flux are compared with the cluster that they are in',
  prune: 'the inventory of Flux tells what is no longer declared; it is always looked at',
  'server-side': 'leave it out',
};

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
