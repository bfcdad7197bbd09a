import { stat } from 'node:fs/promises';
import { GitdriftError } from '../model/errors.js';
import type { Finding } from '../model/report.js';
import type { Progress } from '../model/request.js';
import type { OpenedSource, Rendered, RenderRequest } from '../model/source.js';
import { refuseChartFlags } from './chart-flags.js';
import { detect } from './detect.js';
import { renderHelm } from './helm.js';
import { renderKustomize } from './kustomize.js';
import type { Environment } from './tool-environment.js';
import { readDocuments } from './yaml/read-documents.js';
import { PLAIN, renderYaml } from './yaml-files.js';

/** What rendering may use of the world. `cwd` is what values files are relative to; `timeoutMs` limits each tool. */
export interface RenderIo {
  readonly cwd: string;
  readonly env: Environment;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** What the cluster serves, for charts that ask; only helm needs it, so nobody else pays for the question. */
  readonly apiVersions?: () => Promise<readonly string[]>;
}

/**
 * Turns an opened source into manifests: as they are, built by kustomize, or rendered by helm. Throws GitdriftError
 * `manifest-invalid`, `renderer-missing`, `renderer-failed`, `source-not-found`, `usage` or `interrupted`.
 */
export async function render(source: OpenedSource, request: RenderRequest, io: RenderIo): Promise<Rendered> {
  const { location, root, submodules = [] } = source;
  if (location === undefined || root === undefined) return renderStdin(source, request);
  const rendered = await renderFiles(source, location, root, request, io);
  return submodules.length === 0
    ? rendered
    : { ...rendered, findings: [...rendered.findings, submoduleFinding(submodules, source.kind === 'git')] };
}

async function renderFiles(
  source: OpenedSource,
  location: string,
  root: string,
  request: RenderRequest,
  io: RenderIo,
): Promise<Rendered> {
  const isDirectory = (await stat(location)).isDirectory();
  const { renderer, target } = await detect(location, isDirectory, request.renderer, root);
  refuseChartFlags(renderer, source.path, request);
  // What a clone holds was written by others and may point anywhere; a folder of this machine is the user's own.
  const confined = source.kind === 'git';
  switch (renderer) {
    case 'yaml':
      return renderYaml(target, {
        root,
        bounds: source.bounds ?? root,
        isDirectory,
        recursive: source.recursive,
        forced: request.renderer === 'yaml',
      });
    case 'kustomize':
      return renderKustomize(target, { root, confined }, io);
    case 'helm':
      return renderHelm(
        target,
        await withApiVersions(request, io),
        { root, confined, name: source.name, cwd: io.cwd },
        io,
      );
  }
}

/** Whatever desired says there is missing from the comparison. */
function submoduleFinding(submodules: readonly string[], cloned: boolean): Finding {
  const which = submodules.length === 1 ? 'a Git submodule was' : 'Git submodules were';
  const why = cloned ? 'gitdrift clones none' : 'not checked out (git submodule update --init)';
  return {
    code: 'submodule-not-read',
    severity: 'warning',
    message: `${which} not read: ${submodules.join(', ')}; ${why}`,
  };
}

async function withApiVersions(request: RenderRequest, io: RenderIo): Promise<RenderRequest> {
  if (request.apiVersions.length > 0 || io.apiVersions === undefined) return request;
  return { ...request, apiVersions: await io.apiVersions() };
}

function renderStdin(source: OpenedSource, request: RenderRequest): Rendered {
  if (request.renderer !== undefined && request.renderer !== 'yaml') {
    throw new GitdriftError('usage', `standard input cannot be rendered with ${request.renderer}`, {
      hint: 'give the folder, or pass manifests that are rendered already',
    });
  }
  refuseChartFlags('yaml', '-', request);
  return { renderer: PLAIN, documents: readDocuments(source.stdin ?? '', '-').documents, findings: [] };
}
