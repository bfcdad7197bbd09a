import type { Desired } from '../../desired/build-desired.js';
import { GitdriftError } from '../../model/errors.js';
import type { FluxSource } from '../../model/flux.js';
import type { Cluster } from '../../model/live.js';
import type { ManifestDocument } from '../../model/manifest.js';
import type { ApplicationReport, ApplicationSource, Finding } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import { refKey } from '../../model/resource.js';
import type { OpenedSource } from '../../model/source.js';
import type { ArgoRepositories } from '../../source/argocd/open-repository.js';
import type { Artifacts } from '../../source/flux/artifact.js';
import type { FoundEvidence } from '../evidence/evidence.js';
import { type EarlierDesired, type EarlierWorld, SAID, selectedOf } from './base.js';
import { besideBase } from './earlier-revisions.js';

/** The repositories of an application at the revision of `--base`; `told` fills up while they are opened. */
interface AtBase<Opener> {
  readonly opener: Opener;
  readonly told: {
    /** Those that have the revision, by the address that reports name. */
    readonly found: Map<string, Pick<OpenedSource, 'revision' | 'revisionTime'>>;
    /** Why the others do not. */
    readonly lacking: Map<string, string>;
  };
}

/** Repositories that open at another revision where they have it, and else as the application names them. */
export function repositoriesAtBase(repositories: ArgoRepositories, revision: string): AtBase<ArgoRepositories> {
  const told: AtBase<unknown>['told'] = { found: new Map(), lacking: new Map() };
  const opener: ArgoRepositories = {
    ...repositories,
    async open(wanted) {
      const head = await repositories.open(wanted);
      const address = head.repoURL ?? wanted.repoURL;
      try {
        const other = await repositories.at(wanted, revision);
        told.found.set(address, other);
        return other;
      } catch (error) {
        told.lacking.set(address, reasonOf(error));
        return head;
      }
    },
  };
  return { opener, told };
}

/** Artifacts that open at another revision where their repository has it, and else as they are. */
export function artifactsAtBase(artifacts: Artifacts, revision: string): AtBase<Artifacts> {
  const told: AtBase<unknown>['told'] = { found: new Map(), lacking: new Map() };
  const open = async (source: FluxSource) => {
    const head = await artifacts.open(source);
    const other = await artifacts.at(source, revision).catch((error: unknown) => {
      told.lacking.set(head.repoURL, reasonOf(error));
    });
    if (other === undefined) return head;
    told.found.set(head.repoURL, { ...other.repository, revision: other.revision });
    return other;
  };
  return { opener: { ...artifacts, open }, told };
}

/** A revision that a repository does not have is said; what else fails ends the run. */
function reasonOf(error: unknown): string {
  if (error instanceof GitdriftError && error.code === 'source-not-found') return error.message;
  throw error;
}

/** An application as it is compared. */
interface ApplicationWorld extends Pick<EarlierWorld, 'compared' | 'live' | 'judging' | 'evidence' | 'desired'> {
  readonly sources: readonly ApplicationSource[];
  readonly request: AnalyzeRequest;
  readonly cluster: Cluster;
  declare(documents: readonly ManifestDocument[]): Promise<Desired>;
}

/** What the revision of `--base` adds to an application. */
export interface ApplicationSince {
  readonly evidence: FoundEvidence;
  readonly findings: readonly Finding[];
  readonly sources: readonly ApplicationSource[];
}

/** Throws `source-not-found` where no application of a run has a source at the revision of `--base`: a name may be wrong. */
export function requireBase(reports: readonly ApplicationReport[]): void {
  if (reports.some(({ sources }) => sources.some(({ base }) => base !== undefined))) return;
  const said = reports.flatMap(({ findings }) => findings).find(({ code }) => code === 'base-not-compared');
  if (said === undefined) return;
  throw new GitdriftError('source-not-found', said.message, {
    hint: 'check the revision; a clone that --repo-map names may have to fetch it',
  });
}

/**
 * Adds the third side to the evidence of an application: its sources rendered again by `render`, with what has the revision
 * of `--base` at that revision and everything else as it is compared. `undefined` from `render`: nothing of it is in Git.
 */
export async function withApplicationBase<Opener>(
  { opener, told }: AtBase<Opener>,
  render: (opener: Opener) => Promise<readonly ManifestDocument[] | undefined>,
  world: ApplicationWorld,
): Promise<ApplicationSince> {
  const { request, evidence, sources, desired } = world;
  const revision = request.base ?? '';
  const read = await readEarlier(() => render(opener), world);
  const [first] = told.found.values();
  if (first === undefined || read === undefined) {
    const why = [...told.lacking.values()].sort().join('; ') || 'nothing of it is in a Git repository';
    return { evidence, findings: [notCompared('warning', revision, why)], sources };
  }
  const commits = new Set([...told.found.values()].map((one) => one.revision));
  const short = first.revision?.slice(0, 7) ?? revision;
  const name = commits.size === 1 ? `base ${short}` : `base ${revision}`;
  const { revisionTime } = first;
  const earlier: EarlierDesired = {
    ...read,
    at: { name, revision: first.revision ?? revision },
    ...(revisionTime === undefined ? {} : { revisionTime }),
  };
  const own = new Map(desired.objects.map((object) => [refKey(object.ref), object]));
  // The marks that a controller adds are in neither revision of Git.
  const compared = world.compared.map((one) => ({ ...one, desired: own.get(refKey(one.desired.ref)) ?? one.desired }));
  const since = await besideBase(earlier, { ...world, compared }, desired, world.cluster);
  const others = [...told.lacking].sort().map(([url, why]) => notCompared('note', revision, why, url));
  return {
    evidence: since.evidence,
    findings: [...since.findings, ...others],
    sources: sources.map((source) => {
      const at = told.found.get(source.repoURL ?? '')?.revision;
      return at === undefined ? source : { ...source, base: at };
    }),
  };
}

/** Everything that the other revision declares; faults of its files are said. */
async function readEarlier(
  render: () => Promise<readonly ManifestDocument[] | undefined>,
  { declare, request }: ApplicationWorld,
): Promise<Omit<EarlierDesired, 'at' | 'revisionTime'> | undefined> {
  try {
    const documents = await render();
    if (documents === undefined) return undefined;
    const desired = await declare(documents);
    const objects = new Map(desired.objects.map((object) => [refKey(object.ref), object]));
    return { objects, selected: selectedOf(desired, request.select) };
  } catch (error) {
    if (!(error instanceof GitdriftError) || !SAID.has(error.code)) throw error;
    return { objects: undefined, selected: [], reason: error.message };
  }
}

function notCompared(severity: 'warning' | 'note', revision: string, why: string, source?: string): Finding {
  const what = source === undefined ? 'its sources' : `what it takes from ${source}`;
  const message = `base ${revision} says nothing of ${what}, so changes of Git there cannot be told from changes of live: ${why}`;
  return { code: 'base-not-compared', severity, message };
}
