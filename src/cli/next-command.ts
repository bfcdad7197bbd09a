import type { FlagName } from '../config/flags.js';
import type { Settings } from '../config/settings.js';
import type { Typed } from '../report/text-options.js';
import { CARRIED, typedAgain } from './shell-words.js';

/** Flags that name applications in place of a path. */
const NAMING = [
  ...(['app', 'app-file', 'all-apps', 'kustomization', 'helm-release', 'kustomization-file'] as const),
] as const satisfies readonly FlagName[];

/** Those, and the flags that say where what they name is found. */
export const APPLICATION_FLAGS = [
  ...NAMING,
  ...(['repo-map', 'context-for', 'prune'] as const),
] as const satisfies readonly FlagName[];

/** True where the desired state is what applications of Argo CD or Flux ask for. */
export function asksForApplications({ values }: Settings): boolean {
  return NAMING.some((name) => values[name] !== undefined && values[name] !== false);
}

/** What a command about one field has to repeat of this line; undefined where it cannot: standard input is read once. */
export function typedForField(settings: Settings): Typed | undefined {
  const { path, values } = settings;
  if (values.live === '-') return undefined;
  const ofLive = { ...settings, path: undefined };
  if (path === '-' || readsStdin(settings)) return { rest: typedAgain(ofLive, LIVE), explainable: false };
  const explainable = true;
  if (asksForApplications(settings)) {
    const carried = [...FOUND_BY, ...CARRIED];
    const applications = namesOne(settings) ? { asTyped: typedAgain(ofLive, NAMING) } : {};
    return { rest: typedAgain(ofLive, carried), explainable, applications };
  }
  const rest = typedAgain(settings);
  return { rest: path === undefined && values.repo === undefined ? `. ${rest}`.trimEnd() : rest, explainable };
}

/** True where the flags have to be repeated as they are: they name one application, or files that hold any number. */
function namesOne({ values }: Settings): boolean {
  const names = [values.app, values.kustomization, values['helm-release']].flatMap((given) => given ?? []);
  const files = [values['app-file'], values['kustomization-file']].flatMap((given) => given ?? []);
  return files.length > 0 || (names.length === 1 && values['all-apps'] !== true);
}

/** Where what applications name is found. */
const FOUND_BY = ['repo-map', 'context-for'] as const satisfies readonly FlagName[];

/** Standard input is read once. */
function readsStdin({ values }: Settings): boolean {
  return [...(values['app-file'] ?? []), ...(values['kustomization-file'] ?? [])].includes('-');
}

/** Of the flags that are carried those of the live state. */
const LIVE = [
  ...(['live', 'kubeconfig', 'context', 'cluster', 'user', 'server', 'namespace', 'as', 'as-group'] as const),
] as const satisfies readonly FlagName[];

/** `diff` of the same states as this line names; undefined where standard input, which is read once, is one of them. */
export function diffCommand(settings: Settings, program: string): string | undefined {
  if (settings.path === '-' || settings.values.live === '-' || readsStdin(settings)) return undefined;
  return `${program} diff ${typedAgain(settings, [...APPLICATION_FLAGS, 'base', ...CARRIED])}`.trimEnd();
}
