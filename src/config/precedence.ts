import type { FlagName } from './flags.js';

/** Flags that say how a cluster is reached: saved objects have no use for them. */
export const CLUSTER_FLAGS = [
  ...(['kubeconfig', 'context', 'cluster', 'user', 'server', 'token', 'as', 'as-group'] as const),
  ...(['request-timeout', 'insecure-skip-tls-verify', 'concurrency'] as const),
] as const satisfies readonly FlagName[];

/** Pairs that exclude each other where both are given on one level. */
const EXCLUSIVE: readonly (readonly [FlagName, FlagName])[] = [
  ...CLUSTER_FLAGS.map((name) => ['live', name] as const),
  ['live', 'server-side'],
  ['live', 'observe'],
  ['quiet', 'verbose'],
];

/** Set flags with what the user said: `--live` on the command line, or a variable of the environment. */
interface Said {
  readonly values: Readonly<Record<string, unknown>>;
  readonly names: ReadonlyMap<FlagName, string>;
  readonly path: string | undefined;
}

/**
 * Variables that the command line overrules without naming them: those that exclude one of its flags or its path, and
 * those that belong to a repository where there is none. Each with the sentence that says so.
 */
export function overruled({ values, names, path }: Said): ReadonlyMap<FlagName, string> {
  const dropped = new Map<FlagName, string>();
  const isSet = (name: FlagName): boolean => values[name] !== undefined && values[name] !== false && !dropped.has(name);
  const given = (name: FlagName): boolean => names.get(name)?.startsWith('--') === true;
  const drop = (name: FlagName, because: string): void => {
    dropped.set(name, `${names.get(name)} is not used: ${because}`);
  };
  for (const pair of EXCLUSIVE) {
    const [ours, theirs] = given(pair[0]) ? pair : [pair[1], pair[0]];
    if (!isSet(ours) || !isSet(theirs) || !given(ours) || given(theirs)) continue;
    drop(theirs, `${names.get(ours)} on the command line excludes it`);
  }
  if (path !== undefined && isSet('repo') && !given('repo')) {
    drop('repo', `the command line names the path ${path}`);
  }
  for (const name of ['revision', 'path'] as const) {
    if (isSet(name) && !given(name) && !isSet('repo'))
      drop(name, 'it says something of a repository, and there is none');
  }
  return dropped;
}
