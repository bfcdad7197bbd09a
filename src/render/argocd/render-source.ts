import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ArgoSource } from '../../model/argo-application.js';
import { GitdriftError } from '../../model/errors.js';
import { isObject, type JsonObject } from '../../model/json.js';
import type { OpenedSource, Rendered } from '../../model/source.js';
import { isInside } from '../contained.js';
import type { RenderIo } from '../render.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { asksForJsonnet, renderDirectory } from './directory-source.js';
import type { BuildEnvironment } from './go-expand.js';
import { renderArgoHelm } from './helm-source.js';
import { type ReferencedSource, valueFiles } from './helm-value-files.js';
import type { KeptBuilds } from './kept-builds.js';
import { renderArgoKustomize } from './kustomize-source.js';
import { own, switchOption, textOption, textsOption } from './options.js';
import { pullChart } from './pull-chart.js';
import { withOverrides } from './source-overrides.js';
import { type ArgoTool, disabledTools, normalSource, toolOf } from './source-tool.js';

/** One source of an Application, and what its rendering may depend on. */
export interface ArgoRenderRequest {
  readonly source: ArgoSource;
  /** The repository at the revision; absent for a chart, which helm fetches. */
  readonly repository?: OpenedSource;
  /** The other sources by their `ref`; absent where the Application has one source only. */
  readonly refs?: ReadonlyMap<string, ReferencedSource>;
  /** What the last comparison of the controller found the source to be; empty where nothing is recorded. */
  readonly recordedTool: string;
  readonly instanceName: string;
  readonly project: string;
  readonly destinationNamespace: string;
  /** Of the destination's cluster; absent where it is not known. */
  readonly kubeVersion?: string;
  /** The keys of argocd-cm. */
  readonly settings: Readonly<Record<string, string>>;
  /** Where other applications of the run may have built the same; absent where files of the repository may change. */
  readonly builds?: KeptBuilds;
}

export interface ArgoRendered {
  readonly tool: ArgoTool;
  readonly rendered: Rendered;
  /** The commit, or the chart's version. */
  readonly revision: string;
  /** Files of the repository that changed the source's options. */
  readonly overrides: readonly string[];
}

/**
 * Renders one source as Argo CD's repo server does. Throws GitdriftError where it would fail, and for what only Argo CD
 * itself can render: config management plugins and jsonnet.
 */
export async function renderArgoSource(request: ArgoRenderRequest, io: RenderIo): Promise<ArgoRendered> {
  const { repository, source } = request;
  const isOci = /^oci:\/\//i.test(source.repoURL);
  if (repository?.root !== undefined) {
    const folder = await folderOf(repository.root, source.path ?? '', repository.submodules ?? []);
    return renderFolder(request, { folder, root: repository.root, revision: repository.revision ?? '' }, io);
  }
  return withTemporaryFolder(io.env, async (home) => {
    const into = join(home, 'chart');
    await mkdir(into);
    const { repoURL, chart = '', targetRevision = '' } = source;
    const pulled = await pullChart({ repoURL, chart, targetRevision }, into, io);
    const root = await realpath(pulled.folder);
    const folder = isOci && chart === '' ? await folderOf(root, source.path ?? '', []) : root;
    return renderFolder(request, { folder, root, revision: pulled.version }, io);
  });
}

/** The files that a source is made of; absolute paths. */
export interface ArgoSourceFiles {
  readonly folder: string;
  readonly recursive: boolean;
  /** The values files that are there and can be told. */
  readonly valuesFiles: readonly string[];
}

