import type { ManifestDocument } from './manifest.js';
import type { ApplicationKind, Finding, RendererName } from './report.js';

/** What the user asked for as desired state, before anything is opened. */
export type SourceRequest =
  | { readonly kind: 'path'; readonly path: string; readonly recursive: boolean }
  | { readonly kind: 'stdin' }
  | {
      readonly kind: 'git';
      readonly repoURL: string;
      readonly revision?: string;
      readonly path: string;
      readonly recursive: boolean;
      /** The history is wanted, too, and not only the files. */
      readonly history?: true;
    }
  | ArgoRequest
  | FluxRequest;

/** Which Argo CD Applications are looked at, and where what they name is found from here. */
export interface ArgoRequest {
  readonly kind: 'argocd';
  /** Files with Applications; `-` is standard input. */
  readonly files: readonly string[];
  /** `NAME` or `NAMESPACE/NAME`, read from the cluster or the recording. */
  readonly names: readonly string[];
  /** Every Application that the cluster or the recording holds. */
  readonly all: boolean;
  /** Local clones that stand in for repositories. */
  readonly repositories: readonly { readonly url: string; readonly folder: string }[];
  /** Contexts of the kubeconfig by the server or the name of a destination. */
  readonly contexts: readonly { readonly destination: string; readonly context: string }[];
  /** Look for objects of the application in every kind that it has, not only where its status names them. */
  readonly prune: boolean;
  /** The history of the repositories is wanted, too, and not only the files. */
  readonly history?: true;
}

/** Which Kustomizations and HelmReleases of Flux are looked at, and where their sources are found from here. */
export interface FluxRequest {
  readonly kind: 'flux';
  /** Files with Kustomizations, HelmReleases and their sources; `-` is standard input. */
  readonly files: readonly string[];
  /** `NAME` or `NAMESPACE/NAME`, read from the cluster or the recording. */
  readonly kustomizations: readonly string[];
  readonly helmReleases: readonly string[];
  /** Every one that the cluster or the recording holds. */
  readonly all: boolean;
  /** Local clones and folders that stand in for sources. */
  readonly repositories: readonly { readonly url: string; readonly folder: string }[];
  /** The history of the repositories is wanted, too, and not only the files. */
  readonly history?: true;
}

/** How to render it. `renderer` absent: recognised from the files. */
export interface RenderRequest {
  readonly renderer?: RendererName;
  readonly values: readonly string[];
  readonly set: readonly string[];
  readonly releaseName?: string;
  readonly namespace?: string;
  /** Of the cluster that is compared with; absent in offline work. */
  readonly kubeVersion?: string;
  readonly apiVersions: readonly string[];
}

/** An opened source: files on disk, or the text of standard input. `close` removes what opening made; it never fails. */
export interface OpenedSource {
  readonly kind: Extract<ApplicationKind, 'directory' | 'file' | 'git' | 'stdin'>;
  /** A name for the application where the user gives none: the last part of the path. */
  readonly name: string;
  /** Absolute path of the file or directory to render; absent for standard input. */
  readonly location?: string;
  /**
   * Absolute path that origins are relative to: the repository's root, else the working directory where it holds the
   * location, else the file system's root (then origins are absolute).
   */
  readonly root?: string;
  /** Absolute path that no symbolic link may lead out of; absent: `root`. */
  readonly bounds?: string;
  /** Git submodules at or below the path whose files are not there, from the root, sorted; absent where there is none. */
  readonly submodules?: readonly string[];
  readonly stdin?: string;
  readonly recursive: boolean;
  readonly repoURL?: string;
  readonly path: string;
  readonly targetRevision?: string;
  readonly revision?: string;
  /** When the revision was committed, RFC 3339. */
  readonly revisionTime?: string;
  readonly dirty?: boolean;
  close(): Promise<void>;
}

/** What a renderer gives: documents in file order, never unwrapped or filtered. */
export interface Rendered {
  readonly renderer: { readonly name: RendererName; readonly version: string };
  readonly documents: readonly ManifestDocument[];
  readonly findings: readonly Finding[];
}
