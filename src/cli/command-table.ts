import type { FlagName } from '../config/flags.js';
import type { Command } from './command.js';

export interface CommandEntry {
  readonly alias?: string;
  /** As commander writes it: `[PATH]` is optional, `<KIND/NAME>` is not. */
  readonly argument?: string;
  readonly summary: string;
  readonly details?: string;
  readonly flags: readonly FlagName[];
  /** Loads the command's code: `--help` needs none of it. */
  readonly load: () => Promise<Command>;
}

const DESIRED = [
  ...(['repo', 'revision', 'path', 'recursive', 'renderer', 'values', 'set', 'release-name', 'name'] as const),
  'allow-empty',
] as const satisfies readonly FlagName[];

/** Argo CD Applications in place of a path. */
const APPLICATIONS = [
  ...(['app', 'app-file', 'all-apps', 'repo-map', 'context-for', 'prune'] as const),
] as const satisfies readonly FlagName[];

/** Objects of Flux in place of a path. */
const FLUX = ['kustomization', 'helm-release', 'kustomization-file'] as const satisfies readonly FlagName[];

const LIVE = [
  ...(['live', 'kubeconfig', 'context', 'cluster', 'user', 'server', 'token', 'namespace', 'as', 'as-group'] as const),
  ...(['request-timeout', 'insecure-skip-tls-verify', 'concurrency'] as const),
] as const satisfies readonly FlagName[];

const SELECT = ['selector', 'kind', 'exclude-kind', 'resource'] as const satisfies readonly FlagName[];
const COMPARE = [
  'server-side',
  'manager',
  'schema',
  'health-rules',
  'health-scripts',
  'no-ignore-rules',
  'max-pending',
] as const satisfies readonly FlagName[];
const GATE = ['fail-on', 'no-exit-code'] as const satisfies readonly FlagName[];
const TERMINAL = ['output', 'color', 'no-color', 'quiet', 'verbose'] as const satisfies readonly FlagName[];

const SOURCE_DETAILS =
  'PATH is a file or folder of manifests, a kustomization or a Helm chart; - reads standard input; the default is the ' +
  'current directory. With --repo the desired state is read from a Git repository instead; with --app, --app-file or ' +
  '--all-apps it is what Argo CD Applications ask for, judged by the rules of Argo CD; with --kustomization, --helm-release ' +
  'or --kustomization-file what objects of Flux ask for, judged as Flux does.';

/** The commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  diff: {
    argument: '[PATH]',
    summary: 'say what differs between Git and the cluster, who wrote it, and what to do',
    details: SOURCE_DETAILS,
    flags: [
      ...DESIRED,
      ...APPLICATIONS,
      ...FLUX,
      ...LIVE,
      ...SELECT,
      ...COMPARE,
      ...GATE,
      ...TERMINAL,
      ...(['show-explained', 'show-secrets', 'time'] as const),
    ],
    load: async () => (await import('./commands/diff.js')).diff,
  },
  status: {
    argument: '[PATH]',
    summary: 'show the two verdicts and the action, one line an application',
    details: `${SOURCE_DETAILS}\nstatus does not gate: it exits 0, or 3 where something could not be compared.`,
    flags: [...DESIRED, ...APPLICATIONS, ...FLUX, ...LIVE, ...SELECT, ...COMPARE, ...TERMINAL],
    load: async () => (await import('./commands/status.js')).status,
  },
  owners: {
    alias: 'blame',
    argument: '<KIND/NAME>',
    summary: 'show a live object with the writer of every field; needs no desired state',
    details: 'Exits 0 also where no field matches --field or --by, and says so.',
    flags: ['field', 'by', ...LIVE, 'schema', ...TERMINAL, 'show-secrets', 'time'],
    load: async () => (await import('./commands/owners.js')).owners,
  },
  record: {
    argument: '[PATH]',
    summary: 'save the live objects that a diff of PATH needs, to replay with --live',
    details: `${SOURCE_DETAILS}\nValues of Secrets are not kept; values elsewhere (environment variables, ConfigMaps) are.`,
    flags: ['to', ...DESIRED.filter((flag) => flag !== 'name'), ...LIVE, ...SELECT, 'schema', 'quiet'],
    load: async () => (await import('./commands/record.js')).record,
  },
  version: {
    summary: 'print the version',
    flags: [],
    load: async () => (await import('./commands/version.js')).version,
  },
};
