import type { FlagName } from '../config/flags.js';
import { type Format, PAGE_FORMATS, REPORT_FORMATS } from '../config/output-options.js';
import type { GivenArguments } from '../config/settings.js';
import type { Command } from './command.js';

export interface CommandEntry {
  readonly alias?: string;
  /** As commander writes them: `[PATH]` is optional, `<KIND/NAME>` is not; `[PATH]` is the desired state. */
  readonly arguments?: readonly string[];
  readonly summary: string;
  readonly details?: string;
  readonly flags: readonly FlagName[];
  /** What `--output` can be, where that is more than text and JSON. */
  readonly formats?: readonly Format[];
  /** Loads the command's code: `--help` needs none of it. */
  readonly load: () => Promise<Command>;
}

const DESIRED = [
  ...(['repo', 'revision', 'path', 'recursive', 'renderer', 'values', 'set', 'release-name', 'name'] as const),
  ...(['base', 'allow-empty'] as const),
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

const AUDIT = ['audit-log', 'no-users'] as const satisfies readonly FlagName[];
const SELECT = ['selector', 'kind', 'exclude-kind', 'resource'] as const satisfies readonly FlagName[];
const COMPARE = [
  'policy',
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

const PATH_DETAILS =
  'PATH is a file or folder of manifests, a kustomization or a Helm chart; - reads standard input; the default is the ' +
  'current directory. With --repo the desired state is read from a Git repository instead';

const SOURCE_DETAILS =
  `${PATH_DETAILS}; ` +
  'with --app, --app-file or ' +
  '--all-apps it is what Argo CD Applications ask for, judged by the rules of Argo CD; with --kustomization, --helm-release ' +
  'or --kustomization-file what objects of Flux ask for, judged as Flux does.';

const FIELD_DETAILS =
  'FIELD-PATH is written as diff prints it; spec.containers[0].image, [name=web] and JSON pointers are understood too. ' +
  'PATH is the desired state, as for diff, and so are --repo, --app and its kin; without any of them only live is looked ' +
  'at. Exits 0, or 3 where the object, or what an application asks for, could not be read.';

const ADOPT_DETAILS =
  'The patch goes to standard output, for git apply; what it does goes to standard error. Each patch is verified by ' +
  'rendering a patched copy. FIELD-PATH and PATH are as for explain. Exits 0 with a patch, 2 where there is none.';

/** Of one field of one object: where desired state comes from. */
const FIELD_DESIRED = [
  ...DESIRED.filter((flag) => flag !== 'name' && flag !== 'allow-empty'),
  ...APPLICATIONS.filter((flag) => flag !== 'all-apps' && flag !== 'prune'),
  ...FLUX,
];

const TIMELINE_DETAILS =
  'Puts together what managers, kept revisions, autoscalers, events, the GitOps controller and an audit log tell, and ' +
  'with a desired state (PATH, --repo, --app) the commits that touched its lines. Exits 0, or 3 where the object could not ' +
  'be read.';

const REPORT_DETAILS =
  'FILE is what diff -o json wrote; - reads standard input. It gates as diff does, by default on what the files themselves ' +
  'were gated on. An application may be in one file only. With --compare-with it says what drifted, healed, or changed ' +
  'its writer or verdict since OLD, as text, json or markdown.';

/** What a record of the policy file says beside what it is about. */
const RECORD = ['reason', 'until', 'ticket', 'approved-by', 'any-value'] as const satisfies readonly FlagName[];

const OVERRIDE_DETAILS =
  'The record goes under overrides: of gitdrift.yaml (docs/policy.md). FIELD-PATH and PATH are as for explain. It holds ' +
  'for the value that live has now, unless --value or --any-value says otherwise. Exits 0, or 3 where the object could ' +
  'not be read.';

const RBAC_DETAILS =
  'With a desired state (PATH, --repo, --app, --all-apps and their kin) it is run once, and what it asks each cluster for is ' +
  'allowed, and what other commands ask for of the same objects; without one only what is asked for beside any. Secrets are ' +
  'allowed one by one. Exits 0, or 3 where an application could not be looked into. The role goes to kubectl apply -f -.';

/** The commands, in the order of the help. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  diff: {
    arguments: ['[PATH]'],
    summary: 'say what differs between Git and the cluster, who wrote it, and what to do',
    details: SOURCE_DETAILS,
    flags: [
      ...DESIRED,
      ...APPLICATIONS,
      ...FLUX,
      'shard',
      'git-blame',
      ...LIVE,
      ...AUDIT,
      'observe',
      'watch',
      ...SELECT,
      ...COMPARE,
      ...GATE,
      ...TERMINAL,
      'show-explained',
      'show-secrets',
      'time',
      'comment-key',
    ],
    formats: REPORT_FORMATS,
    load: async () => (await import('./commands/diff.js')).diff,
  },
  status: {
    arguments: ['[PATH]'],
    summary: 'show the two verdicts and the action, one line an application',
    details: `${SOURCE_DETAILS}\nstatus does not gate: it exits 0, or 3 where something could not be compared.`,
    flags: [...DESIRED, ...APPLICATIONS, ...FLUX, 'shard', ...LIVE, ...AUDIT, ...SELECT, ...COMPARE, ...TERMINAL],
    formats: ['text', 'json', 'yaml', 'markdown'],
    load: async () => (await import('./commands/status.js')).status,
  },
  owners: {
    alias: 'blame',
    arguments: ['<KIND/NAME>'],
    summary: 'show a live object with the writer of every field; needs no desired state',
    details: 'Exits 0 also where no field matches --field or --by, and says so.',
    flags: ['field', 'by', 'within', ...LIVE, ...AUDIT, 'schema', 'policy', ...TERMINAL, 'show-secrets', 'time'],
    formats: PAGE_FORMATS,
    load: async () => (await import('./commands/owners.js')).owners,
  },
  explain: {
    arguments: ['<KIND/NAME>', '<FIELD-PATH>', '[PATH]'],
    summary: 'tell everything that is known of one field, also why it is no drift',
    details: FIELD_DETAILS,
    flags: [...FIELD_DESIRED, 'git-blame', ...LIVE, ...AUDIT, ...COMPARE, ...TERMINAL, 'show-secrets', 'time'],
    load: async () => (await import('./commands/explain.js')).explain,
  },
  adopt: {
    arguments: ['<KIND/NAME>', '<FIELD-PATH>', '[PATH]'],
    summary: 'print the patch that makes Git say what live has, or leave a field to an autoscaler; changes nothing',
    details: ADOPT_DETAILS,
    flags: [
      ...FIELD_DESIRED,
      ...LIVE,
      ...COMPARE.filter((flag) => flag !== 'server-side'),
      ...TERMINAL,
      'show-secrets',
    ],
    load: async () => (await import('./commands/adopt.js')).adopt,
  },
  timeline: {
    arguments: ['<KIND/NAME>', '[PATH]'],
    summary: 'tell who changed what of a live object, and when, oldest first',
    details: TIMELINE_DETAILS,
    flags: [
      ...(['field', 'within', 'audit-log', 'no-users'] as const),
      ...FIELD_DESIRED.filter((flag) => flag !== 'base'),
      ...LIVE,
      ...(['policy', 'manager', 'schema'] as const),
      ...TERMINAL,
      ...(['show-secrets', 'time'] as const),
    ],
    formats: PAGE_FORMATS,
    load: async () => (await import('./commands/timeline.js')).timeline,
  },
  override: {
    arguments: ['<KIND/NAME>', '<FIELD-PATH>', '[PATH]'],
    summary: 'print a record for the policy file that allows one field to differ until a time; changes nothing',
    details: OVERRIDE_DETAILS,
    flags: [
      ...RECORD,
      ...(['value'] as const),
      ...FIELD_DESIRED,
      ...LIVE,
      ...(['policy', 'manager', 'schema', 'quiet'] as const),
    ],
    load: async () => (await import('./commands/override.js')).override,
  },
  baseline: {
    arguments: ['[PATH]'],
    summary: 'print such records for everything that is unexplained now; changes nothing',
    details: `${SOURCE_DETAILS}\nExits 0, or 3 where something could not be compared, so that the records are not all.`,
    flags: [
      ...RECORD,
      ...DESIRED,
      ...APPLICATIONS,
      ...FLUX,
      ...LIVE,
      ...AUDIT,
      ...SELECT,
      ...COMPARE.filter((flag) => flag !== 'server-side'),
      'quiet',
    ],
    load: async () => (await import('./commands/baseline.js')).baseline,
  },
  'suspend-plan': {
    arguments: ['<APP|KIND/NAME>'],
    summary: 'say which owner has to be suspended so that a change stays, by which commands, and how to undo it',
    details:
      'APP is an Argo CD Application; KIND/NAME any object: a workload, a Kustomization, an ApplicationSet. It only ' +
      'prints a plan, and changes nothing. An object of another cluster is found through the Application that deploys it: ask ' +
      'where Argo CD runs, with --context-for where no context has the server of its destination. It exits 0 also where nothing has to be suspended, and says so.',
    flags: ['context-for', ...LIVE, ...AUDIT, 'schema', ...TERMINAL],
    formats: PAGE_FORMATS,
    load: async () => (await import('./commands/suspend-plan.js')).suspendPlan,
  },
  record: {
    arguments: ['[PATH]'],
    summary: 'save the live objects that a diff of PATH needs, to replay with --live',
    details: `${SOURCE_DETAILS}\nA recording of applications holds them, too, and what they refer to.\nValues of Secrets are not kept; values elsewhere (environment variables, ConfigMaps) are.`,
    flags: [
      'to',
      ...DESIRED.filter((flag) => flag !== 'name'),
      ...APPLICATIONS,
      ...FLUX,
      ...LIVE,
      ...SELECT,
      'schema',
      'policy',
      'quiet',
    ],
    load: async () => (await import('./commands/record.js')).record,
  },
  report: {
    arguments: ['<FILE...>'],
    summary: 'print saved JSON reports in another format, merge several, or say what changed since an earlier one',
    details: REPORT_DETAILS,
    flags: [...GATE, ...TERMINAL, 'compare-with', 'comment-key', 'show-explained', 'show-secrets', 'time'],
    formats: REPORT_FORMATS,
    load: async () => (await import('./commands/report.js')).report,
  },
  writers: {
    summary: 'list the writers that are known by their field managers, ours and those of the policy file',
    details: 'The first rule that fits names the writer; --by says what a name can mean. Reads no cluster.',
    flags: ['by', 'policy', ...TERMINAL],
    load: async () => (await import('./commands/writers.js')).writers,
  },
  rbac: {
    arguments: ['[PATH]'],
    summary: 'print the ClusterRole that suffices: only get and list; changes nothing',
    details: RBAC_DETAILS,
    flags: [
      ...DESIRED.filter((flag) => flag !== 'name'),
      ...APPLICATIONS,
      ...FLUX,
      ...LIVE,
      'schema',
      'policy',
      'output',
      'quiet',
    ],
    formats: ['text', 'json', 'yaml'],
    load: async () => (await import('./commands/rbac.js')).rbac,
  },
  completion: {
    arguments: ['<SHELL>'],
    summary: 'print the completion script of bash, zsh or fish',
    details: 'bash and zsh: source <(gitdrift completion bash); fish: gitdrift completion fish | source.',
    flags: [],
    load: async () => (await import('./commands/completion.js')).completion,
  },
  version: {
    summary: 'print the version',
    flags: [],
    load: async () => (await import('./commands/version.js')).version,
  },
};

/** The arguments of a command line, and the one among them that is the desired state's path. */
export function argumentsOf({ arguments: names = [] }: CommandEntry, given: readonly string[]): GivenArguments {
  const at = names.indexOf('[PATH]');
  return { all: given, path: at < 0 ? undefined : given[at] };
}
