/** How a flag's text is read. `list` is repeatable; `switch` takes no value. */
type FlagKind = 'switch' | 'text' | 'list' | 'integer' | 'duration';

type FlagGroup =
  | 'Desired state'
  | 'Live state'
  | 'Selection'
  | 'Comparison'
  | 'Gate'
  | 'Output'
  | 'Fields'
  | 'Recording'
  | 'Override';

export interface Flag {
  readonly kind: FlagKind;
  readonly group: FlagGroup;
  readonly help: string;
  readonly short?: string;
  /** How the value is called in the help. */
  readonly value?: string;
  /** The only values allowed. */
  readonly choices?: readonly string[];
  /** What a text has to be: a namespace, or a file or folder of this machine. */
  readonly form?: 'namespace' | 'local';
  /** What stands between the items of a list in the environment; in helm's --set a comma has a meaning of its own. */
  readonly separator?: ',' | '\n';
}

/** Every long flag by its name without dashes; each is also read from `GITDRIFT_<FLAG>`. */
export const FLAGS = {
  repo: { kind: 'text', group: 'Desired state', value: 'URL', help: 'read desired from this Git repository' },
  revision: { kind: 'text', group: 'Desired state', value: 'REV', help: 'branch, tag or commit of --repo' },
  path: { kind: 'text', group: 'Desired state', value: 'DIR', form: 'local', help: 'folder or file inside --repo' },
  recursive: { kind: 'switch', group: 'Desired state', short: 'R', help: 'read sub-folders too (plain YAML)' },
  renderer: {
    kind: 'text',
    group: 'Desired state',
    value: 'NAME',
    choices: ['yaml', 'kustomize', 'helm'],
    help: 'how to render; by default recognised',
  },
  values: {
    kind: 'list',
    group: 'Desired state',
    value: 'FILE',
    separator: ',',
    form: 'local',
    help: 'values file for helm; repeatable',
  },
  set: { kind: 'list', group: 'Desired state', value: 'K=V', separator: '\n', help: 'value for helm; repeatable' },
  'release-name': { kind: 'text', group: 'Desired state', value: 'NAME', help: 'release name for helm' },
  app: {
    kind: 'list',
    group: 'Desired state',
    value: '[NS/]NAME',
    separator: ',',
    help: 'what this Argo CD Application asks for; repeatable',
  },
  'app-file': {
    kind: 'list',
    group: 'Desired state',
    value: 'FILE',
    separator: ',',
    form: 'local',
    help: 'the same for the Applications of a file; repeatable',
  },
  'all-apps': {
    kind: 'switch',
    group: 'Desired state',
    help: 'every Application of the cluster, and every Kustomization and HelmRelease of Flux',
  },
  kustomization: {
    kind: 'list',
    group: 'Desired state',
    value: '[NS/]NAME',
    separator: ',',
    help: 'what this Kustomization of Flux asks for; repeatable',
  },
  'helm-release': {
    kind: 'list',
    group: 'Desired state',
    value: '[NS/]NAME',
    separator: ',',
    help: 'what this HelmRelease of Flux asks for; repeatable',
  },
  'kustomization-file': {
    kind: 'list',
    group: 'Desired state',
    value: 'FILE',
    separator: ',',
    form: 'local',
    help: 'the same for the Kustomizations and HelmReleases of a file; repeatable',
  },
  'repo-map': {
    kind: 'list',
    group: 'Desired state',
    value: 'URL=DIR',
    separator: '\n',
    help: 'read this repository (or another source of Flux) from here; repeatable',
  },
  name: { kind: 'text', group: 'Desired state', value: 'NAME', help: 'call the application this in the output' },
  base: {
    kind: 'text',
    group: 'Desired state',
    value: 'REV',
    help: "revision that the change begins from (a pull request's merge base): what Git alone changed since is explained",
  },
  'git-blame': {
    kind: 'switch',
    group: 'Desired state',
    help: 'say which commit wrote the declaring line of each difference',
  },
  'allow-empty': { kind: 'switch', group: 'Desired state', help: 'accept a desired state without any object' },

  live: {
    kind: 'text',
    group: 'Live state',
    value: 'FILE|DIR|-',
    form: 'local',
    help: 'read saved objects (kubectl get -o yaml, or gitdrift record) instead of a cluster',
  },
  kubeconfig: { kind: 'text', group: 'Live state', value: 'FILE', form: 'local', help: 'kubeconfig to use' },
  context: { kind: 'text', group: 'Live state', value: 'NAME', help: 'context of the kubeconfig' },
  cluster: { kind: 'text', group: 'Live state', value: 'NAME', help: 'cluster of the kubeconfig' },
  user: { kind: 'text', group: 'Live state', value: 'NAME', help: 'user of the kubeconfig' },
  server: { kind: 'text', group: 'Live state', value: 'URL', help: 'address of the API server' },
  token: { kind: 'text', group: 'Live state', value: 'TOKEN', help: 'bearer token (better in GITDRIFT_TOKEN)' },
  namespace: {
    kind: 'text',
    group: 'Live state',
    short: 'n',
    value: 'NAME',
    form: 'namespace',
    help: 'namespace of objects that declare none; never overrides one',
  },
  as: { kind: 'text', group: 'Live state', value: 'USER', help: 'impersonate this user' },
  'as-group': {
    kind: 'list',
    group: 'Live state',
    value: 'GROUP',
    separator: ',',
    help: 'impersonate this group; repeatable',
  },
  'request-timeout': { kind: 'duration', group: 'Live state', value: '30s', help: 'limit of one request; 0 is none' },
  'insecure-skip-tls-verify': { kind: 'switch', group: 'Live state', help: "do not check the server's certificate" },
  concurrency: { kind: 'integer', group: 'Live state', value: 'N', help: 'requests in flight at once' },

  'audit-log': {
    kind: 'list',
    group: 'Live state',
    value: 'FILE|DIR',
    separator: ',',
    form: 'local',
    help: 'audit log of the API server (JSON lines, also gzip): names who wrote, and when; repeatable',
  },
  'no-users': { kind: 'switch', group: 'Live state', help: 'leave the user names of the audit log out of the output' },
  observe: {
    kind: 'duration',
    group: 'Live state',
    value: '60s',
    help: 'watch the drifting objects that long for writers that put a field back and forth',
  },
  watch: {
    kind: 'duration',
    group: 'Live state',
    value: '30s',
    help: 'look again at this interval until interrupted, and print what changes and by whom; exits as the last look',
  },
  'context-for': {
    kind: 'list',
    group: 'Live state',
    value: 'DESTINATION=CONTEXT',
    separator: ',',
    help: "context for an Application's destination, by its server or name; repeatable",
  },

  shard: {
    kind: 'text',
    group: 'Selection',
    value: 'I/N',
    help: 'only the I-th of N parts of the applications, from 1; auto/N: the index of the Indexed Job',
  },
  prune: { kind: 'switch', group: 'Selection', help: 'look for objects that an Application no longer declares' },
  selector: { kind: 'text', group: 'Selection', short: 'l', value: 'LABELS', help: 'only objects with these labels' },
  kind: { kind: 'list', group: 'Selection', value: 'KIND', separator: ',', help: 'only this kind; repeatable' },
  'exclude-kind': {
    kind: 'list',
    group: 'Selection',
    value: 'KIND',
    separator: ',',
    help: 'all but this kind; repeatable',
  },
  resource: {
    kind: 'list',
    group: 'Selection',
    value: 'KIND/[NS/]NAME',
    separator: ',',
    help: 'only this object; repeatable',
  },

  'server-side': {
    kind: 'switch',
    group: 'Comparison',
    help: 'also try the apply as a dry run on the API server; needs patch, runs admission webhooks, changes nothing',
  },
  manager: {
    kind: 'text',
    group: 'Comparison',
    value: 'NAME',
    help: 'field manager that applies this desired state; recognised by default',
  },
  schema: {
    kind: 'list',
    group: 'Comparison',
    value: 'FILE',
    separator: ',',
    form: 'local',
    help: 'CustomResourceDefinitions or an OpenAPI document; repeatable',
  },
  'health-rules': {
    kind: 'text',
    group: 'Comparison',
    value: 'NAME',
    choices: ['argocd', 'kstatus'],
    help: 'how health is read: as Argo CD does (default), or as kstatus does (Flux, Helm 4)',
  },
  'health-scripts': {
    kind: 'text',
    group: 'Comparison',
    value: 'DIR',
    form: 'local',
    help: "health scripts in Lua, laid out like Argo CD's resource_customizations",
  },
  'no-ignore-rules': { kind: 'switch', group: 'Comparison', help: 'count what shipped rules would ignore' },
  policy: {
    kind: 'text',
    group: 'Comparison',
    value: 'FILE',
    form: 'local',
    help: 'policy file; by default gitdrift.yaml of the current folder or the nearest above it',
  },
  'max-pending': { kind: 'duration', group: 'Comparison', value: '24h', help: 'how long Git may be ahead of live' },

  'fail-on': {
    kind: 'list',
    group: 'Gate',
    value: 'CONDITION',
    separator: ',',
    help: 'what exits 1: unexplained (default), any, manual, undeclared, degraded, error, finding:CODE, none',
  },
  'no-exit-code': { kind: 'switch', group: 'Gate', help: 'exit 0 instead of 1; 2 and 3 stay' },

  output: {
    kind: 'list',
    group: 'Output',
    short: 'o',
    value: 'FORMAT[=FILE]',
    separator: ',',
    help:
      'text (default) or json, and for reports yaml, markdown, junit, sarif, github, gitlab or html, to FILE or (also for -) ' +
      'to standard output; repeatable',
  },
  'comment-key': {
    kind: 'text',
    group: 'Output',
    value: 'KEY',
    help: 'name in the hidden marker of -o markdown, by which a comment is found again',
  },
  'compare-with': {
    kind: 'text',
    group: 'Output',
    value: 'OLD',
    form: 'local',
    help: 'say what changed since this earlier report',
  },
  color: { kind: 'switch', group: 'Output', help: 'colours also where the output is no terminal' },
  'no-color': { kind: 'switch', group: 'Output', help: 'no colours' },
  quiet: { kind: 'switch', group: 'Output', short: 'q', help: 'no progress, no warnings, no list of what is Synced' },
  verbose: {
    kind: 'switch',
    group: 'Output',
    short: 'v',
    help: 'evidence, notes, and everything that is otherwise counted',
  },
  'show-explained': { kind: 'switch', group: 'Output', help: 'list noted and ignored fields too' },
  'show-secrets': { kind: 'switch', group: 'Output', help: 'do not mask values of Secrets' },
  time: {
    kind: 'text',
    group: 'Output',
    value: 'STYLE',
    choices: ['relative', 'full'],
    help: 'times as 12m ago or as dates',
  },

  field: { kind: 'text', group: 'Fields', value: 'PATH', help: 'only this field and what is below it' },
  by: {
    kind: 'list',
    group: 'Fields',
    value: 'MANAGER',
    separator: ',',
    help: 'only fields of this manager; repeatable',
  },

  within: { kind: 'duration', group: 'Fields', value: '2h', help: 'only fields whose entry was written this lately' },

  reason: { kind: 'text', group: 'Override', value: 'TEXT', help: 'what broke, and why the change mends it' },
  until: {
    kind: 'text',
    group: 'Override',
    value: '8h|TIME',
    help: 'when it ends: a duration from now, an RFC 3339 time, or a date for the end of that day in UTC',
  },
  ticket: { kind: 'text', group: 'Override', value: 'TEXT', help: 'where it is tracked' },
  'approved-by': { kind: 'text', group: 'Override', value: 'NAME', help: 'who agreed' },
  value: {
    kind: 'text',
    group: 'Override',
    value: 'VALUE',
    help: 'the one value that is allowed, in JSON or as a plain text; by default the one that live has',
  },
  'any-value': { kind: 'switch', group: 'Override', help: 'allow whatever value the field has' },

  to: {
    kind: 'text',
    group: 'Recording',
    value: 'FILE',
    form: 'local',
    help: 'write the recording to FILE; by default, and for -, to standard output',
  },
} as const satisfies Readonly<Record<string, Flag>>;

export type FlagName = keyof typeof FLAGS;

/** The environment variable of a flag: `--fail-on` is `GITDRIFT_FAIL_ON`. */
export function variableOf(name: string): string {
  return `GITDRIFT_${name.toUpperCase().replaceAll('-', '_')}`;
}
