import { join } from 'node:path';
import { analyze } from '../../src/analyze.js';
import type { JsonObject } from '../../src/model/json.js';
import type { Report, ResourceReport } from '../../src/model/report.js';
import type { AnalyzeRequest } from '../../src/model/request.js';
import { commit, git, scratch, sourceIo, write } from '../source/repositories.js';
import { lines } from './worlds.js';

/** Files of a repository by name; undefined: the file is gone. */
export type Files = Readonly<Record<string, string | undefined>>;

/** A repository at two revisions, and what a cluster holds. */
export interface TwoRevisions {
  readonly base: Files;
  readonly head: Files;
  /** Live objects. */
  readonly live: readonly JsonObject[];
  /** The head is not committed. */
  readonly dirty?: boolean;
  /** Of the desired state in the repository. */
  readonly path?: string;
  readonly request?: Partial<AnalyzeRequest>;
  readonly maxPendingMs?: number;
  readonly now?: Date;
  readonly stdin?: string;
  readonly warn?: (warning: string) => void;
}

export interface Judged {
  readonly report: Report;
  readonly folder: string;
  readonly exit: number;
  /** `ConfigMap/settings changed .data.mode manual manual-change`, and whole objects and findings. */
  readonly said: readonly string[];
  resource(kind: string, name: string): ResourceReport;
}

/** A repository with the two revisions, the second checked out; gone when the test ends. */
export function twoRevisions(world: Pick<TwoRevisions, 'base' | 'head' | 'dirty'>): string {
  const folder = scratch();
  git(folder, 'init', '--quiet', '--initial-branch=main');
  commit(folder, present(world.base));
  for (const [name, text] of Object.entries(world.head)) if (text === undefined) git(folder, 'rm', '--quiet', name);
  if (world.dirty === true) write(folder, present(world.head));
  else {
    write(folder, present(world.head));
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'the request');
  }
  return folder;
}

/** Compares the head with what is live; `request` says what else is asked for. */
export async function judgeAt(world: TwoRevisions, folder = twoRevisions(world)): Promise<Judged> {
  const saved = scratch({ 'live.json': JSON.stringify({ apiVersion: 'v1', kind: 'List', items: world.live }) });
  const report = await analyze(
    {
      source: { kind: 'path', path: join(folder, world.path ?? 'apps'), recursive: false },
      render: { values: [], set: [], apiVersions: [] },
      namespace: 'marketplace',
      allowEmpty: false,
      select: { kinds: [], excludeKinds: [], resources: [] },
      compare: { ignoreRules: true, showSecrets: false, maxPendingMs: world.maxPendingMs ?? 86_400_000 },
      failOn: ['unexplained'],
      noExitCode: false,
      toolVersion: '0.0.0-test',
      ...world.request,
    },
    { kind: 'recording', path: join(saved, 'live.json'), schemaFiles: [] },
    {
      env: sourceIo(folder).env,
      cwd: folder,
      now: world.now ?? new Date('2026-11-30T12:00:00Z'),
      readStdin: async () => world.stdin ?? '',
      progress: () => {},
      warn: world.warn ?? (() => {}),
      signal: new AbortController().signal,
    },
  );
  const [application] = report.applications;
  const resources = application?.resources ?? [];
  return {
    report,
    folder,
    exit: report.gate.exitCode,
    said: [
      ...resources.flatMap((resource) => [
        ...(resource.outcome === 'missing'
          ? [`${resource.kind}/${resource.name} missing ${resource.explanation?.code}`]
          : []),
        ...lines(resource.drift).map((line) => `${resource.kind}/${resource.name} ${line}`),
        ...resource.undeclared.map(
          ({ path, writer, explanation }) =>
            `${resource.kind}/${resource.name} undeclared ${path} ${writer.category} ${explanation.code}`,
        ),
      ]),
      // Fixtures name images by tags.
      ...(application?.findings ?? [])
        .filter(({ code }) => code !== 'image-without-digest')
        .map(({ code, resource }) => `finding ${code} ${resource?.name ?? ''}`.trim()),
    ],
    resource(kind, name) {
      const found = resources.find((one) => one.kind === kind && one.name === name);
      if (found === undefined) throw new Error(`the report has no ${kind}/${name}`);
      return found;
    },
  };
}

function present(files: Files): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter((file): file is [string, string] => file[1] !== undefined));
}
