import { mkdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { GitdriftError } from '../model/errors.js';
import type { Finding } from '../model/report.js';
import type { Rendered, RenderRequest } from '../model/source.js';
import { checkLinks } from './contained.js';
import { cutText } from './cut-text.js';
import { helmFailure, lacksDependencies } from './helm-failure.js';
import { type TemplateFunctions, templateFunctions } from './helm-functions.js';
import { chartFile, readHelmOutput } from './helm-output.js';
import { markVolatile } from './helm-random.js';
import { findProgram, runTool, ToolFailure, type ToolIo, type ToolOutput } from './run-tool.js';
import { withTemporaryFolder } from './temporary-folder.js';
import { readDocuments } from './yaml/read-documents.js';

/** Helm's own limit of a release name (helm pkg/chartutil/validate_name.go). */
const RELEASE_NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const RELEASE_NAME_LIMIT = 53;

/** Runs helm in homes of this run's own. */
export type Helm = (args: readonly string[], env?: Readonly<Record<string, string>>) => Promise<ToolOutput>;

/** One `helm template` of `chart`, which is among its arguments. */
interface ChartRun {
  readonly chart: string;
  readonly args: readonly string[];
  /** False where the arguments name no Kubernetes version. */
  readonly kubeVersion: boolean;
  /** Fetches dependencies that the chart does not bring along; absent where nothing may be fetched. */
  readonly dependencies?: (helm: Helm) => Promise<void>;
}

/**
 * Renders a chart with `helm template`, with its CRDs, as Argo CD does. `name` names the release where the request
 * doesn't. Throws as `renderChart`, and `source-not-found` (a values file) or `usage`.
 */
export async function renderHelm(
  chart: string,
  request: RenderRequest,
  options: { readonly root: string; readonly confined: boolean; readonly name: string; readonly cwd: string },
  io: ToolIo & { readonly progress: (doing: string) => void },
): Promise<Rendered> {
  const args = await templateArgs(chart, request, options);
  return renderChart({ chart, args, kubeVersion: request.kubeVersion !== undefined }, options, io);
}

/**
 * Renders a chart with arguments of `helm template`. Plugins, post-renderers and repositories of the user have no say:
 * helm gets homes of its own. A chart that may give other values each time is rendered more than once, and such values
 * are marked. Throws `renderer-missing`, `renderer-failed` or `source-not-found`.
 */
export async function renderChart(
  run: ChartRun,
  options: { readonly root: string; readonly confined: boolean },
  io: ToolIo & { readonly progress: (doing: string) => void },
): Promise<Rendered> {
  const { root } = options;
  const { chart } = run;
  const shown = await chartFile(chart, root);
  if (options.confined && (await stat(chart)).isDirectory()) await checkLinks(root, chart);
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
    const helm: Helm = (what, more = {}) =>
      runTool({ name: 'helm', program, args: what, cwd: home, env: { ...env, ...more } }, io);
    io.progress(`rendering ${basename(chart)} with helm`);
    const uses = await templateFunctions(chart, root);
    const template = (more?: Readonly<Record<string, string>>) => helm(['template', ...run.args], more);
    const [first, ...again] = await renderings(template, uses, io.signal)
      .catch(async (error: unknown) => {
        if (!lacksDependencies(error) || run.dependencies === undefined) throw error;
        io.progress(`fetching the dependencies of ${basename(chart)}`);
        await run.dependencies(helm);
        return renderings(template, uses, io.signal);
      })
      .catch(async (error: unknown) => {
        throw error instanceof ToolFailure ? await helmFailure(error, chart, root) : error;
      });
    const { documents, findings } = await readHelmOutput(first.stdout, chart, root);
    const others = again.filter(({ stdout }) => stdout !== first.stdout);
    const version = await helm(['version', '--short']).catch((error: unknown) => {
      if (error instanceof ToolFailure) return { stdout: '' };
      throw error;
    });
    return {
      renderer: { name: 'helm', version: /v\d+\.\d+\.\d+[^\s+]*/.exec(version.stdout)?.[0] ?? 'unknown' },
      documents: markVolatile(
        documents,
        others.map(({ stdout }) => readDocuments(stdout, shown).documents.map(({ value }) => value)),
      ),
      findings: [
        ...(run.kubeVersion ? [] : assumed(shown)),
        ...lookups(uses, shown),
        ...findings,
        ...warnings(first.stderr, shown),
      ],
    };
  });
}

/** More than a day apart, so that a date in local time differs at every time of day. */
const ELSEWHERE = [{ TZ: 'Etc/GMT+12' }, { TZ: 'Etc/GMT-14' }];

/**
 * The output of every rendering that it takes to find what differs from one to the next: another one beside the first
 * where anything is random; where the time is asked for, others in another second and elsewhere.
 */
async function renderings(
  run: (more?: Readonly<Record<string, string>>) => Promise<ToolOutput>,
  uses: TemplateFunctions,
  signal: AbortSignal | undefined,
): Promise<[ToolOutput, ...ToolOutput[]]> {
  if (!uses.time) return uses.random ? Promise.all([run(), run()]) : [await run()];
  const first = await run();
  await delay(1000, undefined, { signal }).catch(() => {}); // where it is aborted, the next run says so
  return [first, ...(await Promise.all(ELSEWHERE.map(run)))];
}

async function templateArgs(
  chart: string,
  request: RenderRequest,
  options: { readonly name: string; readonly cwd: string },
): Promise<string[]> {
  const values: string[] = [];
  for (const file of request.values) values.push(`--values=${await valuesFile(file, options.cwd)}`);
  return [
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
function assumed(shown: string): Finding[] {
  return [
    {
      code: 'capabilities-assumed',
      severity: 'note',
      message: `rendered for the Kubernetes version that helm assumes, for the cluster's is not known`,
      origin: { file: shown },
    },
  ];
}

/** How many templates a message names. */
const NAMED = 3;

function lookups({ lookup }: TemplateFunctions, shown: string): Finding[] {
  if (lookup.length === 0) return [];
  const more = lookup.length - NAMED;
  const named = `${lookup.slice(0, NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    {
      code: 'lookup-in-render',
      severity: 'note',
      message: `lookup finds nothing in a rendering, so what it would take from the cluster is rendered as for a first install: ${named}`,
      origin: { file: shown },
    },
  ];
}

function warnings(stderr: string, shown: string): Finding[] {
  const lines = stderr.split('\n').filter((line) => /\bwarn(ing)?\b/i.test(line));
  return [...new Set(lines.map(withoutTime))].sort().map((line) => ({
    code: 'renderer-warning',
    severity: 'note',
    message: `helm: ${cutText(line)}`,
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
