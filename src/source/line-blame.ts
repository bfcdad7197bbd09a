import type { Commit, LineOrigin } from '../model/commit.js';
import { type Git, GitFailure } from './git.js';
import { openTrackedFile, type RepositoryIo, readable } from './tracked-file.js';

/** Which commit wrote each of the asked lines, or why that cannot be told. */
export type Blame =
  | { readonly kind: 'known'; readonly lines: ReadonlyMap<number, LineOrigin> }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * The commits that last touched these lines (from 1) of a file relative to the work tree's root. `revision` absent: the
 * lines as they stand in the work tree. One call of git a file; changes of white space count. Reads only.
 */
export async function blameLines(
  root: string,
  file: string,
  lines: readonly number[],
  wanted: { readonly revision?: string },
  io: RepositoryIo,
): Promise<Blame> {
  const opened = await openTrackedFile(root, file, wanted.revision, io);
  if (opened.kind === 'unknown') return opened;
  if (opened.kind === 'untracked') {
    return { kind: 'known', lines: new Map(lines.map((line) => [line, { kind: 'uncommitted' }])) };
  }
  try {
    const blamed = await blameIn(opened.git, opened.path, lines, opened.revision);
    const shallow = await opened.shallow();
    return { kind: 'known', lines: new Map([...blamed].map(([line, found]) => [line, originOf(found, shallow)])) };
  } catch (error) {
    if (error instanceof GitFailure) return { kind: 'unknown', reason: readable(error) };
    throw error;
  }
}

/** A blamed line; of a committed one also what it is called in that commit. */
export type BlamedLine =
  | { readonly kind: 'uncommitted' }
  | {
      readonly kind: 'committed';
      readonly commit: Commit;
      readonly revision: string;
      readonly path: string;
      readonly line: number;
    };

/** Runs `git blame` on lines of one file, with git at the repository's root. Throws a `GitFailure`. */
export async function blameIn(
  git: Git,
  path: string,
  lines: readonly number[],
  revision: string | undefined,
): Promise<ReadonlyMap<number, BlamedLine>> {
  if (lines.length === 0) return new Map();
  const said = await git(
    ...['--literal-pathspecs', 'blame', '--porcelain', '--encoding=UTF-8'],
    // Without the commits that a configuration passes over: what counts is who touched the line last. An empty
    // blame.ignoreRevsFile would not do, for git sorts the files before it reads them (builtin/blame.c).
    ...['--no-ignore-revs-file', '--root', '--no-textconv', ...lines.map((line) => `-L${line},${line}`)],
    ...(revision === undefined ? [] : [revision]),
    '--',
    path,
  );
  return parsePorcelain(said);
}

/** What a commit that is not there is called (builtin/blame.c): forty or sixty-four zeros. */
const NO_COMMIT = /^0+$/;

/** `<sha> <line there> <line here> [<count>]`, then facts of the commit where it is new, then a tab and the text. */
function parsePorcelain(text: string): ReadonlyMap<number, BlamedLine> {
  const facts = new Map<string, Map<string, string>>();
  const found = new Map<number, BlamedLine>();
  let here: { sha: string; there: number; line: number } | undefined;
  for (const row of text.split('\n')) {
    const [, sha, there, line] = /^([0-9a-f]{40,64}) (\d+) (\d+)(?: \d+)?$/.exec(row) ?? [];
    if (here === undefined && sha !== undefined) {
      here = { sha, there: Number(there), line: Number(line) };
      if (!facts.has(sha)) facts.set(sha, new Map());
    } else if (here !== undefined && row.startsWith('\t')) {
      found.set(here.line, blamed(here, facts.get(here.sha) ?? new Map()));
      here = undefined;
    } else if (here !== undefined) {
      const space = row.indexOf(' ');
      const name = space < 0 ? row : row.slice(0, space);
      facts.get(here.sha)?.set(name, space < 0 ? '' : row.slice(space + 1));
    }
  }
  return found;
}

function blamed(here: { sha: string; there: number }, facts: ReadonlyMap<string, string>): BlamedLine {
  if (NO_COMMIT.test(here.sha)) return { kind: 'uncommitted' };
  const seconds = Number(facts.get('author-time') ?? 0);
  return {
    kind: 'committed',
    commit: {
      sha: here.sha,
      author: facts.get('author') ?? '',
      time: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
      subject: facts.get('summary') ?? '',
    },
    revision: here.sha,
    path: unquoted(facts.get('filename') ?? ''),
    line: here.there,
  };
}

function originOf(line: BlamedLine, shallow: ReadonlySet<string>): LineOrigin {
  if (line.kind === 'uncommitted') return { kind: 'uncommitted' };
  const { commit } = line;
  return shallow.has(commit.sha) ? { kind: 'committed', commit, shallow: true } : { kind: 'committed', commit };
}

/** A name as git quotes it where it holds a quote, a backslash or a control character (quote.c), bytes in octal. */
function unquoted(name: string): string {
  if (!name.startsWith('"') || !name.endsWith('"')) return name;
  const bytes: number[] = [];
  const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };
  const text = Buffer.from(name.slice(1, -1), 'utf8').toString('latin1');
  for (const [part] of text.matchAll(/\\[0-7]{3}|\\.|[^\\]/gs)) {
    if (part.length === 4) bytes.push(Number.parseInt(part.slice(1), 8));
    else if (part.length === 2) bytes.push(ESCAPES[part.charAt(1)] ?? part.charCodeAt(1));
    else bytes.push(part.charCodeAt(0));
  }
  return Buffer.from(bytes).toString('utf8');
}
