import type { Tools } from '../../cli/engine.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { ApplicationSource, Finding } from '../../model/report.js';
import type { ResourceRef } from '../../model/resource.js';
import type { Artifacts } from '../../source/flux/artifact.js';
import type { DesiredPart } from '../application/judged-application.js';
import type { FluxObjects } from './flux-objects.js';

/** What rendering an object of Flux may use. */
export interface FluxRendering {
  readonly objects: FluxObjects;
  readonly artifacts: Artifacts;
  readonly tools: Tools;
  /** Of the cluster; absent where it is not known. */
  readonly kubeVersion?: string;
  readonly apiVersions: () => Promise<readonly string[]>;
}

/** What an object of Flux declares. */
export interface FluxDesired {
  readonly documents: readonly ManifestDocument[];
  readonly sources: readonly ApplicationSource[];
  readonly findings: readonly Finding[];
  /** What the documents were rendered from; `render` gives all of them again. */
  readonly part: Omit<DesiredPart, 'documents' | 'render'>;
  /** The commit of the source, or the version of the chart. */
  readonly revision?: string;
  /** Of a HelmRelease: chart or values are others than those of the stored release. */
  readonly upgradePending?: boolean;
  /** Of a HelmRelease: objects that the stored release holds and an upgrade would delete; namespaces are not filled in. */
  readonly dropped?: readonly ResourceRef[];
}
