import type { Desired } from '../../desired/build-desired.js';
import type { Cluster } from '../../model/live.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { ApplicationReport, RendererName } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { refKey } from '../../model/resource.js';
import type { OpenedSource } from '../../model/source.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import type { OpenCluster } from '../live/open-cluster.js';
import type { ComparedResource, Judging } from './resource-report.js';

/** One source of an application, and how it is rendered again where its files are others. */
export interface DesiredPart {
  readonly documents: readonly ManifestDocument[];
  /** The repository, its `location` being the folder that is rendered; absent for a chart that is in no repository. */
  readonly source?: OpenedSource;
  /** What the source is, for people: an address, a chart. */
  readonly shown: string;
  readonly renderer: RendererName;
  /** The values files that a chart is rendered with, absolute. */
  readonly valuesFiles: readonly string[];
  /** Renders the part from a copy of its files. Throws as the first rendering. */
  render(copy: OpenedSource): Promise<readonly ManifestDocument[]>;
}

/** An application of Argo CD or Flux with everything that its report was made from. */
export interface JudgedApplication {
  readonly kind: 'judged';
  readonly report: ApplicationReport;
  /** The cluster that it deploys to. */
  readonly open: OpenCluster;
  readonly desired: Desired;
  readonly compared: readonly ComparedResource[];
  readonly evidence: FoundEvidence;
  readonly judging: Judging;
  readonly parts: readonly DesiredPart[];
  /** Rendered documents as the application's desired objects, by the rules of its controller. */
  declare(documents: readonly ManifestDocument[]): Promise<Desired>;
}

/** An application that could not be rendered, or whose cluster could not be looked into. */
export interface UnjudgedApplication {
  readonly kind: 'not-judged';
  readonly report: ApplicationReport;
  readonly reason: string;
  /** Present where it is the cluster that could not be looked into. */
  readonly elsewhere?: true;
}

export type SeenApplication = JudgedApplication | UnjudgedApplication;

/** What somebody wants of a run over applications beside its report. */
export interface ApplicationsRun {
  /** Stands between the run and each cluster that it opens. */
  readonly through?: (cluster: Cluster) => Cluster;
  /** Given all applications, and the cluster that they were read from, while their sources are open. */
  readonly use?: (seen: readonly SeenApplication[], own: OpenCluster) => Promise<void>;
}

/** True where applications are needed once more when all are judged, with everything that their reports were made from. */
export function isLookedAtAgain({ gitBlame, observeMs }: AnalyzeRequest, { use }: ApplicationsRun): boolean {
  return gitBlame === true || observeMs !== undefined || use !== undefined;
}

/** The part that declares each object, by `refKey`; where several do it is the last, which wins. */
export async function partsByObject({
  parts,
  declare,
}: Pick<JudgedApplication, 'parts' | 'declare'>): Promise<ReadonlyMap<string, DesiredPart>> {
  const found = new Map<string, DesiredPart>();
  for (const part of parts) {
    const { objects, notCompared } = await declare(part.documents);
    for (const { ref } of [...objects, ...notCompared]) found.set(refKey(ref), part);
  }
  return found;
}
