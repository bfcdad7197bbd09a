import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { Finding } from '../model/report.js';
import type { Rendered, RenderRequest } from '../model/source.js';
import { checkLinks } from './contained.js';
import { helmFailure } from './helm-failure.js';
import { chartFile, readHelmOutput } from './helm-output.js';
import { findProgram, runTool, ToolFailure, type ToolIo } from './run-tool.js';
import { withTemporaryFolder } from './temporary-folder.js';

/** Helm's own limit of a release name (helm pkg/chartutil/validate_name.go). */
const RELEASE_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const RELEASE_NAME_LIMIT = 53;

/**
 * Renders a chart with `helm template`, with its CRDs, as Argo CD does. Plugins, post-renderers and repositories of the
 * user have no say: helm gets homes of its own. `name` names the release where the request doesn't. Throws
 * `renderer-missing`, `renderer-failed`, `source-not-found` (a values file) or `usage`.
 */
export async function renderHelm(
  chart: string,
  request: RenderRequest,
  options: { readonly root: string; readonly confined: boolean; readonly name: string; readonly cwd: string },
  io: ToolIo & { readonly progress: (doing: string) => void },
): Promise<Rendered> {
  const { root } = options;
  const shown = await chartFile(chart, root);
  if (options.confined && (await stat(chart)).isDirectory()) await checkLinks(root, chart);
  const args = await templateArgs(chart, request, options);
  const program = await findProgram('helm', io.env);
  if (program === undefined) {
    throw new GitdriftError(
      'renderer-missing',
      `rendering the chart ${basename(chart)} needs helm, which is not on PATH`,
      {
        hint: 'install helm (https://helm.sh/docs/intro/install/)',
      },
    );
  }
  return withTemporaryFolder(io.env, async (home) => {
    const env = await homes(home);
    const helm = (...what: string[]) => runTool({ name: 'helm', program, args: what, cwd: home, env }, io);
    io.progress(`rendering ${basename(chart)} with helm`);
    const { stdout, stderr } = await helm(...args).catch(async (error: unknown) => {
      throw error instanceof ToolFailure ? await helmFailure(error, chart, root) : error;
    });
    const { documents, findings } = await readHelmOutput(stdout, chart, root);
    const version = await helm('version', '--short').catch(() => ({ stdout: '' }));
    return {
      renderer: { name: 'helm', version: /v\d+\.\d+\.\d+[^\s+]*/.exec(version.stdout)?.[0] ?? 'unknown' },
      documents,
      findings: [...assumed(request, shown), ...findings, ...warnings(stderr, shown)],
    };
  });
}

async function templateArgs(
  chart: string,
  request: RenderRequest,
  options: { readonly name: string; readonly cwd: string },
): Promise<string[]> {
  const values: string[] = [];
  for (const file of request.values) values.push(`--values=${await valuesFile(file, options.cwd)}`);
  return [
    'template',
    releaseName(request.releaseName, options.name),
    chart,
    '--include-crds',
    ...(request.namespace === undefined ? [] : [`--namespace=${request.namespace}`]),
    ...(request.kubeVersion === undefined ? [] : [`--kube-version=${request.kubeVersion}`]),
    ...request.apiVersions.map((version) => `--api-versions=${version}`),
    ...values,
    ...request.set.map((setting) => `--set=${setting}`),
  ];
}

/** The release's name as asked for, else made of the source's. Throws `usage` for a name that helm would refuse. */
function releaseName(asked: string | undefined, name: string): string {
  if (asked !== undefined) {
    if (asked.length <= RELEASE_NAME_LIMIT && RELEASE_NAME.test(asked)) return asked;
    throw new GitdriftError('usage', `${JSON.stringify(asked)} is no release name of Helm`, {
      hint: `use lower-case letters, digits, - and ., at most ${RELEASE_NAME_LIMIT} characters`,
    });
  }
  const made = name
    .toLowerCase()
    .replace(/\.tgz$/, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, RELEASE_NAME_LIMIT)
    .replace(/^-+|-+$/g, '');
  return made === '' ? 'release' : made;
}

/** Helm would also fetch values from an address; only files of this machine are taken. */
async function valuesFile(file: string, cwd: string): Promise<string> {
  const path = resolve(cwd, file);
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return path;
  throw new GitdriftError('source-not-found', `there is no values file ${file}`, {
    hint: 'values files are looked up from the working directory',
  });
}

async function homes(home: string): Promise<Record<string, string>> {
  const names = ['cache', 'config', 'data'] as const;
  for (const name of names) await mkdir(join(home, name));
  return {
    HELM_CACHE_HOME: join(home, 'cache'),
    HELM_CONFIG_HOME: join(home, 'config'),
    HELM_DATA_HOME: join(home, 'data'),
    HELM_PLUGINS: join(home, 'data', 'plugins'),
    // Never there: `helm template` asks no cluster, and shall find none to ask.
    KUBECONFIG: join(home, 'kubeconfig'),
  };
}

/** Charts branch on what the cluster serves; without it, Helm's own list decides. */
function assumed(request: RenderRequest, shown: string): Finding[] {
  if (request.kubeVersion !== undefined) return [];
  return [
    {
      code: 'capabilities-assumed',
      severity: 'note',
      message: `${shown} was rendered for the Kubernetes version that helm assumes, for the cluster's is not known`,
      origin: { file: shown },
    },
  ];
}

function warnings(stderr: string, shown: string): Finding[] {
  const lines = stderr.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line));
  return [...new Set(lines.map(withoutTime))].sort().map((line) => ({
    code: 'renderer-warning',
    severity: 'note',

    message: `helm: ${line}`,
    origin: { file: shown },
  }));
}

/** Go's log puts the time in front, which would make every run differ from the last. */
function withoutTime(line: string): string {
  return line
    .replace(/^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /, '')
    .replace(/^time=\S+ /, '')
    .trim();
}
