import { join } from 'node:path';
import { HELM_GROUP } from '../../gitops/flux/read-helm-release.js';
import { releaseSecretName, type StoredRelease } from '../../gitops/flux/stored-release.js';
import { GitdriftError } from '../../model/errors.js';
import type { FluxHelmRelease } from '../../model/flux.js';
import { field, isObject, type JsonObject, type JsonValue } from '../../model/json.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { Finding } from '../../model/report.js';
import { chartValues } from '../../render/flux/chart-values.js';
import { postRender, withCommonMetadata } from '../../render/flux/post-render.js';
import { renderReleaseChart } from '../../render/flux/release-chart.js';
import { pointersHolding } from '../../render/flux/secret-pointers.js';
import { readDocuments } from '../../render/yaml/read-documents.js';
import { type FoundChart, releaseChartPlace } from './flux-chart-place.js';
import { crdsText, droppedObjects, renderedOtherwise, storedText, upgradeReason } from './flux-release-difference.js';
import type { FluxDesired, FluxRendering } from './flux-rendering.js';
import { storedReleaseOf } from './flux-stored-release.js';
import { valuesOf } from './flux-variables.js';

/**
 * Renders a HelmRelease: from its chart and values where the chart can be had, else from the release that is stored in the
 * cluster, which is what was applied last. A finding says which. Throws GitdriftError where neither can be had.
 */
export async function renderHelmReleaseObject(
  application: FluxHelmRelease,
  rendering: FluxRendering,
): Promise<FluxDesired> {
  const stored = await storedReleaseOf(application, rendering.objects);
  const release = stored.kind === 'found' ? stored.release : undefined;
  try {
    return await fromChart(application, rendering, release);
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code === 'interrupted') throw error;
    if (release === undefined) {
      const message = `neither its chart nor its release can be had: ${error.message}; ${stored.kind === 'found' ? '' : stored.reason}`;
      throw new GitdriftError(error.code, message, {
        ...(error.hint === undefined ? {} : { hint: error.hint }),
        cause: error,
      });
    }
    return fromRelease(application, rendering, release, error.message);
  }
}

async function fromChart(
  application: FluxHelmRelease,
  rendering: FluxRendering,
  stored: StoredRelease | undefined,
): Promise<FluxDesired> {
  const { objects, tools, kubeVersion } = rendering;
  const place = await releaseChartPlace(application, rendering);
  const read = await valuesOf(application, objects);
  const values = mergedValues(application, read.parts);
  const io = { ...tools, apiVersions: rendering.apiVersions };
  const { rendered, chartVersion, crds } = await renderReleaseChart(
    place.place,
    {
      valuesFiles: application.chart?.valuesFiles ?? [],
      ignoreMissingValuesFiles: application.chart?.ignoreMissingValuesFiles ?? false,
      values,
      name: application.releaseName,
      namespace: application.releaseNamespace,
      ...(kubeVersion === undefined ? {} : { kubeVersion }),
    },
    io,
  );
  const post = await postRender(rendered.documents, application.postRenderers, io);
  const common = withCommonMetadata(post, application.commonLabels, application.commonAnnotations);
  const documents = withSecrets(common, read.secrets);
  const commit = application.chart?.perRevision === true ? place.source.revision : undefined;
  const pending = stored === undefined ? undefined : upgradeReason(stored, { chartVersion, values, commit });
  const held = stored === undefined ? [] : documentsOf(stored);
  const otherwise = stored === undefined || pending !== undefined ? [] : renderedOtherwise(held, documents);
  return {
    documents,
    sources: [{ ...place.source, revision: place.source.revision ?? chartVersion, renderer: rendered.renderer }],
    findings: [
      ...rendered.findings,
      ...place.findings,
      {
        code: 'helm-release-source',
        severity: 'note',
        message: `compared with the chart ${place.shown} ${chartVersion} and the values of the HelmRelease${storedText(stored, pending, otherwise)}${crdsText(application, crds)}`,
      },
    ],
    part: partOf(application, place),
    revision: chartVersion,
    upgradePending: pending !== undefined,
    dropped: droppedObjects(held, documents),
  };
}

