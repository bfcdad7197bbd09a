import { GitdriftError } from '../model/errors.js';
import type { ArgoRequest } from '../model/source.js';
import type { FlagName } from './flags.js';
import { asksForFlux, WATCH_INSTEAD } from './flux-options.js';
import { pairs } from './repo-map.js';
import type { Settings } from './settings.js';

/** Flags that say where desired state is and how it is rendered: an Application says that itself. */
const SAID_BY_THE_APPLICATION = [
  ...(['repo', 'revision', 'path', 'recursive', 'renderer', 'values', 'set', 'release-name', 'name'] as const),
] as const satisfies readonly FlagName[];

/** Flags that mean nothing without an Application. */
const OF_APPLICATIONS = ['repo-map', 'context-for', 'prune'] as const satisfies readonly FlagName[];

/** The Applications that are asked for; undefined where none are. Throws `usage` where flags contradict each other. */
export function argoRequest(settings: Settings): ArgoRequest | undefined {
  const { values, path } = settings;
  const names = values.app ?? [];
  const files = values['app-file'] ?? [];
  const all = values['all-apps'] === true;
  if (names.length + files.length === 0 && !all) {
    if (asksForFlux(settings)) return undefined;
    for (const name of OF_APPLICATIONS) {
      if (values[name] === undefined || values[name] === false) continue;
      throw usage(
        `${settings.saidAs(name)} says something of Applications, and none is asked for`,
        'add --app NAME, --app-file FILE or --all-apps, or leave it out',
      );
    }
    return undefined;
  }
  const asked = settings.saidAs(all ? 'all-apps' : names.length > 0 ? 'app' : 'app-file');
  if (path !== undefined) {
    throw usage(`${asked} and the path ${path} are two desired states`, 'leave out one of the two');
  }
  for (const name of SAID_BY_THE_APPLICATION) {
    if (values[name] === undefined || values[name] === false) continue;
    throw usage(`${asked} and ${settings.saidAs(name)} exclude each other`, 'the Application says that itself');
  }
  if (values.observe !== undefined) {
    throw usage(`${asked} and ${settings.saidAs('observe')} exclude each other`, WATCH_INSTEAD);
  }
  if (all && names.length > 0)
    throw usage(`${asked} and ${settings.saidAs('app')} exclude each other`, 'leave out one');
  for (const name of names) checkName(name, settings.saidAs('app'));
  return {
    kind: 'argocd',
    files,
    names,
    all,
    repositories: pairs(settings, 'repo-map', 'https://git.example.com/shop.git=../shop').map(([url, folder]) => ({
      url,
      folder,
    })),
    contexts: contextsFor(settings),
    prune: values.prune === true,
  };
}

/** `--context-for`: the context of a destination, by its server or name. Throws `usage`. */
export function contextsFor(settings: Settings): ArgoRequest['contexts'] {
  return pairs(settings, 'context-for', 'https://10.0.0.1:6443=prod').map(([destination, context]) => ({
    destination,
    context,
  }));
}

function checkName(text: string, saidAs: string): void {
  if (/^[^/]+(?:\/[^/]+)?$/.test(text)) return;
  throw usage(`${saidAs} cannot read ${JSON.stringify(text)}`, 'write it as NAME or NAMESPACE/NAME');
}

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
