import type { FlagName } from '../config/flags.js';
import { FLAGS, type Flag } from '../config/flags.js';
import type { Settings } from '../config/settings.js';
import { shellWord } from '../model/shell-word.js';

/** Flags that say which states are looked at; a command that follows has to be told the same. */
export const CARRIED = [
  ...(['repo', 'revision', 'path', 'recursive', 'renderer', 'values', 'set', 'release-name'] as const),
  ...(['live', 'kubeconfig', 'context', 'cluster', 'user', 'server', 'namespace', 'as', 'as-group'] as const),
  ...(['manager', 'schema', 'policy', 'no-ignore-rules'] as const),
] as const satisfies readonly FlagName[];

/** The desired state's path and the flags that say which states are looked at, as they would be typed again. */
export function typedAgain(settings: Settings, names: readonly FlagName[] = CARRIED): string {
  const words: string[] = [];
  for (const name of names) {
    const value = settings.values[name];
    // What the environment says, it says to the next command as well.
    if (value === undefined || !settings.saidAs(name).startsWith('--')) continue;
    const flag: Flag = FLAGS[name];
    if (flag.kind === 'switch') words.push(`--${name}`);
    else
      for (const text of [value].flat())
        words.push(flag.short === undefined ? `--${name}` : `-${flag.short}`, shellWord(String(text)));
  }
  const path = settings.path === undefined ? [] : [shellWord(settings.path)];
  return [...path, ...words].join(' ');
}