/** The chart in the clone of its artifact, with the values files that have to be there. */
function partOf({ chart }: FluxHelmRelease, { source, shown, repository }: FoundChart): FluxDesired['part'] {
  const { root } = repository ?? {};
  if (repository === undefined || root === undefined) {
    return { shown: `the chart ${shown} of ${source.repoURL ?? ''}`, renderer: 'helm', valuesFiles: [] };
  }
  const given = chart === undefined || chart.ignoreMissingValuesFiles ? [] : chart.valuesFiles;
  return {
    shown: source.repoURL ?? shown,
    renderer: 'helm',
    valuesFiles: given.map((file) => join(root, file)),
    source: { ...repository, location: join(root, shown), path: shown, recursive: true },
  };
}

async function fromRelease(
  application: FluxHelmRelease,
  { objects }: FluxRendering,
  release: StoredRelease,
  why: string,
): Promise<FluxDesired> {
  // What the values of Secrets went into is masked; those that cannot be read any more nobody can tell.
  const read = await valuesOf(application, objects).catch((error: unknown) => {
    if (error instanceof GitdriftError && error.code !== 'interrupted') return undefined;
    throw error;
  });
  const unread: readonly Finding[] =
    read === undefined ? [{ code: 'flux-not-judged', severity: 'warning', message: UNREAD_VALUES }] : [];
  return {
    documents: read === undefined ? allSecret(documentsOf(release)) : withSecrets(documentsOf(release), read.secrets),
    sources: [
      {
        path: releaseSecretName(release.name, release.version),
        revision: release.chartVersion,
        renderer: { name: 'helm', version: `release ${release.version}` },
      },
    ],
    findings: [
      {
        code: 'helm-release-source',
        severity: 'note',
        message: `compared with release ${release.name} v${release.version} (${release.chartName} ${release.chartVersion}), what was applied last, not with the chart: ${why}`,
      },
      ...unread,
    ],
    part: { shown: `the stored release ${release.name} v${release.version}`, renderer: 'helm', valuesFiles: [] },
    revision: release.chartVersion,
  };
}

const UNREAD_VALUES =
  'the values that the HelmRelease takes from ConfigMaps and Secrets could not be read, so all values of the release are masked: any of them may come from a Secret';

function mergedValues({ values }: FluxHelmRelease, parts: Parameters<typeof chartValues>[0]): JsonObject {
  try {
    return chartValues(parts, values);
  } catch (error) {
    if (error instanceof GitdriftError) throw error;
    // The text at the path may be a Secret's.
    throw new GitdriftError('manifest-invalid', 'a targetPath of spec.valuesFrom, or the text for it, cannot be read', {
      hint: 'write it as for helm --set: a.b[0]',
    });
  }
}

/** The manifest of a release without Flux's owner labels, which every object has and Git never. */
function documentsOf(release: StoredRelease): readonly ManifestDocument[] {
  const file = releaseSecretName(release.name, release.version);
  return readDocuments(release.manifest, file).documents.map((document) => ({
    ...document,
    value: withoutOwner(document.value),
  }));
}

function withoutOwner(value: JsonValue): JsonValue {
  const metadata = field(value, 'metadata');
  const labels = field(metadata, 'labels');
  if (!isObject(value) || !isObject(metadata) || !isObject(labels)) return value;
  const kept = Object.entries(labels).filter(
    ([key]) => ![`${HELM_GROUP}/name`, `${HELM_GROUP}/namespace`].includes(key),
  );
  const { labels: _labels, ...rest } = metadata;
  return { ...value, metadata: kept.length === 0 ? rest : { ...rest, labels: Object.fromEntries(kept) } };
}

function withSecrets(documents: readonly ManifestDocument[], secrets: readonly string[]): readonly ManifestDocument[] {
  if (secrets.length === 0) return documents;
  return documents.map((document) => {
    const secret = pointersHolding(document.value, secrets).filter((pointer) => !IDENTITY.includes(pointer));
    return secret.length === 0 ? document : { ...document, secret };
  });
}

/** An object is called by these whatever a Secret holds. */
const IDENTITY = ['/apiVersion', '/kind', '/metadata/name', '/metadata/namespace'];

function allSecret(documents: readonly ManifestDocument[]): readonly ManifestDocument[] {
  return documents.map((document) => ({ ...document, secret: [''] }));
}
