import { GitdriftError } from '../model/errors.js';
import type { UsedPolicy } from '../model/policy.js';
import type { RendererName } from '../model/report.js';
import type { AnalyzeRequest } from '../model/request.js';
import type { SourceRequest } from '../model/source.js';
import { isAddress, withoutLogins } from '../model/url-login.js';
import { argoRequest } from './argo-options.js';
import { auditOptions } from './audit-options.js';
import { failOnOf, resourcesOf } from './conditions.js';
import type { FlagName } from './flags.js';
import { fluxRequest } from './flux-options.js';
import type { LiveOptions } from './live-options.js';
import { CLUSTER_FLAGS } from './precedence.js';
import type { Settings } from './settings.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The request of a comparison: flags, then environment, then defaults. Throws `usage` where they contradict. */
export function analyzeRequest(settings: Settings, toolVersion: string, policy?: UsedPolicy): AnalyzeRequest {
  const { values } = settings;
  return {
    source: sourceRequest(settings),
    render: {
      ...(values.renderer === undefined ? {} : { renderer: values.renderer as RendererName }),
      values: values.values ?? [],
      set: values.set ?? [],
      ...(values['release-name'] === undefined ? {} : { releaseName: values['release-name'] }),
      ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
      apiVersions: [],
    },
    ...(values.name === undefined ? {} : { name: values.name }),
    ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
    allowEmpty: values['allow-empty'] ?? false,
    select: {
      ...(values.selector === undefined ? {} : { selector: values.selector }),
      kinds: commaList(values.kind),
      excludeKinds: commaList(values['exclude-kind']),
      resources: resourcesOf(settings),
    },
    ...(values.base === undefined ? {} : { base: values.base }),
    ...(values['git-blame'] === true ? { gitBlame: true as const } : {}),
    ...(values['server-side'] === true ? { serverSide: true as const } : {}),
    compare: {
      ...(values.manager === undefined ? {} : { manager: values.manager }),
      ignoreRules: values['no-ignore-rules'] !== true,
      showSecrets: values['show-secrets'] ?? false,
      ...(values.verbose ? { keepSkipped: true } : {}),
      maxPendingMs: values['max-pending'] ?? DAY_MS,
    },
    ...(policy === undefined ? {} : { policy }),
    ...auditOptions(settings),
    ...(values.observe === undefined ? {} : { observeMs: values.observe }),
    ...healthRequest(settings),
    ...failOnOf(settings, policy?.failOn),
    noExitCode: values['no-exit-code'] ?? false,
    toolVersion,
  };
}

/** Where live objects come from. Saved files and the flags of a cluster exclude each other. */
export function liveOptions(settings: Settings): LiveOptions {
  const { values } = settings;
  const schemaFiles = values.schema ?? [];
  if (values.live !== undefined) {
    for (const name of CLUSTER_FLAGS) conflict(settings, 'live', name);
    if (values.observe !== undefined) {
      throw usage(
        `${settings.saidAs('live')} and ${settings.saidAs('observe')} exclude each other`,
        'saved objects do not change: leave out one of the two',
      );
    }
    if (values['server-side'] === true) {
      throw usage(
        `${settings.saidAs('live')} and ${settings.saidAs('server-side')} exclude each other`,
        'saved objects have no API server to ask: leave out one of the two',
      );
    }
    if (values.live === '-' && settings.path === '-') {
      throw usage(
        'desired and the saved objects are both to come from standard input',
        `name a file for one of the two: ${settings.saidAs('live')} FILE`,
      );
    }
    return { kind: 'recording', path: values.live, schemaFiles };
  }
  return {
    kind: 'cluster',
    schemaFiles,
    connection: {
      ...(values.kubeconfig === undefined ? {} : { kubeconfig: values.kubeconfig }),
      ...(values.context === undefined ? {} : { context: values.context }),
      ...(values.cluster === undefined ? {} : { cluster: values.cluster }),
      ...(values.user === undefined ? {} : { user: values.user }),
      ...(values.server === undefined ? {} : { server: values.server }),
      ...(values.token === undefined ? {} : { token: values.token }),
      ...(values.namespace === undefined ? {} : { namespace: values.namespace }),
      ...(values.as === undefined ? {} : { as: values.as }),
      ...(values['as-group'] === undefined ? {} : { asGroups: values['as-group'] }),
      ...(values['request-timeout'] === undefined ? {} : { requestTimeoutMs: values['request-timeout'] }),
      ...(values['insecure-skip-tls-verify'] === undefined
        ? {}
        : { insecureSkipTlsVerify: values['insecure-skip-tls-verify'] }),
      ...(values.concurrency === undefined ? {} : { concurrency: values.concurrency }),
    },
  };
}

/** Argo CD's reading of health is the default, and the only one for its Applications. */
function healthRequest(settings: Settings): Pick<AnalyzeRequest, 'health'> {
  const { 'health-rules': rules, 'health-scripts': scripts } = settings.values;
  if (rules === 'kstatus' && argoRequest(settings) !== undefined) {
    throw usage(
      `${settings.saidAs('health-rules')} kstatus and an Application exclude each other`,
      'what Argo CD says of its Applications is judged by its own rules: leave out one of the two',
    );
  }
  if (rules !== 'kstatus' && scripts === undefined) return {};
  return {
    health: {
      ...(scripts === undefined ? {} : { scripts }),
      ...(rules === 'kstatus' ? { rules } : {}),
    },
  };
}

function sourceRequest(settings: Settings): SourceRequest {
  const applications = fluxRequest(settings) ?? argoRequest(settings);
  if (applications !== undefined) return applications;
  const { values, path } = settings;
  const recursive = values.recursive ?? false;
  if (values.repo !== undefined) {
    if (path !== undefined) {
      throw usage(
        `${settings.saidAs('repo')} and the path ${path} are two desired states`,
        `name the folder inside the repository with --path, or leave out ${settings.saidAs('repo')}`,
      );
    }
    return {
      kind: 'git',
      repoURL: values.repo,
      ...(values.revision === undefined ? {} : { revision: values.revision }),
      path: values.path ?? '.',
      recursive,
      ...(values['git-blame'] === true ? { history: true as const } : {}),
    };
  }
  for (const name of ['revision', 'path'] as const) {
    if (values[name] !== undefined) {
      const hint =
        name === 'path' ? `give a local path as the argument: gitdrift diff ${values.path}` : 'add --repo URL';
      throw usage(`${settings.saidAs(name)} says something of a repository, and --repo is missing`, hint);
    }
  }
  if (path !== undefined && isAddress(path)) {
    throw usage(
      `the path ${withoutLogins(path)} is the address of a repository`,
      'use --repo URL --path DIR to read it from there',
    );
  }
  if (path === '') throw usage('the path is empty', 'leave it out for the current directory');
  return path === '-' ? { kind: 'stdin' } : { kind: 'path', path: path ?? '.', recursive };
}

function conflict(settings: Settings, one: FlagName, other: FlagName): void {
  if (settings.values[other] === undefined || settings.values[other] === false) return;
  throw usage(
    `${settings.saidAs(one)} and ${settings.saidAs(other)} exclude each other`,
    `saved objects need no cluster: leave out ${settings.saidAs(other)}, or ${settings.saidAs(one)}`,
  );
}

/** Kinds may also be given as one list: `--kind Deployment,Service`. */
function commaList(texts: readonly string[] | undefined): string[] {
  return (texts ?? [])
    .flatMap((text) => text.split(','))
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

function usage(message: string, hint: string): GitdriftError {
  return new GitdriftError('usage', message, { hint });
}
