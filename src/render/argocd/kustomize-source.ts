import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import type { JsonObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { Rendered } from '../../model/source.js';
import { isInside, shownPath } from '../contained.js';
import { KUSTOMIZATION_FILES } from '../detect.js';
import { renderKustomize } from '../kustomize.js';
import { readText } from '../read-text.js';
import type { RenderIo } from '../render.js';
import { readDocuments } from '../yaml/read-documents.js';
import type { BuildEnvironment } from './go-expand.js';
import { editedKustomization, editsKustomization, isKustomization, wantedComponents } from './kustomize-edits.js';
import { textOption } from './options.js';

/**
 * Builds a kustomization with the `kustomize` options of a source. The repository is a checkout of this run's own: its
 * kustomization file is edited, and put back after the build. `buildOptions` are those of argocd-cm. Throws as
 * renderKustomize, and `manifest-invalid` for options that Argo CD would not take.
 */
export async function renderArgoKustomize(
  folder: string,
  root: string,
  options: JsonObject,
  environment: BuildEnvironment,
  buildOptions: string,
  io: RenderIo,
): Promise<Rendered> {
  const version = textOption(options, 'version', 'kustomize');
  const build = async (): Promise<Rendered> => {
    const rendered = await renderKustomize(
      folder,
      { root, confined: true, buildArgs: buildArguments(buildOptions) },
      io,
    );
    if (version === '' || rendered.renderer.version.replace(/^v/, '') === version.replace(/^v/, '')) return rendered;
    const message = `the Application asks for kustomize ${version}; it was built with ${rendered.renderer.version}`;
    return { ...rendered, findings: [...rendered.findings, { code: 'renderer-warning', severity: 'note', message }] };
  };
  if (!editsKustomization(options)) return build();
  const file = await kustomizationIn(folder, root);
  const shown = shownPath(root, file);
  const [document] = readDocuments(await readText(file, shown), shown).documents;
  const value = document?.value ?? {};
  if (!isKustomization(value)) {
    throw new GitdriftError('manifest-invalid', `${shown} is no kustomization`, { position: { file: shown } });
  }
  const components = await wantedComponents(options, async (component) => {
    const path = join(folder, component);
    return isInside(root, path) && (await stat(path).catch(() => undefined)) !== undefined;
  });
  const edited = editedKustomization(value, options, components, environment);
  const before = await readFile(file);
  try {
    await writeFile(file, printJson(edited));
    return await build();
  } finally {
    await writeFile(file, before);
  }
}

async function kustomizationIn(folder: string, root: string): Promise<string> {
  for (const name of KUSTOMIZATION_FILES) {
    const path = join(folder, name);
    if ((await stat(path).catch(() => undefined))?.isFile()) return path;
  }
  throw new GitdriftError('renderer-failed', `${shownPath(root, folder)} holds no kustomization to edit`, {
    hint: `add a ${KUSTOMIZATION_FILES[0]}, or leave out spec.source.kustomize`,
  });
}

/** Options that only open doors, which stay shut here: what needs them fails by itself and says so. */
const LEFT_OUT = ['--enable-helm', '--enable-alpha-plugins', '--enable-exec', '--enable-star', '--network'];

/** The build options that change what comes out and that every build of kustomize knows. */
function buildArguments(buildOptions: string): readonly string[] {
  const words = buildOptions.split(/\s+/).filter((word) => word !== '');
  const args: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [name = '', given] = (words[at] ?? '').split('=');
    if (LEFT_OUT.includes(name)) continue;
    const value = given ?? words[++at] ?? '';
    if (name === '--load-restrictor' || name === '--load_restrictor') args.push('--load-restrictor', value);
    else if (name === '--helm-command') continue;
    else {
      throw new GitdriftError(
        'renderer-failed',
        `argocd-cm builds with the option ${name}, which gitdrift does not pass on`,
        {
          hint: 'build it by hand: kustomize build | gitdrift diff -',
        },
      );
    }
  }
  return args;
}
