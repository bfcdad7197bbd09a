import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { GitdriftError } from '../model/errors.js';
import type { Finding } from '../model/report.js';
import type { Rendered } from '../model/source.js';
import { shownPath } from './contained.js';
import { KUSTOMIZATION_FILES } from './detect.js';
import { isWarning, kustomizeFailure } from './kustomize-failure.js';
import { withOrigins } from './kustomize-origins.js';
import { checkReferences, kustomizationFile } from './kustomize-references.js';
import { findProgram, runTool, ToolFailure, type ToolIo, type ToolRun } from './run-tool.js';
import { NO_NETWORK } from './tool-environment.js';
import { readDocuments } from './yaml/read-documents.js';

/** A program that builds kustomizations: `args` come before the folder. */
interface Kustomize {
  readonly name: 'kustomize' | 'kubectl kustomize';
  readonly program: string;
  readonly args: readonly string[];
}

/**
 * Builds a kustomization with `kustomize`, else `kubectl kustomize`. Its plugins, functions, charts and remote bases
 * stay off, and files are loaded from its own folder only (kustomize's defaults). Objects carry the file that declares
 * them, fields the line where that file says the same. Throws `renderer-missing`, `renderer-failed`.
 */
export async function renderKustomize(
  target: string,
  options: { readonly root: string; readonly confined: boolean; readonly buildArgs?: readonly string[] },
  io: ToolIo & { readonly progress: (doing: string) => void },
): Promise<Rendered> {
  const { root } = options;
  if (!(await stat(target)).isDirectory()) {
    const file = shownPath(root, target);
    throw new GitdriftError('usage', `${file} is a file, and a kustomization is a folder`, {
      hint: `give the folder with the ${KUSTOMIZATION_FILES[0]}`,
      position: { file },
    });
  }
  const shown = await kustomizationFile(target, root);
  const folders = await checkReferences(target, options);
  const kustomize = await findKustomize(io, options.buildArgs ?? []);
  io.progress(`building ${basename(target)} with ${kustomize.name}`);
  const { stdout, stderr } = await build(kustomize, target, io).catch((error: unknown) => {
    throw error instanceof ToolFailure
      ? kustomizeFailure(error, { name: kustomize.name, shown, root, folders })
      : error;
  });
  const { documents } = readDocuments(stdout, shown);
  const version = await versionOf(kustomize, io);
  const placed = await withOrigins(documents, target, root, (folder) => build(kustomize, folder, io), io.env);
  return {
    renderer: { name: 'kustomize', version },
    documents: placed.documents,
    findings: [...warnings(stderr, shown), ...placed.findings],
  };
}

async function findKustomize(io: ToolIo, buildArgs: readonly string[]): Promise<Kustomize> {
  const program = await findProgram('kustomize', io.env);
  if (program !== undefined) return { name: 'kustomize', program, args: ['build', ...buildArgs] };
  const kubectl = await findProgram('kubectl', io.env);
  if (kubectl !== undefined) return { name: 'kubectl kustomize', program: kubectl, args: ['kustomize', ...buildArgs] };
  throw new GitdriftError(
    'renderer-missing',
    'building a kustomization needs kustomize or kubectl, and neither is on PATH',
    {
      hint: 'install kustomize (https://kubectl.docs.kubernetes.io/installation/kustomize/) or kubectl (https://kubernetes.io/docs/tasks/tools/)',
    },
  );
}

/** Runs a build. The folder is an absolute path, so it can't be taken for an option. */
function build(kustomize: Kustomize, folder: string, io: ToolIo): Promise<{ stdout: string; stderr: string }> {
  return runTool({ ...runOf(kustomize), args: [...kustomize.args, folder], cwd: folder }, io);
}

function runOf(kustomize: Kustomize): Pick<ToolRun, 'name' | 'program' | 'env'> {
  return { name: kustomize.name, program: kustomize.program, env: NO_NETWORK };
}

async function versionOf(kustomize: Kustomize, io: ToolIo): Promise<string> {
  const args = kustomize.name === 'kustomize' ? ['version'] : ['version', '--client'];
  const said = await runTool({ ...runOf(kustomize), args, cwd: '/' }, io).catch((error: unknown) => {
    if (error instanceof ToolFailure) return { stdout: '' };
    throw error;
  });
  // `v5.8.1`; `Kustomize Version: v5.7.1` among other lines; `{Version:kustomize/v4.5.7 …}`.
  const line = said.stdout.split('\n').find((text) => kustomize.name === 'kustomize' || /^Kustomize/i.test(text));
  return /v\d+\.\d+\.\d+[^\s}]*/.exec(line ?? '')?.[0] ?? 'unknown';
}

function warnings(stderr: string, shown: string): Finding[] {
  const lines = [...new Set(stderr.split('\n').filter(isWarning))].sort();
  return lines.map((line) => ({
    code: 'renderer-warning',
    severity: 'note',
    message: `kustomize: ${line.replace(/^#\s*Warning:\s*/i, '').trim()}`,
    origin: { file: shown },
  }));
}
