import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { digString } from '../../model/json.js';
import { withoutLogins } from '../../model/url-login.js';
import { cutText } from '../cut-text.js';
import { readText } from '../read-text.js';
import type { RenderIo } from '../render.js';
import { findProgram, runTool, ToolFailure } from '../run-tool.js';
import { readDocuments } from '../yaml/read-documents.js';

/** A chart that was fetched: its folder, and the version that a range came out at. */
export interface PulledChart {
  readonly folder: string;
  readonly version: string;
}

/** A chart in a repository of charts or in a registry. */
export interface WantedChart {
  readonly repoURL: string;
  /** Empty: the address names the chart itself. */
  readonly chart: string;
  readonly targetRevision: string;
  /** Of a registry: exactly this manifest, whatever the version says. */
  readonly digest?: string;
  /** Of a registry that has no TLS. */
  readonly plainHttp?: boolean;
}

/**
 * Fetches a chart into an empty folder with helm: from a chart repository's index, or as an OCI artifact (`oci://…`, or
 * an address without a scheme). Throws `renderer-missing`, `source-not-found` or `interrupted`.
 */
export async function pullChart(wanted: WantedChart, into: string, io: RenderIo): Promise<PulledChart> {
  const { repoURL, chart, targetRevision, digest } = wanted;
  const what = `the chart ${chart === '' ? withoutLogins(repoURL) : `${chart} of ${withoutLogins(repoURL)}`}`;
  if (targetRevision === '' && digest === undefined) {
    throw new GitdriftError('source-not-found', `${what} is asked for without a version`, {
      hint: 'set targetRevision to a version or a range',
    });
  }
  const program = await findProgram('helm', io.env);
  if (program === undefined) {
    throw new GitdriftError('renderer-missing', `fetching ${what} needs helm, which is not on PATH`, {
      hint: 'install helm (https://helm.sh/docs/intro/install/)',
    });
  }
  io.progress(`fetching ${what}`);
  if (chart.startsWith('-') || repoURL.startsWith('-')) {
    throw new GitdriftError('source-not-found', `${what} cannot be fetched: helm would take its name for an option`, {
      hint: 'check repoURL and chart',
    });
  }
  const isHttp = /^https?:\/\//i.test(repoURL);
  const logins = await registryLogins(io, into);
  const helm = (given: readonly string[], env = logins) =>
    runTool({ name: 'helm', program, args: given, cwd: into, env }, io);
  const known = isHttp ? await knownRepository(repoURL, into) : undefined;
  const inRepository = known === undefined ? [chart, '--repo', repoURL] : [`${known.name}/${chart}`];
  const address = isHttp ? inRepository : [`${ociAddress(repoURL, chart)}${digest ? `@${digest}` : ''}`];
  const args = [
    ...['pull', ...address, ...(digest ? [] : ['--version', targetRevision]), '--untar', '--untardir', into],
    ...(wanted.plainHttp === true && !isHttp ? ['--plain-http'] : []),
  ];
  const pull = async (): Promise<void> => {
    const env = { ...logins, ...known?.env };
    if (known !== undefined) await helm(['repo', 'update', known.name], env);
    await helm(args, env);
  };
  await pull().catch((error: unknown) => {
    if (!(error instanceof ToolFailure)) throw error;
    const said = withoutLogins(error.stderr.trim().split('\n').at(-1) ?? '').replace(/^Error: /, '');
    throw new GitdriftError('source-not-found', `${what} cannot be fetched: ${cutText(said)}`, {
      hint: 'check repoURL, chart and targetRevision, and that helm is logged in to the registry',
    });
  });
  const [name] = (await readdir(into)).filter((entry) => !entry.startsWith('.') && !entry.endsWith('.tgz'));
  if (name === undefined) throw new GitdriftError('source-not-found', `${what} holds no chart`);
  const folder = join(into, name);
  return { folder, version: await versionOf(folder, targetRevision) };
}

/**
 * A chart repository whose address holds a login, as a file of helm's that only we can read: arguments stand in the process
 * list. Undefined for an address without one.
 */
async function knownRepository(
  repoURL: string,
  into: string,
): Promise<{ readonly name: string; readonly env: Readonly<Record<string, string>> } | undefined> {
  if (!URL.canParse(repoURL)) return undefined;
  const address = new URL(repoURL);
  const [username, password] = [address.username, address.password].map(decodeOrKeep);
  if (username === '' && password === '') return undefined;
  [address.username, address.password] = ['', ''];
  const name = 'charts';
  const file = join(into, '.repositories.yaml');
  const repositories = [{ name, url: address.href, username, password }];
  await writeFile(file, JSON.stringify({ apiVersion: 'v1', repositories }), { mode: 0o600 });
  return { name, env: { HELM_REPOSITORY_CONFIG: file } };
}

function ociAddress(repoURL: string, chart: string): string {
  const base = repoURL.replace(/^oci:\/\//i, '').replace(/\/+$/, '');
  return `oci://${base}${chart === '' ? '' : `/${chart}`}`;
}

async function versionOf(folder: string, asked: string): Promise<string> {
  const [document] = readDocuments(await readText(join(folder, 'Chart.yaml'), 'Chart.yaml'), 'Chart.yaml').documents;
  return (document === undefined ? undefined : digString(document.value, 'version')) ?? asked;
}

/** Logins of the user's registries are read; plugins stay away. */
async function registryLogins(io: RenderIo, into: string): Promise<Record<string, string>> {
  const given = ['HELM_REGISTRY_CONFIG', 'HELM_CONFIG_HOME', 'XDG_CONFIG_HOME', 'DOCKER_CONFIG'] as const;
  const passed = given.flatMap((name) => {
    const value = io.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(passed), HELM_CACHE_HOME: join(into, '.cache'), HELM_PLUGINS: join(into, '.plugins') };
}

function decodeOrKeep(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
