import { copyFile, mkdir, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { GitdriftError } from '../../model/errors.js';
import type { FluxSource } from '../../model/flux.js';
import { systemReason } from '../../model/system-error.js';
import { argoRepositories, type RepositoryIo } from '../argocd/open-repository.js';
import { normalRepositoryURL, type RepositoryMap } from '../argocd/repository-map.js';
import { removeTemporaryFolder, temporaryFolder } from '../temporary-folders.js';
import { type IgnorePattern, ignoresPath, readIgnorePatterns } from './source-ignore.js';

/** The content of a source's artifact, in a folder of this run's own. */
export interface Artifact {
  /** Absolute and real. */
  readonly root: string;
  /** The commit, or what the artifact calls its revision. */
  readonly revision: string;
  readonly repoURL: string;
  readonly targetRevision: string;
  readonly submodules: readonly string[];
}

/** The artifacts of sources, each made once a run. */
export interface Artifacts {
  /** Throws GitdriftError where the source is of a kind that gitdrift cannot fetch, or cannot be opened. */
  open(source: FluxSource): Promise<Artifact>;
  /** True where a folder of this machine stands for the source. */
  isMapped(source: FluxSource): boolean;
  /** Removes what opening made; never fails. */
  close(): Promise<void>;
}

/** Opens sources: Git repositories at the commit of their artifact, and what `map` says is a folder of this machine. */
export function fluxArtifacts(map: RepositoryMap, io: RepositoryIo): Artifacts {
  const repositories = argoRepositories(map, io);
  const opened = new Map<string, Promise<Artifact>>();
  const folders: string[] = [];
  const make = async (source: FluxSource): Promise<Artifact> => {
    const place = source.kind === 'GitRepository' ? await clone(source) : await mapped(source, map, io.cwd);
    const folder = await temporaryFolder(io.env);
    folders.push(folder);
    await copyArtifact(place.root, folder, source.ignore);
    return { ...place, root: await realpath(folder) };
  };
  const clone = async (source: FluxSource): Promise<Artifact> => {
    const targetRevision = source.commit ?? source.wanted;
    const opening = repositories.open({ repoURL: source.url, targetRevision, tagPrefix: '', others: [source.url] });
    const repository = await opening.catch((error: unknown) => {
      throw source.commit === undefined ? error : withArtifactHint(error, source);
    });
    return {
      root: repository.root ?? '',
      revision: repository.revision ?? '',
      repoURL: repository.repoURL ?? source.url,
      targetRevision: shownRevision(source),
      submodules: repository.submodules ?? [],
    };
  };
  return {
    open(source) {
      const key = `${source.kind}/${source.namespace}/${source.name}`;
      const known = opened.get(key);
      if (known !== undefined) return known;
      const opening = make(source);
      // Whoever asked is told; nobody else needs to be.
      opening.catch(() => {});
      opened.set(key, opening);
      return opening;
    },
    isMapped: (source) => folderFor(source, map) !== undefined,
    async close() {
      await Promise.all(folders.map(removeTemporaryFolder));
      await repositories.close();
    },
  };
}

/** `main`, `v1.2.0` or a range, as `spec.ref` has it. */
function shownRevision({ revision, wanted }: FluxSource): string {
  const named = /^([^@]+)@/.exec(revision ?? '')?.[1];
  return named ?? wanted.replace(/^refs\/(?:heads|tags)\//, '');
}

function withArtifactHint(error: unknown, { name, commit = '' }: FluxSource): unknown {
  if (!(error instanceof GitdriftError) || error.code !== 'git-failed') return error;
  return new GitdriftError(
    error.code,
    `${error.message} (the artifact of GitRepository ${name} is of ${commit.slice(0, 12)})`,
    {
      hint: error.hint ?? 'fetch that commit into the clone that --repo-map names',
      cause: error,
    },
  );
}

function folderFor({ url }: FluxSource, map: RepositoryMap): string | undefined {
  if (url === '') return undefined;
  return map.clones.findLast((one) => normalRepositoryURL(one.url) === normalRepositoryURL(url))?.folder;
}

/** A folder in place of an artifact that no Git holds. */
async function mapped(source: FluxSource, map: RepositoryMap, cwd: string): Promise<Artifact> {
  const { kind, namespace, name, url, revision = '' } = source;
  const given = folderFor(source, map);
  if (given === undefined) {
    throw new GitdriftError(
      'source-not-found',
      `the ${kind} ${namespace}/${name} is no Git repository, and gitdrift fetches none of that kind`,
      {
        hint:
          url === ''
            ? 'compare its content: kustomize build DIR | gitdrift diff -'
            : `give a folder with its content: --repo-map ${url}=DIR`,
      },
    );
  }
  const folder = resolve(cwd, given);
  const found = await stat(folder).catch((error: unknown) => {
    throw new GitdriftError('source-not-found', `${given} cannot be read: ${systemReason(error)}`, {
      hint: 'check --repo-map',
    });
  });
  if (!found.isDirectory()) throw new GitdriftError('usage', `${given} is no folder`, { hint: 'check --repo-map' });
  return {
    root: await realpath(folder),
    revision,
    repoURL: url,
    targetRevision: shownRevision(source),
    submodules: [],
  };
}

/** Copies what the artifact would hold: regular files alone, without those that patterns leave out. */
async function copyArtifact(from: string, into: string, ignore: string | undefined): Promise<void> {
  const own = [...(await ignoreFiles(from, [])), ...(ignore === undefined ? [] : readIgnorePatterns(ignore))];
  const ignored = ignoresPath(own);
  const copy = async (path: readonly string[]): Promise<void> => {
    for (const entry of await readdir(join(from, ...path), { withFileTypes: true })) {
      const here = [...path, entry.name];
      if (entry.isDirectory()) {
        // Patterns are matched against each file too, so one below may be taken in again.
        if (entry.name !== '.git') await copy(here);
      } else if (entry.isFile() && !ignored(here, false)) {
        await mkdir(join(into, ...path), { recursive: true });
        await copyFile(join(from, ...here), join(into, ...here));
      }
    }
  };
  await copy([]);
}

async function ignoreFiles(root: string, domain: readonly string[]): Promise<readonly IgnorePattern[]> {
  const folder = join(root, ...domain);
  const text = await readFile(join(folder, '.sourceignore'), 'utf8').catch(() => '');
  const entries = await readdir(folder, { withFileTypes: true });
  const below: IgnorePattern[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && entry.name !== '.git') below.push(...(await ignoreFiles(root, [...domain, entry.name])));
  }
  return [...readIgnorePatterns(text, domain), ...below];
}
