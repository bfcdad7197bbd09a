import { realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import type { FluxInclude, FluxReference, FluxSource } from '../../model/flux.js';
import type { OpenedSource } from '../../model/source.js';
import { stepsInside } from '../../model/steps-inside.js';
import { systemReason } from '../../model/system-error.js';
import { type ArgoRepositories, argoRepositories, type RepositoryIo } from '../argocd/open-repository.js';
import { normalRepositoryURL, type RepositoryMap } from '../argocd/repository-map.js';
import { removeTemporaryFolder, temporaryFolder } from '../temporary-folders.js';
import { copyArtifact, copyFiles } from './copy-artifact.js';
import { openGitSource, wantedOf } from './git-artifact.js';
import { pullImage } from './image-artifact.js';

/** The content of a source's artifact, in a folder of this run's own. */
export interface Artifact {
  /** Absolute and real. */
  readonly root: string;
  /** The commit, or what the artifact calls its revision. */
  readonly revision: string;
  readonly repoURL: string;
  readonly targetRevision: string;
  readonly submodules: readonly string[];
  /** The clone that holds it, where Git does. */
  readonly repository?: OpenedSource;
  /** The commit that `spec.ref` stands for by now, where it is another than the artifact's. */
  readonly ahead?: string;
}

/** Finds a source by its reference. Throws `source-not-found`. */
export type SourceFinder = (reference: FluxReference) => Promise<FluxSource>;

/** The artifacts of sources, each made once a run. */
export interface Artifacts {
  /** Throws GitdriftError where the source is of a kind that gitdrift cannot fetch, or cannot be opened. */
  open(source: FluxSource): Promise<Artifact>;
  /**
   * The artifact as the commit of another revision would give it; undefined for a source that is no Git repository. Throws
   * as ArgoRepositories.at.
   */
  at(source: FluxSource, revision: string): Promise<Artifact | undefined>;
  /** The Git repositories that artifacts are made of. */
  readonly repositories: ArgoRepositories;
  /** True where a folder of this machine stands for the source. */
  isMapped(source: FluxSource): boolean;
  /** Removes what opening made; never fails. */
  close(): Promise<void>;
}

/**
 * Opens sources: Git repositories at the commit of their artifact, images of registries, and what `map` says is a folder of
 * this machine; `find` gives the sources that one includes.
 */
export function fluxArtifacts(map: RepositoryMap, find: SourceFinder, io: RepositoryIo): Artifacts {
  const repositories = argoRepositories(map, io);
  const opened = new Map<string, Promise<Artifact>>();
  const folders: string[] = [];
  const newFolder = async (): Promise<string> => {
    const folder = await temporaryFolder(io.env);
    folders.push(folder);
    return folder;
  };

  const place = async (source: FluxSource): Promise<Artifact> => {
    if (source.kind === 'GitRepository') return openGitSource(source, repositories);
    const given = folderFor(source, map);
    if (given !== undefined) return mapped(source, given, io.cwd);
    if (source.kind !== 'OCIRepository' || source.url === '') throw notFetched(source);
    const root = await newFolder();
    io.progress(`pulling ${source.url}`);
    const revision = await pullImage(source, root, io);
    const targetRevision = revision.split('@')[0] ?? revision;
    return { root, revision, repoURL: source.url, targetRevision, submodules: [] };
  };

  const make = async (source: FluxSource, within: readonly string[]): Promise<Artifact> => {
    const found = await place(source);
    const whole = source.include.length === 0 ? found.root : await withIncluded(found.root, source, within);
    const folder = await newFolder();
    await copyArtifact(whole, folder, source);
    return { ...found, root: await realpath(folder) };
  };

  /** The files of a source with those of the sources that it includes, which its own patterns may leave out again. */
  const withIncluded = async (root: string, source: FluxSource, within: readonly string[]): Promise<string> => {
    const folder = await newFolder();
    await copyFiles(root, folder, () => true);
    for (const include of source.include) {
      const reference = { kind: 'GitRepository', namespace: source.namespace, name: include.name };
      const other = atCommit(await find(reference), include.commit);
      const { root: from } = await opening(other, [...within, keyOf(source)]);
      const part = join(from, ...stepsInside(include.fromPath));
      if (!(await stat(part).catch(() => undefined))?.isDirectory()) throw withoutPart(source, include);
      await copyFiles(part, join(folder, ...stepsInside(include.toPath)), () => true);
    }
    return folder;
  };

  const opening = (source: FluxSource, within: readonly string[]): Promise<Artifact> => {
    if (within.includes(keyOf(source))) return Promise.reject(includesItself(source));
    const key = `${keyOf(source)}@${source.commit ?? source.wanted}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const making = make(source, within);
    // Whoever asked is told; nobody else needs to be.
    making.catch(() => {});
    opened.set(key, making);
    return making;
  };

  return {
    open: (source) => opening(source, []),
    async at(source, revision) {
      if (source.kind !== 'GitRepository') return undefined;
      const { revision: commit = '' } = await repositories.at(wantedOf(source), revision);
      return opening({ ...source, commit }, []);
    },
    repositories,
    isMapped: (source) => folderFor(source, map) !== undefined,
    async close() {
      await Promise.all(folders.map(removeTemporaryFolder));
      await repositories.close();
    },
  };
}

function keyOf({ kind, namespace, name }: FluxReference): string {
  return `${kind}/${namespace}/${name}`;
}

/** The included source as it was when the artifact was made. */
function atCommit(source: FluxSource, commit: string | undefined): FluxSource {
  return commit === undefined ? source : { ...source, commit };
}

function folderFor({ url }: FluxSource, map: RepositoryMap): string | undefined {
  if (url === '') return undefined;
  return map.clones.findLast((one) => normalRepositoryURL(one.url) === normalRepositoryURL(url))?.folder;
}

/** A folder in place of an artifact that no Git holds. */
async function mapped({ revision = '', url, wanted }: FluxSource, given: string, cwd: string): Promise<Artifact> {
  const folder = resolve(cwd, given);
  const found = await stat(folder).catch((error: unknown) => {
    throw new GitdriftError('source-not-found', `${given} cannot be read: ${systemReason(error)}`, {
      hint: 'check --repo-map',
    });
  });
  if (!found.isDirectory()) throw new GitdriftError('usage', `${given} is no folder`, { hint: 'check --repo-map' });
  const targetRevision = /^([^@]+)@/.exec(revision)?.[1] ?? wanted.replace(/^refs\/(?:heads|tags)\//, '');
  return { root: await realpath(folder), revision, repoURL: url, targetRevision, submodules: [] };
}

function notFetched({ kind, namespace, name, url }: FluxSource): GitdriftError {
  return new GitdriftError(
    'source-not-found',
    `the ${kind} ${namespace}/${name} is no Git repository and no image, and gitdrift fetches none of that kind`,
    {
      hint:
        url === ''
          ? 'compare its content: kustomize build DIR | gitdrift diff -'
          : `give a folder with its content: --repo-map ${url}=DIR`,
    },
  );
}

function withoutPart({ namespace, name }: FluxSource, include: FluxInclude): GitdriftError {
  return new GitdriftError(
    'source-not-found',
    `GitRepository ${namespace}/${name} includes ${include.fromPath || '.'} of ${include.name}, which has no such folder`,
    { hint: 'check spec.include[].fromPath, and what the included source leaves out' },
  );
}

function includesItself({ namespace, name }: FluxSource): GitdriftError {
  return new GitdriftError('manifest-invalid', `GitRepository ${namespace}/${name} includes itself`, {
    hint: 'mend spec.include',
  });
}
