import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { isObject, type JsonObject } from '../../model/json.js';
import { printJson } from '../../model/json-text.js';
import type { Rendered } from '../../model/source.js';
import { buildDependencies } from '../argocd/helm-dependencies.js';
import { isInside } from '../contained.js';
import { renderChart } from '../helm.js';
import type { RenderIo } from '../render.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { readDocuments } from '../yaml/read-documents.js';
import { mergeValues } from './chart-values.js';

/** A chart in a folder of this run's own, and what a release of it is. */
export interface ChartRelease {
  /** Absolute and real, like `root`, which holds the chart and its values files. */
  readonly folder: string;
  readonly root: string;
  /** In place of the chart's own values; paths from `root`. Empty: the chart's own. */
  readonly valuesFiles: readonly string[];
  readonly ignoreMissingValuesFiles: boolean;
  readonly values: JsonObject;
  readonly name: string;
  readonly namespace: string;
  readonly kubeVersion?: string;
}

/**
 * Renders a chart as helm-controller installs it, as far as `helm template` can: without the chart's `crds/`, which are not part
 * of a release. Throws as renderChart, and `source-not-found` for a values file.
 */
export async function renderFluxChart(release: ChartRelease, io: RenderIo): Promise<Rendered> {
  const { folder, root, kubeVersion } = release;
  const own = join(folder, 'values.yaml');
  const before = await readFile(own).catch(() => undefined);
  const merged = await mergedFiles(release);
  try {
    if (merged !== undefined) await writeFile(own, printJson(merged));
    return await withTemporaryFolder(io.env, async (home) => {
      const file = join(home, 'values.yaml');
      await writeFile(file, printJson(release.values));
      const versions = (await io.apiVersions?.()) ?? [];
      const args = [
        folder,
        ...['--name-template', release.name, '--namespace', release.namespace, '--values', file],
        ...(kubeVersion === undefined ? [] : ['--kube-version', kubeVersion]),
        ...versions.flatMap((version) => ['--api-versions', version]),
      ];
      const dependencies = (helm: Parameters<typeof buildDependencies>[2]) => buildDependencies(folder, root, helm);
      const run = { chart: folder, args, kubeVersion: kubeVersion !== undefined, dependencies };
      return renderChart(run, { root, confined: true }, io);
    });
  } finally {
    if (merged !== undefined && before !== undefined) await writeFile(own, before);
  }
}

/** The values files of a chart template, merged: they take the place of the chart's own values. */
async function mergedFiles(release: ChartRelease): Promise<JsonObject | undefined> {
  const { root, valuesFiles, ignoreMissingValuesFiles } = release;
  if (valuesFiles.length === 0) return undefined;
  let merged: JsonObject = {};
  for (const file of valuesFiles) {
    const path = join(root, file);
    const text = isInside(root, path) ? await readFile(path, 'utf8').catch(() => undefined) : undefined;
    if (text === undefined && ignoreMissingValuesFiles) continue;
    if (text === undefined) {
      throw new GitdriftError('source-not-found', `the values file ${file} is not in the source of the chart`, {
        hint: 'check spec.chart.spec.valuesFiles: paths count from the root of the source',
      });
    }
    const value = readDocuments(text, file).documents[0]?.value ?? {};
    if (!isObject(value)) throw new GitdriftError('manifest-invalid', `${file} holds no map of values`);
    merged = mergeValues(merged, value);
  }
  return merged;
}
