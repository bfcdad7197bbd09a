import type { FlagName } from '../config/flags.js';
import type { Settings } from '../config/settings.js';
import type { Typed } from '../report/text-options.js';
import { CARRIED, typedAgain } from './shell-words.js';

/** Flags that name applications in place of a path: `diff` and `status` take them, commands about one field do not. */
const APPLICATIONS = [
  ...(['app', 'app-file', 'all-apps', 'repo-map', 'context-for', 'prune'] as const),
  ...(['kustomization', 'helm-release', 'kustomization-file'] as const),
] as const satisfies readonly FlagName[];

/** What a command about one field has to repeat of this line; undefined where it cannot: standard input is read once. */
export function typedForField(settings: Settings): Typed | undefined {
  const { path, values } = settings;
  if (values.live === '-') return undefined;
  const explainable = path !== '-' && APPLICATIONS.every((name) => values[name] === undefined);
  const ofLive = { ...settings, path: undefined };
  if (!explainable) return { rest: typedAgain(ofLive, LIVE), explainable };
  const rest = typedAgain(settings);
  return { rest: path === undefined && values.repo === undefined ? `. ${rest}`.trimEnd() : rest, explainable };
}

/** Of the flags that are carried those of the live state. */
const LIVE = [
  ...(['live', 'kubeconfig', 'context', 'cluster', 'user', 'server', 'namespace', 'as', 'as-group'] as const),
] as const satisfies readonly FlagName[];

/** `diff` of the same states as this line names; undefined where standard input, which is read once, is one of them. */
export function diffCommand(settings: Settings): string | undefined {
  if (settings.path === '-' || settings.values.live === '-') return undefined;
  return `gitdrift diff ${typedAgain(settings, [...APPLICATIONS, 'base', ...CARRIED])}`.trimEnd();
}
