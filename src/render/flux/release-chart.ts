import { mkdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import { digString } from '../../model/json.js';
import type { Rendered } from '../../model/source.js';
import { pullChart, type WantedChart } from '../argocd/pull-chart.js';
import { isInside } from '../contained.js';
import { readText } from '../read-text.js';
import type { RenderIo } from '../render.js';
import { withTemporaryFolder } from '../temporary-folder.js';
import { readDocuments } from '../yaml/read-documents.js';
import { type ChartRelease, renderFluxChart } from './chart.js';

/** Where a chart is: in an artifact, or in a chart repository or registry that helm fetches it from. */
export type ChartPlace =
  | { readonly kind: 'folder'; readonly root: string; readonly path: string }
  | ({ readonly kind: 'repository' } & WantedChart);

export interface RenderedRelease {
  readonly rendered: Rendered;
  /** Of its Chart.yaml. */
  readonly chartVersion: string;
  /** It brings definitions of its own (`crds/`). */
  readonly crds: boolean;
}

/** Renders the chart of a release, fetched where it has to be. Throws as renderFluxChart and pullChart. */
export async function renderReleaseChart(
  place: ChartPlace,
  release: Omit<ChartRelease, 'folder' | 'root'>,
  io: RenderIo,
): Promise<RenderedRelease> {
  if (place.kind === 'folder') {
    const folder = join(place.root, place.path);
    const found = isInside(place.root, folder) ? await stat(folder).catch(() => undefined) : undefined;
    if (!found?.isDirectory()) {
      throw new GitdriftError('source-not-found', `the chart ${place.path} is no folder of its source`, {
        hint: 'check spec.chart.spec.chart, and the revision of the source',
      });
    }
    return renderIn(await realpath(folder), place.root, release, io);
  }
  return withTemporaryFolder(io.env, async (home) => {
    const into = join(home, 'chart');
    await mkdir(into);
    const { folder } = await pullChart(place, into, io);
    const root = await realpath(folder);
    return renderIn(root, root, release, io);
  });
}

async function renderIn(
  folder: string,
  root: string,
  release: Omit<ChartRelease, 'folder' | 'root'>,
  io: RenderIo,
): Promise<RenderedRelease> {
  const text = await readText(join(folder, 'Chart.yaml'), 'Chart.yaml').catch(() => '');
  const [chart] = readDocuments(text, 'Chart.yaml').documents;
  const rendered = await renderFluxChart({ ...release, folder, root }, io);
  const crds = await stat(join(folder, 'crds')).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return { rendered, crds, chartVersion: (chart && digString(chart.value, 'version')) ?? '' };
}