/** Where the files of a source are; undefined for a chart, and for a source that has no folder. */
export async function sourceFiles(request: ArgoRenderRequest): Promise<ArgoSourceFiles | undefined> {
  const { repository, source, refs } = request;
  const root = repository?.root;
  if (root === undefined) return undefined;
  const helm = blockOf(source.raw, 'helm');
  try {
    const folder = await folderOf(root, source.path ?? '', repository?.submodules ?? []);
    const environment = environmentOf(request, repository?.revision ?? '');
    const given = textsOption(helm, 'valueFiles', 'helm').filter((text) => !/^[a-z]+:\/\//i.test(text));
    return {
      folder,
      recursive: switchOption(blockOf(source.raw, 'directory'), 'recurse', 'directory'),
      valuesFiles: await valueFiles(given, true, { folder, root, refs, schemes: [], environment }),
    };
  } catch (error) {
    if (error instanceof GitdriftError) return undefined;
    throw error;
  }
}

interface Place {
  readonly folder: string;
  readonly root: string;
  readonly revision: string;
}

async function renderFolder(request: ArgoRenderRequest, place: Place, io: RenderIo): Promise<ArgoRendered> {
  const { folder, root, revision } = place;
  const { settings } = request;
  const normal = normalSource(request.source.raw);
  const { source, files } = await withOverrides(normal, folder, root, request.instanceName);
  const explicit = ['kustomize', 'helm', 'directory', 'plugin'].some((name) => isObject(own(source, name)));
  // Nobody but Argo CD can ask its plugins; what they said last time is all that is known.
  const tool =
    !explicit && request.recordedTool === 'Plugin'
      ? 'Plugin'
      : await toolOf(source, folder, root, disabledTools(settings));
  const environment = environmentOf(request, revision);
  const rendered = await renderWith(tool, source, request, place, environment, io);
  return { tool, rendered, revision, overrides: files };
}

async function renderWith(
  tool: ArgoTool,
  source: JsonObject,
  request: ArgoRenderRequest,
  { folder, root }: Place,
  environment: BuildEnvironment,
  io: RenderIo,
): Promise<Rendered> {
  const { settings } = request;
  switch (tool) {
    case 'Plugin':
      throw new GitdriftError('renderer-failed', `${pluginText(source)} renders it, and gitdrift runs none`, {
        hint: 'compare its output instead: argocd app manifests APP --source git | gitdrift diff -',
      });
    case 'Kustomize': {
      const options = blockOf(source, 'kustomize');
      const version = textOption(options, 'version', 'kustomize');
      const build = settings[`kustomize.buildOptions.${version}`] ?? settings['kustomize.buildOptions'] ?? '';
      const make = () => renderArgoKustomize(folder, root, options, environment, build, io);
      const { builds } = request;
      return builds === undefined ? make() : builds.of({ folder, options, environment, buildOptions: build }, make);
    }
    case 'Helm': {
      const schemes = (settings['helm.valuesFileSchemes'] ?? 'https, http').split(',').map((scheme) => scheme.trim());
      const places = { folder, root, refs: request.refs, schemes, environment };
      const defaults = {
        // Outside of the control plane's namespace the instance name has the namespace in front.
        releaseName: request.instanceName.replace(/^[^_]*_/, ''),
        namespace: textOption(blockOf(source, 'kustomize'), 'namespace', 'kustomize') || request.destinationNamespace,
        kubeVersion: request.kubeVersion,
        apiVersions: (await io.apiVersions?.()) ?? [],
      };
      return renderArgoHelm(blockOf(source, 'helm'), places, defaults, io);
    }
    case 'Directory': {
      const options = blockOf(source, 'directory');
      const jsonnet = settings['jsonnet.enable']?.trim() !== 'false';
      if (jsonnet && asksForJsonnet(options)) {
        throw new GitdriftError(
          'renderer-failed',
          'its jsonnet takes variables or libraries, and gitdrift evaluates none',
          {
            hint: 'compare its output instead: jsonnet FILE | gitdrift diff -',
          },
        );
      }
      return renderDirectory(folder, root, options, jsonnet);
    }
  }
}

/** The folder of a source in its repository. Throws `source-not-found` in Argo CD's words. */
async function folderOf(root: string, path: string, submodules: readonly string[]): Promise<string> {
  const fault = (why: string, hint: string): GitdriftError =>
    new GitdriftError('source-not-found', `${path}: app path ${why}`, { hint });
  if (path.startsWith('/')) throw fault('is absolute', 'give spec.source.path from the root of the repository');
  const asked = join(root, path);
  if (!isInside(root, asked)) throw fault('outside root', 'give a path inside the repository');
  const submodule = submodules.find((one) => path === one || path.startsWith(`${one}/`));
  if (submodule !== undefined) throw fault(`is in the Git submodule ${submodule}`, 'gitdrift clones none');
  const found = await stat(asked).catch(() => undefined);
  if (found === undefined) throw fault('does not exist', 'check spec.source.path and the revision');
  if (!found.isDirectory()) throw fault('is not a directory', 'name the folder that holds the manifests');
  const real = await realpath(asked);
  if (!isInside(root, real)) throw fault('is a link that leaves the repository', 'put the folder itself there');
  return real;
}

/** The variables that options may name (Argo CD's build environment). */
function environmentOf({ source, ...request }: ArgoRenderRequest, revision: string): BuildEnvironment {
  return {
    ARGOCD_APP_NAME: request.instanceName,
    ARGOCD_APP_NAMESPACE: request.destinationNamespace,
    ARGOCD_APP_PROJECT_NAME: request.project,
    ARGOCD_APP_REVISION: revision,
    ARGOCD_APP_REVISION_SHORT: revision.slice(0, 7),
    ARGOCD_APP_REVISION_SHORT_8: revision.slice(0, 8),
    ARGOCD_APP_SOURCE_REPO_URL: source.repoURL,
    ARGOCD_APP_SOURCE_PATH: source.path ?? '',
    ARGOCD_APP_SOURCE_TARGET_REVISION: source.targetRevision ?? '',
  };
}

function blockOf(source: JsonObject, name: string): JsonObject {
  const block = own(source, name);
  return block !== undefined && isObject(block) ? block : {};
}

function pluginText(source: JsonObject): string {
  const name = textOption(blockOf(source, 'plugin'), 'name', 'plugin');
  return name === '' ? 'a config management plugin' : `the config management plugin ${name}`;
}
