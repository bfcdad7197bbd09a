import type { Progress } from '../model/request.js';
import type { OpenedSource, SourceRequest } from '../model/source.js';
import { openRepository } from './clone.js';
import type { Environment } from './git-environment.js';
import { openPath } from './local-path.js';

/** What opening a source may use of the world. `cwd` is what relative paths are relative to. */
export interface SourceIo {
  readonly cwd: string;
  readonly stdin: () => Promise<string>;
  readonly progress: Progress;
  readonly env: Environment;
  readonly signal?: AbortSignal;
}

/**
 * Makes a source readable: a path as it is, standard input as text, a Git URL as files in a temporary folder. The
 * caller closes it. Throws GitdriftError `usage`, `source-not-found`, `git-failed` or `interrupted`.
 */
export async function openSource(request: SourceRequest, io: SourceIo): Promise<OpenedSource> {
  switch (request.kind) {
    case 'path':
      return openPath(request.path, request.recursive, io);
    case 'stdin':
      return {
        kind: 'stdin',
        name: 'stdin',
        path: '-',
        stdin: await io.stdin(),
        recursive: false,
        close: async () => {},
      };
    case 'git':
      return openRepository(request, io);
  }
}
