import type { Tools } from '../../cli/engine.js';
import type { ArgoApplication, ArgoSource } from '../../model/argo-application.js';
import { GitdriftError } from '../../model/errors.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { ApplicationSource, Finding } from '../../model/report.js';
import type { OpenedSource } from '../../model/source.js';
import { withoutLogins } from '../../model/url-login.js';
import type { KeptBuilds } from '../../render/argocd/kept-builds.js';
import {
  type ArgoRendered,
  type ArgoRenderRequest,
  renderArgoSource,
  sourceFiles,
} from '../../render/argocd/render-source.js';
import type { ArgoRepositories, WantedRepository } from '../../source/argocd/open-repository.js';
import { normalRepositoryURL } from '../../source/argocd/repository-map.js';
import type { DesiredPart } from '../application/judged-application.js';

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

/** A source of Git with its repository, opened; a chart has none. */
interface Opened {
  readonly source: ArgoSource;
  readonly repository: OpenedSource | undefined;
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
    const opened = await openAll(application, context);
    const rendered: ArgoRendered[] = [];
    const parts: DesiredPart[] = [];
    for (const [index, one] of opened.entries()) {
      if (isReferenceOnly(one.source, application.multiSource)) {
        reported.push({ ...placeOf(one), renderer: { name: 'yaml', version: 'not rendered' } });
        continue;
      }
      const result = await renderOne(application, index, one, opened, context, tools).catch((error: unknown) => {
        throw numbered(error, index, opened.length);
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

async function openAll(application: ArgoApplication, context: ArgoSourcesContext): Promise<readonly Opened[]> {
  const others = application.sources.filter(isGit).map(({ repoURL }) => repoURL);
  const opened: Opened[] = [];
  for (const [index, source] of application.sources.entries()) {
    const repository = isGit(source)
      ? await context.repositories.open(wantedOf(source, others)).catch((error: unknown) => {
          throw numbered(error, index, application.sources.length);
        })
      : undefined;
    opened.push({ source, repository });
  }
  return opened;
}

function wantedOf(source: ArgoSource, others: readonly string[]): WantedRepository {
  const { repoURL, targetRevision = '' } = source;
  return { repoURL, targetRevision, tagPrefix: tagPrefix(source), others };
}

/** The Git repositories that an Application is rendered from. */
export function repositoriesOf({ sources }: ArgoApplication): readonly WantedRepository[] {
  const git = sources.filter(isGit);
  const others = git.map(({ repoURL }) => repoURL);
  return git.map((source) => wantedOf(source, others));
}

function renderOne(
  application: ArgoApplication,
  index: number,
  { source, repository }: Opened,
  all: readonly Opened[],
  context: ArgoSourcesContext,
  tools: Tools,
): Promise<ArgoRendered> {
  const request = requestOf(application, index, { source, repository }, all, context);
  return renderArgoSource(request, { ...tools, apiVersions: context.apiVersions });
}

function requestOf(
  application: ArgoApplication,
  index: number,
  { source, repository }: Opened,
  all: readonly Opened[],
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
  own: Opened,
  all: readonly Opened[],
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
      const inCopy = (one: Opened): Opened =>
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

/**
 * The repositories that a source may take values from, by their `ref`. Throws `manifest-invalid` where Argo CD refuses
 * the references: two revisions of one repository, or another revision of the source's own.
 */
function referenced(own: Opened, all: readonly Opened[]): ReadonlyMap<string, { readonly root: string }> {
  const refs = new Map<string, { readonly root: string }>();
  const revisions = new Map<string, string>();
  const used = JSON.stringify(own.source.raw.helm ?? null);
  for (const { source, repository } of all) {
    if (source.ref === undefined || repository?.root === undefined) continue;
    refs.set(source.ref, { root: repository.root });
    if (!used.includes(`"$${source.ref}/`)) continue;
    const url = normalRepositoryURL(source.repoURL);
    const other = revisions.get(url);
    if (other !== undefined && other !== (source.targetRevision ?? '')) {
      throw refusedReference(
        `$${source.ref} names another revision of ${withoutLogins(source.repoURL)} than another reference does`,
      );
    }
    revisions.set(url, source.targetRevision ?? '');
    const isOwn = own.repository !== undefined && normalRepositoryURL(own.source.repoURL) === url;
    if (isOwn && own.repository?.revision !== repository.revision) {
      throw refusedReference(`$${source.ref} names another revision of the source's own repository`);
    }
  }
  return refs;
}

function refusedReference(message: string): GitdriftError {
  return new GitdriftError('manifest-invalid', `${message}, which Argo CD refuses`, { hint: 'use one targetRevision' });
}

/** A chart has a `chart`; an OCI artifact an address of its own kind. */
function isGit({ chart, repoURL }: ArgoSource): boolean {
  return chart === undefined && !/^oci:\/\//i.test(repoURL);
}

/** A source of several that is only there for others to take values from. */
function isReferenceOnly(source: ArgoSource, multiSource: boolean): boolean {
  return multiSource && isGit(source) && source.path === undefined;
}

function tagPrefix({ raw }: ArgoSource): string {
  return typeof raw.tagPrefix === 'string' ? raw.tagPrefix : '';
}

function placeOf({ source, repository }: Opened): Omit<ApplicationSource, 'renderer'> {
  const { revision, repoURL = source.repoURL } = repository ?? {};
  return {
    repoURL: withoutLogins(repoURL),
    path: source.path ?? (source.chart === undefined ? '.' : source.chart),
    ...(source.targetRevision === undefined ? {} : { targetRevision: source.targetRevision }),
    ...(revision === undefined ? {} : { revision }),
    ...(repository?.dirty === undefined ? {} : { dirty: repository.dirty }),
  };
}

/** Of several sources, which one failed. */
function numbered(error: unknown, index: number, count: number): unknown {
  if (!(error instanceof GitdriftError) || error.code === 'interrupted' || count === 1) return error;
  const { code, message, hint, position } = error;
  return new GitdriftError(code, `source ${index + 1} of ${count}: ${message}`, {
    ...(hint === undefined ? {} : { hint }),
    ...(position === undefined ? {} : { position }),
    cause: error,
  });
}
