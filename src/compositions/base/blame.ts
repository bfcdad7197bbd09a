import type { Tools } from '../../cli/engine.js';
import type { LineOrigin } from '../../model/commit.js';
import type { FieldDrift } from '../../model/drift.js';
import type { Origin } from '../../model/manifest.js';
import type { Finding, Report, ResourceReport } from '../../model/report.js';
import type { AnalyzeRequest } from '../../model/request.js';
import type { OpenedSource } from '../../model/source.js';
import { type Blame, blameLines } from '../../source/line-blame.js';
import { whyNoCommit } from '../../source/work-tree.js';

/**
 * The report with the commit that last touched each declaring line (`--git-blame`), where Git can tell; a file that it
 * cannot tell of is warned about. Unchanged where that was not asked for.
 */
export async function withBlame(
  report: Report,
  source: OpenedSource,
  request: AnalyzeRequest,
  tools: Pick<Tools, 'env' | 'signal' | 'warn' | 'progress'>,
): Promise<Report> {
  if (request.gitBlame !== true) return report;
  const { root, revision } = source;
  if (root === undefined || revision === undefined) {
    tools.warn(`--git-blame names no commit: ${await whyNone(source, tools)}`);
    return report;
  }
  const wanted = wantedLines(report);
  if (wanted.size > 0)
    tools.progress(`asking Git for the history of ${wanted.size === 1 ? 'a file' : `${wanted.size} files`}`);
  const io = { env: tools.env, signal: tools.signal, ...(source.kind === 'git' ? { cloned: true } : {}) };
  const blames = new Map<string, Blame>();
  for (const [file, lines] of wanted) {
    // A clone is at its revision; in a work tree the lines that were read are those on disk.
    const blame = await blameLines(root, file, lines, source.kind === 'git' ? { revision } : {}, io);
    if (blame.kind === 'unknown') tools.warn(`--git-blame: nothing is known of ${file}: ${blame.reason}`);
    blames.set(file, blame);
  }
  const withCommit = (origin: Origin): Origin => {
    const blame = blames.get(origin.file);
    const found = blame?.kind === 'known' && origin.line !== undefined ? blame.lines.get(origin.line) : undefined;
    return found === undefined ? origin : { ...origin, ...commitOf(found) };
  };
  return {
    ...report,
    applications: report.applications.map((application) => ({
      ...application,
      resources: application.resources.map((resource) => ofResource(resource, withCommit)),
      findings: application.findings.map((finding) => withOrigin<Finding>(finding, withCommit)),
    })),
  };
}

async function whyNone({ location, path }: OpenedSource, tools: Pick<Tools, 'env' | 'signal'>): Promise<string> {
  if (location === undefined) return 'standard input is in no Git repository';
  const { reason, hint } = await whyNoCommit(location, tools);
  return `${path}: ${reason} (${hint})`;
}

/** The declaring lines of all differences and findings, by file, sorted. */
function wantedLines({ applications }: Report): ReadonlyMap<string, readonly number[]> {
  const lines = new Map<string, Set<number>>();
  for (const { resources, findings } of applications) {
    const fields = resources.flatMap(({ drift, ignored, undeclared }) => [...drift, ...ignored, ...undeclared]);
    for (const { origin } of [...fields, ...findings]) {
      if (origin?.line === undefined) continue;
      lines.set(origin.file, (lines.get(origin.file) ?? new Set()).add(origin.line));
    }
  }
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  return new Map(sorted.map(([file, found]) => [file, [...found].sort((a, b) => a - b)]));
}

function ofResource(resource: ResourceReport, change: (origin: Origin) => Origin): ResourceReport {
  const all = (fields: readonly FieldDrift[]): FieldDrift[] => fields.map((field) => withOrigin(field, change));
  return {
    ...resource,
    drift: all(resource.drift),
    ignored: all(resource.ignored),
    undeclared: all(resource.undeclared),
  };
}

function withOrigin<T extends { readonly origin?: Origin }>(declared: T, change: (origin: Origin) => Origin): T {
  return declared.origin === undefined ? declared : { ...declared, origin: change(declared.origin) };
}

function commitOf(line: LineOrigin): Pick<Origin, 'commit' | 'shallow' | 'uncommitted'> {
  if (line.kind === 'uncommitted') return { uncommitted: true };
  return { commit: line.commit, ...(line.shallow ? { shallow: true } : {}) };
}
