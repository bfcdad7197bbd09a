import { join, relative, resolve, sep } from 'node:path';
import type { Analysis } from '../../analyze.js';
import type { Tools } from '../../cli/engine.js';
import { isSecret } from '../../compare/secret.js';
import { type FieldPath, printPath, toPointer } from '../../model/field-path.js';
import { type Origin, type Origins, originAt } from '../../model/manifest.js';
import type { OpenedSource } from '../../model/source.js';
import type { NotRead } from '../../model/timeline-report.js';
import { checkReferences } from '../../render/kustomize-references.js';
import { documentHistory } from '../../source/document-history.js';
import { lineHistory } from '../../source/line-history.js';
import { pathHistory } from '../../source/path-history.js';
import { type DeclaredLines, toldByCommits } from '../../timeline/commits.js';
import type { Told } from '../../timeline/told.js';
import type { FieldWorld } from '../explain/field-world.js';

/** What Git tells of the declaring lines, and what of that could not be read. */
export interface ToldByGit {
  readonly told: readonly Told[];
  readonly notRead: readonly NotRead[];
  /** Sentences about what the commits do not cover. */
  readonly notKnown: readonly string[];
}

/** Commits that are listed of one file; who wants more has git. */
const MOST_COMMITS = 20;

/**
 * The commits that touched what declares the object, or the line that declares the field. Nothing where no desired state
 * is given or it does not declare the object.
 */
export async function readGit(
  world: FieldWorld,
  field: FieldPath | undefined,
  valuesFiles: readonly string[],
  tools: Tools,
): Promise<ToldByGit> {
  const { analysis, desired } = world;
  if (analysis === undefined || desired === undefined) return { told: [], notRead: [], notKnown: [] };
  const { source } = analysis;
  if (source.root === undefined) return unread(analysis.noFiles ?? 'standard input has no history');
  const declared = field === undefined ? undefined : originAt(desired.origins, toPointer(field, desired.object));
  const lines =
    declared?.line !== undefined && declared.line !== originAt(desired.origins, '').line
      ? await ofField(source, source.root, declared, declared.line, !isSecret(world.ref), tools)
      : await ofDocument(source, source.root, desired.origins, tools);
  if (typeof lines === 'string') return unread(lines, desired.origins.file);
  const around = await aroundDocument(analysis, source.root, valuesFiles, tools);
  const own = new Set(lines.lines.changes.map(({ commit }) => commit.sha));
  const others = around.changes.filter(({ commit }) => !own.has(commit.sha));
  const { file } = desired.origins;
  return {
    told: [
      ...toldByCommits(lines.lines),
      ...toldByCommits({ what: 'around', place: around.place, changes: others, uncommitted: false }),
    ],
    notRead: around.reason === undefined ? [] : [{ source: `commits of ${around.place}`, reason: around.reason }],
    notKnown: [
      ...(lines.cut ? [`older commits of ${file} are not listed: git log has them`] : []),
      ...(around.cut ? [`older commits of ${around.place} are not listed: git log has them`] : []),
      ...(around.place !== '' && source.dirty === true
        ? ['the work tree has changes that are not committed; whether they are about this object is not known']
        : []),
      ...(field !== undefined && lines.lines.what === 'object'
        ? [`no line of ${file} is known to declare ${printPath(field)}: the commits are those of the whole object`]
        : []),
    ],
  };
}

interface Around {
  /** What the files are, for people; '' where rendering reads no other files. */
  readonly place: string;
  readonly changes: DeclaredLines['changes'];
  readonly cut: boolean;
  readonly reason?: string;
}

/** Commits of the other files that a kustomization or a chart is made of: kustomizations and patches, values. */
async function aroundDocument(
  { report, source, editing }: Analysis,
  root: string,
  valuesFiles: readonly string[],
  tools: Tools,
): Promise<Around> {
  const renderer = editing?.renderer ?? report.applications[0]?.sources[0]?.renderer.name;
  const { location } = source;
  if (location === undefined || (renderer !== 'kustomize' && renderer !== 'helm')) return NOTHING_AROUND;
  const files =
    renderer === 'kustomize'
      ? (await checkReferences(location, { root, confined: false })).map((folder) => join(folder, '*'))
      : [
          join(location, 'values.yaml'),
          join(location, 'Chart.yaml'),
          ...(editing?.valuesFiles ?? valuesFiles).map((file) => resolve(tools.cwd, file)),
        ];
  const paths = files
    .map((file) => relative(root, file).split(sep).join('/'))
    .filter((path) => !/^\.\.(\/|$)/.test(path));
  if (paths.length === 0) return NOTHING_AROUND;
  const place = renderer === 'kustomize' ? 'the kustomizations and their patches' : 'the chart and its values';
  const history = await pathHistory(root, paths, wanted(source), ioOf(source, tools));
  if (history.kind === 'unknown') return { ...NOTHING_AROUND, place, reason: history.reason };
  return { place, changes: history.changes, cut: history.cut };
}

const NOTHING_AROUND: Around = { place: '', changes: [], cut: false };

function unread(reason: string, file?: string): ToldByGit {
  return {
    told: [],
    notRead: [{ source: file === undefined ? 'commits' : `commits of ${file}`, reason }],
    notKnown: [],
  };
}

interface FoundLines {
  readonly lines: DeclaredLines;
  readonly cut: boolean;
}

async function ofField(
  source: OpenedSource,
  root: string,
  origin: Origin,
  line: number,
  showsLines: boolean,
  tools: Tools,
): Promise<FoundLines | string> {
  const history = await lineHistory(root, origin.file, line, wanted(source), ioOf(source, tools));
  if (history.kind === 'unknown') return history.reason;
  const changes = history.changes.map(({ commit, committed, before, after }) => ({
    commit,
    committed,
    ...(showsLines && before !== undefined ? { before } : {}),
    ...(showsLines && after !== undefined ? { after } : {}),
  }));
  return { lines: { origin, what: 'field', changes, uncommitted: history.uncommitted }, cut: history.cut };
}

async function ofDocument(
  source: OpenedSource,
  root: string,
  origins: Origins,
  tools: Tools,
): Promise<FoundLines | string> {
  const known = [...origins.lines.values()];
  if (known.length === 0) return `the lines of ${origins.file} that declare the object are not known`;
  const range = { first: Math.min(...known), last: Math.max(...known) };
  const history = await documentHistory(root, origins.file, range, wanted(source), ioOf(source, tools));
  if (history.kind === 'unknown') return history.reason;
  const origin = { file: origins.file, line: range.first };
  return {
    lines: { origin, what: 'object', changes: history.changes, uncommitted: history.uncommitted },
    cut: history.cut,
  };
}

/** The work tree as it stands, or the revision that a clone was made of. */
function wanted({ kind, revision }: OpenedSource): { revision?: string; limit: number } {
  return { limit: MOST_COMMITS, ...(kind === 'git' && revision !== undefined ? { revision } : {}) };
}

function ioOf(
  { kind }: OpenedSource,
  { env, signal }: Tools,
): { env: Tools['env']; signal: AbortSignal; cloned?: boolean } {
  return { env, signal, ...(kind === 'git' ? { cloned: true } : {}) };
}
