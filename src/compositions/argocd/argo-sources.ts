import type { Tools } from '../../cli/engine.js';
import type { ArgoApplication, ArgoSource } from '../../model/argo-application.js';
import { GitdriftError } from '../../model/errors.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { ApplicationSource, Finding } from '../../model/report.js';
import { withoutLogins } from '../../model/url-login.js';
import type { KeptBuilds } from '../../render/argocd/kept-builds.js';
import {
  type ArgoRendered,
  type ArgoRenderRequest,
  renderArgoSource,
  sourceFiles,
} from '../../render/argocd/render-source.js';
import type { ArgoRepositories } from '../../source/argocd/open-repository.js';
import type { DesiredPart } from '../application/judged-application.js';
import { isGit, type OpenedArgoSource, openSources, withNumber } from './argo-opened.js';
import { referenced } from './argo-references.js';

/** What the sources of an Application come to. Where one fails all do, as in Argo CD; `fault` then says why. */
export interface ArgoDesired {
  readonly documents: readonly ManifestDocument[];
  readonly sources: readonly ApplicationSource[];
  readonly findings: readonly Finding[];
  /** The documents source by source. */
  readonly parts: readonly DesiredPart[];
  readonly fault?: GitdriftError;
}

/** What rendering may depend on beside the Application. */
export interface ArgoSourcesContext {
  readonly repositories: ArgoRepositories;
  /** The keys of argocd-cm. */
  readonly settings: Readonly<Record<string, string>>;
  /** Of the destination; absent where it is not known. */
  readonly kubeVersion?: string;
  readonly apiVersions: () => Promise<readonly string[]>;
  /** Builds that applications of the run share; absent: none are. */
  readonly builds?: KeptBuilds;
}

/**
 * Renders all sources of an Application, in their order. Never throws for what Argo CD would report as a ComparisonError;
 * throws `interrupted`.
 */
export async function renderArgoSources(
  application: ArgoApplication,
  context: ArgoSourcesContext,
  tools: Tools,
): Promise<ArgoDesired> {
  const reported: ApplicationSource[] = [];
  try {
    const opened = await openSources(application, context.repositories);
    const rendered: ArgoRendered[] = [];
    const parts: DesiredPart[] = [];
    for (const [index, one] of opened.entries()) {
      if (isReferenceOnly(one.source, application.multiSource)) {
        reported.push({ ...placeOf(one), renderer: { name: 'yaml', version: 'not rendered' } });
        continue;
      }
      const result = await renderOne(application, index, one, opened, context, tools).catch((error: unknown) => {
        throw withNumber(error, index, opened.length);
      });
      rendered.push(result);
      parts.push(await partOf(application, index, one, opened, result, context, tools));
      reported.push({ ...placeOf(one), revision: result.revision, renderer: result.rendered.renderer });
    }
    return {
      documents: rendered.flatMap((one) => one.rendered.documents),
      sources: reported,
      findings: rendered.flatMap((one) => one.rendered.findings),
      parts,
    };
  } catch (error) {
    if (!(error instanceof GitdriftError) || error.code === 'interrupted') throw error;
    const known = application.sources.map((source) => ({
      ...placeOf({ source, repository: undefined }),
      renderer: NONE,
    }));
    return { documents: [], sources: known, findings: [], parts: [], fault: error };
  }
}

const NONE = { name: 'yaml', version: 'not rendered' } as const;

function renderOne(
  application: ArgoApplication,
  index: number,
  { source, repository }: OpenedArgoSource,
  all: readonly OpenedArgoSource[],
  context: ArgoSourcesContext,
  tools: Tools,
): Promise<ArgoRendered> {
  const request = requestOf(application, index, { source, repository }, all, context);
  return renderArgoSource(request, { ...tools, apiVersions: context.apiVersions });
}

function requestOf(
  application: ArgoApplication,
  index: number,
  { source, repository }: OpenedArgoSource,
  all: readonly OpenedArgoSource[],
  context: ArgoSourcesContext,
): ArgoRenderRequest {
  const refs = application.multiSource ? referenced({ source, repository }, all) : undefined;
  return {
    source,
    ...(repository === undefined ? {} : { repository }),
    ...(refs === undefined ? {} : { refs }),
    recordedTool: application.status.sourceTypes[index] ?? '',
    instanceName: application.instanceName,
    project: application.project,
    destinationNamespace: application.destination.namespace,
    ...(context.kubeVersion === undefined ? {} : { kubeVersion: context.kubeVersion }),
    settings: context.settings,
    ...(context.builds === undefined ? {} : { builds: context.builds }),
  };
}

/** A source as it was rendered, and how it is rendered from a copy of its repository; other sources stay as they are. */
async function partOf(
  application: ArgoApplication,
  index: number,
  own: OpenedArgoSource,
  all: readonly OpenedArgoSource[],
  { rendered }: ArgoRendered,
  context: ArgoSourcesContext,
  tools: Tools,
): Promise<DesiredPart> {
  const { source, repository } = own;
  const files = await sourceFiles(requestOf(application, index, own, all, context));
  return {
    documents: rendered.documents,
    ...(repository === undefined || files === undefined
      ? {}
      : {
          source: {
            ...repository,
            location: files.folder,
            path: source.path ?? '.',
            recursive: files.recursive,
          },
        }),
    shown: withoutLogins(
      source.chart === undefined ? source.repoURL : `the chart ${source.chart} of ${source.repoURL}`,
    ),
    renderer: rendered.renderer.name,
    valuesFiles: files?.valuesFiles ?? [],
    async render(copy) {
      const inCopy = (one: OpenedArgoSource): OpenedArgoSource =>
        one.repository !== undefined && one.repository.root === repository?.root ? { ...one, repository: copy } : one;
      // The files of a copy change between two builds.
      const { builds: _, ...unshared } = context;
      const again = await renderOne(application, index, inCopy(own), all.map(inCopy), unshared, {
        ...tools,
        progress: () => {},
      });
      return again.rendered.documents;
    },
  };
}

/** A source of several that is only there for others to take values from. */
function isReferenceOnly(source: ArgoSource, multiSource: boolean): boolean {
  return multiSource && isGit(source) && source.path === undefined;
}

function placeOf({ source, repository }: OpenedArgoSource): Omit<ApplicationSource, 'renderer'> {
  const { revision, repoURL = source.repoURL } = repository ?? {};
  return {
    repoURL: withoutLogins(repoURL),
    path: source.path ?? (source.chart === undefined ? '.' : source.chart),
    ...(source.targetRevision === undefined ? {} : { targetRevision: source.targetRevision }),
    ...(revision === undefined ? {} : { revision }),
    ...(repository?.dirty === undefined ? {} : { dirty: repository.dirty }),
  };
}
