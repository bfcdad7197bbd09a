import { readSource } from '../../gitops/flux/read-source.js';
import { GitdriftError } from '../../model/errors.js';
import type { FluxChart, FluxHelmRelease, FluxReference, FluxSource } from '../../model/flux.js';
import { digString } from '../../model/json.js';
import type { ApplicationSource, Finding } from '../../model/report.js';
import type { OpenedSource } from '../../model/source.js';
import { withoutLogins } from '../../model/url-login.js';
import type { ChartPlace } from '../../render/flux/release-chart.js';
import type { FluxRendering } from './flux-rendering.js';
import { sourceFindings } from './flux-source-findings.js';

/** Where the chart of a HelmRelease is, and how a report names it. */
export interface FoundChart {
  readonly place: ChartPlace;
  readonly source: Omit<ApplicationSource, 'renderer'>;
  readonly shown: string;
  /** The clone that holds the chart, where Git does. */
  readonly repository?: OpenedSource;
  readonly findings: readonly Finding[];
}

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

/** Finds the chart of `spec.chart` or `spec.chartRef`. Throws where its source is not there, or is of a kind that gitdrift does not read. */
export async function releaseChartPlace(application: FluxHelmRelease, rendering: FluxRendering): Promise<FoundChart> {
  const { chart, chartRef, namespace, name } = application;
  if (chart !== undefined) {
    const made = { kind: 'HelmChart', namespace: chart.source.namespace, name: `${namespace}-${name}` };
    return chartOf(chart, made, rendering);
  }
  if (chartRef === undefined) throw new GitdriftError('manifest-invalid', `the HelmRelease ${name} names no chart`);
  if (chartRef.kind === 'HelmChart') return chartOf(await chartOfObject(chartRef, rendering), chartRef, rendering);
  const source = await rendering.objects.source(chartRef);
  return source.kind === 'OCIRepository' ? ociChart(source, rendering) : folderChart(source, '.', rendering);
}

async function chartOfObject(reference: FluxReference, { objects }: FluxRendering): Promise<FluxChart> {
  const found = await objects.find(SOURCE_GROUP, reference);
  if (found.kind !== 'found') {
    throw new GitdriftError(
      'source-not-found',
      `the HelmChart ${reference.namespace}/${reference.name}: ${found.reason}`,
      {
        hint: 'check spec.chartRef',
      },
    );
  }
  const { object } = found;
  return {
    chart: digString(object, 'spec', 'chart') ?? '',
    version: digString(object, 'spec', 'version') ?? '*',
    source: {
      kind: digString(object, 'spec', 'sourceRef', 'kind') ?? '',
      namespace: reference.namespace,
      name: digString(object, 'spec', 'sourceRef', 'name') ?? '',
    },
    valuesFiles: [],
    ignoreMissingValuesFiles: false,
    perRevision: false,
  };
}

async function chartOf(chart: FluxChart, made: FluxReference, rendering: FluxRendering): Promise<FoundChart> {
  const source = await rendering.objects.source(chart.source);
  if (source.kind !== 'HelmRepository') return folderChart(source, chart.chart, rendering);
  // A range has been decided by source-controller, as far as it got.
  const object = await rendering.objects.find(SOURCE_GROUP, made);
  const decided = object.kind === 'found' ? readSource(object.object).revision : undefined;
  const version = decided ?? chart.version;
  return {
    place: {
      ...{ kind: 'repository', repoURL: source.url, chart: chart.chart, targetRevision: version },
      plainHttp: source.insecure,
    },
    source: { repoURL: withoutLogins(source.url), path: chart.chart, targetRevision: chart.version },
    shown: chart.chart,
    findings: sourceFindings(source),
  };
}

async function folderChart(source: FluxSource, path: string, { artifacts }: FluxRendering): Promise<FoundChart> {
  const artifact = await artifacts.open(source);
  const shown = path.replace(/^\.\/+|\/+$/g, '') || '.';
  return {
    place: { kind: 'folder', root: artifact.root, path },
    source: {
      repoURL: artifact.repoURL,
      path: shown,
      targetRevision: artifact.targetRevision,
      ...(artifact.revision === '' ? {} : { revision: artifact.revision }),
    },
    shown,
    ...(artifact.repository === undefined ? {} : { repository: artifact.repository }),
    findings: sourceFindings(source, artifact),
  };
}

/** A chart in a registry: a folder in its place where one is given, else helm fetches it. */
async function ociChart(source: FluxSource, rendering: FluxRendering): Promise<FoundChart> {
  if (rendering.artifacts.isMapped(source)) return folderChart(source, '.', rendering);
  const { image, revision = '' } = source;
  // What the artifact is of: the tag may be another image's by now.
  const [, tag, digest = image?.digest] = /^(?:([^@]+)@)?(sha256:[0-9a-f]{64})$/.exec(revision) ?? [];
  const asked = tag ?? image?.semver ?? image?.tag ?? (digest === undefined ? 'latest' : '');
  return {
    place: {
      ...{ kind: 'repository', repoURL: source.url, chart: '', targetRevision: asked, plainHttp: source.insecure },
      ...(digest === undefined ? {} : { digest }),
    },
    source: { repoURL: withoutLogins(source.url), path: '.', targetRevision: asked || (digest ?? '') },
    shown: source.url.replace(/^.*\//, ''),
    findings: sourceFindings(source),
  };
}
