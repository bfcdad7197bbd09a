import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JsonObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { Rendered } from '../../model/source.js';
import { renderChart } from '../helm.js';
import type { RenderIo } from '../render.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { expand } from './go-expand.js';
import { buildDependencies } from './helm-dependencies.js';
import { resolveValueFile, type ValueFilePlaces, valueFiles } from './helm-value-files.js';
import { objectsOption, own, switchOption, textOption, textsOption } from './options.js';

const WHERE = 'helm';

/** What decides where a chart is not asked: the application's name, its namespace, and the cluster that it is for. */
export interface ChartDefaults {
  readonly releaseName: string;
  readonly namespace: string;
  readonly kubeVersion: string | undefined;
  readonly apiVersions: readonly string[];
}

/** Renders a chart with the `helm` options of a source, as Argo CD calls `helm template`. Throws as renderHelm. */
export async function renderArgoHelm(
  options: JsonObject,
  places: ValueFilePlaces,
  defaults: ChartDefaults,
  io: RenderIo,
): Promise<Rendered> {
  const files = await valueFiles(
    textsOption(options, 'valueFiles', WHERE),
    switchOption(options, 'ignoreMissingValueFiles', WHERE),
    places,
  );
  return withTemporaryFolder(io.env, async (home) => {
    const inline = inlineValues(options);
    const inlineFile = join(home, 'values.yaml');
    if (inline !== '') await writeFile(inlineFile, inline);
    const kubeVersion = textOption(options, 'kubeVersion', WHERE) || defaults.kubeVersion || '';
    const own = textsOption(options, 'apiVersions', WHERE);
    const args = [
      places.folder,
      ...['--name-template', textOption(options, 'releaseName', WHERE) || defaults.releaseName],
      ...flag('--namespace', textOption(options, 'namespace', WHERE) || defaults.namespace),
      ...flag('--kube-version', plainVersion(kubeVersion)),
      ...parameters(options, places),
      ...[...files, ...(inline === '' ? [] : [inlineFile])].flatMap((file) => ['--values', file]),
      ...(own.length > 0 ? own : defaults.apiVersions).flatMap((version) => ['--api-versions', version]),
      ...(switchOption(options, 'skipCrds', WHERE) ? [] : ['--include-crds']),
      ...(switchOption(options, 'skipSchemaValidation', WHERE) ? ['--skip-schema-validation'] : []),
      ...(switchOption(options, 'skipTests', WHERE) ? ['--skip-tests'] : []),
    ];
    const { folder, root } = places;
    return renderChart(
      {
        chart: folder,
        args,
        kubeVersion: kubeVersion !== '',
        dependencies: (helm) => buildDependencies(folder, root, helm),
      },
      { root, confined: true },
      io,
    );
  });
}

function flag(name: string, value: string): readonly string[] {
  return value === '' ? [] : [name, value];
}

/** `valuesObject` where it is given, else the text of `values`; never both. JSON is YAML. */
function inlineValues(options: JsonObject): string {
  const object = own(options, 'valuesObject');
  return object === undefined || object === null ? textOption(options, 'values', WHERE) : printJson(object);
}

/** `--set`, `--set-string` and `--set-file`; of a name that is given twice the last one counts. */
function parameters(options: JsonObject, places: ValueFilePlaces): readonly string[] {
  const set = new Map<string, string>();
  const asText = new Map<string, string>();
  for (const [at, parameter] of objectsOption(options, 'parameters', WHERE).entries()) {
    const where = `${WHERE}.parameters[${at}]`;
    const into = switchOption(parameter, 'forceString', where) ? asText : set;
    into.set(textOption(parameter, 'name', where), expand(textOption(parameter, 'value', where), places.environment));
  }
  const files = new Map<string, string>();
  for (const [at, parameter] of objectsOption(options, 'fileParameters', WHERE).entries()) {
    const where = `${WHERE}.fileParameters[${at}]`;
    const { path } = resolveValueFile(textOption(parameter, 'path', where), places);
    files.set(textOption(parameter, 'name', where), path);
  }
  const args = (name: string, values: ReadonlyMap<string, string>): readonly string[] =>
    [...values].flatMap(([key, value]) => [name, `${key}=${withoutCommas(value)}`]);
  return [...args('--set', set), ...args('--set-string', asText), ...args('--set-file', files)];
}

/** A comma would begin another setting; a list in braces is meant so. */
function withoutCommas(value: string): string {
  return value.startsWith('{') && value.endsWith('}') ? value : value.replace(/(?<!\\),/g, '\\,');
}

/** The numbers of a cluster's version, without what vendors put behind them. */
function plainVersion(version: string): string {
  const [, major, minor, patch = '0'] = /^\s*v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? version : `${major}.${minor}.${patch}`;
}
